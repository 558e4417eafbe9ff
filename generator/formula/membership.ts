/** Lowers `x in y`: membership in a list, a set, a table's keys, JSON, or the models on sale. */
import { nearest } from '../problems/suggest.ts'
import { freeNames, isSame } from '../js/ask.ts'
import {
  array,
  binary,
  lambda,
  method,
  name as nameOf,
  path as pathJs,
  spread,
  type Js,
} from '../js/tree.ts'
import { hasOwn, presenceTest, piece, safeName, type Piece } from './code.ts'
import { SAME_RESULT } from './compare.ts'
import { fail } from './fail.ts'
import { tableKey } from './access.ts'
import { align, denOf, exactOf, exactPiece, floatOf } from './numbers.ts'
import { choicesFit, choicesOf, comparable, isNumeric, showType, type TypeOf } from './types.ts'
import { tablePath } from './keys.ts'
import { helper, pathOf, present, sourceOf, truthOf, type Env, type Value } from './value.ts'
import { allOf, oneOf, withinOf } from './within.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Type } from '../types.ts'

/** A membership as a condition. */
export function isIn(
  env: Env,
  expr: ExprOf<'binary'>,
  [left, right]: readonly [Value, Value],
): Value {
  const { type } = right
  if (type.kind === 'models') return inModels(env, expr, left, { ...right, type })
  const of = present(env, right)
  if (type.kind === 'table') return inTable(env, expr, left, { ...of, type })
  if (type.kind === 'json')
    return truthOf(
      piece(method(helper('items', [of]).js, 'includes', [beside(env, expr, left).js])),
    )
  if (type.kind !== 'list') return noContainer(env, expr, right)
  const value = present(env, left)
  if (!comparable(value.type, type.of)) {
    const hint =
      expr.left.kind === 'not'
        ? `write !(${sourceOf(env, { start: expr.left.of.start, end: expr.end })})`
        : SAME_RESULT
    const what =
      `\`${sourceOf(env, expr.left)}\` is ${showType(value.type)}, ` +
      `\`${sourceOf(env, expr.right)}\` is ${showType(type)}`
    fail(expr, { code: 'always-false', message: `always false: ${what}`, hint })
  }
  const proven = inValues(expr, value, type)
  if (right.elements) return inWritten(env, expr, value, { ...right, elements: right.elements })
  refuseDisjoint(env, expr, value, type)
  const member = listMember(env, expr, value, type)
  if (!choicesFit(type.of, value.type))
    return { ...someIs(type.set ? array([spread(of.js)]) : of.js, member), ...proven }
  return truthOf(piece(method(of.js, type.set ? 'has' : 'includes', [member.js])), proven)
}

/**
 * The possible values of a text that is in a list. A negative result proves nothing unless the list
 * is written here, because rows differ.
 */
function inValues(
  expr: ExprOf<'binary'>,
  value: Value,
  type: TypeOf<'list'>,
  exact = false,
): Partial<Value> {
  const values = withinOf(type.of)?.values
  return values ? oneOf(pathOf(expr.left), { left: withinOf(value.type), values, exact }) : {}
}

/** The facts about a key that a table has, and about one that it lacks. */
export function keyOf(
  env: Env,
  {
    of,
    key,
    expr,
    table,
  }: { of: Value & { type: TypeOf<'table'> }; key: Value; expr: Expr; table: Expr },
): Partial<Value> {
  const [path, name] = [pathOf(expr), tablePath(env, table)]
  const left = withinOf(key.type)
  const values = of.type.keys ?? of.type.some
  const proven =
    values && !of.type.open ? oneOf(path, { left, values, exact: of.type.keys !== undefined }) : {}
  if (path === undefined || name === undefined || proven.whenTrue === 'never') return proven
  return { ...proven, whenTrue: allOf(proven.whenTrue, new Map([[path, { keyOf: [name] }]]))! }
}

/**
 * Tests any text against a list of choices: TypeScript refuses `includes` there, though the result
 * is the same.
 */
function someIs(list: Js, member: Piece): Value {
  const one = safeName('one', freeNames(member.js))
  const test = lambda([one], binary('===', nameOf(one), member.js))
  return truthOf(piece(method(list, 'some', [test])))
}

function noContainer(env: Env, expr: ExprOf<'binary'>, right: Value): never {
  const hints: Partial<Record<Type['kind'], string>> = {
    string: 'write `text.contains("part")`',
    record: 'test `has(x.name)`',
  }
  return fail(expr.right, {
    code: 'type-mismatch',
    message: `\`${sourceOf(env, expr.right)}\` is ${showType(right.type)}; nothing is in it`,
    hint: hints[right.type.kind],
  })
}

/** The membership of the route's own pick: whether the chosen row exists. */
function inModels(
  env: Env,
  expr: ExprOf<'binary'>,
  left: Value,
  models: Value & { type: TypeOf<'models'> },
): Value {
  const { pick, chosen = 'model' } = models.type
  if (pick !== undefined && isSame(left.js, pick))
    return truthOf(presenceTest(pathJs(chosen)), { provesModel: true, yes: new Set(['model']) })
  if (left.type.kind !== 'string' && left.type.kind !== 'json') {
    fail(expr.left, {
      code: 'type-mismatch',
      message: `a model is named by a string; this is ${showType(left.type)}`,
    })
  }
  const id =
    left.type.kind === 'json'
      ? helper('str', [left])
      : left.absent?.need
        ? present(env, left)
        : left
  return truthOf(presenceTest(method(models.js, 'get', [id.js])))
}

function inTable(
  env: Env,
  expr: ExprOf<'binary'>,
  left: Value,
  of: Value & { type: TypeOf<'table'> },
): Value {
  const key = tableKey(env, {
    table: of.type,
    name: sourceOf(env, expr.right),
    key: left,
    at: expr.left,
  })
  const choices = choicesOf(left.type)
  const truth =
    choices && of.type.keys && choices.every(choice => of.type.keys!.includes(choice))
      ? { truth: true }
      : {}
  return truthOf(hasOwn(of, key), {
    ...truth,
    ...keyOf(env, { of, key: left, expr: expr.left, table: expr.right }),
  })
}

function beside(env: Env, expr: ExprOf<'binary'>, left: Value): Piece {
  const value = present(env, left)
  if (value.type.kind !== 'decimal') return value
  return (
    floatOf(value) ??
    fail(expr.left, {
      code: 'type-mismatch',
      message: 'an exact decimal cannot be searched in JSON',
    })
  )
}

function refuseDisjoint(
  env: Env,
  expr: ExprOf<'binary'>,
  value: Value,
  type: TypeOf<'list'>,
): void {
  const [choices, held] = [choicesOf(value.type), choicesOf(type.of)]
  if (!choices || !held || choices.some(choice => held.includes(choice))) return
  fail(expr, {
    code: 'always-false',
    message: `always false: \`${sourceOf(env, expr.right)}\` contains only ${showType(type.of)}`,
    hint: SAME_RESULT,
  })
}

function listMember(env: Env, expr: ExprOf<'binary'>, value: Value, type: TypeOf<'list'>): Piece {
  if (!isNumeric(type.of) || value.type.kind === 'json') return value
  if (type.of.kind === 'integer' && value.type.kind === 'integer') return value
  const den = denOf(type.of)
  if (
    type.of.kind === 'decimal' &&
    value.type.kind !== 'number' &&
    den % denOf(value.type) === 0n
  ) {
    const exact = exactOf(value)
    return exactPiece({ ...exact, factor: exact.factor * (den / denOf(value.type)) })
  }
  return fail(expr, {
    code: 'type-mismatch',
    message:
      `\`${sourceOf(env, expr.left)}\` is ${showType(value.type)}, the list holds ` +
      `${showType(type.of)}`,
  })
}

type Written = Value & { elements: NonNullable<Value['elements']> }

/**
 * Lowers membership in a list written in the formula: each element must be possible, and all
 * numbers get one form.
 */
function inWritten(env: Env, expr: ExprOf<'binary'>, left: Value, right: Written): Value {
  const choices = choicesOf(left.type)
  const texts = right.elements.map(one => choicesOf(one.value.type))
  right.elements.forEach((one, i) => {
    if (!choices || !texts[i] || texts[i].some(text => choices.includes(text))) return
    const near = one.expr.kind === 'string' ? nearest(one.expr.value, choices) : undefined
    fail(one.expr, {
      code: 'always-false',
      message:
        `\`${sourceOf(env, expr.left)}\` is ${showType(left.type)}, never ` +
        `${showType(one.value.type)}`,
      hint: near ? `did you mean "${near}"?` : SAME_RESULT,
    })
  })
  const all = choices?.every(choice =>
    right.elements.some(one => one.expr.kind === 'string' && one.expr.value === choice),
  )
  const [list, member] = written(env, expr, left, right)
  const exact = right.elements.every(one => one.expr.kind === 'string')
  const proven = inValues(expr, left, right.type as TypeOf<'list'>, exact)
  return truthOf(piece(method(list, 'includes', [member.js])), {
    ...proven,
    ...(all ? { truth: true } : {}),
  })
}

function written(env: Env, expr: ExprOf<'binary'>, left: Value, right: Written): [Js, Piece] {
  const values = right.elements.map(one => present(env, one.value))
  const exact =
    isNumeric(left.type) &&
    left.type.kind !== 'number' &&
    [left, ...values].some(value => value.type.kind === 'decimal')
  if (exact) {
    const { pieces } = align([left, ...values])
    return [array(pieces.slice(1).map(one => one.js)), pieces[0]!]
  }
  const pieces = values.map(value => {
    if (value.type.kind !== 'decimal') return value
    return (
      floatOf(value) ??
      fail(expr.right, {
        code: 'type-mismatch',
        message: 'this list can only contain numbers written here',
      })
    )
  })
  return [array(pieces.map(one => one.js)), left]
}
