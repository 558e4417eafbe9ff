/** Checks that every call of every row costs the caller `margin_floor` times as much as us. */
import { boundsOf } from '../analysis/price.ts'
import { exprOf, factsOf } from '../analysis/facts.ts'
import { ends } from '../analysis/span.ts'
import { spanOf } from '../analysis/walk.ts'
import { usd } from '../examples/money.ts'
import { priceCodes } from '../examples/row-cell.ts'
import { axesOf, basesOf, together, withValues, type Axis } from '../examples/samples.ts'
import { costFault } from '../examples/spent.ts'
import type { FormulaInputs } from '../examples/environment.ts'
import { fault } from './check.ts'
import { amounts, checkOfPrices, shown, type Finding, type Tried } from './tried-prices.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Code, Decimal } from '../types.ts'

/**
 * Refuses prices below our cost. Where the bounds of the formulas do not exclude such a call,
 * sample requests are tried.
 */
export const belowCost = checkOfPrices('below-cost', fault, tried =>
  tried.route.price!.arms.some(arm => arm.cost) ? cheapest(tried) : undefined,
)

/** A cost that fails for the example, e.g. because it calls a hook without a given result. */
function uncomputedCost({ route, at, base }: Tried): Finding | undefined {
  const error = costFault(route, at, base)
  if (error === undefined) return undefined
  const hint = 'if the cost needs the result of a hook, give it in `given:` of the example'
  return { text: `has a \`cost\` that fails for its example: ${error}`, hint }
}

/** A call that is sold too cheaply, if the bounds of the formulas do not exclude it. */
function cheapest(tried: Tried): Finding | undefined {
  const uncomputed = uncomputedCost(tried)
  if (uncomputed) return uncomputed
  if (isProven(tried)) return undefined
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
  return cheap && below(tried, cheap)
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
  const full = row && { ...row, cells: row.full ?? row.cells }
  const facts = factsOf({ catalog, route, ...(full ? { row: full } : {}) })
  const expr = arms.length === 1 && arms[0]!.cost ? exprOf(arms[0]!.cost.code) : undefined
  const { min } = boundsOf(catalog, route, row) ?? {}
  const most = facts && expr && ends(spanOf(expr, facts)).high
  if (min === undefined || !most) return false
  const { num, den } = floorOf(catalog)
  return min * most.den * den >= most.num * 1_000_000n * num
}

function isCheap(tried: Tried, call: FormulaInputs): boolean {
  const got = amounts(tried, call)
  const { num, den } = floorOf(tried.catalog)
  return got?.cost !== undefined && got.price * den < got.cost * num
}

function below(tried: Tried, call: FormulaInputs): Finding {
  const { price, cost } = amounts(tried, call)!
  const { num, den } = floorOf(tried.catalog)
  const factor = num === den ? '' : `, and the price must be ${Number(num) / Number(den)} times`
  // A promotion below our cost may be intended.
  const isPromotion = tried.row?.full !== undefined || tried.route.isPromoted === true
  const sold = `${usd(price)} USD${isPromotion ? ' with its discount' : ''}`
  const text = `is sold for ${sold} and costs us ${usd(cost!)} USD${factor}: ${shown(call)}`
  const first = isPromotion ? 'lower the discount' : 'raise the price'
  const hint = `${first}, correct the cost, or refuse such calls with a gate`
  return { text, hint, ...(isPromotion ? { isWarning: true } : {}) }
}
