/**
 * Computes the proven bounds of a price: no request that passes the gates is quoted outside of
 * them.
 */
import { ceilDiv } from '../../runtime/formula.ts'
import type { CatalogIR, RouteIR, RowIR } from '../ir.ts'
import type { Decimal } from '../types.ts'
import { exprOf, factsOf } from './facts.ts'
import { ends, hull, type Span } from './span.ts'
import { spanOf, truth, type Facts } from './walk.ts'

/**
 * The lowest and highest quote of a paid call, in micro-USD; a bound that cannot be proven is left
 * out.
 */
export interface Bounds {
  min?: bigint
  max?: bigint
}

/** The bounds for one row, or for a route without rows; empty if no paid call passes the gates. */
export function boundsOf(catalog: CatalogIR, route: RouteIR, row?: RowIR): Bounds | undefined {
  const facts = factsOf({ catalog, route, ...(row ? { row } : {}) })
  if (facts === undefined || route.price === undefined || isFree(route, facts)) return undefined
  const by = route.price.by && exprOf(route.price.by)
  const { values, absent } = by ? spanOf(by, facts) : {}
  const arms = route.price.arms.filter(
    ({ value }) => value === undefined || absent || values === undefined || values.includes(value),
  )
  const amounts = arms.map(({ micro }) => {
    const expr = exprOf(micro)
    return expr ? ends(spanOf(expr, facts)) : {}
  })
  return amounts.length === 0 ? undefined : inMicro(amounts.reduce(hull))
}

/** The bounds that hold for all of several prices. */
export function widest(all: readonly Bounds[]): Bounds {
  const known = (ends: readonly (bigint | undefined)[]): bigint[] =>
    ends.includes(undefined) ? [] : (ends as bigint[])
  const [mins, maxs] = [known(all.map(one => one.min)), known(all.map(one => one.max))]
  return {
    ...(mins.length > 0 ? { min: mins.reduce((a, b) => (b < a ? b : a)) } : {}),
    ...(maxs.length > 0 ? { max: maxs.reduce((a, b) => (b > a ? b : a)) } : {}),
  }
}

function isFree({ free }: RouteIR, facts: Facts): boolean {
  const expr = free && exprOf(free.code)
  return expr !== undefined && truth(expr, facts) === true
}

/**
 * Converts a span to micro-USD. Prices are never below zero; the check refuses formulas that could
 * be.
 */
function inMicro({ low, high }: Span): Bounds {
  const micro = ({ num, den }: Decimal): bigint => ceilDiv(num * 1_000_000n, den)
  return {
    ...(low && low.num >= 0n ? { min: micro(low) } : {}),
    ...(high ? { max: micro(high) } : {}),
  }
}
