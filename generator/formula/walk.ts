/** Types and lowers a parsed formula in one pass, with one function for each construct. */
import { get, index, name } from './access.ts'
import { nearest } from '../problems/suggest.ts'
import { call } from './calls.ts'
import { text, word } from '../js/tree.ts'
import { compare } from './compare.ts'
import { fail } from './fail.ts'
import { isListing, list, map, together } from './literals.ts'
import { both, either, not } from './logic.ts'
import { isIn } from './membership.ts'
import { constant, literal } from './numbers.ts'
import { arithmetic, division, minus } from './arithmetic.ts'
import { concat } from './texts.ts'
import { method } from './methods.ts'
import { choicesOf } from './types.ts'
import { bindingOf, plain, valueAt, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'

/**
 * Lowers one part of a formula. It is passed to the constructs, so that they do not depend on each
 * other.
 */
export type Walk = (env: Env, expr: Expr) => Value

/** Lowers a part of a formula; stops at the first mistake. */
export const walk: Walk = (env, expr) => {
  switch (expr.kind) {
    case 'number':
      return literal(expr)
    case 'seconds':
      return { ...constant(BigInt(expr.value), 1n), unit: 'count' }
    case 'string':
      return plain(text(expr.value), { kind: 'string', choices: [expr.value] })
    case 'boolean':
      return { ...plain(word(expr.value), { kind: 'boolean' }), truth: expr.value }
    case 'null':
      return plain(word(null), { kind: 'null' })
    case 'none':
      return {
        ...plain(word(undefined), { kind: 'none' }),
        absent: { name: 'none', at: expr, need: false },
      }
    case 'name':
      return valueAt(env, expr, name(env, expr))
    case 'get':
      return valueAt(env, expr, get(env, expr, walk))
    case 'index':
      return valueAt(env, expr, index(env, expr, walk))
    case 'call':
      return expr.of ? method(env, { ...expr, of: expr.of }, walk) : call(env, expr, walk)
    case 'list':
      return list(env, expr, walk)
    case 'map':
      return map(env, expr, walk)
    case 'not':
      return not(env, expr, walk)
    case 'minus':
      return minus(env, expr, walk(env, expr.of))
    case 'binary':
      return binary(env, expr)
  }
}

/** Refuses `body.quality == high` and `status in [queued]`, texts without quotes. */
function refuseBareWords(env: Env, { op, right }: ExprOf<'binary'>, { type }: Value): void {
  if (!['==', '!=', 'in'].includes(op) || (type.kind !== 'string' && type.kind !== 'json')) return
  const choices = choicesOf(type)
  const items = op !== 'in' ? [right] : right.kind === 'list' ? right.items : []
  for (const item of items) {
    if (item.kind !== 'name' || bindingOf(env, item.name)) continue
    const near = choices?.includes(item.name) ? item.name : nearest(item.name, choices ?? [])
    const isText = choices === undefined && !nearest(item.name, namesOf(env))
    if (near === undefined && !isText) continue
    fail(item, {
      code: 'unknown-name',
      message: `unknown name ${item.name}`,
      hint: isText
        ? `if the text is meant, put it in quotes: "${item.name}"`
        : `put it in quotes: "${near}"`,
    })
  }
}

const namesOf = ({ names, locals }: Env): string[] =>
  [names, locals].flatMap(one => Object.keys(one))

function binary(env: Env, expr: ExprOf<'binary'>): Value {
  if (expr.op === '&&') return both(env, expr, walk)
  if (expr.op === '||') return either(env, expr, walk)
  const left = walk(env, expr.left)
  if (expr.op === '/') return division(env, expr, left)
  refuseBareWords(env, expr, left)
  const right = walk(env, expr.right)
  if (expr.op === 'in') return isIn(env, expr, [left, right])
  if (expr.op === '+' && left.type.kind === 'string' && right.type.kind === 'string')
    return concat(env, left, right)
  if (expr.op === '+' && isListing(left, right)) return together(env, left, right)
  if (expr.op === '+' || expr.op === '-' || expr.op === '*')
    return arithmetic(env, expr, [left, right])
  return compare(env, expr, [left, right])
}
