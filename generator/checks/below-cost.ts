/**
 * Checks that buying more never costs less and, for prices with a `cost`, that every call of every
 * row costs `margin_floor` more than `cost`. Where the bounds of the formulas do not prove this,
 * sample requests are tried.
 */
import { boundsOf } from '../analysis/price.ts'
import { exprOf, factsOf } from '../analysis/facts.ts'
import { ends } from '../analysis/span.ts'
import { spanOf } from '../analysis/walk.ts'
import { usd } from '../examples/money.ts'
import { networkOf } from '../examples/network.ts'
import { withRow } from '../examples/plain-call.ts'
import { requests } from '../examples/price-lines.ts'
import { priceKey, remembered } from '../examples/price-memory.ts'
import { priceCodes, rowCell } from '../examples/row-cell.ts'
import { spentOn, type Spent } from '../examples/spent.ts'
import { axesOf, basesOf, together, withValues, type Axis } from '../examples/samples.ts'
import type { Environment, FormulaInputs } from '../examples/environment.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Code, Decimal, Problem } from '../types.ts'

/** Refuses prices below our cost, and prices that fall when more is bought. */
export const belowCost: Check = {
  code: 'below-cost',
  run: catalog => {
    // Routes with the same price have the same findings.
    const seen = new Set<string>()
    return catalog.routes.flatMap(route => {
      const priced = pricedRoute(catalog, route)
      if (!priced || seen.has(priced.key)) return []
      seen.add(priced.key)
      return remembered(`below-cost ${priced.key}`, () => findingsOf(priced)).map(found =>
        faultOf(priced, found),
      )
    })
  },
}

/** A route with a price, and everything that its findings depend on as a text. */
interface Priced {
  catalog: CatalogIR
  route: RouteIR
  rows: readonly (RowIR | undefined)[]
  at: Environment
  base: FormulaInputs
  key: string
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

/** A finding, as the text behind the name of the route or row. */
interface Finding {
  row: RowIR['id'] | undefined
  text: string
  hint: string
}

function findingsOf({ rows, ...priced }: Priced): Finding[] {
  const place = rowPlaceOf(priced.route)
  return rows.flatMap(row => {
    const base = row && place ? withRow(priced.route, priced.base, { place, row }) : priced.base
    const tried = { ...priced, base, ...(row ? { row } : {}) }
    const hasCost = priced.route.price!.arms.some(arm => arm.cost)
    return [...(hasCost ? cheapest(tried) : []), ...falls(tried)]
  })
}

function faultOf({ catalog, route, rows }: Priced, { row: id, text, hint }: Finding): Problem {
  const row = rows.find(one => one?.id === id)
  const name = `${route.method} ${route.path}`
  const place = row ? rowCell(catalog, route, row) : route.price!.place
  const also = [{ place: route.price!.place, label: 'the price' }]
  const message = `${row ? `${row.id} of ${name}` : name} ${text}`
  return fault('below-cost', place, message, { hint, also })
}

type Tried = Omit<Priced, 'rows' | 'key'> & { row?: RowIR }

/** A call that is sold too cheaply, if the bounds of the formulas do not exclude it. */
function cheapest(tried: Tried): Finding[] {
  if (isProven(tried)) return []
  const { route, row, base } = tried
  const axes = axesOf({ route, row, base }, codesOf(route))
  const bases = basesOf(base, axes)
  const calls = [
    base,
    ...alone(base, axes),
    ...bases,
    ...edges(bases, axes),
    ...together(base, axes),
  ]
  const cheap = calls.find(call => isCheap(tried, call))
  return cheap ? [below(tried, cheap)] : []
}

/** The base call with each value of each field. */
const alone = (base: FormulaInputs, axes: readonly Axis[]): FormulaInputs[] =>
  axes.flatMap(axis => axis.values.map(value => withValues(base, [{ axis, value }])))

/** Each combination of choices, with each value at which a price may jump. */
const edges = (bases: readonly FormulaInputs[], axes: readonly Axis[]): FormulaInputs[] =>
  bases.length === 1
    ? []
    : bases.flatMap(base =>
        axes
          .filter(axis => axis.isOrdered)
          .flatMap(axis =>
            (axis.edges ?? axis.values).map(value => withValues(base, [{ axis, value }])),
          ),
      )

/** The code of all formulas of a price and its cost. */
const codesOf = (route: RouteIR): Code[] => [
  ...priceCodes(route),
  ...costsOf(route),
  ...route.gates.map(gate => gate.rule),
]

const costsOf = ({ price }: RouteIR): Code[] =>
  (price?.arms ?? []).flatMap(({ cost }) =>
    cost ? [cost.code, ...cost.lets.map(one => one.code)] : [],
  )

const floorOf = ({ gateway }: CatalogIR): Decimal => gateway.marginFloor ?? { num: 1n, den: 1n }

/** Whether the lowest price is above the highest cost, for every request. */
function isProven({ catalog, route, row }: Tried): boolean {
  const arms = route.price!.arms
  const facts = factsOf({ catalog, route, ...(row ? { row } : {}) })
  const expr = arms.length === 1 && arms[0]!.cost ? exprOf(arms[0]!.cost.code) : undefined
  const { min } = boundsOf(catalog, route, row) ?? {}
  const most = facts && expr && ends(spanOf(expr, facts)).high
  if (min === undefined || !most) return false
  const { num, den } = floorOf(catalog)
  return min * most.den * den >= most.num * 1_000_000n * num
}

const amounts = ({ route, at }: Tried, call: FormulaInputs): Spent | undefined =>
  spentOn(route, at, call)

function isCheap(tried: Tried, call: FormulaInputs): boolean {
  const got = amounts(tried, call)
  const { num, den } = floorOf(tried.catalog)
  return got?.cost !== undefined && got.price * den < got.cost * num
}

function below(tried: Tried, call: FormulaInputs): Finding {
  const { price, cost } = amounts(tried, call)!
  const { num, den } = floorOf(tried.catalog)
  const factor = num === den ? '' : `, and the price must be ${Number(num) / Number(den)} times`
  const text = `is sold for ${usd(price)} USD and costs us ${usd(cost!)} USD${factor}: ${shown(call)}`
  const hint = 'raise the price, correct the cost, or refuse such calls with a gate'
  return { row: tried.row?.id, text, hint }
}

/** Finds the first field of which more costs less. */
function falls(tried: Tried): Finding[] {
  const { route, row, base: first } = tried
  const axes = axesOf({ route, row, base: first }, priceCodes(route))
  const ordered = axes.filter(one => one.isOrdered)
  const bases = ordered.length === 0 ? [] : basesOf(tried.base, axes)
  const ways = [
    ...ordered.map(axis => ({ base: tried.base, axis, values: axis.values })),
    ...(bases.length === 1 ? [] : bases).flatMap(base =>
      ordered.map(axis => ({ base, axis, values: axis.edges ?? axis.values })),
    ),
  ]
  for (const { base, axis, values } of ways) {
    let before: { call: FormulaInputs; price: bigint } | undefined
    for (const value of values) {
      const call = withValues(base, [{ axis, value }])
      const price = amounts(tried, call)?.price
      if (price === undefined) continue
      if (before && price < before.price) {
        const text =
          `costs ${usd(before.price)} USD for ${shown(before.call)}, and ` +
          `with more of \`${axis.name}\` only ${usd(price)} USD: ${shown(call)}`
        const hint = 'buying more must never cost less: correct the formula or the row'
        return [{ row: row?.id, text, hint }]
      }
      before = { call, price }
    }
  }
  return []
}

/** A call as JSON, with long texts and lists cut. */
function shown({ body, query, hooks }: FormulaInputs): string {
  const parts = { ...(query as object | undefined), ...(body as object | undefined), ...hooks }
  return JSON.stringify(parts, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > 40)
      return `${value.slice(0, 10)}... (${value.length} characters)`
    return Array.isArray(value) && value.length > 3 ? `${value.length} elements` : value
  })
}
