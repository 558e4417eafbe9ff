/** Tables whose rows an upstream has, in the catalog as it is lowered. */
import type { Block } from './ir.ts'
import type { FetchedColumn } from '../runtime/contract.ts'
import type { Place, Type } from './types.ts'

/** A fetched table. `type` is what formulas see; times in ms. */
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
