/** Tries prices with sample calls: for checks of all calls of all rows. */
import { networkOf } from '../examples/network.ts'
import { withRow } from '../examples/plain-call.ts'
import { requests } from '../examples/price-lines.ts'
import { priceKey, remembered } from '../examples/price-memory.ts'
import { rowCell } from '../examples/row-cell.ts'
import { spentOn, type Spent } from '../examples/spent.ts'
import type { Environment, FormulaInputs } from '../examples/environment.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import type { fault, Check } from './check.ts'
import { environmentOf } from './environments.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** A price with the simplest call of one row, or of a route without rows. */
export interface Tried {
  catalog: CatalogIR
  route: RouteIR
  at: Environment
  base: FormulaInputs
  row?: RowIR
}

/** What is wrong with a price: the text behind the name of the route or row, and a hint. */
export interface Finding {
  text: string
  hint: string
}

/** A check that tries the price of each row of each route. `report` is `fault` or `warning`. */
export function checkOfPrices(
  code: string,
  report: typeof fault,
  find: (tried: Tried) => Finding | undefined,
): Check {
  const findAll = (priced: Priced): Located[] =>
    triesOf(priced).flatMap(tried => {
      const found = find(tried)
      return found ? [{ ...found, row: tried.row?.id }] : []
    })
  return {
    code,
    run: catalog => {
      // Routes with the same price have the same findings.
      const seen = new Set<string>()
      return catalog.routes.flatMap(route => {
        const priced = pricedRoute(catalog, route)
        if (!priced || seen.has(priced.key)) return []
        seen.add(priced.key)
        const found = remembered(`${code} ${priced.key}`, () => findAll(priced))
        return found.map(one => problemOf(code, report, { priced, found: one }))
      })
    },
  }
}

/** A route with a price, and everything that its findings depend on as a text. */
interface Priced extends Omit<Tried, 'row'> {
  rows: readonly (RowIR | undefined)[]
  key: string
}

interface Located extends Finding {
  row: RowIR['id'] | undefined
}

function pricedRoute(catalog: CatalogIR, route: RouteIR): Priced | undefined {
  const network = networkOf(catalog, route)
  if (!network || !route.price || route.suspended) return undefined
  const at = environmentOf(catalog, network, { whole: true })
  const base = requests(route, at)[0]!.own
  const table = catalog.tables.find(one => one.name === route.table)
  const rows = rowPlaceOf(route) ? (table?.rows ?? []) : [undefined]
  const key = priceKey(catalog, { route, network: at.network, bases: base })
  return { catalog, route, rows, at, base, key }
}

function triesOf({ rows, key: _, ...priced }: Priced): Tried[] {
  const place = rowPlaceOf(priced.route)
  return rows.map(row =>
    row && place
      ? { ...priced, base: withRow(priced.route, priced.base, { place, row }), row }
      : priced,
  )
}

function problemOf(
  code: string,
  report: typeof fault,
  { priced: { catalog, route, rows }, found }: { priced: Priced; found: Located },
): Problem {
  const row = rows.find(one => one?.id === found.row)
  const name = `${route.method} ${route.path}`
  const place = row ? rowCell(catalog, route, row) : route.price!.place
  const also = [{ place: route.price!.place, label: 'the price' }]
  const message = `${row ? `${row.id} of ${name}` : name} ${found.text}`
  return report(code, place, message, { hint: found.hint, also })
}

/** What a call costs the caller, and us. */
export const amounts = ({ route, at }: Tried, call: FormulaInputs): Spent | undefined =>
  spentOn(route, at, call)

/** A call as JSON, with long texts and lists cut. */
export function shown({ body, query, hooks }: FormulaInputs): string {
  const parts = { ...(query as object | undefined), ...(body as object | undefined), ...hooks }
  return JSON.stringify(parts, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > 40)
      return `${value.slice(0, 10)}... (${value.length} characters)`
    return Array.isArray(value) && value.length > 3 ? `${value.length} elements` : value
  })
}
