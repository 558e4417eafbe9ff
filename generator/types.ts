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
 * One finding. `also` is the second place when two disagree. Codes are the keys of
 * `generator/problems/codes.ts`.
 */
export interface Problem {
  code: string
  severity: 'error' | 'warning'
  message: string
  place: Place
  hint?: string
  /** An amount that is not what the formulas give, with the one that they give, in USD. */
  fix?: { place: Place; usd: string }
  also?: { place: Place; label: string }[]
  /** It sums up others, and stands behind them. */
  sum?: true
  /** Another problem sums it up; shown only where all are asked for. */
  summed?: true
}

/**
 * A value and what was found wrong on the way to it. With an error among the problems the value is
 * not to be used.
 */
export interface Checked<T> {
  value: T
  problems: Problem[]
}

// ── types of values in formulas
// ───────────────────────────────────────────────────────────────

/**
 * What the formula compiler knows of a value. Numbers: `integer` is a JavaScript number, `number` a
 * float that may only be compared, `decimal` a bigint over the static denominator `den` (value =
 * stored / den); money is decimal with `usd: true`, a plain factor `usd: false`; without `usd` it
 * may stand for either, like a number written in a formula. `json` is any JSON: its members are
 * read safely (absent is undefined), it may be compared and passed on, not calculated with; `from`
 * says of which value of the call it is a part, as `result.assets[].url`, so that documents can
 * show what it holds.
 */
export type Type =
  | { kind: 'boolean'; is?: boolean }
  | { kind: 'integer'; min?: number; max?: number }
  | { kind: 'number' }
  | { kind: 'null' }
  | { kind: 'json'; from?: string }
  | { kind: 'none' }
  /**
   * `choices` are declared; `within` is what rows and gates prove besides. A `boolean` of rows that
   * agree says what it `is`.
   */
  | { kind: 'string'; choices?: readonly string[]; within?: Within }
  | { kind: 'decimal'; den: bigint; usd?: boolean }
  /** A list; `set` lists are stored as a Set. It has at least `min` elements. */
  | { kind: 'list'; of: Type; set?: boolean; min?: number }
  /**
   * A string-keyed table; `keys` where they are known. Of rows that differ: those that each has are
   * `sure`, those that one has are `some`. An entry of an `open` one may be absent, and has to be
   * proven.
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
   * `chosen`: path of its row.
   */
  | { kind: 'models'; row: Type; pick?: Js; chosen?: string }
  | { kind: 'hook'; takes: readonly Type[]; gives: Type; wait: boolean }

/**
 * What is known of a text: the values that it can have, and the paths of tables of which it is
 * surely a key.
 */
export interface Within {
  values?: readonly string[]
  keyOf?: readonly string[]
}

/**
 * A member of a record. An optional one must be proven (`has`) or defaulted (`first`) before use;
 * with `need` it is instead read as `need(x)`, which throws where it is absent: for columns that
 * each row using the formula is checked to have. One that is `never` there is absent in all these
 * rows.
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
 * A name that formulas may use: its type, and what reads it: a path of the scope such as `body` or
 * `hooks.balanceOf`, or the value itself.
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
 * Lowered code: a JavaScript expression as a tree (no TypeScript-only syntax, so that examples can
 * be run without compiling), the names it reads, and whether it awaits.
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
  /** When it holds, the route's `model` exists. */
  provesModel?: boolean
  /**
   * Optional values that are present when the condition holds, as `body.image_url`; see `prove`.
   */
  proves?: readonly string[]
  /** A price that subtracts, and so might be below zero. */
  negative?: boolean
  /** What a condition proves of texts when it holds, by path; `never` where it cannot hold. */
  narrows?: ReadonlyMap<string, Within> | 'never'
  /** Look-ups whose key nothing proves here; see `formula/keys.ts`. */
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
 * A scalar's text and where each of its characters stands in the file (quoted and folded scalars
 * shift).
 */
export interface Text {
  text: string
  place: Place
  at(offset: number): number
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
