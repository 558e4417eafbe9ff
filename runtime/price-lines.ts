/**
 * The lines of a price, as callers see them: exact decimals, of which the totals add up to the
 * amount to the last digit. What is rounded is a line of its own.
 */
import type { PriceTerm, Route, Scope } from './contract.ts'
import { text } from './formula.ts'

/**
 * `quantity` times `rate` is `total`, in USD. It is a type and not an interface, so that it is
 * assignable to Json.
 */
export type PriceLine = { unit: string; quantity: string; rate: string; total: string }

/** Digits behind the point; what has more is cut, and is then in the line of the rounding. */
const DIGITS = 18
const ONE = 10n ** BigInt(DIGITS)
/** Units of a total in a micro-USD. */
const MICRO = ONE / 1_000_000n

/** The lines of a price that comes to `amount` micro-USD, in this scope. */
export function linesOf(
  price: Pick<NonNullable<Route['price']>, 'lines'>,
  scope: Scope,
  amount: bigint,
): PriceLine[] {
  const terms = price.lines?.(scope) ?? [['call', 1, 1n, amount, 1_000_000n] as const]
  const wanted = amount * MICRO
  const lines: PriceLine[] = []
  let sum = 0n
  for (const term of terms) {
    const total = totalOf(term)
    if (total === 0n) continue
    const [unit, quantity, quantityOver, rate, rateOver] = term
    sum += total
    lines.push({
      unit,
      quantity: decimal(quantity, quantityOver),
      rate: decimal(rate, rateOver),
      total: short(text(total, ONE, DIGITS)),
    })
  }
  return sum === wanted ? lines : [...lines, rounding(wanted - sum)]
}

function totalOf([, quantity, quantityOver, rate, rateOver]: PriceTerm): bigint {
  return (BigInt(quantity) * BigInt(rate) * ONE) / (quantityOver * rateOver)
}

function rounding(amount: bigint): PriceLine {
  const total = short(text(amount, ONE, DIGITS))
  return { unit: 'rounding', quantity: '1', rate: total, total }
}

const decimal = (value: number | bigint, over: bigint): string =>
  over === 1n ? String(value) : short(text(BigInt(value), over, DIGITS))

/** Without needless zeros. */
const short = (written: string): string => written.replace(/\.?0+$/, '')
