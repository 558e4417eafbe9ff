/** Calls of declared hooks. */
import { suggestion } from '../problems/suggest.ts'
import { big, called, piece, readOf, type Piece } from './code.ts'
import { gcd } from './decimal.ts'
import { fail } from './fail.ts'
import { choicesFit, showType, type TypeOf } from './types.ts'
import { denOf, exactOf, exactPiece } from './numbers.ts'
import { read } from './access.ts'
import { toJson } from './json.ts'
import { bindingOf, helper, present, sourceOf, type Env, type Value } from './value.ts'
import type { Expr, ExprOf } from './expr.ts'
import type { Type } from '../types.ts'
import type { Walk } from './walk.ts'

/** How many arguments a call has, as the end of `here ...`. */
export const countedHere = ({ length }: readonly Expr[]): string =>
  length === 1 ? 'is 1 argument' : `are ${length || 'no'} arguments`

/** Lowers the call of a declared hook: checks its arguments, and awaits it if it waits. */
export function hook(env: Env, expr: ExprOf<'call'>, walk: Walk): Value {
  const binding = bindingOf(env, expr.name)!
  const { takes, gives, wait } = binding.type as TypeOf<'hook'>
  if (expr.args.length !== takes.length) {
    fail(expr, {
      code: 'wrong-arguments',
      message:
        `${expr.name}() takes ${takes.map(showType).join(', ') || 'nothing'}, here ` +
        countedHere(expr.args),
    })
  }
  const args = expr.args.map((arg, i) =>
    argument(env, { expr: arg, value: walk(env, arg), type: takes[i]! }),
  )
  const value = called(readOf(binding), args)
  if (!wait) return read(value, gives)
  if (Object.keys(env.locals).length > 0) {
    fail(expr, {
      code: 'waiting-hook',
      message: `${expr.name}() waits, and cannot be called for each element`,
      hint: 'call it in `let:`',
    })
  }
  env.gathered.wait = true
  return read(piece({ kind: 'unary', op: 'await', of: value.js }), gives)
}

/** A number over the denominator of a hook's argument, rounded up. */
function overDenominator(given: Value, den: bigint): Piece {
  const exact = exactOf(given)
  const from = denOf(given.type)
  const by = gcd(den, from)
  const scaled = exactPiece({ ...exact, factor: exact.factor * (den / by) })
  return from === by ? scaled : helper('ceilDiv', [scaled, big(from / by)])
}

/** An argument of a hook. JSON accepts any value, even an absent one. */
function argument(
  env: Env,
  { expr, value, type }: { expr: Expr; value: Value; type: Type },
): Piece {
  if (type.kind === 'json') return toJson(value)
  const given = present(env, value)
  if (type.kind === 'decimal' && (given.type.kind === 'decimal' || given.type.kind === 'integer'))
    return overDenominator(given, type.den)
  const wrong = (hint?: string): never =>
    fail(expr, {
      code: 'type-mismatch',
      message: `expected ${showType(type)} but \`${sourceOf(env, expr)}\` is ${showType(given.type)}`,
      hint,
    })
  if (given.type.kind !== type.kind)
    return type.kind === 'string' && given.type.kind === 'json' ? helper('str', [given]) : wrong()
  if (!choicesFit(type, given.type)) {
    return wrong(
      expr.kind === 'string'
        ? suggestion(expr.value, (type as TypeOf<'string'>).choices ?? [])
        : undefined,
    )
  }
  return given
}
