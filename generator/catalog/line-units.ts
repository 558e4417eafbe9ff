/** Names the unit of a price line, in the words of the catalog. */
import { isAlike, number } from '../formula/build-expr.ts'
import type { Expr } from '../formula/expr.ts'
import type { NumberPart } from '../formula/lower-parts.ts'

/** The values and units that the names of a price stand for. */
export interface PriceNames {
  /** A part of the price as a number; undefined if it is not a number. */
  numberOf(expr: Expr): NumberPart | undefined
  /** What a name of a `let:` stands for. */
  valueOf(name: string): Expr | undefined
  /** The `units:` of the price. */
  units: readonly Unit[]
}

/** An entry of `units:`. */
interface Unit {
  name: string
  value: Expr
}

/** The unit of a line without a unit of its own: the call itself. */
const CALL = 'call'
const ONE = number('1')

/**
 * The unit of a product of counts. Without counts, it is the only unit that is always 1, or the
 * call itself.
 */
export function unitOf(counts: readonly Expr[], names: PriceNames): string {
  if (counts.length > 0) return counts.map(one => nameOf(one, names) ?? CALL).join(' * ')
  const single = names.units.filter(({ value }) => isAlike(value, ONE))
  return single.length === 1 ? single[0]!.name : CALL
}

/**
 * The unit with the same formula, or else the first name in the count's formula; undefined if there
 * is none.
 */
function nameOf(expr: Expr, names: PriceNames): string | undefined {
  const unit = namedUnit(expr, names)
  if (unit !== undefined) return unit.name
  if (expr.kind === 'name' || expr.kind === 'get') return expr.name
  const parts = expr.kind === 'call' ? [expr.of, ...expr.args].filter(one => one !== undefined) : []
  if (expr.kind === 'binary') parts.push(expr.left, expr.right)
  return parts.map(one => nameOf(one, names)).find(one => one !== undefined)
}

/** The entry of `units:` with the same formula. */
function namedUnit(expr: Expr, names: PriceNames): Unit | undefined {
  const own = definition(expr, names)
  return names.units.find(
    ({ value }) => isAlike(value, expr) || isAlike(definition(value, names), own),
  )
}

/** Whether an entry of `units:` has this formula. */
export const isUnit = (expr: Expr, names: PriceNames): boolean =>
  namedUnit(expr, names) !== undefined

/** The formula that a name stands for, through all `let:` values. */
function definition(expr: Expr, names: PriceNames): Expr {
  const value = expr.kind === 'name' ? names.valueOf(expr.name) : undefined
  return value === undefined ? expr : definition(value, names)
}
