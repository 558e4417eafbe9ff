/** The catalog, flat and lowered: what checks look at, examples run and emitters print. */
import type { CallerProtocolName, OutcomeKind, SupplierProtocolName } from '../runtime/contract.ts'
import type { Code, Decimal, Place, SourceFile, Type } from './types.ts'

/**
 * A column of a models file. `default`: the cell of rows that say nothing, where it is one value.
 */
export interface Column {
  name: string
  type: Type
  optional: boolean
  default?: Cell
  doc?: string
  place: Place
}

/**
 * A value of a table cell as the emitter prints it: decimals are scaled to the column's
 * denominator.
 */
export type Cell =
  string | number | boolean | bigint | readonly Cell[] | { readonly [key: string]: Cell }

/** A row of a models file; `type` is that of this row alone. */
export interface RowIR {
  id: string
  aliases: readonly string[]
  cells: Readonly<Record<string, Cell>>
  type: Type
  place: Place
}

/**
 * A models file. `type` is the row type over all rows (columns that some row lacks are optional).
 */
export interface TableIR {
  name: string
  family: string
  file: string
  columns: readonly Column[]
  rows: readonly RowIR[]
  type: Type
  place: Place
}

/** A named value computed before the formula that uses it; emitted as `const name = code`. */
export interface Let {
  name: string
  code: Code
}

/** A formula with the lets it needs, in order. Emitted as the body of one function. */
export interface Block {
  lets: readonly Let[]
  code: Code
}

/** A rule that a request must meet, and how it is refused where it does not. */
export interface GateIR {
  lets: readonly Let[]
  when?: Code
  rule: Code
  status: number
  message: Code
  code?: string
  extra?: Code
  /** The gate `<pick> in models`: after it `model` is defined. */
  provesModel: boolean
  place: Place
}

/**
 * A price: one formula, or one per value of `by`. Each `micro` yields whole micro-USD as a bigint;
 * `own` names the lets of the price.
 */
export interface PriceIR {
  by?: Code
  arms: readonly {
    value?: string
    lets: readonly Let[]
    own?: readonly string[]
    micro: Code
    place: Place
  }[]
  tables: readonly Let[]
  decimals: number
  identify: boolean
  show?: Block
  place: Place
}

/**
 * A request shape. `schema` is complete JSON Schema; `type` is what formulas see; `doc` its fields
 * for documents.
 */
export interface InputIR {
  schema: Record<string, unknown>
  unknown: 'ignore' | 'refuse' | 'forward'
  /** True when the input is documented but not checked (`{ ...: unchecked }` of a query). */
  unchecked: boolean
  /** Fields that may come as one value or as a list (`string or string[]`). */
  wrap?: readonly string[]
  type: Type
  place: Place
}

/** Another form of a request: its own shape and gates, and what makes the route's body of it. */
export interface TranslationIR {
  body: InputIR
  gates: readonly GateIR[]
  give: Block
  place: Place
}

/** A request with what must come of it. */
export interface ExampleIR {
  body?: unknown
  query?: Record<string, string>
  path?: Record<string, string>
  /** Given to hooks by name instead of running them. */
  hooks: Record<string, unknown>
  expect: { micro: bigint } | { about: Decimal } | { refused: number } | { none: true }
  /** Where it says what is expected; all of it where it says nothing. */
  expectPlace: Place
  place: Place
}

/** How a route hands out jobs, and what is said of them. Times in ms. */
export interface JobIR {
  object: string
  store: string
  poll: string
  inline?: number
  stall: number
  keep: number
  skipInline?: Block
  echo: Block
  accepted: Block
  pending: Block
  failed: Block
  completed?: Block
  rawInline?: boolean
  signed?: Block
  challenge?: Block
}

/** When an answer is kept, under which key, for how many ms, and how it is given again. */
export interface CacheIR {
  when: Block
  key: Block
  for: number
  keep?: Block
  patch?: Block
}

/** A route with everything lowered. Times in ms, sizes in bytes. */
export interface RouteIR {
  id: string
  place: Place
  family: string
  method: 'GET' | 'POST'
  path: string
  also: readonly { method: 'GET' | 'POST'; path: string }[]
  prefix: string
  summary: string
  tags: readonly string[]
  flow: 'free' | 'inline' | 'hybrid_job' | 'polled_job' | 'stream_or_reply'
  networks: readonly string[]
  envelope: string
  challenge: 'after_gates' | 'before_gates'
  discovery: 'challenge' | 'free' | 'none'
  table?: string
  /** Tables that the reply lists, by the names that formulas give them. */
  lists?: Readonly<Record<string, string>>
  pick?: Block
  limit?: string
  authorization: number
  bodyLimit: number
  body?: InputIR
  multipart?: boolean
  translate?: TranslationIR
  query?: InputIR
  /** Names that callers write for fields by mistake. */
  aka?: Readonly<Record<string, string>>
  pathType: Type
  suspended?: { status: number; message: string }
  gone?: number
  /**
   * `pay.free`, `settle.on_failure`, `pay.redeliver`, `protocol`, `stream`, `fallback`, `limits`,
   * `checks`: see runtime/contract.ts.
   */
  free?: Block
  unsettled?: 'serve'
  redeliver?: number
  speaks?: CallerProtocolName
  streams?: Block
  fallback?: Block
  limits?: { names: readonly string[]; when: Block }
  checks?: readonly GateIR[]
  gates: readonly GateIR[]
  price?: PriceIR
  show?: Block
  discoveryShow?: Block
  failureReceipt?: boolean
  /** The call ids that the route may make: one, or those of its table's upstream column. */
  calls: readonly string[]
  /** Yields a call id. */
  upstream?: Block
  mirror?: string
  embed?: Block
  file?: Block
  cache?: CacheIR
  headers?: Block
  status?: Block
  reply?: 'verbatim' | Block
  fixed: boolean
  document?: string
  job?: JobIR
  chargeIf?: Block
  examples: readonly ExampleIR[]
  /** Places of the route's own keys, for checks: `price` → the place of `price:`. */
  keys: Readonly<Record<string, Place>>
}

/** One reply that is a failure, with the lets that its formulas need. */
export interface FailIR {
  lets: readonly Let[]
  when: Code
  as: string
  details?: Code
  code?: string
  retryAfter?: Code
  place: Place
}

/** A call of a supplier. Times in ms. */
export interface CallIR {
  id: string
  upstream: string
  place: Place
  method: 'GET' | 'POST'
  path: Block
  holes?: Block
  timeout: number
  retry: number
  repeat?: Block
  /** The caller's query goes too, without the names of `query`. */
  forwards?: true
  query?: 'forward' | Block
  send?: 'verbatim' | Block
  /** Members of `send` that may pass, as paths; all where there are none. */
  allow?: readonly string[]
  sendAs?: 'multipart'
  files?: readonly string[]
  /** Id of a call of the same upstream that is made first. */
  first?: { call: string; when?: Block }
  bytes?: boolean
  protocol?: SupplierProtocolName
  /** ms */
  lasts?: number
  /** The upstream's rules first, then the call's. */
  fail: readonly FailIR[]
  passes?: Block
  /** When a reply is a result. */
  resultWhen?: Block
  give?: Block
  ticket?: Block
  poll?: PollIR
}

/** The second step of a call. Its `id` is the call's with `.poll`. */
export interface PollIR extends Omit<CallIR, 'ticket' | 'poll' | 'first' | 'repeat'> {
  every: number
  pending: Block
}

/** A supplier. */
export interface UpstreamIR {
  name: string
  env: string
  base: string
  source: string
  headers: Readonly<Record<string, string>>
  capacity: { at_once: number; waiting: number }
  place: Place
}

/** How each outcome is told. */
export interface EnvelopeIR {
  name: string
  outcomes: Readonly<
    Record<OutcomeKind, { status: Code; headers?: Code; body: Code; place: Place }>
  >
  place: Place
}

/** A hand-written function that formulas may call. */
export interface HookIR {
  name: string
  takes: readonly Type[]
  gives: Type
  wait: boolean
  doc?: string
  place: Place
}
/** A rate limit: so many calls in so many ms. */
export interface LimitIR {
  name: string
  max: number
  per: number
  by: 'ip' | 'payer'
  style: 'reset' | 'retry_after' | 'full'
  place: Place
}

/** A network that payments are made on. */
export interface NetworkIR {
  name: string
  kind: 'evm'
  scheme: 'exact'
  chain: string
  label: string
  asset: { symbol: string; address: string; decimals: number; name: string; version: string }
  only: Readonly<Record<string, readonly string[]>>
  place: Place
}

/** What is true for the whole gateway. Times in ms, sizes in bytes. */
export interface GatewayIR {
  name: string
  summary: string
  fee: Decimal
  margin: Decimal
  minimum: Decimal
  authorization: number
  slack: number
  /** Micro-USD. */
  unsecured?: number
  /** Results that are not charged, for one wallet in an hour. */
  uncharged?: number
  networks: readonly string[]
  envelope: string
  bodyLimit: number
  media: string
  metrics: string
  /** The numbers among its `constants:`, by name. */
  numbers: Readonly<Record<string, Decimal>>
  place: Place
}

/**
 * The catalog, flat and lowered: what checks look at and emitters print. Order is the order of the
 * files and lines.
 */
export interface CatalogIR {
  sources: readonly SourceFile[]
  gateway: GatewayIR
  networks: readonly NetworkIR[]
  limits: readonly LimitIR[]
  hooks: readonly HookIR[]
  tables: readonly TableIR[]
  upstreams: readonly UpstreamIR[]
  calls: readonly CallIR[]
  envelopes: readonly EnvelopeIR[]
  schemas: Readonly<Record<string, { schema: Record<string, unknown>; place: Place }>>
  routes: readonly RouteIR[]
  /** Place of any catalog location as `file:line:col` or `file:line`. */
  at(place: Place, column?: boolean): string
}
