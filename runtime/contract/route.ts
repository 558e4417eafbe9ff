/** The types of generated routes: everything about a route that is not runtime code. */
import type { Effect, RecordRead } from './records.ts'
import type { Derived, Scope, Refusal, ReplyScope } from './scope.ts'
import type { UpstreamCall } from './upstream.ts'
import type { Json, Method, PriceTerm } from './values.ts'

/** Wire protocols in which the gateway can answer callers. */
export type CallerProtocolName = 'openai_chat' | 'anthropic_messages'

/** How a route caches its replies. */
export interface CacheSpec<S = any> {
  when(c: S): boolean
  key(c: S): Json
  /** ms */
  for: number
  /** Whether a fresh reply may be cached. */
  keep?(c: ReplyScope<S>): boolean
  /** Top-level members that are set in a cached JSON reply. */
  patch?(c: S): { readonly [key: string]: Json | undefined }
}

/**
 * The documents and time limits (ms) of a route's jobs. `echo` is evaluated at submit and stored.
 * `pending`, `failed`, `completed`, `challenge` and the route's `reply`, `status` and `headers` can
 * read only what a poll has: route, network, now, payer, price, job, result, payment.
 */
export interface JobSpec<S = any> {
  object: string
  /** Name of the job store; routes may share one. */
  store: string
  /** Poll path with `{id}`. Several routes may share it. */
  poll: string
  inline?: number
  stall: number
  keep: number
  skipInline?(c: S): boolean
  echo(c: S): { readonly [key: string]: Json | undefined }
  accepted(c: S): Json
  pending(c: S): Json
  failed(c: S): Json
  /** The 200 body of a poll; defaults to the route's `reply`. */
  completed?(c: S): Json
  /**
   * The inline reply contains the upstream's result unchanged; only polls return the mirrored form.
   */
  rawInline?: boolean
  /**
   * Billed values that the query of the poll address contains, in this order, with a signature over
   * them, the path and the id.
   */
  signed?(c: S): Readonly<Record<string, string | undefined>>
  /** Extra members of a poll's 402 body. */
  challenge?(c: S): { readonly [key: string]: Json | undefined }
}

/** The schema of a body or query. Schemas are JSON Schema 2020-12 without references. */
export interface InputSpec {
  schema: object
  /** What happens to unknown members: they are dropped, refused, or passed on. */
  unknown: 'ignore' | 'refuse' | 'forward'
  /** The schema is used for documents only; the upstream checks the members. */
  unchecked?: boolean
  /** Fields that accept a single value or a list; a single value becomes a list of one. */
  wrap?: readonly string[]
}

/**
 * Converts a request in another format to the route's own body. Both the original and the
 * translated body are checked.
 */
export interface Translation<S = any> {
  body: InputSpec
  gates?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** Creates the route's body; `body` in the scope is the caller's. */
  give(c: S): Json
}

/** An example request of a route. */
export interface Example {
  body?: Json
  query?: Readonly<Record<string, string>>
  path?: Readonly<Record<string, string>>
}

/**
 * A request for which some networks have a price. Its body is the route's own, with its defaults,
 * and passes the gates.
 */
export interface Probe extends Example {
  networks: readonly string[]
}

/**
 * Another method and path of a route, with values for holes of the route's own path that it lacks.
 */
export interface Alias {
  method: Method
  path: string
  with?: Readonly<Record<string, string>>
}

/** The field of a request that names the row, e.g. `['body', 'model']`. */
export type RowPlace = readonly [part: 'body' | 'query' | 'path', name: string]

/**
 * Places of a scope, e.g. `body.n`: names from a member of the scope down. `length` is the length
 * of a list, `*` is each element. A function chooses the places if they depend on the row or the
 * request.
 */
export type ReadPlaces<S = any> = readonly string[] | ((c: S) => readonly string[])

/** A part of a route's replies that may be the same for every request. */
export type ReplyPart = 'reply' | 'quote' | 'discovery'

/** An upstream call with the values of its arguments. */
export interface MadeCall<S = any> {
  call: UpstreamCall
  with?(c: S): { readonly [key: string]: Json | undefined }
}

/** A step that makes a call, once or for each element of a list. */
export interface CallStep<S = any> extends MadeCall<S> {
  /** The name of its result in `steps`. */
  name: string
  /** The step is skipped unless this returns true. */
  when?(c: S): boolean
  /**
   * Makes the call for each element of `in`, `atOnce` at a time; `steps[name]` is the element. With
   * `missing: 'drop'`, elements whose upstream answers 404, 410, 400 or 422 are left out.
   */
  each?: { name: string; in(c: S): Json | undefined; atOnce: number; missing?: 'drop' }
  /**
   * The call that gives back what the step bought. Its values are evaluated before the step is
   * made.
   */
  undo?: MadeCall<S>
}

/** A step of a route's work. */
export type WorkStep<S = any> = CallStep<S> | { refuse(c: S): Refusal | undefined }

/** How a call is refused if its transfer cannot be made. */
export interface TransferRefusal {
  status: number
  message: string
  code?: string
}

/**
 * A second authorization of the caller, which moves the caller's money to a third party before the
 * price is charged.
 */
export interface TransferSpec<S = any> {
  /** The x402 payload in base64. */
  payload(c: S): string
  /** The address that it must pay. */
  to(c: S): string
  /** The whole micro-USD that it must pay, as a text of digits. */
  micro(c: S): string
  invalid: TransferRefusal
  used: TransferRefusal
  failed: TransferRefusal
}

/** A version of a route from `from` to `until` (Unix ms): the members that differ. */
export interface DatedRoute<S extends Scope = any> {
  readonly from: number
  readonly until?: number
  readonly route: Partial<Route<S>>
}

/**
 * From when a route is no longer served (Unix ms; immediately if absent), and the address to use.
 */
export interface RetiredRoute {
  readonly since?: number
  readonly use: string
}

/** One route: everything about it that is not runtime code. */
export interface Route<S extends Scope = any> {
  /** Stable id, e.g. `post_images_generations`; names the metric and log label. */
  id: string
  /** The file and line of the route in the catalog, e.g. `catalog/family/things.routes.yaml:1`. */
  origin: string
  /** The folder and file of the route in the catalog, e.g. `family/things`. */
  family: string
  method: Method
  /** With `{name}` holes; a last segment `*` takes the rest of the path. */
  path: string
  /** Other paths of this route; `with` has the values of holes that the path lacks. */
  aliases: readonly Alias[]
  /** The `prefix:` of the catalog entry, for `route.rest`. */
  prefix: string
  summary: string
  tags: readonly string[]
  flow: 'free' | 'inline' | 'hybrid_job' | 'polled_job' | 'stream_or_reply'
  /** Names of the networks on which the route is served. */
  networks: readonly string[]
  envelope: string
  /** Whether an unpaid call runs the gates before or after the challenge. */
  challenge: 'after_gates' | 'before_gates'
  /**
   * How the other methods of its path are answered: with a challenge, with a 402 marked free, or
   * not at all.
   */
  discovery: 'challenge' | 'free' | 'none'
  table?: string
  /** Further tables that the reply lists, by the names that formulas use. */
  lists?: Readonly<Record<string, string>>
  /** The id that chooses the row; required with `table` if `model` is used. */
  pick?(c: S): string | undefined
  /** The field that `pick` reads, if it only reads one; the row's id is put there. */
  pickAt?: RowPlace
  limit?: string
  /**
   * Limits that count the calls for which `when` holds; all are checked, in this order, before the
   * gates. `key` is what a limit `by: key` counts.
   */
  limits?: { names: readonly string[]; when?(c: S): boolean; key?(c: S): string }
  /** Lifetime of the authorization in ms. */
  authorization: number
  /**
   * Limits that say how many results a caller gets free in each period; all of them must have
   * results left. `when` selects the calls that can be free, and `key` is the value that a limit
   * `by: key` counts. With a limit `by: payer` the caller signs, and nothing is settled; otherwise
   * calls without a payment are served. Once the quota is used up, the price applies, or the call
   * is refused with 429 (`usedUp`).
   */
  quota?: {
    names: readonly string[]
    when?(c: S): boolean
    key?(c: S): string
    usedUp?: 'refuse'
  }
  /**
   * Whether a call is free: it gets no challenge and pays nothing, and its payment header is
   * ignored.
   */
  free?(c: S): boolean
  /**
   * What happens if a settlement does not land. By default the call fails; `serve` serves the
   * result unless the settlement certainly failed, `absorb` serves it even then.
   */
  onSettlementFailure?: 'serve' | 'absorb'
  /**
   * Results that a wallet may leave unpaid in 30 days, because their settlement failed after the
   * work; unlimited if absent. Calls in flight count too.
   */
  mostUnpaid?: number
  /**
   * How long, in ms, a paid reply whose caller disconnected is redelivered to the wallet's next
   * identical call; never if absent.
   */
  redeliver?: number
  /**
   * The protocol of replies to callers. Such a route has no `reply`, and its upstream calls have a
   * `protocol`.
   */
  protocol?: CallerProtocolName
  /**
   * Whether the reply is an event stream. Routes without `protocol` pass the upstream's events on
   * unchanged.
   */
  streams?(c: S): boolean
  /** The tokens of the prompt, for answers whose upstream reports no usage. */
  promptTokens?(c: S): number
  /** The tokenizer that counts the words of such an answer. */
  tokenizer?(c: S): 'o200k' | 'cl100k'
  /**
   * The id of the row that serves if the upstream of the chosen row fails before its first byte.
   * Evaluated once.
   */
  fallback?(c: S): string | undefined
  bodyLimit: number
  body?: InputSpec
  /**
   * Whether form bodies are accepted too. Files become data URIs, `x[]` becomes the list `x`, and
   * texts are converted to their field's type.
   */
  multipart?: boolean
  translate?: Translation<S>
  /** Wrong names that callers use for a field, with the correct one. */
  aka?: Readonly<Record<string, string>>
  query?: InputSpec
  /**
   * Every call is answered with this status and is not charged; a paid one once its payment is
   * verified. Routes that challenge before their gates answer unpaid calls with the 402.
   */
  suspended?: { status: number; message: string }
  /**
   * Refusals that depend on the wallet, evaluated after the payment was verified and before it is
   * claimed.
   */
  checks?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** A transfer of the caller's money, made before the price is charged. */
  transfer?: TransferSpec<S>
  /** The records that the call reads. */
  reads?: readonly RecordRead<S>[]
  /** The fetched tables that its formulas read. */
  fetched?: readonly string[]
  /** What the call changes in records, once its result is known. */
  effects?(c: S): readonly Effect[]
  /** Every call is answered with this status, before any challenge. */
  gone?: number
  /** Every call is answered with 410 and the address to use, before any challenge; its jobs end. */
  retired?: RetiredRoute
  /** Versions of the route for some time; their periods do not overlap. */
  dated?: readonly DatedRoute<S>[]
  gates?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** The derived values that formulas read as `values`. */
  values?: Derived<S>
  price?: {
    /** Whole micro-USD, rounded up once. */
    micro(c: S): bigint
    /** The places of a call that `micro` reads, for its sales line. */
    reads?: ReadPlaces<S>
    /**
     * The actual price, for metered payments: whole micro-USD, rounded up once; undefined if the
     * quote is charged. `actualOf` keeps it within the quote.
     */
    actual?(c: ReplyScope<S>): bigint | undefined
    /** The places of a call that `actual` reads. */
    actualReads?: ReadPlaces<ReplyScope<S>>
    /** What the call costs us, whole micro-USD; undefined if the catalog does not define it. */
    cost?(c: S): bigint | undefined
    /** What the call costs us by its actual usage. */
    actualCost?(c: ReplyScope<S>): bigint | undefined
    /** The units that the call delivers, by name. */
    units?(c: S): { readonly [name: string]: number }
    /** The units that the call delivers by its actual usage. */
    actualUnits?(c: ReplyScope<S>): { readonly [name: string]: number } | undefined
    /** The amounts that `micro` adds up before it rounds; undefined if there is only one. */
    lines?(c: S): readonly PriceTerm[] | undefined
    /** Decimals of `price.amount`. */
    decimals: number
    /** Whether a zero-amount authorization identifies the wallet without moving money. */
    identify: boolean
    /** Extra members of the 402 body's `price`. */
    show?(c: S): { readonly [key: string]: Json | undefined }
  }
  /** Extra members of the 402 body. */
  show?(c: S): { readonly [key: string]: Json | undefined }
  /**
   * Extra members of the 402 for the path's other methods and for an empty probe. Can read route,
   * network and models.
   */
  discoveryShow?(c: S): { readonly [key: string]: Json | undefined }
  /** Whether a failure after verification carries a PAYMENT-RESPONSE with `success: false`. */
  failureReceipt?: boolean
  /** An example request as callers write it, for the discovery metadata. */
  example?: Example
  /** Requests whose quote answers an empty probe, at most one per network. */
  probes?: readonly Probe[]
  /** Bazaar discovery metadata of the challenge: `{info, schema}`. */
  bazaar?: Json
  /** A fixed reply that needs no upstream and no payment; undefined if the call has none. */
  instead?(c: S): Json | undefined
  upstream?(c: S): UpstreamCall
  /** The arguments of the upstream call, if it `takes` any. */
  with?(c: S): { readonly [key: string]: Json | undefined }
  /** The work in steps, instead of `upstream`. */
  work?: readonly WorkStep<S>[]
  /** The result of the work; the result of the last step if absent. */
  give?(c: S): { readonly [key: string]: Json | undefined }
  mirror?: string
  /** Whether each stored file also carries its content, as `b64_json`. Used with `mirror`. */
  embed?(c: S): boolean
  /** Whether the reply is the first stored file itself, with its type. Used with `mirror`. */
  file?(c: S): boolean
  cache?: CacheSpec<S>
  headers?(c: S): Readonly<Record<string, string | undefined>>
  status?(c: S): number | Promise<number>
  /** The reply's body. `verbatim` returns the upstream's bytes. */
  reply?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /**
   * The parts of its replies that do not depend on the request, so that they are created once: the
   * `reply` and the `discovery` members per network, the `quote` (the complete 402) per address.
   */
  fixed?: readonly ReplyPart[]
  /** The instant for which the document is requested; undefined means now. */
  document?: string
  /** The page for callers who prefer HTML to JSON, e.g. `index.html`. */
  documentHtml?: string
  /** The instant for which the document is requested; undefined means now. */
  documentAt?(c: S): string | undefined
  /** The tag whose part of an OpenAPI document is requested; undefined means the whole document. */
  documentTag?(c: S): string | undefined
  /** The name of the gateway service that answers. */
  serves?: string
  job?: JobSpec<S>
  chargeIf?(c: ReplyScope<S>): boolean
}
