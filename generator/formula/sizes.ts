/**
 * Lowers `size`, `count` and `filled`: the number of elements, and whether there is any content.
 */
import { binary, member, number } from '../js/tree.ts'
import { piece, type Piece } from './code.ts'
import { fail } from './fail.ts'
import { isJson, showType } from './types.ts'
import { helper, present, sourceOf, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Walk } from './walk.ts'

/** The number of elements, characters or entries. An absent value has none. */
export function size(env: Env, expr: Expr, walk: Walk): Value {
  const raw = walk(env, expr)
  const value = raw.absent?.need ? present(env, raw) : raw
  return {
    ...sizePiece(env, value, expr),
    type: {
      kind: 'integer',
      min: value.type.kind === 'list' && !value.absent ? (value.type.min ?? 0) : 0,
    },
  }
}

function sizePiece(env: Env, value: Value, expr: Expr): Piece {
  switch (value.type.kind) {
    case 'list': {
      const isAbsent = value.absent !== undefined
      const js = member(value.js, value.type.set ? 'size' : 'length', isAbsent)
      return piece(isAbsent ? binary('??', js, number(0)) : js)
    }
    case 'string':
    case 'json':
    case 'table':
      return helper('length', [value])
    case 'models':
      return piece(member(member(value.js, 'ids'), 'length'))
  }
  return fail(expr, {
    code: 'type-mismatch',
    message: `\`${sourceOf(env, expr)}\` is ${showType(value.type)} and has no size`,
  })
}

/** `count(json)`: the number of elements of a list, 1 for any other value, 0 for an absent one. */
export function count(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = walk(env, expr.args[0]!)
  if (!isJson(value.type))
    fail(expr.args[0]!, {
      code: 'type-mismatch',
      message: `count() takes JSON; this is ${showType(value.type)}`,
      hint: 'write size(x)',
    })
  return { ...helper('count', [value]), type: { kind: 'integer', min: 0 } }
}

/**
 * `filled(x)` of JSON or a text: whether it has content: a text that is not blank, a number, a
 * boolean, a file, or one of these inside.
 */
export function filled(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const value = walk(env, expr.args[0]!)
  if (value.type.kind !== 'json' && value.type.kind !== 'string')
    fail(expr.args[0]!, {
      code: 'type-mismatch',
      message: `filled() takes JSON or a text; this is ${showType(value.type)}`,
      hint: 'write has(x) or size(x)',
    })
  return { ...helper('filled', [value]), type: { kind: 'boolean' } }
}
