/**
 * Helpers that compiled formulas call. Pure; money is bigint over a denominator known when the
 * catalog was compiled.
 */

import { readInstant } from './lib/instant.ts'

export { didYouMean } from './lib/suggest.ts'

/** Divides and rounds up: the only rounding of a price. `by` is positive. */
export function ceilDiv(amount: bigint, by: bigint): bigint {
  const whole = amount / by
  return whole * by < amount ? whole + 1n : whole
}

/**
 * Returns the entry of a table for a key that a gate has checked. Throws if there is none, which is
 * a mistake in the catalog, never the caller's.
 */
export function at<T>(table: Readonly<Record<string, T>>, key: string): T {
  if (!Object.hasOwn(table, key))
    throw new RangeError(`no entry ${JSON.stringify(key)} in this table`)
  return table[key] as T
}

/** Returns the entry of a table for a key, or `undefined` if there is none. */
export function entry<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/**
 * Returns a column value that the row must have. Throws if it is missing, which is a mistake in the
 * catalog, never the caller's.
 */
export function need<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('this row lacks a column that the formula needs')
  return value
}

/**
 * Reads a member of any JSON value by names and indexes; `undefined` if there is none. Never reads
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

/** Returns a JSON value if it is a list, otherwise an empty list. */
export function items(value: unknown): readonly any[] {
  return Array.isArray(value) ? value : []
}

/** Returns a JSON value if it is an object, otherwise an empty object. For spreading. */
export function members(value: unknown): { readonly [key: string]: any } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: any })
    : {}
}

/** Returns a JSON value if it is a text, otherwise the empty text. */
export function str(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Joins the texts of a list with a separator. Other elements are left out; a single text counts as
 * a list of one.
 */
export function join(value: unknown, separator: string): string {
  const list: readonly unknown[] = typeof value === 'string' ? [value] : items(value)
  return list.filter(one => typeof one === 'string').join(separator)
}

/**
 * Converts a JSON value to the text of a query parameter; `undefined` for lists, objects, null and
 * missing values.
 */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

/** Returns a JSON value if it is a number, otherwise NaN, for which every comparison is false. */
export function num(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN
}

/**
 * Counts the elements of a batch: a list has its length, a missing value or null counts 0, anything
 * else 1.
 */
export function count(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return value === undefined || value === null ? 0 : 1
}

/**
 * Whether a value has content: a text that is not blank, a number, a boolean, a file that is not
 * empty, or a list or object with one of these inside.
 */
export function filled(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value)
  if (value === null || typeof value !== 'object') return value !== undefined && value !== null
  return value instanceof Uint8Array ? value.length > 0 : Object.values(value).some(filled)
}

/**
 * Returns the length of a value: characters of a text, elements of a list, bytes of a file, members
 * of an object; 0 for anything else.
 */
export function length(value: unknown): number {
  if (typeof value === 'string') return characters(value)
  if (typeof value !== 'object' || value === null) return 0
  return Array.isArray(value) || value instanceof Uint8Array
    ? value.length
    : Object.keys(value).length
}

/**
 * Counts the code points of a text without building a list of them, which would take much more
 * memory.
 */
function characters(text: string): number {
  let pairs = 0
  for (let i = 1; i < text.length; i++) {
    // The second half of a surrogate pair.
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00 && (text.charCodeAt(i - 1) & 0xfc00) === 0xd800)
      pairs++
  }
  return text.length - pairs
}

/**
 * Returns the smallest value of a table or list. Throws if it is empty, which is a mistake in the
 * catalog, never the caller's.
 */
export function least<T extends number | bigint>(
  numbers: Readonly<Record<string, T>> | readonly T[],
): T {
  return Object.values(numbers).reduce((a, b) => (a < b ? a : b))
}

/** Converts each value of a table. */
export function each<T, U>(
  table: Readonly<Record<string, T>>,
  convert: (value: T) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, convert(value)]))
}

/** Converts a value, or returns `undefined` if there is none. */
export function given<T, U>(value: T | undefined, convert: (value: T) => U): U | undefined {
  return value === undefined ? undefined : convert(value)
}

/** Returns the smaller of two numbers. */
export function min<T extends number | bigint>(a: T, b: T): T {
  return a < b ? a : b
}

/** Returns the larger of two numbers. */
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
 * Formats a fraction as exact decimal text: 53500 over 10^6 with 6 digits is `0.053500`. Further
 * digits are cut, never rounded.
 */
export function text(amount: bigint, den: bigint, digits: number): string {
  const scaled = (amount * 10n ** BigInt(digits)) / den
  const sign = scaled < 0n ? '-' : ''
  const plain = (scaled < 0n ? -scaled : scaled).toString().padStart(digits + 1, '0')
  return digits === 0 ? sign + plain : `${sign}${plain.slice(0, -digits)}.${plain.slice(-digits)}`
}

/** Formats a fraction as `text` does, without zeros at the end: 50000 over 10^6 is `0.05`. */
export function shortText(amount: bigint, den: bigint, digits: number): string {
  const written = text(amount, den, digits)
  return digits === 0 ? written : written.replace(/\.?0+$/, '')
}

/** Converts a fraction to the nearest JavaScript number, for display only: 50 over 1000 is 0.05. */
export function display(amount: bigint, den: bigint): number {
  return Number(text(amount, den, 18))
}

/**
 * Formats Unix seconds as ISO 8601 text, e.g. `2026-01-31T09:00:00.000Z`; the empty text for times
 * outside the calendar.
 */
export function iso(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** Unix seconds of a date or a time, e.g. `2026-01-31T09:00:00Z`; undefined if the text is none. */
export function toTime(text: string): number | undefined {
  const ms = readInstant(text)
  return ms === undefined ? undefined : Math.floor(ms / 1000)
}

/**
 * Multiplies a JSON number by ten to the power of `digits` and rounds it to an integer; undefined
 * if the value is not a number.
 */
export function toWhole(value: unknown, digits: number): number | undefined {
  const made = typeof value === 'number' ? Math.round(value * 10 ** digits) : Number.NaN
  return Number.isSafeInteger(made) ? made : undefined
}

const DIGITS = /^-?\d+(\.\d+)?$/

/**
 * Multiplies a JSON number, or one written as digits, by ten to the power of `exponent`; undefined
 * if either is not a number.
 */
export function toScaled(value: unknown, exponent: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && DIGITS.test(value))
  if (!isNumber || !Number.isInteger(exponent)) return undefined
  // Goes through a string, because 10 ** -8 is not exact. Small numbers are written as 5e-7.
  const [digits, own = '0'] = String(value).split('e')
  const made = Number(`${digits}e${Number(own) + (exponent as number)}`)
  return Number.isFinite(made) ? made : undefined
}

/**
 * Converts milliseconds to whole seconds, rounded; `undefined` if the value is not a finite number
 * of at least 0.
 */
export function toSeconds(ms: unknown): number | undefined {
  return typeof ms === 'number' && ms >= 0 && Number.isFinite(ms)
    ? Math.round(ms / 1000)
    : undefined
}

/** Characters that would end a path segment, begin a query, or be read differently by a proxy. */
// eslint-disable-next-line no-control-regex
const NOT_IN_SEGMENT = /[?#%/\\\s\u0000-\u001f\u007f]/g

/** Writes a text so that it stays within one segment of a path. */
export function segment(value: unknown): string {
  return String(value).replace(NOT_IN_SEGMENT, encodeURIComponent)
}

/**
 * Returns the host of an address as programs parse it, without a final dot; the empty text if it
 * has none.
 */
export function hostOf(address: string): string {
  // A data URI has no host, and may be too long to parse.
  if (/^data:/i.test(address)) return ''
  try {
    return new URL(address).hostname.replace(/\.$/, '')
  } catch {
    return ''
  }
}

/** Returns a text in lower case. */
export function lower(text: string): string {
  return text.toLowerCase()
}

/** Blanks of any kind: also those of other scripts, and those that nobody sees. */
const BLANKS = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+/u

/**
 * Returns the parts of a text without blanks around them; empty parts are left out. Without a
 * separator, the parts are the words between blanks of any kind.
 */
export function split(text: string, separator: string | RegExp = BLANKS): string[] {
  const parts = text.split(separator).map(part => part.trim())
  return parts.filter(part => part !== '')
}

/** Returns the first element for each key, in their order. */
export function uniqueBy<T>(list: readonly T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>()
  return list.filter(one => {
    const key = keyOf(one)
    return !seen.has(key) && seen.add(key)
  })
}

/**
 * Combines lists into one list of objects: the elements at the same index, under the names of the
 * lists. The result is as long as the shortest list; a value that is not a list counts as empty.
 */
export function zip(lists: Readonly<Record<string, unknown>>): any[] {
  const columns = Object.entries(lists).map(([name, list]) => [name, items(list)] as const)
  const [first = [], ...others] = columns.map(([, list]) => list)
  const shortest = others.reduce((a, b) => (b.length < a.length ? b : a), first)
  return shortest.map((_, at) =>
    Object.fromEntries(columns.map(([name, list]) => [name, list[at]])),
  )
}

/** Returns the text before the first separator, or the whole text if there is none. */
export function before(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at < 0 ? text : text.slice(0, at)
}

/** Returns the text after the first separator, or the empty text if there is none. */
export function after(text: string, separator: string): string {
  const at = text.indexOf(separator)
  return at < 0 ? '' : text.slice(at + separator.length)
}

/**
 * Formats a value for a message: the empty text for a missing value, lists and sets joined with
 * commas, tables as their keys.
 */
export function say(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(say).join(', ')
  if (value instanceof Set) return [...value].map(say).join(', ')
  return typeof value === 'object' ? Object.keys(value).join(', ') : String(value)
}
