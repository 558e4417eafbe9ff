/**
 * The vocabulary of the generator: places, problems, types of values, lowered code, amounts, and
 * YAML with places. The catalog is in `ir.ts`.
 */

import type { Js } from './js/tree.ts'

// ── files, places, problems
// ───────────────────────────────────────────────────────────────

/** One input file. `path` is relative to the project, with `/`. */
export interface SourceFile {
  path: string
  text: string
}

/** Characters `[start, end)` of one catalog file. */
export interface Place {
  file: string
  start: number
  end: number
}

/**
 * One finding. `also` is the second place of a contradiction. Codes are the keys of
 * `generator/problems/codes.ts`.
 */
export interface Problem {
  code: string
  severity: 'error' | 'warning'
  message: string
  place: Place
  hint?: string
  /** A wrong amount, and the correct one in USD. */
  fix?: { place: Place; usd: string; of: AmountKind }
  also?: { place: Place; label: string }[]
  /** Whether it sums up other problems, and is listed after them. */
  sum?: true
  /** Whether another problem sums it up, so that it is shown only on request. */
  summed?: true
  /** Whether it repeats the wrong price of an example in its charge; it is also `summed`. */
  repeats?: true
  /** The number of gateway.yaml that a sum blames, without a comparison with another catalog. */
  suspect?: string
}

/** What an amount is: the price or the charge of an example, or one of `row_prices`. */
export type AmountKind = 'price' | 'charge' | 'row'

/**
 * A value and the problems found while making it. If they contain an error, the value must not be
 * used.
 */
export interface Checked<T> {
  value: T
  problems: Problem[]
}

// ── types of values in formulas
// ───────────────────────────────────────────────────────────────

/**
 * The type of a value as the formula compiler knows it. Numbers: `integer` is a JavaScript number;
 * `number` is a float that may only be compared; `decimal` is a bigint over the static denominator
 * `den` (value = stored / den). Money is decimal with `usd: true`, a plain factor `usd: false`;
 * without `usd` it may be either, like a number written in a formula. `json` is any JSON: its
 * members are read safely (a missing one is undefined), it may be compared and forwarded but not
 * calculated with; `from` is the path of the value in the call, such as `result.assets[].url`, so
 * that documents can describe it.
 */
export type Type =
  | { kind: 'boolean'; is?: boolean }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'number' }
  | { kind: 'null' }
  | { kind: 'json'; from?: string }
  | { kind: 'none' }
  /**
   * `choices` are declared; `within` holds the values proven by rows and gates. `is`: the value of
   * a `boolean` that is the same in all rows.
   */
  | { kind: 'string'; choices?: readonly string[]; within?: Within }
  | { kind: 'decimal'; den: bigint; usd?: boolean }
  /** A list; `set` lists are stored as a Set. It has at least `min` elements. */
  | { kind: 'list'; of: Type; set?: boolean; min?: number }
  /**
   * A string-keyed table; `keys` if they are known. If rows differ: `sure` keys are in each row,
   * `some` keys in at least one. An entry of an `open` table may be missing and has to be proven.
   */
  | {
      kind: 'table'
      of: Type
      keys?: readonly string[]
      sure?: readonly string[]
      some?: readonly string[]
      open?: boolean
    }
  | { kind: 'record'; fields: Readonly<Record<string, Field>>; name?: string }
  /**
   * The id set of a route's models table; `in` it proves `model`. `pick`: the route's pick;
   * `chosen`: the path of its row.
   */
  | { kind: 'models'; row: Type; pick?: Js; chosen?: string }
  | { kind: 'hook'; takes: readonly Type[]; gives: Type; wait: boolean }

/**
 * The proven facts about a text: its possible values, and the paths of tables that certainly have
 * it as a key.
 */
export interface Within {
  values?: readonly string[]
  keyOf?: readonly string[]
}

/**
 * A member of a record. An optional one must be proven (`has`) or defaulted (`first`) before use.
 * With `need` it is read as `need(x)`, which throws if it is missing: for columns that are checked
 * to exist in each row that uses the formula. `never`: it is missing in all these rows.
 */
export interface Field {
  type: Type
  optional?: boolean
  need?: boolean
  never?: boolean
  doc?: string
  place?: Place
}

/**
 * A name that formulas may use: its type, and the code that reads it: a path of the scope such as
 * `body` or `hooks.balanceOf`, or the value itself.
 */
export interface Binding {
  type: Type
  code: string | Js
  optional?: boolean
  need?: boolean
  wait?: boolean
  place?: Place
}
/** Names that formulas may use. */
export type Names = Readonly<Record<string, Binding>>

/**
 * Lowered code: a JavaScript expression as a tree (without TypeScript-only syntax, so that examples
 * run without compiling), the names it reads, and whether it awaits.
 */
export interface Code {
  js: Js
  type: Type
  uses: readonly string[]
  wait: boolean
  place: Place
  /** The formula as written, without the quotes or indents of YAML. */
  source?: string
  /** The value may be `undefined`. */
  optional?: boolean
  /** A condition that is the same for every input. */
  constant?: boolean
  /** The route's `model` exists if the condition holds. */
  provesModel?: boolean
  /** Optional values that are present if the condition holds, as `body.image_url`; see `prove`. */
  proves?: readonly string[]
  /** The price contains a subtraction, so it might be below zero. */
  negative?: boolean
  /**
   * The facts about texts that a condition proves if it holds, by path; `never` if it cannot hold.
   */
  narrows?: ReadonlyMap<string, Within> | 'never'
  /** Look-ups whose key is not proven here; see `formula/keys.ts`. */
  unproven?: readonly Problem[]
}

// ── amounts
// ───────────────────────────────────────────────────────────────

/** An exact decimal: num / den, den a power of ten in lowest terms. */
export interface Decimal {
  num: bigint
  den: bigint
}

// ── YAML with places
// ───────────────────────────────────────────────────────────────

/**
 * A scalar's text, and the place of each of its characters in the file (quotes and folding shift
 * them). `fileAt` is the file of a character in a text that is made of several files.
 */
export interface Text {
  text: string
  place: Place
  at(offset: number): number
  fileAt?(offset: number): string
}

/**
 * A YAML value with places. `value` is YAML 1.2's; `text.text` of a number is its source, so that
 * 0.10 stays exact.
 */
export type Raw =
  | {
      kind: 'scalar'
      value: string | number | boolean | null
      quoted: boolean
      text: Text
      place: Place
      doc?: string
    }
  | { kind: 'list'; items: readonly Raw[]; place: Place; doc?: string }
  | { kind: 'map'; entries: readonly RawEntry[]; place: Place; doc?: string }

/** `doc` is the published `##` comment on or above the entry. */
export interface RawEntry {
  key: string
  keyPlace: Place
  value: Raw
  doc?: string
}
