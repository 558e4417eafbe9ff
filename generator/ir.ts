/** The types of the lowered catalog, which checks read, examples run and emitters print. */
import type { NetworkSpec, OutcomeKind, UsageFacts } from '../runtime/contract.ts'
import type { CACHE_KEYS } from './language/answer-parts.ts'
import type { JOB_KEYS } from './language/jobs.ts'
import type { Members } from './language/key.ts'
import type { ROUTE_KEYS } from './language/routes.ts'
import type { Code, Decimal, Place, SourceFile, Type } from './types.ts'
import type { DatedGatewayIR, DatedRouteIR, PromotionIR, RetiredIR } from './ir-dated.ts'
import type { FetchedIR } from './ir-fetched.ts'
import type { RecordIR } from './ir-owned.ts'
import type { TableIR } from './ir-tables.ts'
import type { CallIR, UpstreamIR } from './ir-upstreams.ts'

export type * from './ir-dated.ts'
export type * from './ir-fetched.ts'
export type * from './ir-owned.ts'
export type * from './ir-tables.ts'
export type * from './ir-upstreams.ts'

/**
 * A named value that formulas use, emitted as `const name = code`. A `derived` one belongs to the
 * route and does not wait: it is computed once per call and row, and read as `values.name`.
 */
export interface Let {
  name: string
  code: Code
  derived?: true
}

/** A formula with the lets it needs, in order. Emitted as the body of one function. */
export interface Block {
  lets: readonly Let[]
  code: Code
}

/** A rule that requests must meet, and the refusal of those that do not. */
export interface GateIR {
  lets: readonly Let[]
  when?: Code
  rule: Code
  status: number
  message: Code
  code?: string
  /** The field that the refusal names as invalid. */
  field?: string
  extra?: Code
  /** The gate `<pick> in models`: after it `model` is defined. */
  provesModel: boolean
  /** It is made from a rule about a field. */
  byField?: true
  place: Place
}

/** An upstream call with the values of its arguments. */
export interface MadeCallIR {
  call: string
  with?: Block
}

/** A step of `work:` that makes a call, once or for each element of a list. */
export interface CallStepIR extends MadeCallIR {
  name: string
  when?: Block
  each?: { name: string; in: Block; atOnce: number; missing?: 'drop' }
  undo?: MadeCallIR
  place: Place
}

/** A step of `work:`. A refusal is a gate whose rule is the negated condition. */
export type StepIR = CallStepIR | { refuse: GateIR }

/** The formula of a price in which actual values replace some of its lets, listed in `used`. */
export interface ActualIR extends Block {
  used: readonly Let[]
  /** Our cost of the call by its actual use, in micro-USD. */
  cost?: Block
  /** The delivered units. */
  units?: Block
}

/**
 * A price: one formula, or one per value of `by`. Each `micro` returns whole micro-USD as a bigint;
 * `own` names the lets of the price.
 */
export interface PriceIR {
  by?: Code
  arms: readonly {
    value?: string
    lets: readonly Let[]
    own?: readonly string[]
    micro: Code
    actual?: ActualIR
    /** The summands of the amount, as rows of `catalog/price-lines.ts`. */
    lines?: Block
    /** Our cost, in micro-USD. No document shows it. */
    cost?: Block
    place: Place
  }[]
  tables: readonly Let[]
  decimals: number
  identify: boolean
  show?: Block
  /** The units that the call delivers, as numbers by name. No document shows them. */
  units?: Block
  place: Place
}

/**
 * A request shape. `schema` is a complete JSON Schema; `type` is its type in formulas; `doc`
 * describes its fields for documents.
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

/**
 * Another form of a request: its shape, its gates, and the formula that makes the route's body from
 * it.
 */
export interface TranslationIR {
  body: InputIR
  gates: readonly GateIR[]
  give: Block
  place: Place
}

/** The use of a call in an example: tokens, the result, or the reply of the upstream. */
export interface UsedIR {
  usage?: UsageFacts
  result?: unknown
  reply?: unknown
  /** Micro-USD. */
  actual?: bigint
  place: Place
}

/** A request with its expected outcome. */
export interface ExampleIR {
  body?: unknown
  query?: Record<string, string>
  path?: Record<string, string>
  /** The use, and the resulting charge. */
  used?: UsedIR
  /** The instant of the price (Unix ms); the list price by default. */
  at?: number
  /** The example holds for some time only, so no probe or document is made from it. */
  isTemporary?: true
  /** Results of hooks by name, which replace running them. */
  hooks: Record<string, unknown>
  expect: { micro: bigint } | { about: Decimal } | { refused: number } | { none: true }
  /** The place of the expected outcome; the whole example if it has none. */
  expectPlace: Place
  place: Place
}

/** The price of a row's simplest call, as written in the catalog. */
export interface RowPriceIR {
  row: string
  micro: bigint
  place: Place
}

/** The facts and keys of a route's jobs. Times in ms. */
export type JobIR = Members<typeof JOB_KEYS> &
  Required<
    Pick<
      Members<typeof JOB_KEYS>,
      'object' | 'store' | 'poll' | 'stall' | 'keep' | 'echo' | 'accepted' | 'pending' | 'failed'
    >
  >

/** The facts and keys of a cache: its condition, key and duration in ms, and its replies. */
export type CacheIR = Members<typeof CACHE_KEYS> &
  Required<Pick<Members<typeof CACHE_KEYS>, 'when' | 'key' | 'for'>>

/** Another method and path of a route; `with` fills the holes that the alias path lacks. */
export interface AliasIR {
  method: 'GET' | 'POST'
  path: string
  with?: Readonly<Record<string, string>>
}

/** Limits that count the calls for which a condition holds. Only free quotas have `usedUp`. */
export interface LimitsIR {
  names: readonly string[]
  when?: Block
  key?: Block
  usedUp?: 'refuse'
}

/**
 * The part of an answer that `answers/` defines: the members that formulas leave open, and an
 * example. `answersOf` in `emit/openapi/answers-of.ts` makes the schema of the whole answer.
 */
export interface AnswerIR {
  schema?: Record<string, unknown>
  example?: unknown
  place: Place
}

/** The facts that every route has. Times in ms, sizes in bytes. */
interface RouteFacts {
  id: string
  place: Place
  family: string
  method: 'GET' | 'POST'
  path: string
  prefix: string
  /** Its name in OpenAPI, if the catalog sets one. */
  operation?: string
  /** Its name among the tools that every MCP client sees. */
  tool?: string
  /** What callers may call it, for searches. */
  keywords?: readonly string[]
  /** The limit that counts every call. */
  limit?: string
  /** The answer of its service, for documents. */
  serviceAnswer?: InputIR
  /** What MCP clients give in place of the body. */
  toolBody?: InputIR
  pathType: Type
  /** The ids of the calls that the route may make: one, or those in its table's upstream column. */
  calls: readonly string[]
  fixed: boolean
  /** The fetched tables that its formulas read. */
  fetched?: readonly string[]
  /** The derived `let:` values, with the lets that each of them needs. */
  values: readonly (Block & { name: string })[]
  examples: readonly ExampleIR[]
  /** Places of the route's own keys, for checks: `price` → the place of `price:`. */
  keys: Readonly<Record<string, Place>>
  rowPrices?: readonly RowPriceIR[]
  /** The route in its periods, in ascending order and without overlaps. */
  dated?: readonly DatedRouteIR[]
  /** Its promotions. */
  promotions?: readonly PromotionIR[]
  /** Whether this is the route during one of them. */
  isPromoted?: true
  retired?: RetiredIR
  /** The definition of its answer, and of the answers to polls of its finished jobs. */
  answer?: AnswerIR
  polled?: AnswerIR
}

type RouteMembers = Members<typeof ROUTE_KEYS>

/** A lowered route: its facts, and the members of its keys. */
export type RouteIR = RouteFacts &
  RouteMembers &
  Required<
    Pick<
      RouteMembers,
      | 'aliases'
      | 'summary'
      | 'tags'
      | 'flow'
      | 'networks'
      | 'envelope'
      | 'challenge'
      | 'discovery'
      | 'authorization'
      | 'bodyLimit'
      | 'gates'
    >
  >

/** The answer to each kind of outcome. */
export interface EnvelopeIR {
  name: string
  /** The envelope whose outcomes it takes, but for its own. */
  like?: string
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

/** A rate limit: a number of calls in a number of ms. */
export interface LimitIR {
  name: string
  max: number
  per: number
  by: 'ip' | 'payer' | 'client' | 'key'
  style: 'reset' | 'retry_after' | 'full'
  place: Place
}

/** A network on which payments are made. */
export interface NetworkIR extends NetworkSpec {
  place: Place
}

/** The rises of a price from which the plan warns, and blocks; 0.1 is 10 %. */
export interface GuardIR {
  warn: number
  block: number
}

/** An intended change that the plan would block; values as written. */
export interface AcceptedIR {
  finding: string
  subject: string
  old?: string
  new?: string
  because: string
  place: Place
}

/** The settings of the whole gateway. Times in ms, sizes in bytes. */
export interface GatewayIR {
  name: string
  summary: string
  fee: Decimal
  marginFloor?: Decimal
  margin: Decimal
  minimum: Decimal
  authorization: number
  slack: number
  /** Micro-USD. */
  unsecured?: number
  /** The most that results with a failed payment may cost us, in micro-USD per hour. */
  absorbed?: number
  /** The most uncharged results for one wallet per hour. */
  uncharged?: number
  canary?: { calls: number; factor: number; points: number }
  /** The contact for security reports: a URI. */
  contact?: string
  /** Titles of folders and tags, by name. */
  titles?: Readonly<Record<string, string>>
  /** The descriptions of all tags that routes may have; undefined if tags are not declared. */
  tags?: Readonly<Record<string, string>>
  /** Whether browsers get a page with the 402 of a GET. */
  paywall?: boolean
  /** How long before the end of a promotion the check reports it. */
  promotionNotice: number
  networks: readonly string[]
  envelope: string
  bodyLimit: number
  media: string
  metrics: string
  /** The numbers among its `constants:`, by name. */
  numbers: Readonly<Record<string, Decimal>>
  guard: GuardIR
  /** Its numbers in its periods. */
  dated?: readonly DatedGatewayIR[]
  place: Place
}

/**
 * The flat and lowered catalog, which checks read and emitters print. It is ordered by files and
 * lines.
 */
export interface CatalogIR {
  sources: readonly SourceFile[]
  gateway: GatewayIR
  networks: readonly NetworkIR[]
  limits: readonly LimitIR[]
  records: readonly RecordIR[]
  fetched: readonly FetchedIR[]
  hooks: readonly HookIR[]
  tables: readonly TableIR[]
  upstreams: readonly UpstreamIR[]
  calls: readonly CallIR[]
  envelopes: readonly EnvelopeIR[]
  schemas: Readonly<Record<string, { schema: Record<string, unknown>; place: Place }>>
  routes: readonly RouteIR[]
  accepted: readonly AcceptedIR[]
  /** The place of any part of the catalog as `file:line:col` or `file:line`. */
  at(place: Place, column?: boolean): string
}
