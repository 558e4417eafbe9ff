/** Lowers operations on texts: joining, testing their content, and writing values as text. */
import { array, global, method, number, spread } from '../js/tree.ts'
import { big, called, joined, memberOf, piece, type Piece } from './code.ts'
import { digitsOf } from './decimal.ts'
import { fail } from './fail.ts'
import { denOf, exactOf, exactPiece } from './numbers.ts'
import { showType, STRING } from './types.ts'
import { helper, present, sourceOf, truthOf, type Env, type Value } from './value.ts'
import type { Span } from './expr.ts'

/** `'a' + b` */
export function concat(env: Env, left: Value, right: Value): Value {
  return { ...joined('+', [present(env, left), present(env, right)]), type: STRING }
}

/** A value that must be a text; JSON of another type counts as the empty text. */
export function textPiece(env: Env, value: Value, span: Span): Piece {
  if (value.type.kind === 'string') return present(env, value)
  if (value.type.kind === 'json') return helper('str', [value])
  return fail(span, {
    code: 'type-mismatch',
    message: `expected a string but \`${sourceOf(env, span)}\` is ${showType(value.type)}`,
  })
}

/** `text.startsWith(part)` and its like. */
export function textQuestion(js: string, [of, part]: readonly [Piece, Piece]): Value {
  return truthOf(piece(method(of.js, js, [part.js])))
}

/**
 * `join(xs, between)`: the texts of a list as one text. JSON elements that are not texts are left
 * out.
 */
export function joinedTexts(
  env: Env,
  list: { value: Value; span: Span },
  between: { value: Value; span: Span },
): Value {
  const { type } = list.value
  const texts =
    type.kind === 'json' ||
    (type.kind === 'list' && (type.of.kind === 'string' || type.of.kind === 'json'))
  if (!texts)
    fail(list.span, {
      code: 'type-mismatch',
      message: `join() takes a list of strings; \`${sourceOf(env, list.span)}\` is ${showType(type)}`,
      hint: 'write each element as text: join(xs.map(x, text(x)), ", ")',
    })
  const given = present(env, list.value)
  const of = type.kind === 'list' && type.set ? piece(array([spread(given.js)])) : given
  return { ...helper('join', [of, textPiece(env, between.value, between.span)]), type: STRING }
}

/** `usd(x, digits)`: an amount as text with so many digits. */
export function amountText(value: Value, digits: number): Piece {
  return helper('text', [exactPiece(exactOf(value)), big(denOf(value.type)), piece(number(digits))])
}

/** `text(x)` and the holes of messages: any value in readable form; absent values are empty. */
export function asText(env: Env, value: Value, span: Span): Piece {
  const { type } = value
  if (type.kind === 'string' && !value.absent) return value
  if (type.kind === 'integer' && !value.absent) return called(global('String'), [value])
  if (type.kind === 'decimal') return decimalText(env, value, span)
  if (type.kind === 'models') return helper('say', [memberOf(value, 'ids')])
  if (type.kind === 'list' && type.of.kind === 'decimal') {
    return fail(span, {
      code: 'type-mismatch',
      message: `${showType(type)} cannot be written as text`,
    })
  }
  return helper('say', [value])
}

function decimalText(env: Env, value: Value, span: Span): Piece {
  const digits = digitsOf(denOf(value.type))
  if (digits === undefined) {
    fail(span, {
      code: 'type-mismatch',
      message: `\`${sourceOf(env, span)}\` has no finite decimal form`,
      hint: 'write the number of digits: usd(x, 6)',
    })
  }
  const given = present(env, value)
  const den = big(denOf(given.type))
  return helper('shortText', [exactPiece(exactOf(given)), den, piece(number(digits))])
}
