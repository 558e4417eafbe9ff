/** The negation of conditions. */
import { binary, type Js, type Operator } from './tree.ts'

const OPPOSITE: Partial<Record<Operator, Operator>> = { '===': '!==', '!==': '===' }

/**
 * A condition that holds where this one does not: `!x` becomes `x`, `a === b` becomes `a !== b`.
 * Sizes are not turned around, because `!(a < b)` also holds where one of them is no number.
 */
export function not(js: Js): Js {
  if (js.kind === 'unary' && js.op === '!') return js.of
  const op = js.kind === 'binary' ? OPPOSITE[js.op] : undefined
  if (js.kind === 'binary' && op) return binary(op, js.left, js.right)
  return { kind: 'unary', op: '!', of: js }
}
