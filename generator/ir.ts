/** The catalog, flat and lowered: what checks look at, examples run and emitters print. */
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
 * A named value that formulas use; emitted as `const name = code`. A `derived` one belongs to the
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

/** A rule that a request must meet, and how it is refused where it does not. */
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

/** A step of `work:`; one that refuses is a gate whose rule is that it does not. */
export type StepIR = CallStepIR | { refuse: GateIR }

/** The formula of a price with what was used in place of some of its lets, which are `used`. */
export interface ActualIR extends Block {
  used: readonly Let[]
  /** What the call cost us by what was used, in micro-USD. */
  cost?: Block
  /** What was delivered. */
  units?: Block
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
    actual?: ActualIR
    /** What the amount adds up, as rows of `catalog/price-lines.ts`. */
    lines?: Block
    /** What we are charged, in micro-USD. No document shows it. */
    cost?: Block
    place: Place
  }[]
  tables: readonly Let[]
  decimals: number
  identify: boolean
  show?: Block
  /** What the call delivers, as numbers by name. No document shows it. */
  units?: Block
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

/** What an example says that its call used: tokens, the result or the reply of the upstream. */
export interface UsedIR {
  usage?: UsageFacts
  result?: unknown
  reply?: unknown
  /** Micro-USD. */
  actual?: bigint
  place: Place
}

/** A request with what must come of it. */
export interface ExampleIR {
  body?: unknown
  query?: Record<string, string>
  path?: Record<string, string>
  /** What was used, and what is then charged. */
  used?: UsedIR
  /** The instant at which it is priced (Unix ms); by the list unless given. */
  at?: number
  /** It holds for some time only, so no probe or document is made of it. */
  isTemporary?: true
  /** Given to hooks by name instead of running them. */
  hooks: Record<string, unknown>
  expect: { micro: bigint } | { about: Decimal } | { refused: number } | { none: true }
  /** Where it says what is expected; all of it where it says nothing. */
  expectPlace: Place
  place: Place
}

/** What the plainest call of a row costs, as the catalog says it. */
export interface RowPriceIR {
  row: string
  micro: bigint
  place: Place
}

/** How a route hands out jobs, and what is said of them. Times in ms. */
export type JobIR = Members<typeof JOB_KEYS> &
  Required<
    Pick<
      Members<typeof JOB_KEYS>,
      'object' | 'store' | 'poll' | 'stall' | 'keep' | 'echo' | 'accepted' | 'pending' | 'failed'
    >
  >

/** When an answer is kept, under which key, for how many ms, and how it is given again. */
export type CacheIR = Members<typeof CACHE_KEYS> &
  Required<Pick<Members<typeof CACHE_KEYS>, 'when' | 'key' | 'for'>>

/** Another method and path of a route; `with` fills the holes that the path does not have. */
export interface AliasIR {
  method: 'GET' | 'POST'
  path: string
  with?: Readonly<Record<string, string>>
}

/** Limits that count the calls for which a condition holds; `usedUp` is of free quotas only. */
export interface LimitsIR {
  names: readonly string[]
  when?: Block
  key?: Block
  usedUp?: 'refuse'
}

/**
 * What `answers/` says of an answer: what its formulas leave open, and one answer. The schema of
 * the whole answer is made by `answersOf` of `emit/openapi/answers-of.ts`.
 */
export interface AnswerIR {
  schema?: Record<string, unknown>
  example?: unknown
  place: Place
}

/** What a route has, whatever is written. Times in ms, sizes in bytes. */
interface RouteFacts {
  id: string
  place: Place
  family: string
  method: 'GET' | 'POST'
  path: string
  prefix: string
  /** Its name in OpenAPI, where the catalog says one. */
  operation?: string
  /** Its name among the tools that every MCP client sees. */
  tool?: string
  /** The limit that counts every call. */
  limit?: string
  /** What its service answers, for documents. */
  serviceAnswer?: InputIR
  pathType: Type
  /** The call ids that the route may make: one, or those of its table's upstream column. */
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
  /** What it is for some time instead: periods in ascending order that do not overlap. */
  dated?: readonly DatedRouteIR[]
  /** Its promotions. */
  promotions?: readonly PromotionIR[]
  retired?: RetiredIR
  /** Of its answer, and of the answers to polls of its finished jobs. */
  answer?: AnswerIR
  polled?: AnswerIR
}

type RouteMembers = Members<typeof ROUTE_KEYS>

/** A route with everything lowered: its facts, and the members of its keys. */
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
  by: 'ip' | 'payer' | 'client' | 'key'
  style: 'reset' | 'retry_after' | 'full'
  place: Place
}

/** A network that payments are made on. */
export interface NetworkIR extends NetworkSpec {
  place: Place
}

/** From which rise of a price on the plan warns, and blocks; 0.1 is 10 %. */
export interface GuardIR {
  warn: number
  block: number
}

/** A change that the plan would block, and that is meant; values as written. */
export interface AcceptedIR {
  finding: string
  subject: string
  old?: string
  new?: string
  because: string
  place: Place
}

/** What is true for the whole gateway. Times in ms, sizes in bytes. */
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
  /** Micro-USD an hour that results whose payment failed may cost us. */
  absorbed?: number
  /** Results that are not charged, for one wallet in an hour. */
  uncharged?: number
  canary?: { calls: number; factor: number; points: number }
  /** Where weaknesses are reported: a URI. */
  contact?: string
  /** Titles of folders and tags, by name. */
  titles?: Readonly<Record<string, string>>
  /** Whether browsers get a page with the 402 of a GET. */
  paywall?: boolean
  /** How long before the end of a promotion the check asks what follows it. */
  promotionNotice: number
  networks: readonly string[]
  envelope: string
  bodyLimit: number
  media: string
  metrics: string
  /** The numbers among its `constants:`, by name. */
  numbers: Readonly<Record<string, Decimal>>
  guard: GuardIR
  /** Its numbers for some time instead. */
  dated?: readonly DatedGatewayIR[]
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
  /** Place of any catalog location as `file:line:col` or `file:line`. */
  at(place: Place, column?: boolean): string
}
