/** The price of each row is proven by an example or by `row_prices` of a route that sells it. */
import { usd } from '../examples/money.ts'
import { rowCell } from '../examples/row-cell.ts'
import { pricedBy, type Priced } from '../examples/row-prices.ts'
import { warning, type Check } from './check.ts'
import type { CatalogIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Warns of rows of which nothing says what they cost, where a route has `row_prices`. */
export const rowPrice: Check = {
  code: 'row-price',
  run(catalog) {
    const priced = catalog.routes.flatMap(route => pricedBy(route, catalog) ?? [])
    return catalog.tables.flatMap(table => unproven(table, priced))
  },
}

/** Rows that some route sells, and of which nothing says what they cost. */
function unproven({ name, rows }: CatalogIR['tables'][number], all: readonly Priced[]): Problem[] {
  const sellers = all.filter(({ route }) => route.table === name)
  if (!sellers.some(({ route }) => route.rowPrices)) return []
  const said = new Set(
    sellers.flatMap(({ route, shown }) => [
      ...shown,
      ...(route.rowPrices ?? []).map(one => one.row),
    ]),
  )
  return rows.flatMap((row): Problem[] => {
    if (said.has(row.id)) return []
    const seller = sellers
      .toSorted(
        (a, b) => Number(b.route.rowPrices !== undefined) - Number(a.route.rowPrices !== undefined),
      )
      .find(one => one.plain(row) !== undefined)
    if (!seller) return []
    const { route, catalog } = seller
    const cost = usd(seller.plain(row)!)
    const message = `nothing proves the price of ${row.id}: its plainest call of ${route.method} ${route.path} costs ${cost} USD`
    const hint = `if that is right, add \`${row.id}: ${cost}\` to \`row_prices\` of the route, or an example`
    const also = [
      { place: route.keys.row_prices ?? route.keys.examples ?? route.place, label: 'the route' },
    ]
    return [warning('row-price', rowCell(catalog, route, row), message, { hint, also })]
  })
}
