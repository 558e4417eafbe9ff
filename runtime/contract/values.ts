/** The basic values of the generated code. */

/** A JSON value. Members that are `undefined` are left out when it is serialised. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** The HTTP methods of routes. */
export type Method = 'GET' | 'POST'

/**
 * USD as a decimal string with its currency: `{ amount: '0.053500', currency: 'USD' }`. It is a
 * type and not an interface, so that it is assignable to Json.
 */
export type Price = { amount: string; currency: string }

/**
 * One term of a price: a quantity times a rate in USD. Both are whole numbers, each followed by its
 * denominator.
 */
export type PriceTerm = readonly [
  unit: string,
  quantity: number | bigint,
  quantityOver: bigint,
  rate: number | bigint,
  rateOver: bigint,
]

/** A row of a model table. Generated tables add their columns. */
export interface Row {
  readonly id: string
  readonly aliases?: readonly string[]
}

/** A model table as generated, with all rows of all networks. */
export interface Table<R extends Row = Row> {
  readonly name: string
  readonly rows: readonly R[]
  /** Versions of rows from `from` to `until` (Unix ms); periods of one row do not overlap. */
  readonly dated?: readonly DatedRow<R>[]
  /** Rows that are no longer sold, from `since` on (Unix ms) or at all, with their successors. */
  readonly retired?: readonly RetiredRow[]
}

/** A version of a row for some time. */
export interface DatedRow<R extends Row = Row> {
  readonly from: number
  readonly until?: number
  readonly row: R
}

/** A row that is no longer sold; `use` is the id of its successor. */
export interface RetiredRow {
  readonly id: string
  readonly since?: number
  readonly use: string
}

/**
 * A model table with only the rows that one gateway sells. The runtime creates it at start
 * (`runtime/lib/models.ts`).
 */
export interface Models<R extends Row = Row> {
  /** Finds a row by id or alias, ignoring case. */
  get(id: string | undefined): R | undefined
  readonly ids: readonly string[]
  readonly rows: readonly R[]
  /** Finds a retired row by id or alias, with the id of its successor. */
  retired?(id: string | undefined): { row: R; use: string } | undefined
}
