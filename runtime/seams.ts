/**
 * The small seams: time, randomness, signing and media. Each has one production implementation and
 * is injected everywhere.
 */

/** Time. Tests move it by hand. */
export interface Clock {
  /** Unix ms. */
  now(): number
  /**
   * Runs `run` after `ms`, unless the returned function is called before. Cheaper than a sleep that
   * is given up.
   */
  after(ms: number, run: () => void): () => void
  /** Resolves after `ms`; rejects with the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Randomness. Tests make it repeatable. */
export interface Random {
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string
}

/**
 * Signs what callers carry for us, with a key that can be changed: the newest key signs, every
 * known one verifies.
 */
export interface Signer {
  /** A short text (base64url) that only a holder of the key can make for `text`. */
  sign(text: string): string
  /** Whether a signature was made for `text`; takes the same time for a right and a wrong one. */
  verify(text: string, signature: string): boolean
}

/** A stored file. `name` is content-addressed: sha256 and an extension. */
export interface StoredMedia {
  name: string
  type: string
  bytes: number
}

/** Durable storage of generated media, served free under the gateway's media path. */
export interface MediaStore {
  /**
   * Streams a file in; refuses more than `maxBytes`; sniffs the type from the first bytes, `hint`
   * decides where they do not.
   */
  put(
    source: AsyncIterable<Uint8Array>,
    options: { hint?: string; maxBytes: number },
  ): Promise<StoredMedia>
  /** Opens a stored file or a byte range of it; undefined when there is none of that name. */
  open(
    name: string,
    range?: { start: number; end: number },
  ): Promise<
    { type: string; bytes: number; modified: number; stream: AsyncIterable<Uint8Array> } | undefined
  >
  close(): Promise<void>
}
