/** Lowers the choice between values: `choose` and `first`. */
import { isNullish } from '../js/ask.ts'
import { binary, choice, global, word } from '../js/tree.ts'
import { called, ifGiven, isMember, joined, piece, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { toJson } from './json.ts'
import { align, decimalType, exactPiece, sharedUnit } from './numbers.ts'
import { common, isJson, isNumeric, JSON_TYPE, showType } from './types.ts'
import { withFacts, present, sourceOf, type Env, type Unit, type Value } from './value.ts'
import { restrict, VACANT, type Narrowing } from './within.ts'
import type { Expr, ExprOf, Span } from './expr.ts'
import type { Type } from '../types.ts'
import type { Walk } from './walk.ts'
import { condition } from './logic.ts'

/** `choose(test, a, b)` */
export function choose(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [testExpr, yesExpr, noExpr] = expr.args as [Expr, Expr, Expr]
  const test = condition(env, testExpr, walk)
  const branches = [
    {
      value: reached(walk(withFacts(env, test.yes, test.whenTrue), yesExpr), test.whenTrue),
      span: yesExpr,
    },
    {
      value: reached(walk(withFacts(env, test.no, test.whenFalse), noExpr), test.whenFalse),
      span: noExpr,
    },
  ] as const
  return alternatives(env, branches, {
    span: expr,
    verb: 'choose between',
    join: (a, b) => piece(choice(test.js, a.js, b.js)),
  })
}

/** The value of a branch that may be taken; a branch that never is adds nothing to the choice. */
function reached(value: Value, when: Narrowing | undefined): Value {
  return when === 'never' ? { ...value, type: restrict(value.type, VACANT) } : value
}

/** `first(a, b, ...)`: the first value that is present. JSON null counts as absent. */
export function first(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const values = expr.args.map(arg => ({ value: walk(env, arg), span: arg as Span }))
  return values.reduceRight((rest, one) => ({
    span: { start: one.span.start, end: rest.span.end },
    value: firstOf(env, one, rest),
  })).value
}

type Side = { value: Value; span: Span }

function firstOf(env: Env, one: Side, rest: Side): Value {
  refuseIdle(env, one)
  const { absent: _absent, exact: _exact, ...value } = one.value
  const isConverted =
    [value, rest.value].some(side => side.type.kind === 'decimal') && !sameForm(value, rest.value)
  return alternatives(env, [{ value, span: one.span }, rest], {
    span: { start: one.span.start, end: rest.span.end },
    verb: 'choose between',
    isFirst: true,
    join: (a, b) =>
      isConverted && isMember(value.js)
        ? piece(choice(binary('===', value.js, word(undefined)), b.js, a.js))
        : joined('??', [a, b]),
  })
}

/**
 * Reports values of `first` that are always or never present: `first` has no effect there, and
 * TypeScript refuses it.
 */
function refuseIdle(env: Env, { value, span }: Side): void {
  const always = isNullish(value.js)
  if (always === undefined) return
  const shown = sourceOf(env, span)
  fail(span, {
    code: 'wrong-arguments',
    message: always
      ? `\`${shown}\` is never present, so first() never returns it`
      : `\`${shown}\` is always present, so first() never returns a later value`,
    hint: 'remove it',
  })
}

const sameForm = (a: Value, b: Value): boolean =>
  a.type.kind === 'decimal' && b.type.kind === 'decimal' && a.type.den === b.type.den

/** The way in which two values are joined; `isFirst`: the second is used if the first is absent. */
interface Joining {
  span: Span
  verb: string
  isFirst?: boolean
  join: (a: Piece, b: Piece) => Piece
}

/** The common value of two alternatives: their common type, with numbers over one denominator. */
function alternatives(
  env: Env,
  [a, b]: readonly [Side, Side],
  { span, verb, isFirst, join }: Joining,
): Value {
  const absent = [a, b]
    .map(side => side.value)
    .find(value => value.absent && !(value.absent.need && value.type.kind !== 'none'))?.absent
  const [left, right] = [a, b].map(side =>
    side.value.absent?.need ? present(env, side.value) : side.value,
  ) as [Value, Value]
  const more = absent ? { absent } : {}
  if (
    isNumeric(left.type) &&
    isNumeric(right.type) &&
    left.type.kind !== 'number' &&
    right.type.kind !== 'number'
  ) {
    const unit = sharedUnit(
      env,
      [
        { ...a, value: left },
        { ...b, value: right },
      ],
      verb,
    )
    return {
      ...numericChoice(left, right, { join, isFirst, unit }),
      ...(left.negative || right.negative ? { negative: true } : {}),
      ...more,
    }
  }
  const type = common(left.type, right.type)
  if (type) return { ...join(left, right), type, ...more }
  if ((isStructure(left.type) && isStructure(right.type)) || nullable(left.type, right.type))
    return {
      ...join(toJson(left), toJson(right)),
      type: JSON_TYPE,
    }
  return fail(span, {
    code: 'type-mismatch',
    message: `cannot ${verb} ${showType(left.type)} and ${showType(right.type)}`,
  })
}

const nullable = (a: Type, b: Type): boolean =>
  isJson(a) && isJson(b) && (a.kind === 'null' || b.kind === 'null')
const isStructure = (type: Type): boolean =>
  isJson(type) && ['json', 'record', 'list', 'table'].includes(type.kind)

function numericChoice(
  left: Value,
  right: Value,
  { join, isFirst, unit }: Pick<Joining, 'join' | 'isFirst'> & { unit: Unit },
): Value {
  const { pieces, exacts, den } = align([left, right])
  const isInteger = left.type.kind === 'integer' && right.type.kind === 'integer'
  if (isInteger) {
    const exact = { factor: 1n, rest: join(pieces[0]!, pieces[1]!) }
    const isSure = !isFirst && !left.absent && !right.absent
    const type = common(left.type, right.type)!
    return { ...join(left, right), type, unit, ...(isSure ? { exact } : {}) }
  }
  // A value that may be absent is not calculated with, and stays absent if it is missing.
  const [x, y] = [left, right].map((value, i): Piece => {
    const isOpen = i === 0 && isFirst ? !isMember(value.js) : value.absent !== undefined
    return isOpen ? openPiece(value, exacts[i]!.factor) : pieces[i]!
  })
  const exact = { factor: 1n, rest: join(x!, y!) }
  return { ...exactPiece(exact), type: decimalType(den, unit), exact, unit }
}

/** A number that may be absent, times a factor. */
function openPiece(value: Value, factor: bigint): Piece {
  const isDecimal = value.type.kind === 'decimal'
  if (isDecimal && factor === 1n) return piece(value.js)
  return ifGiven(value, given =>
    exactPiece({ factor, rest: isDecimal ? given : called(global('BigInt'), [given]) }),
  )
}
