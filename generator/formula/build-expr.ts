/** Builds formulas from parts of others. They have no place in a text. */
import type { Expr, Operator } from './expr.ts'

const NOWHERE = { start: 0, end: 0 }

/** A number as written, e.g. `0.05`. */
export const number = (text: string): Expr =>
  text.startsWith('-')
    ? { kind: 'minus', of: number(text.slice(1)), ...NOWHERE }
    : { kind: 'number', text, ...NOWHERE }

/** `left op right`. */
export const join = (op: Operator, left: Expr, right: Expr): Expr => ({
  kind: 'binary',
  op,
  left,
  right,
  ...NOWHERE,
})

/** The product of all factors; 1 without factors. */
export const product = (factors: readonly Expr[]): Expr =>
  factors.length === 0 ? ONE : factors.reduce((left, right) => join('*', left, right))

/** The sum of all addends; 0 without addends. */
export const sum = (addends: readonly Expr[]): Expr =>
  addends.length === 0 ? number('0') : addends.reduce((left, right) => join('+', left, right))

/** The value if all tests hold, else 0. */
export const when = (tests: readonly Expr[], value: Expr): Expr =>
  tests.reduceRight<Expr>(
    (inner, test) => ({
      kind: 'call',
      name: 'choose',
      args: [test, inner, number('0')],
      at: NOWHERE,
      ...NOWHERE,
    }),
    value,
  )

/** `!of`. */
export const not = (of: Expr): Expr => ({ kind: 'not', of, ...NOWHERE })

const ONE = number('1')

/** Whether two formulas are written alike, ignoring their places. */
export const isAlike = (a: Expr, b: Expr): boolean => written(a) === written(b)

const PLACES: ReadonlySet<string> = new Set(['start', 'end', 'at'])

const written = (expr: Expr): string =>
  JSON.stringify(expr, (key, value: unknown) => (PLACES.has(key) ? undefined : value))
