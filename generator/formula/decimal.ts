/** Exact decimals: numbers read from text, never through a float. */
import { shortText } from '../../runtime/formula.ts'
import type { Decimal } from '../types.ts'

/** The greatest common divisor. */
export const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? (a < 0n ? -a : a) : gcd(b, a % b))
/** The least common multiple. */
export const lcm = (a: bigint, b: bigint): bigint => (a / gcd(a, b)) * b

/**
 * Parses `1.05` as 21 over 20. The caller checks that the text is digits with at most one point and
 * perhaps a minus.
 */
export function decimalOf(text: string): Decimal {
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  return reduced(BigInt(whole + fraction), 10n ** BigInt(fraction.length))
}

/** The fraction in lowest terms. */
export function reduced(num: bigint, den: bigint): Decimal {
  const by = gcd(num, den) || 1n
  return { num: num / by, den: den / by }
}

/**
 * The number of digits after the point that show values over this denominator exactly; undefined if
 * no number of digits does.
 */
export function digitsOf(den: bigint): number | undefined {
  let [twos, fives, rest] = [0, 0, den]
  for (; rest % 2n === 0n; rest /= 2n) twos++
  for (; rest % 5n === 0n; rest /= 5n) fives++
  return rest === 1n ? Math.max(twos, fives) : undefined
}

/** An exact decimal without needless zeros. */
export const decimalText = ({ num, den }: Decimal): string =>
  shortText(num, den, digitsOf(den) ?? 0)
