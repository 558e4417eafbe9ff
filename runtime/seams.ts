/**
 * Interfaces of the small injected parts: time, randomness, signing and media. Each has one
 * production implementation.
 */

/** The clock. Tests advance it by hand. */
export interface Clock {
  /** Unix ms. */
  now(): number
  /**
   * Runs `run` after `ms`, unless the returned function is called first. Cheaper than a sleep that
   * is aborted.
   */
  after(ms: number, run: () => void): () => void
  /** Resolves after `ms`; rejects with the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The source of random values. Tests make it repeatable. */
export interface Random {
  /** Returns `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string
}

/**
 * Signs strings that callers send back later. Keys can be rotated: the newest key signs, and every
 * known key verifies.
 */
export interface Signer {
  /** Returns a short signature (base64url) that only a holder of the key can make for `text`. */
  sign(text: string): string
  /** Whether a signature was made for `text`; takes constant time. */
  verify(text: string, signature: string): boolean
}

/** A public key, as a JWK. */
export interface PublicKey {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  /** The id of the key: a did:key. */
  kid: string
  alg: 'EdDSA'
  use: 'sig'
}

/** Signs what others verify: receipts, offers and statements about payments. */
export interface ReceiptSigner {
  /** The public keys; the first one signs. */
  readonly keys: readonly PublicKey[]
  /** Returns a JWS in its compact form. */
  sign(payload: object): string
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
   * Stores a file from a stream. Refuses more than `maxBytes`. The type is detected from the first
   * bytes, or else taken from `hint`.
   */
  put(
    source: AsyncIterable<Uint8Array>,
    options: { hint?: string; maxBytes: number },
  ): Promise<StoredMedia>
  /** Opens a stored file or a byte range of it; undefined if no file has that name. */
  open(
    name: string,
    range?: { start: number; end: number },
  ): Promise<
    { type: string; bytes: number; modified: number; stream: AsyncIterable<Uint8Array> } | undefined
  >
  close(): Promise<void>
}
