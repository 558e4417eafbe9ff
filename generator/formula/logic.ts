/**
 * Conditions, what they prove, and choosing between values: `&& || !`, `has`, `choose`, `first`.
 */
import { not as negated } from '../js/negate.ts'
import { isNullish } from '../js/ask.ts'
import { binary, choice, global, word } from '../js/tree.ts'
import { called, hasOwn, ifGiven, isMember, isThere, joined, piece, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { tableKey } from './access.ts'
import { keyOf } from './membership.ts'
import { toJson } from './json.ts'
import { align, decimalType, exactPiece, sharedUnit, unitOf } from './numbers.ts'
import { common, isJson, isNumeric, JSON_TYPE, showType, type TypeOf } from './types.ts'
import { withFacts, pathOf, present, sourceOf, truthOf, type Env, type Value } from './value.ts'
import { allOf, anyOf, restrict, VACANT, type Narrowing } from './within.ts'
import type { Expr, ExprOf, Span } from './expr.ts'
import type { Type } from '../types.ts'
import type { Walk } from './walk.ts'

/** A condition, present. */
export function condition(env: Env, expr: Expr, walk: Walk): Value {
  const value = walk(env, expr)
  if (value.type.kind === 'boolean')
    return decided(present(env, value), value.type.is ?? value.truth)
  const hint =
    value.type.kind === 'json' ? 'JSON may be anything: compare it, `x == true`' : undefined
  return fail(expr, {
    code: 'type-mismatch',
    message: `expected a condition but \`${sourceOf(env, expr)}\` is ${showType(value.type)}`,
    hint,
  })
}

/** A condition that is so in all rows that are looked at. */
function decided(value: Value, is: boolean | undefined): Value {
  return is === undefined
    ? value
    : { ...value, ...(is ? { whenFalse: 'never' } : { whenTrue: 'never' }) }
}

/** The ways in which a condition can end, where anything is proven. */
function ends(
  whenTrue: Narrowing | undefined,
  whenFalse: Narrowing | undefined,
): Pick<Value, 'whenTrue' | 'whenFalse'> {
  return { ...(whenTrue ? { whenTrue } : {}), ...(whenFalse ? { whenFalse } : {}) }
}

/** `a && b`: b may use what a proves. */
export function both(env: Env, expr: ExprOf<'binary'>, walk: Walk): Value {
  const left = condition(env, expr.left, walk)
  const right = condition(withFacts(env, left.yes, left.whenTrue), expr.right, walk)
  const truth = left.truth === false || right.truth === false ? false : left.truth && right.truth
  return truthOf(joined('&&', [left, right]), {
    ...(truth === undefined ? {} : { truth }),
    yes: merged(left.yes, right.yes),
    no: shared(left.no, right.no),
    ...ends(
      allOf(left.whenTrue, right.whenTrue),
      anyOf(left.whenFalse, allOf(left.whenTrue, right.whenFalse)),
    ),
    ...(left.provesModel || right.provesModel ? { provesModel: true } : {}),
  })
}

/** `a || b`: b may use what is so when a is false. */
export function either(env: Env, expr: ExprOf<'binary'>, walk: Walk): Value {
  const left = condition(env, expr.left, walk)
  const right = condition(withFacts(env, left.no, left.whenFalse), expr.right, walk)
  const truth =
    left.truth === true || right.truth === true
      ? true
      : left.truth === false && right.truth === false
        ? false
        : undefined
  return truthOf(joined('||', [left, right]), {
    ...(truth === undefined ? {} : { truth }),
    yes: shared(left.yes, right.yes),
    no: merged(left.no, right.no),
    ...ends(
      anyOf(left.whenTrue, allOf(left.whenFalse, right.whenTrue)),
      allOf(left.whenFalse, right.whenFalse),
    ),
  })
}

type Facts = ReadonlySet<string> | undefined
const merged = (a: Facts, b: Facts): ReadonlySet<string> => new Set([...(a ?? []), ...(b ?? [])])
const shared = (a: Facts, b: Facts): ReadonlySet<string> =>
  new Set([...(a ?? [])].filter(fact => b?.has(fact)))

/** `!a` */
export function not(env: Env, expr: ExprOf<'not'>, walk: Walk): Value {
  const of = condition(env, expr.of, walk)
  const swapped = {
    ...(of.no ? { yes: of.no } : {}),
    ...(of.yes ? { no: of.yes } : {}),
    ...(of.truth === undefined ? {} : { truth: !of.truth }),
    ...ends(of.whenFalse, of.whenTrue),
  }
  return truthOf(piece(negated(of.js)), swapped)
}

/** `has(path)`: whether it is present; what it stands in is then present too. */
export function has(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const path = expr.args[0]!
  if (path.kind !== 'name' && path.kind !== 'get' && path.kind !== 'index') {
    fail(path, { code: 'wrong-arguments', message: 'has() asks for a path such as body.image_url' })
  }
  if (path.kind === 'index') {
    const of = walk(env, path.of)
    if (of.type.kind === 'table') {
      const yes = new Set(proven(path))
      return hasEntry(env, path, { of: { ...of, type: of.type }, key: walk(env, path.key), yes })
    }
  }
  const value = walk(env, path)
  const own = pathOf(path)
  // What `get()` reads proves nothing to TypeScript of the path that leads there.
  const isSeen = (value.chain?.keys ?? []).length === 0
  const yes = new Set(isSeen ? proven(path) : own === undefined ? [] : [own])
  if (!value.absent && value.type.kind !== 'json')
    return truthOf(isThere(value.js), { truth: true })
  return truthOf(isThere(value.js), { yes, ...presence(value, path) })
}

/**
 * What is absent can have no wrong value; a column that all these rows have, or none has, leaves
 * one end.
 */
function presence(value: Value, path: Expr): Pick<Value, 'whenTrue' | 'whenFalse'> {
  const own = pathOf(path)
  const { need, never } = value.absent ?? {}
  return ends(
    never ? 'never' : undefined,
    need ? 'never' : own === undefined ? undefined : new Map([[own, VACANT]]),
  )
}

interface Entry {
  of: Value & { type: TypeOf<'table'> }
  key: Value
  yes: ReadonlySet<string>
}

function hasEntry(env: Env, path: ExprOf<'index'>, { of, key, yes }: Entry): Value {
  const name = tableKey(env, { table: of.type, name: sourceOf(env, path.of), key, at: path.key })
  return truthOf(hasOwn(present(env, of), name), {
    yes,
    ...keyOf(env, { of, key, expr: path.key, table: path.of }),
  })
}

/** The paths that are present when this one is. */
function proven(path: Expr): string[] {
  const own = pathOf(path)
  const inner = path.kind === 'get' || path.kind === 'index' ? proven(path.of) : []
  return own === undefined ? inner : [...inner, own]
}

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

/** A value that is never taken adds nothing to what the choice can be. */
function reached(value: Value, when: Narrowing | undefined): Value {
  return when === 'never' ? { ...value, type: restrict(value.type, VACANT) } : value
}

/** `first(a, b, ...)`: the first that is present. Of JSON, null counts as absent. */
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

/** A value that is always or never present makes `first` needless, and TypeScript refuses it. */
function refuseIdle(env: Env, { value, span }: Side): void {
  const always = isNullish(value.js)
  if (always === undefined) return
  const shown = sourceOf(env, span)
  fail(span, {
    code: 'wrong-arguments',
    message: always
      ? `\`${shown}\` is never present, so first() never takes it`
      : `\`${shown}\` is always present, so first() never takes what follows it`,
    hint: 'leave it out',
  })
}

const sameForm = (a: Value, b: Value): boolean =>
  a.type.kind === 'decimal' && b.type.kind === 'decimal' && a.type.den === b.type.den

/** How two values become one; `isFirst`: the second is taken where the first is absent. */
interface Joining {
  span: Span
  verb: string
  isFirst?: boolean
  join: (a: Piece, b: Piece) => Piece
}

/** Two values of which one is taken: what they have in common, numbers over one denominator. */
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
      ...numericChoice(left, right, { join, isFirst }),
      unit,
      ...(left.negative || right.negative ? { negative: true } : {}),
      ...more,
    }
  }
  const type = common(left.type, right.type)
  if (type) return { ...join(left, right), type, ...more }
  if ((isStructure(left.type) && isStructure(right.type)) || nullable(left.type, right.type))
    return {
      ...join(toJson(env, left), toJson(env, right)),
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
  { join, isFirst }: Pick<Joining, 'join' | 'isFirst'>,
): Value {
  const { pieces, exacts, den } = align([left, right])
  const isInteger = left.type.kind === 'integer' && right.type.kind === 'integer'
  if (isInteger) {
    const exact = { factor: 1n, rest: join(pieces[0]!, pieces[1]!) }
    const isSure = !isFirst && !left.absent && !right.absent
    const type = common(left.type, right.type)!
    return { ...join(left, right), type, ...(isSure ? { exact } : {}) }
  }
  // What may be absent is not calculated with, and stays absent where it is.
  const [x, y] = [left, right].map((value, i): Piece => {
    const isOpen = i === 0 && isFirst ? !isMember(value.js) : value.absent !== undefined
    return isOpen ? openPiece(value, exacts[i]!.factor) : pieces[i]!
  })
  const exact = { factor: 1n, rest: join(x!, y!) }
  const unit = unitOf(left) === 'any' ? unitOf(right) : unitOf(left)
  return { ...exactPiece(exact), type: decimalType(den, unit), exact }
}

/** A number that may be absent, times a factor. */
function openPiece(value: Value, factor: bigint): Piece {
  const isDecimal = value.type.kind === 'decimal'
  if (isDecimal && factor === 1n) return piece(value.js)
  return ifGiven(value, given =>
    exactPiece({ factor, rest: isDecimal ? given : called(global('BigInt'), [given]) }),
  )
}
