/** The set of values that a formula can have: a list of values, or a range of numbers. */
import type { Decimal } from '../types.ts'
import { compare, larger, negative, over, plus, smaller, times } from './ratio.ts'

/** A value that is known. */
export type Known =
  | string
  | boolean
  | null
  | Decimal
  | readonly Known[]
  | ReadonlyMap<string, Known>

/**
 * The possible values. With `values`, exactly these; otherwise numbers between the known inclusive
 * ends. `absent`: the value may be missing. A span without any member allows every present value.
 */
export interface Span {
  values?: readonly Known[]
  low?: Decimal
  high?: Decimal
  absent?: boolean
}

/** The span without any knowledge. */
export const ANYTHING: Span = { absent: true }
/** The span of a value that is always missing. */
export const MISSING: Span = { values: [], absent: true }
/** A span with more values than these is treated as any value. */
const MOST = 400

/** One value. */
export const exactly = (value: Known): Span => ({ values: [value] })
/** A whole number. */
export const whole = (value: bigint | number): Decimal => ({ num: BigInt(value), den: 1n })

/** Whether a value is a number. */
export function isAmount(value: Known): value is Decimal {
  return typeof value === 'object' && value !== null && 'num' in value
}

/** The ends of a number. */
export function ends({ values, low, high }: Span): { low?: Decimal; high?: Decimal } {
  if (values === undefined) return { ...(low ? { low } : {}), ...(high ? { high } : {}) }
  const amounts = values.filter(isAmount)
  if (amounts.length === 0 || amounts.length < values.length) return {}
  return { low: amounts.reduce(smaller), high: amounts.reduce(larger) }
}

/** The smallest span that holds both. */
export function hull(a: Span, b: Span): Span {
  const absent = a.absent || b.absent ? { absent: true } : {}
  if (a.values?.length === 0) return { ...b, ...absent }
  if (b.values?.length === 0) return { ...a, ...absent }
  if (a.values && b.values && a.values.length + b.values.length <= MOST) {
    return { values: [...a.values, ...b.values], ...absent }
  }
  const [x, y] = [ends(a), ends(b)]
  const low = x.low && y.low && smaller(x.low, y.low)
  const high = x.high && y.high && larger(x.high, y.high)
  return { ...(low ? { low } : {}), ...(high ? { high } : {}), ...absent }
}

/** The span of a value to which both spans apply. A compared value is present. */
export function both(a: Span, b: Span): Span {
  if (a.values) return { values: a.values.filter(value => holds(b, value)) }
  if (b.values) return { values: b.values.filter(value => holds(a, value)) }
  const low = a.low && b.low ? larger(a.low, b.low) : (a.low ?? b.low)
  const high = a.high && b.high ? smaller(a.high, b.high) : (a.high ?? b.high)
  return { ...(low ? { low } : {}), ...(high ? { high } : {}) }
}

/** Whether a span contains a value. */
function holds({ values, low, high }: Span, value: Known): boolean {
  if (values) return values.some(one => same(one, value))
  if (!isAmount(value)) return true
  return !(low && compare(value, low) < 0) && !(high && compare(value, high) > 0)
}

/** Whether two values are equal; lists and tables are never compared. */
export function same(a: Known, b: Known): boolean {
  return isAmount(a) && isAmount(b) ? compare(a, b) === 0 : a === b
}

/** Sum, difference, product, or quotient by a known number above zero. */
export function arithmetic(op: '+' | '-' | '*' | '/', left: Span, right: Span): Span {
  const [a, b] = [ends(left), ends(right)]
  if (op === '+') return { ...end('low', a.low, b.low, plus), ...end('high', a.high, b.high, plus) }
  if (op === '-') return arithmetic('+', left, turned(right))
  if (op === '*') return product(a, b)
  const by = b.low && b.high && compare(b.low, b.high) === 0 && b.low.num > 0n ? b.low : undefined
  return by ? { ...end('low', a.low, by, over), ...end('high', a.high, by, over) } : {}
}

/** The span of the number with the other sign. */
export function turned(span: Span): Span {
  const { low, high } = ends(span)
  return { ...(high ? { low: negative(high) } : {}), ...(low ? { high: negative(low) } : {}) }
}

type Ends = Pick<Span, 'low' | 'high'>

type Combine = (a: Decimal, b: Decimal) => Decimal

function end(name: keyof Ends, a: Decimal | undefined, b: Decimal | undefined, how: Combine): Span {
  return a && b ? { [name]: how(a, b) } : {}
}

const notNegative = ({ low }: Ends): boolean => low !== undefined && low.num >= 0n

function product(a: Ends, b: Ends): Span {
  if (a.low && a.high && b.low && b.high) {
    const { low, high } = b
    const all = [a.low, a.high].flatMap(one => [times(one, low), times(one, high)])
    return { low: all.reduce(smaller), high: all.reduce(larger) }
  }
  return notNegative(a) && notNegative(b) ? { low: times(a.low!, b.low!) } : {}
}
