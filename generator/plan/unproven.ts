/** Finds prices of rows that are no longer written a second time, and so no longer checked. */
import { isNamed, rowNamed } from '../catalog/in-time.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { RuleChange } from './rules.ts'
import { listed } from '../problems/counted.ts'

/** The rows that `row_prices` of a route does not name any more, although they are still sold. */
export function unproven(was: RouteIR, is: RouteIR, { tables }: CatalogIR): RuleChange[] {
  const named = new Set((is.rowPrices ?? []).map(({ row }) => row))
  const rows = tables.find(({ name }) => name === is.table)?.rows ?? []
  const lost = rows.filter(
    row =>
      (was.rowPrices ?? []).some(one => one.row === row.id) &&
      !named.has(row.id) &&
      !is.examples.some(one => isNamed(row, rowNamed(is, one))),
  )
  if (lost.length === 0) return []
  const said = `no longer names ${listed(lost.map(({ id }) => id))}, so nothing proves the price`
  return [{ id: 'route-changed', path: 'row_prices', level: 'allow', said }]
}
