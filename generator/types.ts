/** The vocabulary of the generator: places, problems, types of values, lowered code, and the catalog as the emitters read it. */
import type { CallerProtocolName, OutcomeKind, SupplierProtocolName } from '../runtime/contract.ts'

// ── files, places, problems ────────────────────────────────────────────────────────────────────────────────────────────

/** One input file. `path` is relative to the project, with `/`. */
export interface SourceFile { path: string; text: string }

/** Characters `[start, end)` of one catalog file. */
export interface Place { file: string; start: number; end: number }

/** One finding. `also` is the second place when two disagree. Codes are the keys of `generator/problems/codes.ts`. */
export interface Problem {
  code: string
  severity: 'error' | 'warning'
  message: string
  place: Place
  hint?: string
  also?: { place: Place; label: string }[]
}

/** A value and what was found wrong on the way to it. With an error among the problems the value is not to be used. */
export interface Checked<T> { value: T; problems: Problem[] }

// ── types of values in formulas ────────────────────────────────────────────────────────────────────────────────────────

/**
 * What the formula compiler knows of a value. Numbers: `integer` is a JavaScript number, `number` a float that may only be
 * compared, `decimal` a bigint over the static denominator `den` (value = stored / den); money is decimal with `usd: true`,
 * a plain factor `usd: false`; without `usd` it may stand for either, like a number written in a formula.
 * `json` is any JSON: its members are read safely (absent is undefined), it may be compared and passed on, not calculated with.
 */
export type Type =
  | { kind: 'boolean' } | { kind: 'integer'; min?: number; max?: number } | { kind: 'number' } | { kind: 'null' } | { kind: 'json' } | { kind: 'none' }
  | { kind: 'string'; choices?: readonly string[] }
  | { kind: 'decimal'; den: bigint; usd?: boolean }
  /** A list; `set` lists are stored as a Set. It has at least `min` elements. */
  | { kind: 'list'; of: Type; set?: boolean; min?: number }
  /** A string-keyed table; `keys` where they are known. An entry of an `open` one may be absent, and has to be proven. */
  | { kind: 'table'; of: Type; keys?: readonly string[]; open?: boolean }
  | { kind: 'record'; fields: Readonly<Record<string, Field>>; name?: string }
  /** The id set of a route's models table; `in` it proves `model`. `pick`: code of the route's pick; `chosen`: code of its row. */
  | { kind: 'models'; row: Type; pick?: string; chosen?: string }
  | { kind: 'hook'; takes: readonly Type[]; gives: Type; wait: boolean }

/**
 * A member of a record. An optional one must be proven (`has`) or defaulted (`first`) before use; with `need` it is instead
 * read as `need(x)`, which throws where it is absent: for columns that each row using the formula is checked to have.
 */
export interface Field { type: Type; optional?: boolean; need?: boolean; doc?: string; place?: Place }

/** A name that formulas may use: its type and the code that reads it (a bare name or a member of the scope). */
export interface Binding { type: Type; code: string; optional?: boolean; need?: boolean; wait?: boolean; place?: Place }
export type Names = Readonly<Record<string, Binding>>

/**
 * Lowered code: a JavaScript expression (no TypeScript-only syntax, so that examples can be run without compiling), the names
 * it reads, and whether it awaits. Helpers it may call are exported by `runtime/formula.ts`.
 */
export interface Code {
  code: string
  type: Type
  uses: readonly string[]
  wait: boolean
  place: Place
  /** Helpers of `runtime/formula.ts` that the code calls. */
  helpers?: readonly string[]
  /** The value may be `undefined`. */
  optional?: boolean
  /** A condition that is the same for every input. */
  constant?: boolean
  /** When it holds, the route's `model` exists. */
  provesModel?: boolean
  /** Optional values that are present when the condition holds, as `body.image_url`; see `prove`. */
  proves?: readonly string[]
  /** A price that subtracts, and so might be below zero. */
  negative?: boolean
}

// ── the flat catalog ───────────────────────────────────────────────────────────────────────────────────────────────────

/** An exact decimal: num / den, den a power of ten in lowest terms. */
export interface Decimal { num: bigint; den: bigint }

/** `default`: the cell of rows that say nothing, where it is one value. */
export interface Column { name: string; type: Type; optional: boolean; default?: Cell; doc?: string; place: Place }

/** A value of a table cell as the emitter prints it: decimals are scaled to the column's denominator. */
export type Cell = string | number | boolean | bigint | readonly Cell[] | { readonly [key: string]: Cell }

export interface RowIR { id: string; aliases: readonly string[]; cells: Readonly<Record<string, Cell>>; type: Type; place: Place }

/** A models file. `type` is the row type over all rows (columns that some row lacks are optional). */
export interface TableIR { name: string; family: string; file: string; columns: readonly Column[]; rows: readonly RowIR[]; type: Type; place: Place }

/** A named value computed before the formula that uses it; emitted as `const name = code`. */
export interface Let { name: string; code: Code }

/** A formula with the lets it needs, in order. Emitted as the body of one function. */
export interface Block { lets: readonly Let[]; code: Code }

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

/** A price: one formula, or one per value of `by`. Each `micro` yields whole micro-USD as a bigint; `own` names the lets of the price. */
export interface PriceIR {
  by?: Code
  arms: readonly { value?: string; lets: readonly Let[]; own?: readonly string[]; micro: Code; place: Place }[]
  tables: readonly Let[]
  decimals: number
  identify: boolean
  show?: Block
  place: Place
}

/** A request shape. `schema` is complete JSON Schema; `type` is what formulas see; `doc` its fields for documents. */
export interface InputIR {
  schema: Record<string, unknown>
  unknown: 'ignore' | 'refuse' | 'forward'
  /** True when the input is documented but not checked (`{ ...: forward }` on a query). */
  unchecked: boolean
  /** Fields that may come as one value or as a list (`string or string[]`). */
  wrap?: readonly string[]
  type: Type
  place: Place
}

export interface TranslationIR { body: InputIR; gates: readonly GateIR[]; give: Block; place: Place }

export interface ExampleIR {
  body?: unknown
  query?: Record<string, string>
  path?: Record<string, string>
  /** Given to hooks by name instead of running them. */
  hooks: Record<string, unknown>
  expect: { micro: bigint } | { about: Decimal } | { refused: number } | { none: true }
  place: Place
}

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

export interface CacheIR { when: Block; key: Block; for: number; keep?: Block; patch?: Block }

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
  pathType: Type
  suspended?: { status: number; message: string }
  gone?: number
  /** `pay.free`, `pay.unsettled`, `speaks`, `stream`, `fallback`, `limits`, `checks`: see runtime/contract.ts. */
  free?: Block
  unsettled?: 'serve'
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
export interface FailIR { lets: readonly Let[]; when: Code; as: string; details?: Code; code?: string; retryAfter?: Code; place: Place }

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
  query?: 'forward' | Block
  send?: 'verbatim' | Block
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
  give?: Block
  ticket?: Block
  poll?: PollIR
}

/** The second step of a call. Its `id` is the call's with `.poll`. */
export interface PollIR extends Omit<CallIR, 'ticket' | 'poll' | 'first' | 'repeat'> { every: number; pending: Block }

export interface UpstreamIR { name: string; env: string; base: string; source: string; headers: Readonly<Record<string, string>>; capacity: { at_once: number; waiting: number }; place: Place }

export interface EnvelopeIR {
  name: string
  outcomes: Readonly<Record<OutcomeKind, { status: Code; headers?: Code; body: Code; place: Place }>>
  place: Place
}

export interface HookIR { name: string; takes: readonly Type[]; gives: Type; wait: boolean; doc?: string; place: Place }
export interface LimitIR { name: string; max: number; per: number; by: 'ip' | 'payer'; style: 'reset' | 'retry_after' | 'full'; place: Place }

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

export interface GatewayIR {
  name: string
  summary: string
  fee: Decimal
  margin: Decimal
  minimum: Decimal
  authorization: number
  slack: number
  networks: readonly string[]
  envelope: string
  bodyLimit: number
  media: string
  metrics: string
  place: Place
}

/** The catalog, flat and lowered: what checks look at and emitters print. Order is the order of the files and lines. */
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

// ── YAML with places ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A scalar's text and where each of its characters stands in the file (quoted and folded scalars shift). */
export interface Text { text: string; place: Place; at(offset: number): number }

/** A YAML value with places. `value` is YAML 1.2's; `text.text` of a number is its source, so that 0.10 stays exact. */
export type Raw =
  | { kind: 'scalar'; value: string | number | boolean | null; quoted: boolean; text: Text; place: Place; doc?: string }
  | { kind: 'list'; items: readonly Raw[]; place: Place; doc?: string }
  | { kind: 'map'; entries: readonly RawEntry[]; place: Place; doc?: string }
/** `doc` is the published `##` comment on or above the entry. */
export interface RawEntry { key: string; keyPlace: Place; value: Raw; doc?: string }
