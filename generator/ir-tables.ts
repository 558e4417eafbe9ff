/** Types of the catalog's tables: models files with their columns, rows and rules. */
import type { Block } from './ir.ts'
import type { DatedIR, PromotionIR, RetiredIR } from './ir-dated.ts'
import type { Place, Type } from './types.ts'

/** A column of a models file. `default`: the cell of rows without one, if it is a single value. */
export interface Column {
  name: string
  type: Type
  optional: boolean
  default?: Cell
  doc?: string
  place: Place
}

/** A table cell as the emitter prints it: decimals are scaled to the column's denominator. */
export type Cell =
  | string
  | number
  | boolean
  | bigint
  | readonly Cell[]
  | { readonly [key: string]: Cell }

/** A row of a models file; `type` is the type of this row alone. */
export interface RowIR {
  id: string
  aliases: readonly string[]
  cells: Readonly<Record<string, Cell>>
  /** In a promotion: the cells without the discount, which the upstream does not give. */
  full?: Readonly<Record<string, Cell>>
  /** The places of its cells, including those from its family. */
  places: Readonly<Record<string, Place>>
  type: Type
  place: Place
  /** The row in its periods, in ascending order and without overlaps. */
  dated?: readonly DatedIR[]
  /** Its promotions. */
  promotions?: readonly PromotionIR[]
  retired?: RetiredIR
}

/** A rule about the rows of a models file; `at` is the column whose cell is wrong. */
export interface RowRuleIR {
  rule: Block
  message: Block
  at?: string
  place: Place
}

/**
 * A models file. `type` is the row type over all rows, including dated and retired ones; a column
 * that some row lacks is optional.
 */
export interface TableIR {
  name: string
  family: string
  file: string
  columns: readonly Column[]
  rows: readonly RowIR[]
  rules: readonly RowRuleIR[]
  /** Rows that are retired at once: no document lists them, and their jobs end. */
  gone?: readonly RowIR[]
  type: Type
  place: Place
}
