/**
 * Lowers `== != < <= > >=`. Both sides must be of the same type, and a comparison that has the same
 * result for every input is refused.
 */
import { nearest } from '../problems/suggest.ts'
import { not } from '../js/negate.ts'
import { joined, piece, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { align, floatOf, sharedUnit } from './numbers.ts'
import { choicesOf, comparable, isJson, isNumeric, showType, type TypeOf } from './types.ts'
import { helper, pathOf, present, sourceOf, truthOf, type Env, type Value } from './value.ts'
import { allOf, withinOf, oneOf } from './within.ts'
import type { Operator } from '../js/tree.ts'
import type { Comparison, Expr, ExprOf } from './expr.ts'

type Pair = readonly [Value, Value]

/** Compiles a comparison, such as `a < b`, to a condition. */
export function compare(env: Env, expr: ExprOf<'binary'>, sides: Pair): Value {
  refuseNone(expr)
  refuseImpossible(env, expr, sides)
  const [left, right]: Pair = [present(env, sides[0]), present(env, sides[1])]
  if (!comparable(left.type, right.type)) unlike(env, expr, [left, right])
  if (expr.op !== '==' && expr.op !== '!=') return order(env, expr, [left, right])
  if (isNumeric(left.type) && isNumeric(right.type)) return numbers(env, expr, [left, right])
  return equality(env, expr, [left, right])
}

function refuseNone(expr: ExprOf<'binary'>): void {
  for (const side of [expr.left, expr.right]) {
    if (side.kind === 'none')
      fail(side, {
        code: 'type-mismatch',
        message: '`none` cannot be compared',
        hint: 'test `has(x)`',
      })
  }
}

function unlike(env: Env, expr: ExprOf<'binary'>, [left, right]: Pair): never {
  const equal = expr.op === '==' || expr.op === '!='
  const always = expr.op === '!=' ? 'always true' : 'always false'
  const what =
    `\`${sourceOf(env, expr.left)}\` is ${showType(left.type)}, ` +
    `\`${sourceOf(env, expr.right)}\` is ${showType(right.type)}`
  const absent = [expr.left, expr.right].some(side => side.kind === 'null')
  const message = equal ? `${always}: ${what}` : `cannot compare: ${what}`
  return fail(expr, {
    code: equal ? 'always-false' : 'type-mismatch',
    message,
    hint: absent
      ? 'test `has(x)`'
      : (quotedHint(expr, [left, right]) ?? (equal ? SAME_RESULT : undefined)),
  })
}

/** The hint for a number that is compared with a text such as `"50"`. */
function quotedHint(expr: ExprOf<'binary'>, sides: Pair): string | undefined {
  if (!sides.some(({ type }) => isNumeric(type))) return undefined
  const text = [expr.left, expr.right].find(side => side.kind === 'string')
  return text?.kind === 'string' && /^\d+(?:\.\d+)?$/.test(text.value)
    ? `remove the quotes: ${text.value}`
    : undefined
}

/**
 * Lowers a comparison by size with JSON. JSON may have any type, and only numbers are compared by
 * size.
 */
function order(env: Env, expr: ExprOf<'binary'>, [left, right]: Pair): Value {
  if (isNumeric(left.type) && isNumeric(right.type)) return numbers(env, expr, [left, right])
  const sides = [
    { value: left, expr: expr.left },
    { value: right, expr: expr.right },
  ].map(side => {
    if (side.value.type.kind === 'json') return helper('num', [side.value])
    return numberBeside(env, side.value, side.expr)
  })
  return truthOf(joined(expr.op as Operator, [sides[0]!, sides[1]!]))
}

/** A number that is compared with JSON or a float. */
function numberBeside(env: Env, value: Value, expr: Expr): Piece {
  if (value.type.kind === 'integer' || value.type.kind === 'number') return value
  const float = floatOf(value)
  if (float) return float
  const hint = isNumeric(value.type)
    ? 'an exact decimal cannot be compared with a float; compare with an integer or a number ' +
      'written here'
    : 'texts are compared by == and != only'
  return fail(expr, {
    code: 'type-mismatch',
    message: `\`${sourceOf(env, expr)}\` is ${showType(value.type)} and cannot be compared here`,
    hint,
  })
}

/**
 * Compares numbers: integers as JavaScript numbers, decimals as BigInt over one denominator, floats
 * with other inexact numbers.
 */
function numbers(env: Env, expr: ExprOf<'binary'>, [left, right]: Pair): Value {
  const op = jsOperator(expr.op as Comparison)
  if (left.type.kind === 'number' || right.type.kind === 'number') {
    return truthOf(
      joined(op, [numberBeside(env, left, expr.left), numberBeside(env, right, expr.right)]),
    )
  }
  sharedUnit(
    env,
    [
      { value: left, span: expr.left },
      { value: right, span: expr.right },
    ],
    'compare',
  )
  if (left.type.kind === 'integer' && right.type.kind === 'integer') {
    const truth = decided(expr.op as Comparison, left.type, right.type)
    return truthOf(joined(op, [left, right]), truth === undefined ? {} : { truth })
  }
  const {
    pieces: [a, b],
    exacts,
  } = align([left, right])
  const truth = exacts.some(exact => exact.rest)
    ? {}
    : { truth: holds(expr.op as Comparison, exacts[0]!.factor, exacts[1]!.factor) }
  return truthOf(joined(op, [a!, b!]), truth)
}

const jsOperator = (op: Comparison): Operator => (op === '==' ? '===' : op === '!=' ? '!==' : op)

function holds<T extends bigint | number>(op: Comparison, a: T, b: T): boolean {
  switch (op) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
  }
}

/** The result of a comparison, if the declared ranges allow only one. */
function decided(op: Comparison, a: TypeOf<'integer'>, b: TypeOf<'integer'>): boolean | undefined {
  const [aLow, aHigh, bLow, bHigh] = [
    a.min ?? -Infinity,
    a.max ?? Infinity,
    b.min ?? -Infinity,
    b.max ?? Infinity,
  ]
  const apart = aHigh < bLow || bHigh < aLow
  if (op === '==' || op === '!=') {
    const same = aLow === aHigh && bLow === bHigh && aLow === bLow
    return apart ? op === '!=' : same ? op === '==' : undefined
  }
  const answers = [holds(op, aLow, bHigh), holds(op, aHigh, bLow)]
  return answers[0] === answers[1] ? answers[0] : undefined
}

/** Refuses the comparison of a text with a value that is not among its known choices. */
function refuseImpossible(env: Env, expr: ExprOf<'binary'>, [left, right]: Pair): void {
  const [a, b] = [choicesOf(left.type), choicesOf(right.type)]
  if (!a || !b || a.some(choice => b.includes(choice))) return
  const always = expr.op === '!=' ? 'always true' : 'always false'
  const near = expr.right.kind === 'string' ? nearest(expr.right.value, a) : undefined
  const message =
    `${always}: \`${sourceOf(env, expr.left)}\` is ${showType(left.type)}, never ` +
    `${showType(right.type)}`
  fail(expr, {
    code: 'always-false',
    message,
    hint: near ? `did you mean "${near}"?` : SAME_RESULT,
  })
}

/** The hint for a comparison whose result never changes. */
export const SAME_RESULT = 'compare with a value that occurs, or remove the comparison'

/** The possible values of compared texts if they are equal, and if they are not. */
function equals(expr: ExprOf<'binary'>, [left, right]: Pair): Partial<Value> {
  const sides = [
    { value: left, expr: expr.left, other: right },
    { value: right, expr: expr.right, other: left },
  ].map(side => {
    const values = withinOf(side.other.type)?.values
    if (!values || side.value.type.kind !== 'string') return {}
    return oneOf(pathOf(side.expr), {
      left: withinOf(side.value.type),
      values,
      exact: values.length === 1,
    })
  })
  const [same, other] = [
    allOf(sides[0]!.whenTrue, sides[1]!.whenTrue),
    allOf(sides[0]!.whenFalse, sides[1]!.whenFalse),
  ]
  const [whenTrue, whenFalse] = expr.op === '==' ? [same, other] : [other, same]
  return { ...(whenTrue ? { whenTrue } : {}), ...(whenFalse ? { whenFalse } : {}) }
}

/**
 * Whether TypeScript may refuse a comparison as always false: it may know a narrower type of JSON,
 * and what an earlier comparison proved of a text. A comparison with null is always allowed.
 */
function mayRefuse([left, right]: Pair): boolean {
  if (left.type.kind === 'null' || right.type.kind === 'null') return false
  if ([left, right].some(({ type, chain }) => type.kind === 'json' && chain?.keys.length === 0))
    return true
  const [a, b] = [withinOf(left.type)?.values, withinOf(right.type)?.values]
  return a !== undefined && b !== undefined && !a.some(value => b.includes(value))
}

const SIMPLE = new Set(['string', 'boolean', 'null', 'integer', 'number'])

function equality(env: Env, expr: ExprOf<'binary'>, [left, right]: Pair): Value {
  if (
    SIMPLE.has(left.type.kind) ||
    SIMPLE.has(right.type.kind) ||
    floatOf(left) ||
    floatOf(right)
  ) {
    const pieces = [floatOf(left) ?? left, floatOf(right) ?? right] as const
    if (mayRefuse([left, right]))
      return truthOf(sameness(expr, pieces), equals(expr, [left, right]))
    return truthOf(joined(jsOperator(expr.op as Comparison), pieces), equals(expr, [left, right]))
  }
  for (const [value, side] of [
    [left, expr.left],
    [right, expr.right],
  ] as const) {
    if (!isJson(value.type))
      fail(side, {
        code: 'type-mismatch',
        message: `\`${sourceOf(env, side)}\` is ${showType(value.type)} and cannot be compared here`,
      })
  }
  return truthOf(sameness(expr, [left, right]))
}

/** Deep equality of any two values. */
function sameness(expr: ExprOf<'binary'>, sides: readonly Piece[]): Piece {
  const same = helper('same', sides)
  return expr.op === '==' ? same : piece(not(same.js))
}
