/**
 * Checks that buying more never costs less and, for prices with a `cost`, that every call of every
 * row costs `margin_floor` more than `cost`. Where the bounds of the formulas do not prove this,
 * sample requests are tried.
 */
import { line } from '../js/flat.ts'
import { boundsOf } from '../analysis/price.ts'
import { exprOf, factsOf } from '../analysis/facts.ts'
import { ends } from '../analysis/span.ts'
import { spanOf } from '../analysis/walk.ts'
import { usd } from '../examples/money.ts'
import { networkOf } from '../examples/network.ts'
import { withRow } from '../examples/plain-call.ts'
import { requests } from '../examples/price-lines.ts'
import { priceCodes, rowCell } from '../examples/row-cell.ts'
import { spentOn, type Spent } from '../examples/spent.ts'
import { axesOf, basesOf, together, withValues, type Axis } from '../examples/samples.ts'
import type { Environment, FormulaInputs } from '../examples/environment.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { fault, type Check } from './check.ts'
import { environmentOf } from './environments.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Code, Decimal, Place, Problem } from '../types.ts'

/** Refuses prices below our cost, and prices that fall when more is bought. */
export const belowCost: Check = {
  code: 'below-cost',
  run: catalog => {
    const seen = new Set<string>()
    return catalog.routes.flatMap(route => {
      const network = networkOf(catalog, route)
      if (!network || !route.price || route.suspended) return []
      const at = environmentOf(catalog, network, { whole: true })
      const base = requests(route, at)[0]!.own
      const place = rowPlaceOf(route)
      const rows = catalog.tables.find(one => one.name === route.table)?.rows ?? []
      const all: { row?: RowIR; base: FormulaInputs }[] = place
        ? rows.map(row => ({ row, base: withRow(route, base, { place, row }) }))
        : [{ base }]
      const price = JSON.stringify([route.table, priceCodes(route).map(code => line(code.js))])
      const isAgain = seen.has(price)
      seen.add(price)
      return all.flatMap(one => {
        const tried = { catalog, route, at, ...one }
        const cheap = route.price!.arms.some(arm => arm.cost) ? cheapest(tried) : []
        return isAgain ? cheap : [...cheap, ...falls(tried)]
      })
    })
  },
}

interface Tried {
  catalog: CatalogIR
  route: RouteIR
  at: Environment
  row?: RowIR
  base: FormulaInputs
}

/** A call that is sold too cheaply, if the bounds of the formulas do not exclude it. */
function cheapest(tried: Tried): Problem[] {
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
function codesOf(route: RouteIR): Code[] {
  const costs = (route.price?.arms ?? []).flatMap(({ cost }) =>
    cost ? [cost.code, ...cost.lets.map(one => one.code)] : [],
  )
  const gates = route.gates.flatMap(gate => gate.rule)
  return [...priceCodes(route), ...costs, ...gates]
}

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

function below(tried: Tried, call: FormulaInputs): Problem {
  const { price, cost } = amounts(tried, call)!
  const { num, den } = floorOf(tried.catalog)
  const factor = num === den ? '' : `, and the price must be ${Number(num) / Number(den)} times`
  const message =
    `${nameOf(tried)} is sold for ${usd(price)} USD and costs us ${usd(cost!)} USD${factor}: ` +
    `${shown(call)}`
  const hint = 'raise the price, correct the cost, or refuse such calls with a gate'
  return fault('below-cost', placeOf(tried), message, { hint, also: priceOf(tried) })
}

/** Finds the first field of which more costs less. */
function falls(tried: Tried): Problem[] {
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
        const message =
          `${nameOf(tried)} costs ${usd(before.price)} USD for ${shown(before.call)}, and ` +
          `with more of \`${axis.name}\` only ${usd(price)} USD: ${shown(call)}`
        const hint = 'buying more must never cost less: correct the formula or the row'
        return [fault('below-cost', placeOf(tried), message, { hint, also: priceOf(tried) })]
      }
      before = { call, price }
    }
  }
  return []
}

const nameOf = ({ route, row }: Tried): string =>
  row ? `${row.id} of ${route.method} ${route.path}` : `${route.method} ${route.path}`

const placeOf = ({ catalog, route, row }: Tried): Place =>
  row ? rowCell(catalog, route, row) : route.price!.place

const priceOf = ({ route }: Tried): NonNullable<Problem['also']> => [
  { place: route.price!.place, label: 'the price' },
]

/** A call as JSON, with long texts and lists cut. */
function shown({ body, query, hooks }: FormulaInputs): string {
  const parts = { ...(query as object | undefined), ...(body as object | undefined), ...hooks }
  return JSON.stringify(parts, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > 40)
      return `${value.slice(0, 10)}... (${value.length} characters)`
    return Array.isArray(value) && value.length > 3 ? `${value.length} elements` : value
  })
}
