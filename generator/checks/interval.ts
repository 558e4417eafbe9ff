/** How small and how large a formula can get, by interval arithmetic: for rules about amounts, never for amounts themselves. */
import type { Expr, ExprOf } from '../formula/expr.ts'

/** Inclusive ends; infinite where nothing is known. */
export interface Interval { low: number; high: number }

/** Nothing is known. */
export const ANYTHING: Interval = { low: -Infinity, high: Infinity }
const COUNT: Interval = { low: 0, high: Infinity }

/** What paths such as `body.n` and `model.rate` range over. Answers undefined for what is no number. */
export type Ranges = (path: string) => Interval | undefined

/** The interval of a numeric formula. */
export function interval(expr: Expr, ranges: Ranges): Interval {
  switch (expr.kind) {
    case 'number': return point(Number(expr.text))
    case 'seconds': return point(expr.value)
    case 'minus': return negated(interval(expr.of, ranges))
    case 'binary': return binary(expr, ranges)
    case 'call': return call(expr, ranges)
    case 'index': return ranges(`${pathText(expr.of) ?? '?'}[]`) ?? ANYTHING
    default: return ranges(pathText(expr) ?? '?') ?? ANYTHING
  }
}

/** `body.n` of a chain of names; undefined for anything else. */
export function pathText(expr: Expr): string | undefined {
  if (expr.kind === 'name') return expr.name
  if (expr.kind !== 'get') return undefined
  const of = pathText(expr.of)
  return of === undefined ? undefined : `${of}.${expr.name}`
}

const point = (value: number): Interval => ({ low: value, high: value })
const negated = ({ low, high }: Interval): Interval => ({ low: -high, high: -low })

/** The smallest interval that holds both. */
export function hull(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) }
}

function binary(expr: ExprOf<'binary'>, ranges: Ranges): Interval {
  const a = interval(expr.left, ranges)
  const b = interval(expr.right, ranges)
  if (expr.op === '+') return { low: a.low + b.low, high: a.high + b.high }
  if (expr.op === '-') return { low: a.low - b.high, high: a.high - b.low }
  if (expr.op === '*') return product(a, b)
  if (expr.op === '/' && b.low === b.high && b.low > 0) return { low: a.low / b.low, high: a.high / b.low }
  return ANYTHING
}

function product(a: Interval, b: Interval): Interval {
  const ends = [a.low, a.high].flatMap(x => [b.low, b.high].map(y => (x === 0 || y === 0 ? 0 : x * y)))
  return { low: Math.min(...ends), high: Math.max(...ends) }
}

function call(expr: ExprOf<'call'>, ranges: Ranges): Interval {
  const args = expr.args.map(arg => interval(arg, ranges))
  const [a = ANYTHING, b = ANYTHING, c = ANYTHING] = args
  if (expr.of) return ANYTHING
  switch (expr.name) {
    case 'min': return { low: Math.min(a.low, b.low), high: Math.min(a.high, b.high) }
    case 'max': return { low: Math.max(a.low, b.low), high: Math.max(a.high, b.high) }
    case 'first': return args.reduce(hull)
    case 'choose': return hull(b, c)
    // Whole numbers that hooks give are counts (tokens, sources); a hook that gives less than nothing is a fault of the hook.
    default: return COUNT
  }
}

/** Whether a formula subtracts anywhere. */
export function subtracts(expr: Expr): boolean {
  switch (expr.kind) {
    case 'minus': return true
    case 'binary': return expr.op === '-' || subtracts(expr.left) || subtracts(expr.right)
    case 'call': return expr.args.some(subtracts) || (expr.of !== undefined && subtracts(expr.of))
    case 'index': return subtracts(expr.of) || subtracts(expr.key)
    case 'get': case 'not': return subtracts(expr.of)
    case 'list': return expr.items.some(subtracts)
    default: return false
  }
}

/** Paths that a formula reads. */
export function pathsOf(expr: Expr): string[] {
  const own = pathText(expr)
  if (own !== undefined) return [own]
  switch (expr.kind) {
    case 'minus': case 'not': case 'get': return pathsOf(expr.of)
    case 'binary': return [...pathsOf(expr.left), ...pathsOf(expr.right)]
    case 'call': return [...(expr.of ? pathsOf(expr.of) : []), ...expr.args.flatMap(pathsOf)]
    case 'index': return [...pathsOf(expr.of), ...pathsOf(expr.key)]
    case 'list': return expr.items.flatMap(pathsOf)
    default: return []
  }
}
