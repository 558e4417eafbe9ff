/**
 * Decimal amounts, computed with integers. Values of the XRP Ledger have up to 16 digits and large
 * exponents, which floating point cannot compare.
 */

/** `digits` times 10 to the power of minus `scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

/** Decimal places of micro-USD. */
const PLACES = 6
/** Longest text of a value, in characters: exponents of the XRP Ledger go from -96 to 80. */
const LONGEST = 120
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

const power = (exponent: number): bigint => 10n ** BigInt(exponent)

/** Reads a value such as `0.011` or `11e-3`; undefined if it is not one. */
export function parseDecimal(text: unknown): Decimal | undefined {
  const found = typeof text === 'string' && text.length <= LONGEST ? DECIMAL.exec(text) : null
  if (found === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found
  const digits = BigInt(`${sign}${whole}${fraction}`)
  const scale = fraction.length - Number(exponent)
  return scale < 0 ? { digits: digits * power(-scale), scale: 0 } : { digits, scale }
}

/** Compares two values: negative if `a` is less, 0 if they are equal, positive if `a` is more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = a.digits * power(b.scale) - b.digits * power(a.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Adds two values. */
export const addDecimals = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * power(b.scale) + b.digits * power(a.scale),
  scale: a.scale + b.scale,
})

/** Multiplies two values. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

/** Converts micro-USD to a decimal. */
export const fromMicro = (micro: bigint): Decimal => ({ digits: micro, scale: PLACES })

/** Converts a value to micro-USD, rounded down; undefined if it is negative. */
export function wholeMicro({ digits, scale }: Decimal): bigint | undefined {
  return digits < 0n ? undefined : (digits * power(PLACES)) / power(scale)
}

/**
 * Converts a value to micro-USD; undefined if it is negative or not a whole number of micro-USD.
 */
export function exactMicro(value: Decimal): bigint | undefined {
  const micro = wholeMicro(value)
  return micro !== undefined && compareDecimals(fromMicro(micro), value) === 0 ? micro : undefined
}

/** USD as people write them: no sign, no exponent. */
const USD = /^\d{1,12}(?:\.\d{1,6})?$/

/** Converts USD such as `0.05` to micro-USD; undefined if the text has another form. */
export function microUsd(text: string): bigint | undefined {
  const read = USD.test(text) ? parseDecimal(text) : undefined
  return read && exactMicro(read)
}

/** Formats micro-USD as a decimal without exponent or trailing zeros. */
export function decimalOf(micro: bigint): string {
  const digits = micro.toString().padStart(PLACES + 1, '0')
  const fraction = digits.slice(-PLACES).replace(/0+$/, '')
  const whole = digits.slice(0, -PLACES)
  return fraction === '' ? whole : `${whole}.${fraction}`
}
