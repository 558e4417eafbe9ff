/** The table of what changes when, and why: dated prices, promotions and retired models. */
import { shownInstant } from '../../../runtime/lib/instant.ts'
import { shownCell } from '../../examples/rates.ts'
import type { CatalogIR, Column, DatedIR, NetworkIR, RouteIR, RowIR } from '../../ir.ts'
import type { Decimal } from '../../types.ts'
import { digitsOf } from '../../formula/decimal.ts'
import { text } from '../../../runtime/formula.ts'

/** One line: what holds for a model from an instant on, in the catalog's rates. */
export interface DateLine {
  model: string
  from?: string
  until?: string
  discount?: string
  changes?: Readonly<Record<string, unknown>>
  because?: string
  /** The model to use instead of this one, which is retired. */
  use?: string
}

/** The lines of a route's rows on a network; none for a route without dates. */
export function datesOf(ir: CatalogIR, route: RouteIR, network: NetworkIR): DateLine[] {
  const table = ir.tables.find(one => one.name === route.table)
  if (table === undefined || route.pick === undefined) return []
  const only = network.only[table.name]
  return table.rows
    .filter(({ id }) => only === undefined || only.includes(id))
    .flatMap(row => linesOf(row, table.columns))
}

function linesOf({ id, dated = [], retired }: RowIR, columns: readonly Column[]): DateLine[] {
  const lines = dated.map((one): DateLine => ({ model: id, ...lineOf(one, columns) }))
  if (retired?.since === undefined) return lines
  return [...lines, { model: id, from: shownInstant(retired.since), use: retired.use }]
}

function lineOf(one: DatedIR, columns: readonly Column[]): Omit<DateLine, 'model'> {
  const changed = columns.filter(({ name }) => one.changed.includes(name))
  const cells = changed.map(({ name, type }) => [name, shownCell(one.row.cells[name]!, type)])
  return {
    from: shownInstant(one.from),
    ...(one.until === undefined ? {} : { until: shownInstant(one.until) }),
    ...(one.discount === undefined ? {} : { discount: percent(one.discount) }),
    changes: Object.fromEntries(cells) as Record<string, unknown>,
    because: one.because.join('; '),
  }
}

function percent({ num, den }: Decimal): string {
  return `${text(num * 100n, den, digitsOf(den) ?? 0).replace(/\.?0+$/, '')} %`
}
