/** Routes: everything about them that is not code of the runtime. */
import type { Scope, Refusal, ReplyScope } from './scope.ts'
import type { UpstreamCall } from './upstream.ts'
import type { Json, Method } from './values.ts'

/** Wire protocols in which callers are answered. */
export type CallerProtocolName = 'openai_chat' | 'anthropic_messages'

/** Hot reads kept for a while. */
export interface CacheSpec<S = any> {
  when(c: S): boolean
  key(c: S): Json
  /** ms */
  for: number
  /** Whether a fresh reply may be kept. */
  keep?(c: ReplyScope<S>): boolean
  /** Top-level members set in a cached JSON reply. */
  patch?(c: S): { readonly [key: string]: Json | undefined }
}

/**
 * How jobs of a route look and how long they may take (ms). `echo` is evaluated at the submit and
 * kept; `pending`, `failed`, `completed`, `challenge` and the route's `reply`, `status` and
 * `headers` see only what a poll has: route, network, now, payer, price, job, result, payment.
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
  /** 200 of a poll; the route's `reply` where there is none. */
  completed?(c: S): Json
  /**
   * The inline reply gives what the upstream made as it came; only polls give the mirrored form.
   */
  rawInline?: boolean
  /**
   * Billed facts that stand in the query of the poll address, in this order, with a signature over
   * them, the path and the id.
   */
  signed?(c: S): Readonly<Record<string, string | undefined>>
  /** Extra members of a poll's 402 body. */
  challenge?(c: S): { readonly [key: string]: Json | undefined }
}

/**
 * What a request must look like. Schemas are JSON Schema 2020-12, already complete (no references).
 */
export interface InputSpec {
  schema: object
  /** Unknown members: dropped, refused, or kept. */
  unknown: 'ignore' | 'refuse' | 'forward'
  /** The members are declared for documents only; the upstream checks them. */
  unchecked?: boolean
  /** Fields that may come as one value or as a list: one value is taken for a list of one. */
  wrap?: readonly string[]
}

/**
 * A request in another form, checked as it came and turned into the route's own body, which is
 * checked too.
 */
export interface Translation<S = any> {
  body: InputSpec
  gates?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** The route's body; `body` is the caller's. */
  give(c: S): Json
}

/** A request that stands for the route: for probes, documents and tests. */
export interface Example {
  body?: Json
  query?: Readonly<Record<string, string>>
  path?: Readonly<Record<string, string>>
}

/** Another method and path of a route, with values for holes of the route's own path. */
export interface Alias {
  method: Method
  path: string
  with?: Readonly<Record<string, string>>
}

/** One route, with everything about it that is not code of the runtime. */
export interface Route<S extends Scope = any> {
  /** Stable id, e.g. `post_images_generations`; names the metric and log label. */
  id: string
  /** `catalog/family/things.routes.yaml:1` */
  origin: string
  /** `family/things` */
  family: string
  method: Method
  /** With `{name}` holes; a last segment `*` takes the rest of the path. */
  path: string
  /** Other paths of this same route; `with` has the values of holes that the path lacks. */
  aliases: readonly Alias[]
  /** The `prefix:` of the catalog entry, for `route.rest`. */
  prefix: string
  summary: string
  tags: readonly string[]
  flow: 'free' | 'inline' | 'hybrid_job' | 'polled_job' | 'stream_or_reply'
  /** Names of the networks that serve it. */
  networks: readonly string[]
  envelope: string
  /** Whether an unpaid call meets the gates first, or the challenge. */
  challenge: 'after_gates' | 'before_gates'
  /** What the other methods of its path answer: a challenge, a 402 marked free, or nothing. */
  discovery: 'challenge' | 'free' | 'none'
  table?: string
  /** Tables that the reply lists, by the names that formulas give them. */
  lists?: Readonly<Record<string, string>>
  /** Which id chooses the row; required with `table` where `model` is used. */
  pick?(c: S): string | undefined
  limit?: string
  /**
   * Limits that count some calls only: all of them, in this order, after the gates, where `when`
   * holds.
   */
  limits?: { names: readonly string[]; when(c: S): boolean }
  /** Lifetime of the authorization in ms. */
  authorization: number
  /**
   * Calls of which nothing is asked: no challenge, no payment; a payment header is not looked at.
   */
  free?(c: S): boolean
  /**
   * What happens when a settlement does not land: the call fails, unless the result is served
   * nevertheless.
   */
  unsettled?: 'serve'
  /**
   * For how long, in ms, a paid reply that its caller left is handed to its wallet's next call for
   * the same; never where there is none.
   */
  redeliver?: number
  /**
   * The protocol in which the caller is answered; such a route has no `reply`, and its upstream
   * calls have a `protocol`.
   */
  speaks?: CallerProtocolName
  /**
   * Whether the reply is a stream of events. Routes without `speaks` pass the supplier's events on
   * as they are.
   */
  streams?(c: S): boolean
  /**
   * Id of the row that serves where the supplier of the chosen one fails before its first byte.
   * Asked once.
   */
  fallback?(c: S): string | undefined
  bodyLimit: number
  body?: InputSpec
  /**
   * Form bodies are taken too: files become data URIs, `x[]` is the list `x`, texts are read as
   * their field's type.
   */
  multipart?: boolean
  translate?: Translation<S>
  /** Names that callers write for a field by mistake, with the field that they mean. */
  aka?: Readonly<Record<string, string>>
  query?: InputSpec
  /** Every call is answered with this status after payment verified, uncharged. */
  suspended?: { status: number; message: string }
  /** Refusals that know the wallet: asked after the payment verified and before it is claimed. */
  checks?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** Every call is answered with this status, before any challenge. */
  gone?: number
  gates?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  price?: {
    /** Whole micro-USD, rounded up once. */
    micro(c: S): bigint
    /** Decimals of `price.amount`. */
    decimals: number
    /** A zero-amount authorization names the wallet; nothing moves. */
    identify: boolean
    /** Extra members of the 402 body's `price`. */
    show?(c: S): { readonly [key: string]: Json | undefined }
  }
  /** Extra members of the 402 body. */
  show?(c: S): { readonly [key: string]: Json | undefined }
  /**
   * Extra members of the 402 that answers the path's other methods and an empty probe. Sees route,
   * network, models.
   */
  discoveryShow?(c: S): { readonly [key: string]: Json | undefined }
  /** A failure after the payment verified carries a PAYMENT-RESPONSE with `success: false`. */
  failureReceipt?: boolean
  /**
   * The request whose quote answers an empty probe; the first of `probes` that passes the gates is
   * used.
   */
  probes: readonly Example[]
  /** Bazaar discovery metadata of the challenge: `{info, schema}`. */
  bazaar?: Json
  upstream?(c: S): UpstreamCall
  mirror?: string
  /** Whether each stored file carries its content too, as `b64_json`. Comes with `mirror`. */
  embed?(c: S): boolean
  /** Whether the reply is the first stored file itself, with its type. Comes with `mirror`. */
  file?(c: S): boolean
  cache?: CacheSpec<S>
  headers?(c: S): Readonly<Record<string, string | undefined>>
  status?(c: S): number | Promise<number>
  /** `verbatim` gives the upstream's bytes. */
  reply?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /**
   * True when the reply depends on nothing but the catalog and the network, so that it is made
   * once.
   */
  fixed?: boolean
  /** A generated document, e.g. `openapi.json`. `{origin}` in it stands for the caller's origin. */
  document?: string
  job?: JobSpec<S>
  chargeIf?(c: ReplyScope<S>): boolean
}
