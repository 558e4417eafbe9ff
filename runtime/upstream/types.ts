/** What the upstream client promises. */
import type { FailureKind, Json, PollCall, Scope, UpstreamCall } from '../contract.ts'
import type { Completion, Piece } from '../protocols/types.ts'

/** A call, or the poll of one: the two differ by `pending` alone. */
export type AnyCall = UpstreamCall & Partial<Pick<PollCall, 'pending'>>

/** A result of one upstream call (or of its repeats, joined). */
export interface UpstreamSuccess {
  ok: true
  status: number
  headers: Readonly<Record<string, string>>
  /** The bytes as they came, decompressed (of the last call where there were several). */
  body: Buffer
  /** Parsed JSON, `undefined` when the body is not JSON: a file, for instance. */
  json: unknown
  /** What the call's `give` made of it; `{}` where it has none. */
  given: { readonly [key: string]: Json | undefined }
  /** Of a two-step call's submit: what to ask for the result with. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** Of a poll: the work goes on. */
  pending?: boolean
  /** What a conversation's supplier answered. */
  completion?: Completion
}

/**
 * Words of events that say nothing else, as JSON text in latin1 (one character a byte) that needs
 * no escape.
 */
export interface Words {
  words: readonly string[]
}

/**
 * What came at once: the bytes as they are, and what the call's protocol reads in them, in order.
 */
export interface StreamPart {
  bytes: Uint8Array
  pieces: readonly (Piece | Words)[]
}

/** Whether it is words that were not parsed. */
export const isWords = (piece: Piece | Words): piece is Words => 'words' in piece

/**
 * Takes a part; what it gives says when there is room for the next one, and nothing that there is.
 */
export type TakePart = (part: StreamPart) => Promise<void> | undefined

/** Why a stream is not whole. */
export type Break = 'cut' | 'stalled' | 'malformed' | 'trouble' | 'too_long' | 'given_up'

/** The end of a stream that is not whole; the message is redacted and for callers. */
export class StreamBroken extends Error {
  broken: Break
  constructor(broken: Break, message: string) {
    super(message)
    this.broken = broken
  }
}

/**
 * A stream that has begun: its first piece has come. Who does not read it to its end must `cancel`
 * it.
 */
export interface UpstreamStream {
  ok: true
  /** Content-Type as the supplier gave it. */
  type: string
  /**
   * Reads to the end, once. Rejects with StreamBroken where the stream ends without being whole.
   */
  read(take: TakePart): Promise<void>
  /**
   * Fires with the StreamBroken when time or the gateway's closing ends the stream, also while
   * nobody reads it.
   */
  broken: AbortSignal
  /**
   * Stops the supplier at once; who waits for a part hears that the stream is broken, and if
   * `broken` fires too, who waits for a reader.
   */
  cancel(how?: { broken: boolean }): void
}

/** A file being read from a supplier. */
export interface UpstreamFile {
  type?: string
  length?: number
  body: AsyncIterable<Uint8Array>
  cancel(): void
}

/** A failure, already redacted. `status` and `body` are the upstream's where it answered. */
export interface UpstreamFailure {
  ok: false
  kind: FailureKind
  details: Json
  /** Machine-readable code that the mapping gives the failure. */
  code?: string
  /**
   * Whether asking again may help: no reply, 408, 425, 429 or 5xx. Polls go on after such a
   * failure.
   */
  passing?: boolean
  /** The supplier did the work, and its answer says nothing. Another would be paid for the same. */
  empty?: true
  status?: number
  reason?: string
  body?: Json
  /** X-RateLimit-Source and the 429's `source`. */
  source: string
  /** Seconds; set for `rate_limited`, 60 where the upstream tells none. */
  retryAfter?: number
}

export interface Upstreams {
  /**
   * Runs a call. Never throws; an aborted signal is an `upstream_failed`. `body` is the caller's
   * bytes for `send: verbatim`.
   */
  call(
    call: AnyCall,
    scope: Scope,
    options: { signal?: AbortSignal; body?: Buffer },
  ): Promise<UpstreamSuccess | UpstreamFailure>
  /**
   * Runs a call whose supplier answers with a stream, up to its first piece. Until then everything
   * that fails is a failure. Never throws.
   */
  stream(
    call: UpstreamCall,
    scope: Scope,
    options: { signal?: AbortSignal; body?: Buffer },
  ): Promise<UpstreamStream | UpstreamFailure>
  /**
   * A file below the supplier's base, asked for with its key and read as it comes. Rejects with
   * FetchRefused (which holds no address) where there is none; so does the reading of it when
   * nothing comes for `timeout` ms, be it the reply or its next bytes. Redirects are followed to
   * the supplier's own origin only, since the key goes with them. Who does not read it to its end
   * must `cancel` it.
   */
  open(
    upstream: string,
    path: string,
    options: { scope: Scope; signal?: AbortSignal; timeout: number },
  ): Promise<UpstreamFile>
  /** Whether the supplier has its key and address. */
  configured(upstream: string): boolean
  /** Per supplier: configured, calls and failures of the last minutes, for health views. */
  health(): { name: string; configured: boolean; calls: number; failures: number }[]
  close(): Promise<void>
}
