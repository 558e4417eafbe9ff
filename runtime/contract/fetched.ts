/** The types of fetched tables: tables whose rows an upstream has. */
import type { Json } from './values.ts'

/** A column: the type of its values, the words that it may have, and whether each row needs it. */
export interface FetchedColumn {
  is: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'usd'
  among?: readonly string[]
  needed?: true
}

/** A table whose rows a GET of an upstream gives, as `catalog/fetched/` declares it. */
export interface FetchedTable {
  name: string
  /** The call that gives the rows, with the arguments that it takes. */
  call: string
  with?(c: { network: any; now: number }): { readonly [key: string]: Json | undefined }
  /** The member of what the call gives that is the list of rows. */
  rows: string
  /** The column by which rows are looked up. */
  key: string
  columns: Readonly<Record<string, FetchedColumn>>
  /** How long a copy is fresh, and how old it may be that is still used, ms. */
  every: number
  atMost: number
  /** The most rows. */
  most: number
  /** Hash of the table and its call: catalogs with the same share a copy. */
  definition: string
}

/** The rows of a fetched table by their keys. */
export type FetchedRows = Readonly<Record<string, Readonly<Record<string, unknown>>>>
