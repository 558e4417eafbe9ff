/** Lowers conditions, with what they prove: `&& || !` and `has`. */
import { not as negated } from '../js/negate.ts'
import { hasOwn, presenceTest, joined, piece } from './code.ts'
import { fail } from './fail.ts'
import { tableKey } from './access.ts'
import { keyOf } from './membership.ts'
import { showType, type TypeOf } from './types.ts'
import {
  nothingGathered,
  withFacts,
  pathOf,
  present,
  sourceOf,
  truthOf,
  type Env,
  type Value,
} from './value.ts'
import { allOf, anyOf, VACANT, type Narrowing } from './within.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Walk } from './walk.ts'

/** A condition that must be present. */
export function condition(env: Env, expr: Expr, walk: Walk): Value {
  const value = walk(env, expr)
  if (value.type.kind === 'boolean')
    return decided(present(env, value), value.type.is ?? value.truth)
  const hint =
    value.type.kind === 'json' ? 'JSON may have any type: compare it, `x == true`' : undefined
  return fail(expr, {
    code: 'type-mismatch',
    message: `expected a condition but \`${sourceOf(env, expr)}\` is ${showType(value.type)}`,
    hint,
  })
}

/** A condition that has the same result in all rows of the scope. */
function decided(value: Value, is: boolean | undefined): Value {
  return is === undefined
    ? value
    : { ...value, ...(is ? { whenFalse: 'never' } : { whenTrue: 'never' }) }
}

/** The facts after a condition that holds and after one that does not, if anything is proven. */
function ends(
  whenTrue: Narrowing | undefined,
  whenFalse: Narrowing | undefined,
): Pick<Value, 'whenTrue' | 'whenFalse'> {
  return { ...(whenTrue ? { whenTrue } : {}), ...(whenFalse ? { whenFalse } : {}) }
}

/** `a && b`: `b` may use what `a` proves. */
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

/** `a || b`: when `b` is evaluated, `a` is false. */
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

/** `has(path)`: whether the value is present. Its parents are then present too. */
export function has(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const path = expr.args[0]!
  if (path.kind !== 'name' && path.kind !== 'get' && path.kind !== 'index') {
    fail(path, { code: 'wrong-arguments', message: 'has() takes a path such as body.image_url' })
  }
  if (path.kind !== 'name' && isTable(env, path.of, walk)) return hasEntry(env, path, walk)
  const value = walk(env, path)
  const own = pathOf(path)
  // A value read by `get()` proves nothing about its path to TypeScript.
  const isSeen = (value.chain?.keys ?? []).length === 0
  const yes = new Set(isSeen ? proven(path) : own === undefined ? [] : [own])
  if (!value.absent && value.type.kind !== 'json')
    return truthOf(presenceTest(value.js), { truth: true })
  return truthOf(presenceTest(value.js), { yes, ...presence(value, path) })
}

/**
 * The facts after a presence test. An absent value cannot be wrong; a column that all these rows
 * have, or none has, leaves one result.
 */
function presence(value: Value, path: Expr): Pick<Value, 'whenTrue' | 'whenFalse'> {
  const own = pathOf(path)
  const { need, never } = value.absent ?? {}
  return ends(
    never ? 'never' : undefined,
    need ? 'never' : own === undefined ? undefined : new Map([[own, VACANT]]),
  )
}

/** What this look notes of the formula is noted again where the value is read. */
const isTable = (env: Env, expr: Expr, walk: Walk): boolean =>
  walk({ ...env, gathered: nothingGathered() }, expr).type.kind === 'table'

function hasEntry(env: Env, path: ExprOf<'get'> | ExprOf<'index'>, walk: Walk): Value {
  const of = walk(env, path.of) as Value & { type: TypeOf<'table'> }
  const expr: Expr =
    path.kind === 'index' ? path.key : { kind: 'string', value: path.name, ...path.at }
  const key = walk(env, expr)
  const name = tableKey(env, { table: of.type, name: sourceOf(env, path.of), key, at: expr })
  return truthOf(hasOwn(present(env, of), name), {
    yes: new Set(proven(path)),
    ...keyOf(env, { of, key, expr, table: path.of }),
  })
}

/** The paths that are present when this one is. */
function proven(path: Expr): string[] {
  const own = pathOf(path)
  const inner = path.kind === 'get' || path.kind === 'index' ? proven(path.of) : []
  return own === undefined ? inner : [...inner, own]
}
