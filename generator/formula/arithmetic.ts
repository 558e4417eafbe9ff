/** Lowers sums, products and quotients: exact for money, JavaScript numbers for integers. */
import { negative as negated } from '../js/tree.ts'
import { joined } from './code.ts'
import { decimalOf, lcm } from './decimal.ts'
import { fail } from './fail.ts'
import type { TypeOf } from './types.ts'
import { sourceOf, type Env, type Exact, type Unit, type Value } from './value.ts'
import type { ExprOf, Span } from './expr.ts'
import type { Type } from '../types.ts'
import {
  constant,
  exactPiece,
  exactOf,
  denOf,
  unitOf,
  decimalValue,
  align,
  calculable,
  sharedUnit,
} from './numbers.ts'

/** `+ - *` of two numbers. */
export function arithmetic(
  env: Env,
  expr: ExprOf<'binary'>,
  [l, r]: readonly [Value, Value],
): Value {
  const [left, right] = [
    calculable(env, l, expr.left, factorHint(env, expr.left)),
    calculable(env, r, expr.right, factorHint(env, expr.right)),
  ]
  const sides = [
    { value: left, span: expr.left },
    { value: right, span: expr.right },
  ] as const
  const unit =
    expr.op === '*'
      ? productUnit(env, sides)
      : sharedUnit(env, sides, expr.op === '+' ? 'add' : 'subtract')
  const negative = left.negative || right.negative || expr.op === '-'
  const exact = expr.op === '*' ? product(left, right) : sum(left, right, expr.op as '+' | '-')
  if (left.type.kind === 'integer' && right.type.kind === 'integer')
    return integer({ expr, left, right, exact, unit, negative })
  const den =
    expr.op === '*'
      ? denOf(left.type) * denOf(right.type)
      : lcm(denOf(left.type), denOf(right.type))
  return decimalValue(exact, den, { unit, negative })
}

/** The hint for a boolean in place of a number. */
const factorHint = (env: Env, test: Span): string => `write choose(${sourceOf(env, test)}, 1, 0)`

function productUnit(
  env: Env,
  sides: readonly [{ value: Value; span: Span }, { value: Value; span: Span }],
): Unit {
  const units = sides.map(side => unitOf(side.value))
  if (units[0] === 'usd' && units[1] === 'usd') {
    fail(sides[1].span, {
      code: 'unit-mismatch',
      message: `cannot multiply USD by USD: \`${sourceOf(env, sides[1].span)}\` is in USD too`,
      also: { span: sides[0].span, label: 'in USD' },
    })
  }
  return units.includes('usd') ? 'usd' : units.includes('any') ? 'any' : 'count'
}

function product(left: Value, right: Value): Exact {
  const [a, b] = [exactOf(left), exactOf(right)]
  const factor = a.factor * b.factor
  if (factor === 0n) return { factor }
  const rest = a.rest && b.rest ? joined('*', [a.rest, b.rest]) : (a.rest ?? b.rest)
  return rest ? { factor, rest } : { factor }
}

function sum(left: Value, right: Value, op: '+' | '-'): Exact {
  const {
    pieces,
    exacts: [a, b],
  } = align([left, right])
  if (!a!.rest && !b!.rest)
    return { factor: op === '+' ? a!.factor + b!.factor : a!.factor - b!.factor }
  if (!b!.rest && b!.factor === 0n) return a!
  if (!a!.rest && a!.factor === 0n && op === '+') return b!
  return { factor: 1n, rest: joined(op, [pieces[0]!, pieces[1]!]) }
}

interface Integers {
  expr: ExprOf<'binary'>
  left: Value
  right: Value
  exact: Exact
  unit: Unit
  negative: boolean
}

/** An integer as a JavaScript number, with its exact form for calculations with money. */
function integer({ expr, left, right, exact, unit, negative }: Integers): Value {
  const safe =
    exact.factor <= BigInt(Number.MAX_SAFE_INTEGER) &&
    exact.factor >= -BigInt(Number.MAX_SAFE_INTEGER)
  if (!exact.rest && safe) return constant(exact.factor, 1n, unit)
  const type: Type = {
    kind: 'integer',
    ...interval(expr.op, left.type as TypeOf<'integer'>, right.type as TypeOf<'integer'>),
  }
  return {
    ...joined(expr.op as '+' | '-' | '*', [left, right]),
    type,
    exact,
    unit,
    ...(negative ? { negative } : {}),
  }
}

function interval(
  op: string,
  a: TypeOf<'integer'>,
  b: TypeOf<'integer'>,
): { min?: number; max?: number } {
  const [aLow, aHigh, bLow, bHigh] = [
    a.min ?? -Infinity,
    a.max ?? Infinity,
    b.min ?? -Infinity,
    b.max ?? Infinity,
  ]
  const ends =
    op === '+'
      ? [aLow + bLow, aHigh + bHigh]
      : op === '-'
        ? [aLow - bHigh, aHigh - bLow]
        : [aLow, aHigh].flatMap(x => [bLow, bHigh].map(y => (x === 0 || y === 0 ? 0 : x * y)))
  const [min, max] = [Math.min(...ends), Math.max(...ends)]
  return {
    ...(Number.isSafeInteger(min) ? { min } : {}),
    ...(Number.isSafeInteger(max) ? { max } : {}),
  }
}

/**
 * `x / literal`: multiplies by the literal's denominator, and moves its numerator into the static
 * denominator.
 */
export function division(env: Env, expr: ExprOf<'binary'>, left: Value): Value {
  const by = expr.right
  if (by.kind !== 'number') {
    fail(by, {
      code: 'division',
      message: 'divide only by a number written in the formula, so that the result stays exact',
    })
  }
  const { num, den } = decimalOf(by.text)
  if (num === 0n) fail(by, { code: 'division', message: 'cannot divide by zero' })
  const value = calculable(env, left, expr.left)
  const exact = exactOf(value)
  return decimalValue({ ...exact, factor: exact.factor * den }, denOf(value.type) * num, {
    unit: unitOf(value),
    negative: value.negative,
  })
}

/** `-x`. */
export function minus(env: Env, expr: ExprOf<'minus'>, of: Value): Value {
  const value = calculable(env, of, expr.of)
  const exact = { ...exactOf(value), factor: -exactOf(value).factor }
  if (!exact.rest) return constant(exact.factor, denOf(value.type), unitOf(value))
  const done = { exact, unit: unitOf(value), negative: true }
  if (value.type.kind !== 'integer') return { ...exactPiece(exact), type: value.type, ...done }
  const { min, max } = value.type
  const type: Type = {
    kind: 'integer',
    ...(max === undefined ? {} : { min: -max }),
    ...(min === undefined ? {} : { max: -min }),
  }
  return { js: negated(value.js), type, ...done }
}
