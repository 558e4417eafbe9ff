/**
 * Makes the table of dated changes and their reasons: prices, promotions, retired models and
 * routes.
 */
import { shownInstant } from '../../../runtime/lib/instant.ts'
import { boundsOf } from '../../analysis/price.ts'
import { gatewayAt } from '../../catalog/in-time.ts'
import { usd } from '../../examples/money.ts'
import { shownCell } from '../../examples/rates.ts'
import type { CatalogIR, Column, DatedIR, NetworkIR, RouteIR, RowIR } from '../../ir.ts'
import type { Decimal } from '../../types.ts'
import { soldRows } from './sold.ts'
import { digitsOf } from '../../formula/decimal.ts'
import { text } from '../../../runtime/formula.ts'

/** One line: the rates from an instant on, for a model, or for all calls if it has none. */
export interface DateLine {
  model?: string
  from?: string
  until?: string
  discount?: string
  changes?: Readonly<Record<string, unknown>>
  because?: string
  /** The price of every call then, if it is the same for all. */
  usd?: string
  /** The model or address that replaces this retired one. */
  use?: string
}

/** The lines of a route and of its rows on a network; none for a route without dates. */
export function datesOf(ir: CatalogIR, route: RouteIR, network: NetworkIR): DateLine[] {
  return [...rowDates(ir, route, network), ...routeDates(ir, route)]
}

/** The retirement of a route in a few words; undefined if it will not be retired. */
export function retirementWords({ retired }: Pick<RouteIR, 'retired'>): string | undefined {
  if (retired?.since === undefined) return undefined
  return `retired from ${shownInstant(retired.since)} on; use \`${retired.use}\` instead`
}

function routeDates(ir: CatalogIR, { dated = [], retired }: RouteIR): DateLine[] {
  const lines = dated.map((one): DateLine => {
    const then = { ...ir, gateway: gatewayAt(ir, one.from) }
    const { min, max } = one.route.table === undefined ? (boundsOf(then, one.route) ?? {}) : {}
    return {
      ...timesOf(one),
      ...(min !== undefined && min === max ? { usd: usd(min) } : {}),
      because: one.because.join('; '),
    }
  })
  if (retired?.since === undefined) return lines
  return [...lines, { from: shownInstant(retired.since), use: retired.use }]
}

function rowDates(ir: CatalogIR, route: RouteIR, network: NetworkIR): DateLine[] {
  const table = ir.tables.find(one => one.name === route.table)
  if (table === undefined || route.pick === undefined) return []
  return soldRows(ir, route, network).flatMap(row => linesOf(row, table.columns))
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
    ...timesOf(one),
    changes: Object.fromEntries(cells) as Record<string, unknown>,
    because: one.because.join('; '),
  }
}

function timesOf({
  from,
  until,
  discount,
}: Pick<DatedIR, 'from' | 'until' | 'discount'>): Pick<DateLine, 'from' | 'until' | 'discount'> {
  return {
    from: shownInstant(from),
    ...(until === undefined ? {} : { until: shownInstant(until) }),
    ...(discount === undefined ? {} : { discount: percent(discount) }),
  }
}

function percent({ num, den }: Decimal): string {
  return `${text(num * 100n, den, digitsOf(den) ?? 0).replace(/\.?0+$/, '')} %`
}
