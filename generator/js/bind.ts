/** The precedence of expressions, and where brackets are needed. */
import type { Js, Operator } from './tree.ts'

/** The precedence of expressions, lowest first. */
export const BIND = { arrow: 1, choice: 2, first: 3, equal: 9, unary: 15, call: 20 } as const

const OPERATORS: Readonly<Record<Operator, number>> = {
  '??': BIND.first,
  '||': 4,
  '&&': 5,
  '===': BIND.equal,
  '!==': BIND.equal,
  '<': 10,
  '<=': 10,
  '>': 10,
  '>=': 10,
  '+': 12,
  '-': 12,
  '*': 13,
  '/': 13,
}

/** The precedence of an expression. */
export function bindOf(js: Js): number {
  switch (js.kind) {
    case 'arrow':
      return BIND.arrow
    case 'choice':
      return BIND.choice
    case 'binary':
      return OPERATORS[js.op]
    case 'as':
      return 10
    case 'unary':
      return BIND.unary
    case 'number':
      return js.value < 0 ? BIND.unary : BIND.call
    default:
      return BIND.call
  }
}

/** Both sides of an operator, each with the lowest precedence that needs no brackets. */
export function sidesOf({ op, left, right }: Extract<Js, { kind: 'binary' }>): [Js, number][] {
  const own = OPERATORS[op]
  if (op !== '??')
    return [
      [left, own],
      [right, own + 1],
    ]
  // `??` groups with itself either way; `&&` and `||` beside it are refused without brackets.
  return [left, right].map(side => [side, isFirst(side) ? own : BIND.equal])
}

const isFirst = (js: Js): boolean => js.kind === 'binary' && js.op === '??'

/** The lowest precedence of a unary operand without brackets: `-(-x)` is not `--x`. */
export function operandBind(op: string, of: Js): number {
  const isSigned = (of.kind === 'unary' && of.op === '-') || (of.kind === 'number' && of.value < 0)
  return op === '-' && isSigned ? BIND.call : BIND.unary
}

/** The lowest precedence of an expression before a member: `1.5.x` and `1n.x` need brackets too. */
export function baseBind(of: Js): number {
  return of.kind === 'number' ? BIND.call + 1 : BIND.call
}

/** Whether the text of an expression begins with the brace of an object. */
export function beginsWithBrace(js: Js): boolean {
  switch (js.kind) {
    case 'object':
      return true
    case 'member':
    case 'index':
    case 'call':
    case 'as':
      return !('isNew' in js && js.isNew) && beginsWithBrace(js.of)
    case 'binary':
      return beginsWithBrace(js.left)
    case 'choice':
      return beginsWithBrace(js.test)
    default:
      return false
  }
}
