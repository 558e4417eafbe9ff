/** Types of lowered fetched tables, whose rows come from an upstream. */
import type { Block } from './ir.ts'
import type { FetchedColumn } from '../runtime/contract.ts'
import type { Place, Type } from './types.ts'

/** A fetched table. `type` is its type in formulas; times in ms. */
export interface FetchedIR {
  name: string
  call: string
  with?: Block
  rows: string
  key: string
  columns: Readonly<Record<string, FetchedColumn>>
  every: number
  atMost: number
  most: number
  type: Extract<Type, { kind: 'table' }>
  place: Place
}
