/**
 * Helpers that compiled formulas call. Pure; money is bigint over a denominator known when the
 * catalog was compiled.
 */

export { didYouMean } from './lib/suggest.ts'

/** Division rounded up, towards the larger: the one rounding of a price. `by` is positive. */
export function ceilDiv(amount: bigint, by: bigint): bigint {
  const whole = amount / by
  return whole * by < amount ? whole + 1n : whole
}

/**
 * The entry of a table for a key that a gate has proven. Throws where none is: a catalog mistake,
 * never a caller's.
 */
export function at<T>(table: Readonly<Record<string, T>>, key: string): T {
  if (!Object.hasOwn(table, key))
    throw new RangeError(`no entry ${JSON.stringify(key)} in this table`)
  return table[key] as T
}

/** The entry of a table for a key, or `undefined` where it has none. */
export function entry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/**
 * A column value that the row is known to have. Throws where it has not: a catalog mistake, never a
 * caller's.
 */
export function need<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('this row lacks a column that the formula needs')
  return value
}

/**
 * Member of any JSON value, by names and indexes; `undefined` where there is none. Never reads
 * inherited properties.
 */
export function get(value: unknown, ...path: readonly (string | number)[]): any {
  let found = value
  for (const key of path) {
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string | number, unknown>)[key]
  }
  return found
}

/** Elements of a JSON value: itself when it is a list, otherwise nothing. */
export function items(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : []
}

/** Members of a JSON value, to spread: itself when it is an object, otherwise nothing. */
export function members(value: unknown): { readonly [key: string]: any } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: any })
    : {}
}

/** A JSON value that has to be a text; anything else counts as the empty text. */
export function str(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * The texts of a list with a separator between them; what is no text is left out, and a bare text
 * is a list of one.
 */
export function join(value: unknown, separator: string): string {
  const list: readonly unknown[] = typeof value === 'string' ? [value] : items(value)
  return list.filter(one => typeof one === 'string').join(separator)
}

/**
 * A JSON value as the text of a query parameter; `undefined` for what is absent or has no such form
 * (lists, objects, null).
 */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** A JSON value that has to be a number; anything else is NaN, which no comparison holds of. */
export function num(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

/** How many elements of a batch: those of a list; anything else counts as one, nothing as none. */
export function count(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return value === undefined || value === null ? 0 : 1
}

/**
 * Whether a value holds anything: a text that is not blank, a number, a boolean, a file, or one of
 * these inside.
 */
export function filled(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value)
  if (value === null || typeof value !== 'object') return value !== undefined && value !== null
  return value instanceof Uint8Array ? value.length > 0 : Object.values(value).some(filled)
}

/**
 * Characters of a text, elements of a list, bytes of a file, members of an object; 0 for anything
 * else.
 */
export function length(value: unknown): number {
  if (typeof value === 'string') return characters(value)
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) || value instanceof Uint8Array
    ? value.length
    : Object.keys(value).length
}

/**
 * Code points of a text, counted where it stands: a list of them would take many times its room.
 */
function characters(text: string): number {
  let pairs = 0
  for (let i = 1; i < text.length; i++) {
    // The second half of a pair, behind the first.
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800)
      pairs++
  }
  return text.length - pairs
}

/**
 * The smallest of a table or list. Throws where it is empty: a catalog mistake, never a caller's.
 */
export function least<T extends number | bigint>(
  numbers: Readonly<Record<string, T>> | readonly T[],
): T {
  return Object.values(numbers).reduce((a, b) => (a < b ? a : b))
}

/** A table with each value converted. */
export function each<T, U>(
  table: Readonly<Record<string, T>>,
  convert: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, convert(value)]))
}

/** A value converted, where there is one. */
export function given<T, U>(value: T | undefined, convert: (value: T) => U): U | undefined {
  return value === undefined ? undefined : convert(value)
}

/** The smaller of two. */
export function min<T extends number | bigint>(a: T, b: T): T {
  return a < b ? a : b
}

/** The larger of two. */
export function max<T extends number | bigint>(a: T, b: T): T {
  return a > b ? a : b
}

/** Whether two JSON values are equal, deeply; the order of members does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every(key => Object.hasOwn(b, key) && same(get(a, key), get(b, key)))
  )
}

/**
 * A decimal as exact text: 53500 over 10^6 with 6 digits is `0.053500`. Further digits are cut,
 * never rounded.
 */
export function text(amount: bigint, den: bigint, digits: number): string {
  const scaled = (amount * 10n ** BigInt(digits)) / den
  const sign = scaled < 0n ? '-' : ''
  const plain = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + plain : `${sign}${plain.slice(0, -digits)}.${plain.slice(-digits)}`
}

/** A decimal as the nearest JavaScript number, for display only: 50 over 1000 is 0.05. */
export function display(amount: bigint, den: bigint): number {
  return Number(text(amount, den, 18))
}

/**
 * Unix seconds as ISO 8601 text, e.g. `2026-01-31T09:00:00.000Z`; the empty text for what no
 * calendar holds.
 */
export function iso(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Milliseconds of JSON as whole seconds, rounded; `undefined` for what is no such number. */
export function toSeconds(ms: unknown): number | undefined {
  return typeof ms === 'number' && ms >= 0 && Number.isFinite(ms)
    ? Math.round(ms / 1000)
    : undefined
}

/**
 * The host that an address leads to, as programs read it, without the dot that may end it; the
 * empty text for what leads to none.
 */
export function hostOf(address: string): string {
  // What holds its data leads nowhere, and may be long.
  if (/^data:/i.test(address)) return ''
  try {
    return new URL(address).hostname.replace(/\.$/, '')
  } catch {
    return ''
  }
}

/** The text before the first separator: the whole text where there is none. */
export function before(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at < 0 ? text : text.slice(0, at)
}

/** The text after the first separator: empty where there is none. */
export function after(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at < 0 ? '' : text.slice(at + separator.length)
}

/**
 * A value inside a message: nothing for what is absent, lists are joined with commas, tables name
 * their keys.
 */
export function say(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(say).join(', ')
  if (value instanceof Set) return [...value].map(say).join(', ')
  return typeof value === 'object' ? Object.keys(value).join(', ') : String(value)
}
