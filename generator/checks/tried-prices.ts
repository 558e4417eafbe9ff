/** Tries prices with sample calls: for checks of all calls of all rows. */
import { foundOnce } from '../catalog/route-versions.ts'
import { networkOf } from '../examples/network.ts'
import { withRow } from '../examples/plain-call.ts'
import { requests } from '../examples/price-lines.ts'
import { priceKey } from '../examples/price-key.ts'
import { rowCell } from '../examples/row-cell.ts'
import { spentOn, type Spent } from '../examples/spent.ts'
import type { Environment, FormulaInputs } from '../examples/environment.ts'
import { remembered } from '../memory.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { warning, type fault, type Check } from './check.ts'
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

/**
 * What is wrong with a price: the text behind the name of the route or row, a hint, and whether it
 * is only a warning.
 */
export interface Finding {
  text: string
  hint: string
  isWarning?: boolean
}

/** A check that tries the price of each row of each route. `report` is `fault` or `warning`. */
export function checkOfPrices(
  code: string,
  report: typeof fault,
  find: (tried: Tried) => Finding | undefined,
): Check {
  const findAll = (priced: Tried): Located[] =>
    triesOf(priced).flatMap(tried => {
      const found = find(tried)
      return found ? [{ ...found, row: tried.row?.id }] : []
    })
  const findingsOf = (catalog: CatalogIR, route: RouteIR): Findings | undefined => {
    const priced = pricedRoute(catalog, route)
    if (!priced) return undefined
    const key = priceKey(catalog, { route, network: priced.at.network, bases: priced.base })
    return { key, found: remembered(`${code} ${key}`, () => findAll(priced)) }
  }
  return {
    code,
    run: catalog => {
      // Routes with the same price have the same findings.
      const seen = new Set<string>()
      return catalog.routes.flatMap(route => {
        const own = foundOnce(code, { catalog, route }, () => findingsOf(catalog, route))
        if (!own || seen.has(own.key)) return []
        seen.add(own.key)
        return own.found.map(one => problemOf(code, report, { catalog, route, found: one }))
      })
    },
  }
}

/** The findings about a price, and the key of everything that they depend on. */
interface Findings {
  key: string
  found: readonly Located[]
}

interface Located extends Finding {
  row: RowIR['id'] | undefined
}

function pricedRoute(catalog: CatalogIR, route: RouteIR): Tried | undefined {
  const network = networkOf(catalog, route)
  if (!network || !route.price || route.suspended) return undefined
  const at = environmentOf(catalog, network, { whole: true })
  return { catalog, route, at, base: requests(route, at)[0]!.own }
}

function rowsOf(catalog: CatalogIR, route: RouteIR): readonly RowIR[] {
  return catalog.tables.find(one => one.name === route.table)?.rows ?? []
}

function triesOf(priced: Tried): Tried[] {
  const { catalog, route, base } = priced
  const place = rowPlaceOf(route)
  if (!place) return [priced]
  return rowsOf(catalog, route).map(row => ({
    ...priced,
    base: withRow(route, base, { place, row }),
    row,
  }))
}

function problemOf(
  code: string,
  report: typeof fault,
  { catalog, route, found }: { catalog: CatalogIR; route: RouteIR; found: Located },
): Problem {
  const row = rowsOf(catalog, route).find(one => one.id === found.row)
  const name = `${route.method} ${route.path}`
  const cell = row ? rowCell(catalog, route, row) : route.price!.place
  // That of a promotion is its entry.
  const place = row?.full ? row.place : cell
  const also = [{ place: route.price!.place, label: 'the price' }]
  const message = `${row ? `${row.id} of ${name}` : name} ${found.text}`
  return (found.isWarning ? warning : report)(code, place, message, { hint: found.hint, also })
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
