/**
 * The lines of a price, as callers see them: exact decimals whose totals add up to the amount
 * exactly. Rounding has its own line.
 */
import type { PriceTerm } from '../contract.ts'

/**
 * `quantity` times `rate` is `total`, in USD. It is a type and not an interface, so that it is
 * assignable to Json.
 */
export type PriceLine = { unit: string; quantity: string; rate: string; total: string }

/** Digits after the decimal point; further digits are cut and counted in the rounding line. */
const DIGITS = 18
const ONE = 10n ** BigInt(DIGITS)
const ZERO = '0'.charCodeAt(0)
/** Units of a total in a micro-USD. */
const MICRO = ONE / 1_000_000n

/** Returns the lines of a price of `amount` micro-USD; a single line if its terms are unknown. */
export function linesOf(terms: readonly PriceTerm[] | undefined, amount: bigint): PriceLine[] {
  const wanted = amount * MICRO
  const lines: PriceLine[] = []
  let sum = 0n
  for (const term of terms ?? [['call', 1, 1n, amount, 1_000_000n] as const]) {
    const [unit, quantity, quantityOver, rate, rateOver] = term
    if (!quantity || !rate) continue
    const total = (BigInt(quantity) * BigInt(rate) * ONE) / (quantityOver * rateOver)
    sum += total
    lines.push({
      unit,
      quantity: decimal(quantity, quantityOver),
      rate: decimal(rate, rateOver),
      total: written(total),
    })
  }
  return sum === wanted ? lines : [...lines, rounding(wanted - sum)]
}

function rounding(amount: bigint): PriceLine {
  const total = written(amount)
  return { unit: 'rounding', quantity: '1', rate: total, total }
}

const decimal = (value: number | bigint, over: bigint): string =>
  over === 1n ? String(value) : written((BigInt(value) * ONE) / over)

/** Formats an amount in units of 10^-18, without trailing zeros. */
function written(amount: bigint): string {
  if (amount < 0n) return `-${written(-amount)}`
  const digits = amount.toString().padStart(DIGITS + 1, '0')
  let end = digits.length
  while (end > digits.length - DIGITS && digits.charCodeAt(end - 1) === ZERO) end--
  const point = digits.length - DIGITS
  const whole = digits.slice(0, point)
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`
}
