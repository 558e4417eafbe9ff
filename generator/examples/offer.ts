/** Prices a route as the runtime does: its formulas are compiled from the emitted text. */
import type { PriceTerm, Scope } from '../../runtime/contract.ts'
import { chooseModel, type Offer } from '../../runtime/quote.ts'
import { rowPlaceOf } from '../analysis/reads.ts'
import { functionOf, SCOPE } from '../emit/code/function.ts'
import { actualFunction, linesFunction, microOf } from '../emit/code/price.ts'
import type { Block, PriceIR, RouteIR } from '../ir.ts'
import type { Js } from '../js/tree.ts'
import { requestScope, type Environment, type FormulaInputs } from './environment.ts'
import { compiled } from './evaluate.ts'

const SITE = { roots: SCOPE, isInline: true }

/** The route as the environment's network sells it. Each formula is compiled when it first runs. */
export function offerOf(route: RouteIR, at: Environment): Offer {
  const offer = at.offers.get(route) ?? makeOffer(route, at)
  at.offers.set(route, offer)
  return offer
}

function makeOffer(route: RouteIR, at: Environment): Offer {
  const { pick, free, price } = route
  const run = (block: Block) => (c: object) => ready(block, at, () => functionOf(block, SITE))(c)
  return {
    route: {
      pickAt: rowPlaceOf(route),
      pick: pick && (run(pick) as Offer['route']['pick']),
      free: free && (run(free) as Offer['route']['free']),
      price: price && {
        micro: c => ready(price, at, () => microOf(price, SITE))(c) as bigint,
        actual: actualIn(price, at),
        lines: linesIn(price, at),
        decimals: price.decimals,
        identify: price.identify,
      },
    },
  }
}

/** The function that computes the price of actual use; undefined if the price has none. */
function actualIn(price: PriceIR, at: Environment): NonNullable<Offer['route']['price']>['actual'] {
  const first = price.arms.find(({ actual }) => actual !== undefined)?.actual
  if (first === undefined) return undefined
  return c => ready(first, at, () => actualFunction(price, SITE)!)(c) as bigint | undefined
}

/** The function that computes the lines of a price; undefined if the price has none. */
function linesIn(price: PriceIR, at: Environment): NonNullable<Offer['route']['price']>['lines'] {
  const first = price.arms.find(({ lines }) => lines !== undefined)?.lines
  if (first === undefined) return undefined
  return c => ready(first, at, () => linesFunction(price, SITE)!)(c) as readonly PriceTerm[]
}

/**
 * The scope of the route's formulas before payment. `model` is the picked row, or undefined if the
 * pick matches none.
 */
export function scopeOf(route: RouteIR, at: Environment, given: FormulaInputs): Scope {
  const scope = requestScope(route, at, given)
  chooseModel({ compiled: offerOf(route, at), scope })
  return scope
}

/** The compiled function of a formula, gate or price; cached. */
export function ready(of: object, at: Environment, make: () => Js): (c: object) => unknown {
  const known = at.ready.get(of) ?? compiled(make(), at.cache)
  at.ready.set(of, known)
  return known
}
