/** Lowers functions of numbers and amounts: `least`, `min`, `max`, `usd` and `micro`. */
import { ceilDiv } from '../../runtime/formula.ts'
import { global } from '../js/tree.ts'
import { big, called, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { INTEGER, showType, STRING, type TypeOf } from './types.ts'
import {
  align,
  calculable,
  decimalValue,
  denOf,
  exactOf,
  exactPiece,
  inLowestTerms,
  sharedUnit,
  unitOf,
} from './numbers.ts'
import { read } from './access.ts'
import { amountText } from './texts.ts'
import { helper, present, sourceOf, type Env, type Unit, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Type } from '../types.ts'
import type { Walk } from './walk.ts'

/** `least(table)`: the smallest number of a table or list. */
export function least(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = present(env, walk(env, expr.args[0]!))
  const of = value.type.kind === 'table' || value.type.kind === 'list' ? value.type.of : undefined
  if (
    !of ||
    (of.kind !== 'integer' && of.kind !== 'decimal') ||
    (value.type.kind === 'list' && value.type.set)
  ) {
    return fail(expr.args[0]!, {
      code: 'type-mismatch',
      message: `least() takes a table of numbers; this is ${showType(value.type)}`,
    })
  }
  return read(helper('least', [value]), of)
}

/** `min(a, b)` and `max(a, b)`, over one denominator. */
export function extreme(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const sides = expr.args.map(arg => ({ span: arg, value: calculable(env, walk(env, arg), arg) }))
  return sides.reduce((a, b) => {
    const unit = sharedUnit(env, [a, b], 'compare')
    return {
      span: expr,
      value: {
        ...extremeOf(expr.name, [a.value, b.value], unit),
        ...signOf(expr.name, [a.value, b.value]),
      },
    }
  }).value
}

function extremeOf(name: string, [a, b]: readonly [Value, Value], unit: Unit): Value {
  const { pieces, den } = align([a, b])
  const exact = { factor: 1n, rest: helper(name, pieces) }
  if (a.type.kind !== 'integer' || b.type.kind !== 'integer')
    return decimalValue(exact, den, { unit })
  return { ...helper(name, [a, b]), type: extremeRange(name, a.type, b.type), exact, unit }
}

function extremeRange(name: string, a: TypeOf<'integer'>, b: TypeOf<'integer'>): Type {
  const pick = name === 'min' ? Math.min : Math.max
  const [min, max] = [
    pick(a.min ?? -Infinity, b.min ?? -Infinity),
    pick(a.max ?? Infinity, b.max ?? Infinity),
  ]
  return {
    kind: 'integer',
    ...(Number.isFinite(min) ? { min } : {}),
    ...(Number.isFinite(max) ? { max } : {}),
  }
}

/** The larger of a difference and zero is not negative. */
function signOf(name: string, [a, b]: readonly [Value, Value]): { negative?: true } {
  const floor = name === 'max' && [a, b].some(value => !value.negative)
  return !floor && (a.negative || b.negative) ? { negative: true } : {}
}

/** `usd(x, digits)`: the amount as text, truncated to the digits. */
export function usd(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [amount, digits] = expr.args as [Expr, Expr]
  const places = digits.kind === 'number' ? Number(digits.text) : Number.NaN
  if (!Number.isInteger(places) || places > 18)
    fail(digits, {
      code: 'wrong-arguments',
      message: 'usd() takes the number of digits, written here, from 0 to 18',
    })
  return { ...amountText(calculable(env, walk(env, amount), amount), places), type: STRING }
}

/** `micro(x)`: whole micro-USD, rounded up, as a JSON number. */
export function micro(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = calculable(env, walk(env, expr.args[0]!), expr.args[0]!)
  if (unitOf(value) === 'count')
    fail(expr.args[0]!, {
      code: 'unit-mismatch',
      message: `micro() takes an amount in USD; \`${sourceOf(env, expr.args[0]!)}\` is a count`,
    })
  return { ...called(global('Number'), [toMicro(value)]), type: INTEGER }
}

/**
 * An amount as a BigInt of whole micro-USD: one multiplication, then at most one division,
 * rounded up.
 */
export function toMicro(value: Value): Piece {
  const exact = exactOf(value)
  const scaled = { ...exact, factor: exact.factor * 1_000_000n }
  const { exact: lowest, den } = inLowestTerms(scaled, denOf(value.type))
  if (!lowest.rest) return big(ceilDiv(lowest.factor, den))
  const piece = exactPiece(lowest)
  return den === 1n ? piece : helper('ceilDiv', [piece, big(den)])
}
