/** Exact arithmetic on decimals, for proofs about amounts. */
import { decimalOf, reduced } from '../formula/decimal.ts'
import type { Decimal } from '../types.ts'

/** The sum. */
export function plus(a: Decimal, b: Decimal): Decimal {
  return reduced(a.num * b.den + b.num * a.den, a.den * b.den)
}

/** The same amount with the other sign. */
export const negative = (a: Decimal): Decimal => ({ num: -a.num, den: a.den })
/** The product. */
export const times = (a: Decimal, b: Decimal): Decimal => reduced(a.num * b.num, a.den * b.den)
/** The quotient; `b` is above zero. */
export const over = (a: Decimal, b: Decimal): Decimal => reduced(a.num * b.den, a.den * b.num)
/** Below zero where `a` is the smaller, zero where both are equal. */
export const compare = (a: Decimal, b: Decimal): number => Number(a.num * b.den - b.num * a.den)
/** The smaller of two. */
export const smaller = (a: Decimal, b: Decimal): Decimal => (compare(a, b) <= 0 ? a : b)
/** The larger of two. */
export const larger = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b)

/** A JavaScript number as a decimal; undefined if its text is not a plain decimal. */
export function ratioOf(value: number): Decimal | undefined {
  const text = String(value)
  return /^-?\d+(\.\d+)?$/.test(text) ? decimalOf(text) : undefined
}
