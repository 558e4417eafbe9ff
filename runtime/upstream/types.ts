/** The contract of the upstream client. */
import type {
  FailureKind,
  FailureRefusal,
  Json,
  PollCall,
  Scope,
  UpstreamCall,
} from '../contract.ts'
import type { RequestIds } from '../lib/trace.ts'
import type { ReplyHold } from './reply-room.ts'
import type { Completion, Piece } from '../protocols/types.ts'

/** A call, or its poll; the two differ only in `pending`. */
export type AnyCall = UpstreamCall & Partial<Pick<PollCall, 'pending'>>

/** The result of one upstream call (or of its repeats, joined). */
export interface UpstreamSuccess {
  ok: true
  status: number
  headers: Readonly<Record<string, string>>
  /** The decompressed bytes (of the last call, if there were several). */
  body: Buffer
  /** Parsed JSON; `undefined` if the body is not JSON, e.g. a file. */
  json: unknown
  /** The result of the call's `give`; `{}` if it has none. */
  given: { readonly [key: string]: Json | undefined }
  /** The ticket with which to poll for the result, from the submit of a two-step call. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** In a poll: the work continues. */
  pending?: boolean
  /** The answer of a conversation's upstream. */
  completion?: Completion
}

/**
 * Text of events that contain nothing else, as JSON text in latin1 (one byte per character) without
 * escapes.
 */
export interface Words {
  words: readonly string[]
}

/**
 * Bytes that arrived together, unchanged, and the pieces that the call's protocol reads in them, in
 * order.
 */
export interface StreamPart {
  bytes: Uint8Array
  pieces: readonly (Piece | Words)[]
}

/** Whether the part is text that was not parsed. */
export const isWords = (piece: Piece | Words): piece is Words => 'words' in piece

/** Takes a part. A promise resolves when the next part may be passed; undefined means now. */
export type TakePart = (part: StreamPart) => Promise<void> | undefined

/** Why a stream is incomplete; `error_event`: the upstream sent an error in it. */
export type Break =
  | 'cut'
  | 'stalled'
  | 'malformed'
  | 'too_large'
  | 'error_event'
  | 'too_long'
  | 'given_up'

/** The end of an incomplete stream; the message is redacted and meant for callers. */
export class StreamBroken extends Error {
  broken: Break
  constructor(broken: Break, message: string) {
    super(message)
    this.broken = broken
  }
}

/**
 * A stream whose first piece has arrived. If you do not read it to its end, you must `cancel` it.
 */
export interface UpstreamStream {
  ok: true
  /** The upstream's Content-Type. */
  type: string
  /** Reads to the end, once. Rejects with StreamBroken if the stream is incomplete. */
  read(take: TakePart): Promise<void>
  /**
   * Fires with the StreamBroken when a timeout or the gateway's shutdown ends the stream, even
   * while it is not being read.
   */
  broken: AbortSignal
  /**
   * Stops the upstream at once. A pending read rejects, and if `broken` fires too, so does a wait
   * for a reader.
   */
  cancel(how?: { broken: boolean }): void
}

/** A file being read from an upstream. */
export interface UpstreamFile {
  type?: string
  length?: number
  body: AsyncIterable<Uint8Array>
  cancel(): void
}

/** A redacted failure. `status` and `body` are the upstream's, if it replied. */
export interface UpstreamFailure {
  ok: false
  kind: FailureKind
  details: Json
  /** How the caller is refused, in the form of a gate's refusal. */
  refused?: FailureRefusal
  /** Machine-readable code of the failure, from the mapping. */
  code?: string
  /**
   * Whether a repeat may help: no reply, 408, 425, 429 or 5xx. Polls continue after such a failure.
   */
  transient?: boolean
  /**
   * The upstream did the work, but its answer is empty. Another upstream would cost the same again.
   */
  empty?: true
  /** The upstream did the work, but its answer is too large to be read. */
  isOversized?: true
  status?: number
  reason?: string
  body?: Json
  /** X-RateLimit-Source and the 429's `source`. */
  source: string
  /** Seconds; set for `rate_limited`, 60 if the upstream sends none. */
  retryAfter?: number
}

/** The options of an upstream call besides its scope. */
export interface CallOptions {
  signal?: AbortSignal
  /** The caller's bytes, for `send: verbatim`. */
  body?: Buffer
  /** The ids of the request that the call serves. Its trace is passed on, in a new span. */
  ids?: RequestIds
  /** Keeps the room of a large reply until its `hold` is released; by default it ends at once. */
  holder?: ReplyHolder
}

/** Keeps the room of all large replies of one call. The client sets `hold` at its first request. */
export interface ReplyHolder {
  hold?: ReplyHold
}

/** The client that calls the upstreams of a catalog. */
export interface Upstreams {
  /**
   * Runs a call. Never throws; an aborted signal is an `upstream_failed`.
   */
  call(
    call: AnyCall,
    scope: Scope,
    options: CallOptions,
  ): Promise<UpstreamSuccess | UpstreamFailure>
  /**
   * Runs a call whose upstream answers with a stream, up to its first piece. Anything that goes
   * wrong before that is a failure. Never throws.
   */
  stream(
    call: UpstreamCall,
    scope: Scope,
    options: CallOptions,
  ): Promise<UpstreamStream | UpstreamFailure>
  /**
   * Opens a file below the upstream's base, with its key, as a stream. Rejects with FetchRefused
   * (which contains no address) if there is none; reading it rejects if neither the reply nor its
   * next bytes arrive within `timeout` ms. Follows redirects only to the upstream's own origin,
   * because the key is sent with them. If you do not read the file to its end, you must `cancel`
   * it.
   */
  open(
    upstream: string,
    path: string,
    options: { scope: Scope; signal?: AbortSignal; timeout: number; ids?: RequestIds },
  ): Promise<UpstreamFile>
  /** Whether the upstream has its key and address. */
  configured(upstream: string): boolean
  /**
   * For health views, per upstream: whether it is configured, and its calls and failures of the
   * last minutes.
   */
  health(): { name: string; configured: boolean; calls: number; failures: number }[]
  close(): Promise<void>
}
