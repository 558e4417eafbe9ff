/** Suppliers, and how they are asked. */
import type { FailureKind } from './outcome.ts'
import type { ReplyScope } from './scope.ts'
import type { Json, Method } from './values.ts'

/**
 * How many jobs of a supplier one process works on at once, and how many more may wait their turn.
 */
export interface Capacity {
  at_once: number
  waiting: number
}

/**
 * A supplier. `{key}` in headers stands for its key; `base` and the environment's override may hold
 * `{…}` holes.
 */
export interface UpstreamSpec {
  name: string
  capacity: Capacity
  /** Prefix of its environment variables: `MAKER` reads `MAKER_URL` and `MAKER_KEY`. */
  env: string
  base: string
  source: string
  headers: Readonly<Record<string, string>>
}

/**
 * The second step of an upstream call: asked again and again until it gives a result or a failure.
 * Sees `ticket`.
 */
export interface PollCall<S = any> extends Omit<
  UpstreamCall<S>,
  'ticket' | 'poll' | 'first' | 'repeat'
> {
  /** Pause between two questions, in ms. */
  every: number
  /**
   * Whether a reply means that the work goes on. Asked before `fail`, before the status is judged,
   * and before `give`.
   */
  pending(c: ReplyScope<S>): boolean
}

/** Wire protocols that suppliers speak; each is a folder of `runtime/protocols/`. */
export type UpstreamProtocolName =
  'openai_chat' | 'anthropic_messages' | 'gemini_generate' | 'openai_responses'

/** One call of an upstream, generated from `calls:` of `catalog/upstreams/`. */
export interface UpstreamCall<S = any> {
  /** `upstream.call`, as routes and model rows name it. */
  id: string
  upstream: string
  origin: string
  method: Method
  /** Path and own query below the upstream's base. */
  path(c: S): string
  /** Values for the holes of the base, by their text, e.g. `model.host`. */
  holes?(c: S): Readonly<Record<string, string>>
  timeout: number
  /**
   * How often the call may be repeated after a failure; 0 unless the catalog says that it is safe.
   */
  retry: number
  /** How many calls make one result; their lists are joined. */
  repeat?(c: S): number
  /**
   * With `forwards` the caller's query goes before it, without any spelling of the names of this
   * one.
   */
  forwards?: true
  query?: 'forward' | ((c: S) => Readonly<Record<string, string | undefined>>)
  /**
   * The body. A formula of it may wait for a hook, which may throw `Unusable` (runtime/hooks) for
   * an input that cannot be used.
   */
  send?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /**
   * Members of `send` that may reach the upstream, as paths such as `thinking.type` (a list's
   * elements have the path of the list). All others are left out. Without it everything passes.
   */
  allow?: readonly string[]
  /**
   * How `send` is written; JSON unless said. In a form, members of `files` are data URIs (or lists
   * of them) and go as files.
   */
  sendAs?: 'multipart'
  files?: readonly string[]
  /**
   * Another call of the same supplier that is made before this one, when `when` holds; its `give`
   * is `earlier`.
   */
  first?: { call: UpstreamCall<S>; when?(c: S): boolean }
  /** A reply of 2xx is a file and no JSON: `give` finds it in `reply_body`. */
  bytes?: boolean
  /**
   * The supplier holds conversations: `send` makes a request of the inner form
   * (runtime/protocols/types.ts), which the protocol writes, and the reply is read by it.
   * `openai_responses` writes and reads nothing: what the supplier sends is passed on as it is.
   * Such a call has no `give`; `fail` sees the supplier's own reply. When it streams, `timeout` is
   * the time to the first event and between two.
   */
  protocol?: UpstreamProtocolName
  /** How long, in ms, a stream may last. */
  lasts?: number
  /**
   * `retryAfter`: seconds to wait, as a number or as the text of a header, where `as` is
   * `rate_limited` and the reply's own header does not tell.
   */
  fail?(
    c: ReplyScope<S>,
  ): { as: FailureKind; details?: Json; code?: string; retryAfter?: Json } | undefined
  /** Whether a reply outside 2xx is nevertheless a result. */
  passes?(c: ReplyScope<S>): boolean
  give?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  /** Whether a reply is a result. Without it each is, but for media that hold nothing. */
  resultWhen?(c: ReplyScope<S>): boolean
  /** The member of what `give` makes that lists generated media: an empty one is a failure. */
  media?: string
  /**
   * What is kept of the reply to ask for the result with; such a call has a `poll`, and no `give`
   * of its own.
   */
  ticket?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  poll?: PollCall<S>
}
