/** What `npm run drift` reads and finds. */
import type { Listed } from '../../generator/notation/listed.ts'
import type { SourceFile } from '../../generator/types.ts'

/** A list of models, as `lists:` of an upstream says how to read it. */
export interface ListSpec {
  upstream: string
  /** A path below the upstream's base, or a recorded file in the catalog's folder. */
  from: { get: string } | { file: string }
  models: readonly string[]
  match: { column: string; at: readonly string[] }
  prefix: string
  columns: ReadonlyMap<string, Listed>
  rows?: readonly string[]
  ignore: readonly RegExp[]
}

/** A cell of a row: characters `[start, end)` of its file. `inherited` cells are their family's. */
export interface Cell {
  file: string
  line: number
  start: number
  end: number
  text: string
  /** The cell is one plain number. */
  plain: boolean
  inherited: boolean
  /** The prices by name, in a column such as `usd by size`. */
  inside: ReadonlyMap<string, Cell>
}

/** A row of a models file. */
export interface Row {
  table: string
  id: string
  file: string
  line: number
  start: number
  /** Behind the last character of the row. */
  end: number
  family?: string
  upstreams: ReadonlySet<string>
  /** It has other prices for some time, or is not sold from some day on. */
  dated: boolean
  retired: boolean
  cells: ReadonlyMap<string, Cell>
}

/** The part of a catalog that is compared. */
export interface Book {
  files: readonly SourceFile[]
  rows: readonly Row[]
  /** Columns by table: how they are declared. */
  columns: ReadonlyMap<string, ReadonlyMap<string, string>>
  lists: readonly ListSpec[]
}

/** A list that was read. */
export interface Reading {
  list: ListSpec
  /** Address or file. */
  source: string
  at: string
  reply: unknown
  entries: ReadonlyMap<string, unknown>
}

/** A list that could not be read. */
export interface Failure {
  list: ListSpec
  source: string
  why: string
}

/** A difference between a list and the catalog. */
export interface Finding {
  kind: 'gone' | 'new' | 'changed'
  upstream: string
  /** The model's name at the upstream. */
  model: string
  row?: string
  /** Where the row, or its cell, stands. */
  file?: string
  line?: number
  column?: string
  ours?: string
  theirs?: string
  /** Why a person has to decide; `--write` leaves it alone. */
  person?: string
  /** What `--write` did. */
  written?: string
  /** The entry of the list, and of a changed column the member that differs. */
  evidence: {
    source: string
    at: string
    found: unknown
    member?: Readonly<Record<string, unknown>>
  }
  /** The change of a file that `--write` makes. */
  edit?: Edit
  /** The change of one plain number, also where a person decides about it. */
  number?: Edit
}

/** Characters `[start, end)` of a file that become a text. */
export interface Edit {
  file: string
  start: number
  end: number
  text: string
}

/** What the plainest call of a row brings, before and after all changed numbers. USD as text. */
export interface Margin {
  row: string
  /** The route of the row whose margin is then the least. */
  route: string
  price: Change
  cost: Change
  /** Percent of the price that the upstream does not get. */
  margin: Change
}

/** A value before and after. */
export interface Change {
  old: string
  new: string
}

/** What a run came to. */
export interface Report {
  read: readonly { upstream: string; source: string; at: string; models: number }[]
  failed: readonly { upstream: string; source: string; why: string }[]
  findings: readonly Finding[]
  /** Rows with a changed number that `cost:` of a price reads, or its price. */
  margins: readonly Margin[]
  /** New models whose proposed row stands in the catalog already: they wait for a person. */
  waiting: readonly { upstream: string; model: string; file: string; line: number }[]
  /** Every list of an upstream failed. */
  blind: boolean
}
