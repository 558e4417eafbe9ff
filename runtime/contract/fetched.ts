/** The types of fetched tables, whose rows come from an upstream. */
import type { Json } from './values.ts'

/**
 * A column: the type of its values, its permitted values if listed, and whether each row needs it.
 */
export interface FetchedColumn {
  is: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'usd'
  among?: readonly string[]
  needed?: true
}

/** A table whose rows come from a GET of an upstream, as `catalog/fetched/` declares it. */
export interface FetchedTable {
  name: string
  /** The call that returns the rows, and the arguments that it takes. */
  call: string
  with?(c: { network: any; now: number }): { readonly [key: string]: Json | undefined }
  /** The name of the list of rows in the call's result. */
  rows: string
  /** The column by which rows are looked up. */
  key: string
  columns: Readonly<Record<string, FetchedColumn>>
  /** How long a copy is fresh, and how old a copy may be and still be used, ms. */
  every: number
  atMost: number
  /** The most rows that a table may have. */
  most: number
  /** Hash of the table and its call: catalogs with the same hash share a copy. */
  definition: string
}

/** The rows of a fetched table by their keys. */
export type FetchedRows = Readonly<Record<string, Readonly<Record<string, unknown>>>>
