/** The types of upstreams and of calls to them. */
import type { FailureKind, FailureRefusal } from './outcome.ts'
import type { ReplyScope } from './scope.ts'
import type { Json, Method } from './values.ts'

/** How many jobs of an upstream one process runs at a time, and how many more may wait. */
export interface Capacity {
  concurrency: number
  queue: number
}

/**
 * Tokens that are signed for each call. Texts in `claims` may hold `{id}` (of the key), `{method}`,
 * `{host}` and `{path}`; `nbf` and `exp` are added.
 */
export interface TokenSpec {
  /** How long a token is valid, in ms. */
  lifetime: number
  claims: Readonly<Record<string, Json>>
}

/**
 * An upstream. `{key}` in headers stands for its key, `{jwt}` for a token signed with it; `base`
 * and its override in the environment may contain `{…}` holes.
 */
export interface UpstreamSpec {
  name: string
  capacity: Capacity
  /** Prefix of its environment variables: `MAKER` reads `MAKER_URL` and `MAKER_KEY`. */
  env: string
  base: string
  source: string
  headers: Readonly<Record<string, string>>
  /**
   * Further settings that it needs: `account` of `MAKER` is `MAKER_ACCOUNT`. `{account}` stands for
   * it in the base and the headers, and formulas that build the request read `settings.account`.
   */
  settings?: readonly string[]
  jwt?: TokenSpec
}

/**
 * The second step of an upstream call, repeated until it returns a result or a failure. Its
 * formulas can read `ticket`.
 */
export interface PollCall<S = any> extends Omit<
  UpstreamCall<S>,
  'ticket' | 'poll' | 'first' | 'repeat'
> {
  /** Pause between two polls, in ms. */
  every: number
  /**
   * Whether a reply means that the work continues. Evaluated before `fail`, before the status is
   * classified, and before `give`.
   */
  pending(c: ReplyScope<S>): boolean
}

/** Wire protocols of upstreams; each is a folder of `runtime/protocols/`. */
export type UpstreamProtocolName =
  | 'openai_chat'
  | 'anthropic_messages'
  | 'gemini_generate'
  | 'openai_responses'

/** One call to an upstream, generated from `calls:` of `catalog/upstreams/`. */
export interface UpstreamCall<S = any> {
  /** `upstream.call`, the name that routes and model rows use. */
  id: string
  upstream: string
  origin: string
  method: Method | 'DELETE'
  /** Path and query below the upstream's base. */
  path(c: S): string
  /** Values for the holes of the base, by the text of the hole, e.g. `model.host`. */
  holes?(c: S): Readonly<Record<string, string>>
  /** Longest time for an answer, in ms; if `waits` is set, an upper bound. */
  timeout: number
  /** Seconds that this call's answer may take. */
  waits?(c: S): number
  /**
   * The arguments of the call with their types (`string`, or `string?` if it may be absent). The
   * formulas of such a call read `args`, `call`, `network` and `now`, and nothing of a request.
   */
  takes?: Readonly<Record<string, string>>
  /** Largest reply, in unpacked bytes; 64 MiB if absent. */
  replyLimit?: number
  /**
   * How many times the call may be repeated after a failure; 0 unless the catalog declares a repeat
   * safe.
   */
  retry: number
  /**
   * How long one attempt may take, in ms; a longer attempt is aborted and repeated as `retry`
   * allows.
   */
  attempt?: number
  /** How many calls make up one result; their lists are joined. */
  repeat?(c: S): number
  /**
   * Prepends the caller's query to this one, without any spelling of the names that this one sets.
   */
  forwards?: true
  query?: 'forward' | ((c: S) => Readonly<Record<string, string | undefined>>)
  /** Headers beside those of the upstream; one of the same name replaces that. */
  headers?(c: S): Readonly<Record<string, string | undefined>>
  /**
   * The body. Its formulas may await a hook, which may throw `Unusable` (runtime/hooks) for an
   * unusable input.
   */
  send?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /**
   * Paths of the members of `send` that may reach the upstream, such as `thinking.type` (elements
   * of a list have the list's path). All others are removed. If absent, all members pass.
   */
  allow?: readonly string[]
  /**
   * The encoding of `send`; default JSON. `form` is application/x-www-form-urlencoded. In a
   * multipart form, the members named in `files` are data URIs (or
   * lists of them) and are sent as files.
   */
  sendAs?: 'multipart' | 'form'
  files?: readonly string[]
  /**
   * Another call to the same upstream that runs before this one if `when` holds; its `give` becomes
   * `earlier`.
   */
  first?: { call: UpstreamCall<S>; when?(c: S): boolean }
  /** A 2xx reply is a file and not JSON; `give` finds it in `reply_body`. */
  bytes?: boolean
  /**
   * The upstream's conversation protocol. `send` creates a request in the internal form
   * (runtime/protocols/types.ts), and the protocol writes it and reads the reply.
   * `openai_responses` changes nothing: replies are passed on unchanged. Such a call has no `give`;
   * `fail` reads the upstream's own reply. For a stream, `timeout` limits the time to the first
   * event and between two events.
   */
  protocol?: UpstreamProtocolName
  /** Maximum duration of a stream, in ms. */
  lasts?: number
  /**
   * Classifies a reply as a failure. `retryAfter` is the number of seconds to wait after
   * `rate_limited`, as a number or as header text; default: the reply's own Retry-After header.
   */
  fail?(c: ReplyScope<S>):
    | {
        as: FailureKind
        details?: Json
        code?: string
        retryAfter?: Json
        /** Refuses the caller as a gate would. */
        refusal?: FailureRefusal
      }
    | undefined
  /** Whether a reply outside 2xx is a result nevertheless. */
  passes?(c: ReplyScope<S>): boolean
  give?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  /** Whether a reply is a result. If absent, every reply is, except media without content. */
  resultWhen?(c: ReplyScope<S>): boolean
  /** The member of `give` that lists generated media; an empty list is a failure. */
  media?: string
  /**
   * The values of the reply that are stored to poll for the result. A call with a `ticket` has a
   * `poll` and no `give` of its own.
   */
  ticket?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  poll?: PollCall<S>
}
