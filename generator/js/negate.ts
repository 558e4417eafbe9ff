/** Negates conditions. */
import { binary, type Js, type Operator } from './tree.ts'

const OPPOSITE: Partial<Record<Operator, Operator>> = { '===': '!==', '!==': '===' }

/**
 * The negated condition: `!x` becomes `x`, `a === b` becomes `a !== b`. Comparisons by size are not
 * inverted, because `!(a < b)` also holds if one of them is not a number.
 */
export function not(js: Js): Js {
  if (js.kind === 'unary' && js.op === '!') return js.of
  const op = js.kind === 'binary' ? OPPOSITE[js.op] : undefined
  if (js.kind === 'binary' && op) return binary(op, js.left, js.right)
  return { kind: 'unary', op: '!', of: js }
}
