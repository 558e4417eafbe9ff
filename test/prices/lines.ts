/** What the lines of a price add up to. */
import type { PriceLine } from '../../runtime/x402/price-lines.ts'

const DIGITS = 18

/** A decimal in units of 10^-18. */
export function exact(text: string): bigint {
  const [whole = '', digits = ''] = text.replace('-', '').split('.')
  return BigInt(whole + digits.padEnd(DIGITS, '0')) * (text.startsWith('-') ? -1n : 1n)
}

/** The totals of lines, in micro-USD; undefined where that is no whole number. */
export function microOf(lines: readonly Pick<PriceLine, 'total'>[]): bigint | undefined {
  const sum = lines.reduce((all, { total }) => all + exact(total), 0n)
  return sum % 10n ** 12n === 0n ? sum / 10n ** 12n : undefined
}
