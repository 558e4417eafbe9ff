/** Lowers `zip({ a: xs, b: ys })`: several lists combined to one list of records. */
import { fail } from './fail.ts'
import { isJson, partOf, showType } from './types.ts'
import { helper, type Env, type Value } from './value.ts'
import type { ExprOf } from './expr.ts'
import type { Field, Type } from '../types.ts'
import type { Walk } from './walk.ts'

/**
 * The elements of each list at the same index, under the names of the map. The result is as long as
 * the shortest list; an absent value, or one that is not a list, has length 0.
 */
export function zip(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const [lists] = expr.args
  if (lists?.kind !== 'map' || lists.entries.length === 0)
    return fail(expr, {
      code: 'wrong-arguments',
      message: 'zip() takes a map of lists of JSON',
      hint: 'write zip({ a: xs, b: ys })',
    })
  const fields = lists.entries.map(({ key, value }): [string, Field] => [
    key,
    { type: elementOf(walk(env, value).type, value) },
  ])
  const of: Type = { kind: 'record', fields: Object.fromEntries(fields) }
  return { ...helper('zip', [walk(env, lists)]), type: { kind: 'list', of } }
}

function elementOf(type: Type, span: ExprOf<'call'>['args'][number]): Type {
  if (type.kind === 'json') return partOf(type, '[]')
  if (type.kind === 'list' && !type.set && isJson(type.of)) return type.of
  return fail(span, {
    code: 'type-mismatch',
    message: `zip() takes lists of JSON; this is ${showType(type)}`,
  })
}
