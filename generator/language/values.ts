/** The type of each kind of key in the IR. */
import type {
  AliasIR,
  Block,
  CacheIR,
  FailIR,
  FirstIR,
  GateIR,
  InputIR,
  JobIR,
  LimitsIR,
  PollIR,
  PriceIR,
  ReadIR,
  StepIR,
  TransferIR,
  TranslationIR,
} from '../ir.ts'

/** By kind; times in ms, sizes in bytes. */
export interface Values {
  text: string
  word: string
  flag: true
  count: number
  number: number
  duration: number
  /** A duration; for a formula, the value of `at_most`. */
  timeout: number
  /** A number of seconds, computed by a formula. */
  waits: Block
  size: number
  names: readonly string[]
  /** The type of each argument of a call, e.g. `string`; `string?` is optional. */
  takes: Readonly<Record<string, string>>
  allow: readonly string[]
  /** A formula that is true or false. */
  condition: Block
  formula: Block
  integer: Block
  /** One literal, or a formula after `=`. */
  leaf: Block
  /** Literals and formulas. */
  data: Block
  /** Literals and formulas, and texts with {holes}. */
  tree: Block
  /** A tree, or the word for a request that is forwarded unchanged. */
  send: 'verbatim' | Block
  reply: 'verbatim' | Block
  query: 'forward' | Block
  /** Literals and formulas that are texts, by name. */
  texts: Block
  path: Block
  passes: Block
  row: Block
  call: Block
  signed: Block
  effects: Block
  reads: readonly ReadIR[]
  transfer: TransferIR
  headers: Block
  /** One of several trees, or nothing. */
  instead: Block
  fails: readonly FailIR[]
  first: FirstIR
  poll: PollIR
  work: readonly StepIR[]
  gates: readonly GateIR[]
  price: PriceIR
  input: InputIR
  translation: TranslationIR
  cache: CacheIR
  /** The name of a models file, or of an error envelope. */
  table: string
  envelope: string
  lists: Readonly<Record<string, string>>
  networks: readonly string[]
  aliases: readonly AliasIR[]
  /** Names that callers write for fields by mistake. */
  aka: Readonly<Record<string, string>>
  refusal: { status: number; message: string }
  limit: LimitsIR
  job: JobIR
  /** A map of keys whose members are beside those around it, or that have none in the IR. */
  map: never
  /** Names of other definitions, and values that become part of other members. */
  other: never
}

/** The kinds of keys. */
export type Kind = keyof Values
