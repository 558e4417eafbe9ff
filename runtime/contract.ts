/**
 * What generated code is made of: the vocabulary shared by `generated/` (which provides it) and `runtime/` (which runs it).
 * Money is bigint micro-USD. Durations are milliseconds, points in time Unix milliseconds unless a name says seconds.
 */

/** A JSON value. Members that are `undefined` are left out when it is written. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

export type Method = 'GET' | 'POST'

/** Constants of `catalog/gateway.yaml`. */
export interface GatewaySpec {
  name: string
  summary: string
  /** Path under which mirrored media are served, e.g. `/media`. */
  media: string
  /** Path of the Prometheus figures. */
  metrics: string
  /** How long, in ms, an arriving authorization must stay valid. */
  slack: number
  /** Envelope that answers what no route answers. */
  envelope: string
}

/** One gateway address of `catalog/networks/`: the chain and token in which it is paid. */
export interface NetworkSpec {
  name: string
  kind: 'evm'
  scheme: 'exact'
  /** CAIP-2 id, e.g. `eip155:8453`. */
  chain: string
  /** Name in bodies, e.g. `base`. */
  label: string
  asset: { symbol: string; address: string; decimals: number; name: string; version: string }
  /** Row ids on sale per table; a table that is not named is sold whole. */
  only: Readonly<Record<string, readonly string[]>>
}

/** A row of a models file. Generated tables extend it with their columns. */
export interface Row { readonly id: string; readonly aliases?: readonly string[] }

/** A models file as generated: every row, whatever the network. */
export interface Table<R extends Row = Row> { readonly name: string; readonly rows: readonly R[] }

/** A table as one gateway sells it. Made by the runtime at start (`runtime/models.ts`). */
export interface Models<R extends Row = Row> {
  /** The row of an id or alias, ignoring case. */
  get(id: string | undefined): R | undefined
  readonly ids: readonly string[]
  readonly rows: readonly R[]
}

/** What a formula can say of the route being served. */
export interface RouteFacts {
  method: Method
  /** Path as requested, without the query. */
  path: string
  /** Path as written in the catalog, e.g. `/things/{id}`. */
  pattern: string
  summary: string
  /** Path below the `prefix:` of the catalog entry (the whole path where there is none). */
  rest: string
  /** Query as it came, without `?`. */
  search: string
  /** `scheme://host` that the caller used. */
  origin: string
}

/** USD as a decimal text, with the currency: `{ amount: '0.053500', currency: 'USD' }`. A type, so that it can stand where JSON is wanted. */
export type Price = { amount: string; currency: string }

/** What a formula can say of a job. `created` is in Unix seconds. */
export type JobFacts = {
  id: string
  object: string
  status: 'queued' | 'in_progress' | 'completed' | 'failed'
  created: number
  poll_url: string
  error?: string
  echo: { readonly [key: string]: Json | undefined }
}

/** What a formula can say of a settled payment. */
export type PaymentFacts = { status: 'settled' | 'already_settled'; tx_hash: string; network: string }

/**
 * Everything that the formulas of one call can see. Generated functions take exactly this; members that are not known yet
 * at their stage (a job before there is one) are absent, and the generator refuses formulas that ask for them too early.
 */
export interface Scope<Body = any, Query = any, Path = any, R extends Row = any, Hooks = any> {
  route: RouteFacts
  body: Body
  query: Query
  path: Path
  /** The chosen row of the route's table; the gate `… in models` proves that it exists. */
  model: R
  models: Models<R>
  /** The tables that the route lists besides, by its names for them. */
  lists?: Readonly<Record<string, Models<any>>>
  network: { name: string; label: string; asset: string; chain: string }
  /** Unix seconds, from the injected clock. */
  now: number
  hooks: Hooks
  payer?: string
  price?: Price
  job?: JobFacts
  payment?: PaymentFacts
  /** What `give` made of the upstream's reply, after mirroring. */
  result?: { readonly [key: string]: Json | undefined }
  cache?: { state: 'HIT' | 'MISS' | 'BYPASS' }
  /** What the submit of a two-step upstream call left behind, for its poll. */
  ticket?: { readonly [key: string]: Json | undefined }
  /** What the call's `first` call gave. */
  earlier?: { readonly [key: string]: Json | undefined }
  /** The row that was asked for, once another one took its place (`fallback`); `model` is the one that serves. */
  requested?: R
  /** The caller's headers, names in small letters; none where nobody asks (work that is taken up again). */
  request_headers: Readonly<Record<string, string>>
}

/** A gate's answer: refuse with this status and message in the route's envelope. */
export interface Refusal { status: number; message: string; code?: string; extra?: { readonly [key: string]: Json | undefined } }

/** Everything that can end a call other than a result. Each envelope of `catalog/errors/` answers every kind. */
export type OutcomeKind =
  | 'invalid_json' | 'invalid_body' | 'too_large' | 'refused' | 'not_found' | 'wrong_method' | 'limit_exceeded'
  | 'payment_required' | 'free' | 'payment_invalid' | 'payment_replay' | 'settlement_failed' | 'settlement_pending'
  | 'payer_mismatch' | 'job_not_found'
  | 'content_policy' | 'invalid_input' | 'rate_limited' | 'upstream_rejected' | 'upstream_failed' | 'upstream_timeout'
  | 'not_configured' | 'busy' | 'internal'

/** What an envelope's formulas can see of an outcome. Absent members vanish from the body. */
export interface Outcome {
  route: RouteFacts
  status?: number
  message?: string
  code?: string
  details?: Json
  /** Faulty fields: `{path, message, code}`. */
  issues?: Json
  /** Extra members that the route or the gate gives. */
  extra?: { readonly [key: string]: Json | undefined }
  /** Size limit in bytes. */
  limit?: number
  challenge?: { x402Version: 2; accepts: Json }
  price?: { readonly [key: string]: Json | undefined }
  payment_info?: Json
  payer?: string
  /** Model family or supplier whose capacity ran out. */
  source?: string
  /** Seconds. */
  retry_after?: number
  upstream?: { status: number; reason: string; body: Json }
}

/** A ready answer. */
export interface Answer { status: number; headers?: Readonly<Record<string, string | number | undefined>>; body: Json }

/** One error envelope: how each outcome looks. */
export type Envelope = Readonly<Record<OutcomeKind, (outcome: Outcome) => Answer>>

/** A named limit of `catalog/limits.yaml`. `per` is in ms. */
export interface LimitSpec { name: string; max: number; per: number; by: 'ip' | 'payer'; style: 'reset' | 'retry_after' | 'full' }

/** How many jobs of a supplier one process works on at once, and how many more may wait their turn. */
export interface Capacity { at_once: number; waiting: number }

/** A supplier. `{key}` in headers stands for its key; `base` and the environment's override may hold `{…}` holes. */
export interface UpstreamSpec {
  name: string
  capacity: Capacity
  /** Prefix of its environment variables: `MAKER` reads `MAKER_URL` and `MAKER_KEY`. */
  env: string
  base: string
  source: string
  headers: Readonly<Record<string, string>>
}

/** The failures that an upstream call can have; each is also an OutcomeKind. */
export type FailureKind = 'content_policy' | 'invalid_input' | 'rate_limited' | 'upstream_rejected' | 'upstream_failed' | 'upstream_timeout' | 'not_configured'

/** A scope with an upstream's reply. `reply` is its JSON (`undefined` when it is not JSON), `reply_body` its bytes. */
export type ReplyScope<S = Scope> = S & { status: number; reply: any; reply_headers: Readonly<Record<string, string>>; reply_body?: Uint8Array }

/**
 * One thing that a result is made of, as `give` tells it: an address of the supplier's (`url`, fetched without its key), base64 (`b64`),
 * the reply's own bytes (`bytes`), or a path below the supplier's base (`path`, fetched with its key). `mirror` turns each into
 * `{url, source_url, backed_up, …}`; all other members are kept.
 */
export interface GivenAsset { url?: string; b64?: string; bytes?: Uint8Array; path?: string; mime?: string }

/** The second step of an upstream call: asked again and again until it gives a result or a failure. Sees `ticket`. */
export interface PollCall<S = any> extends Omit<UpstreamCall<S>, 'ticket' | 'poll' | 'first' | 'repeat'> {
  /** Pause between two questions, in ms. */
  every: number
  /** Whether a reply means that the work goes on. Asked before `fail`, before the status is judged, and before `give`. */
  pending(c: ReplyScope<S>): boolean
}

/** Wire protocols that suppliers speak; each is a folder of `runtime/protocols/`. */
export type SupplierProtocolName = 'openai_chat' | 'anthropic_messages' | 'gemini_generate' | 'openai_responses'

/** Wire protocols in which callers are answered. */
export type CallerProtocolName = 'openai_chat' | 'anthropic_messages'

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
  /** How often the call may be repeated after a failure; 0 unless the catalog says that it is safe. */
  retry: number
  /** How many calls make one result; their lists are joined. */
  repeat?(c: S): number
  query?: 'forward' | ((c: S) => Readonly<Record<string, string | undefined>>)
  /** The body. A formula of it may wait for a hook, which may throw `Unusable` (runtime/hooks) for an input that cannot be used. */
  send?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /** How `send` is written; JSON unless said. In a form, members of `files` are data URIs (or lists of them) and go as files. */
  sendAs?: 'multipart'
  files?: readonly string[]
  /** Another call of the same supplier that is made before this one, when `when` holds; its `give` is `earlier`. */
  first?: { call: UpstreamCall<S>; when?(c: S): boolean }
  /** A reply of 2xx is a file and no JSON: `give` finds it in `reply_body`. */
  bytes?: boolean
  /**
   * The supplier holds conversations: `send` makes a request of the inner form (runtime/protocols/types.ts), which the protocol writes, and
   * the reply is read by it. `openai_responses` writes and reads nothing: what the supplier sends is passed on as it is. Such a call has
   * no `give`; `fail` sees the supplier's own reply. When it streams, `timeout` is the time to the first event and between two.
   */
  protocol?: SupplierProtocolName
  /** How long, in ms, a stream may last. */
  lasts?: number
  /** `retryAfter`: seconds to wait, as a number or as the text of a header, where `as` is `rate_limited` and the reply's own header does not tell. */
  fail?(c: ReplyScope<S>): { as: FailureKind; details?: Json; code?: string; retryAfter?: Json } | undefined
  /** Whether a reply outside 2xx is nevertheless a result. */
  passes?(c: ReplyScope<S>): boolean
  give?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  /** What is kept of the reply to ask for the result with; such a call has a `poll`, and no `give` of its own. */
  ticket?(c: ReplyScope<S>): { readonly [key: string]: Json | undefined }
  poll?: PollCall<S>
}

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
 * How jobs of a route look and how long they may take (ms). `echo` is evaluated at the submit and kept; `pending`, `failed`, `completed`,
 * `challenge` and the route's `reply`, `status` and `headers` see only what a poll has: route, network, now, payer, price, job, result, payment.
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
  /** The inline reply gives what the upstream made as it came; only polls give the mirrored form. */
  rawInline?: boolean
  /** Billed facts that stand in the query of the poll address, in this order, with a signature over them, the path and the id. */
  signed?(c: S): Readonly<Record<string, string | undefined>>
  /** Extra members of a poll's 402 body. */
  challenge?(c: S): { readonly [key: string]: Json | undefined }
}

/** What a request must look like. Schemas are JSON Schema 2020-12, already complete (no references). */
export interface InputSpec {
  schema: object
  /** Unknown members: dropped, refused, or kept. */
  unknown: 'ignore' | 'refuse' | 'forward'
  /** Fields that may come as one value or as a list: one value is taken for a list of one. */
  wrap?: readonly string[]
}

/** A request in another form, checked as it came and turned into the route's own body, which is checked too. */
export interface Translation<S = any> {
  body: InputSpec
  gates?(c: S): Refusal | undefined | Promise<Refusal | undefined>
  /** The route's body; `body` is the caller's. */
  give(c: S): Json
}

/** A request that stands for the route: for probes, documents and tests. */
export interface Example { body?: Json; query?: Readonly<Record<string, string>>; path?: Readonly<Record<string, string>> }

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
  /** Other method and path pairs that are this same route. */
  also: readonly { method: Method; path: string }[]
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
  /** Limits that count some calls only: all of them, in this order, after the gates, where `when` holds. */
  limits?: { names: readonly string[]; when(c: S): boolean }
  /** Lifetime of the authorization in ms. */
  authorization: number
  /** Calls of which nothing is asked: no challenge, no payment; a payment header is not looked at. */
  free?(c: S): boolean
  /** What happens when a settlement does not land: the call fails, unless the result is served nevertheless. */
  unsettled?: 'serve'
  /** The protocol in which the caller is answered; such a route has no `reply`, and its upstream calls have a `protocol`. */
  speaks?: CallerProtocolName
  /** Whether the reply is a stream of events. Routes without `speaks` pass the supplier's events on as they are. */
  streams?(c: S): boolean
  /** Id of the row that serves where the supplier of the chosen one fails before its first byte. Asked once. */
  fallback?(c: S): string | undefined
  bodyLimit: number
  body?: InputSpec
  /** Form bodies are taken too: files become data URIs, `x[]` is the list `x`, texts are read as their field's type. */
  multipart?: boolean
  translate?: Translation<S>
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
  /** Extra members of the 402 that answers the path's other methods and an empty probe. Sees route, network, models. */
  discoveryShow?(c: S): { readonly [key: string]: Json | undefined }
  /** A failure after the payment verified carries a PAYMENT-RESPONSE with `success: false`. */
  failureReceipt?: boolean
  /** The request whose quote answers an empty probe; the first of `probes` that passes the gates is used. */
  probes: readonly Example[]
  /** Bazaar discovery metadata of the challenge: `{info, schema}`. */
  bazaar?: Json
  upstream?(c: S): UpstreamCall
  mirror?: string
  cache?: CacheSpec<S>
  headers?(c: S): Readonly<Record<string, string | undefined>>
  status?(c: S): number | Promise<number>
  /** `verbatim` gives the upstream's bytes. */
  reply?: 'verbatim' | ((c: S) => Json | Promise<Json>)
  /** True when the reply depends on nothing but the catalog and the network, so that it is made once. */
  fixed?: boolean
  /** A generated document, e.g. `openapi.json`. `{origin}` in it stands for the caller's origin. */
  document?: string
  job?: JobSpec<S>
  chargeIf?(c: ReplyScope<S>): boolean
}

/** The whole catalog as generated; `generated/index.ts` exports one as `catalog`. */
export interface Catalog {
  /** sha256 of the catalog's files, in logs and receipts. */
  hash: string
  gateway: GatewaySpec
  networks: Readonly<Record<string, NetworkSpec>>
  tables: Readonly<Record<string, Table>>
  upstreams: Readonly<Record<string, UpstreamSpec>>
  calls: Readonly<Record<string, UpstreamCall>>
  envelopes: Readonly<Record<string, Envelope>>
  limits: Readonly<Record<string, LimitSpec>>
  routes: readonly Route[]
}
