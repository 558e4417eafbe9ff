/** Parses untrusted JSON: valid UTF-8, limited nesting, no member that could change a prototype. */
import { isUtf8 } from 'node:buffer'

const QUOTE = 0x22
const COMMA = 0x2c
const BRACE = 0x7b
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const COLON = 0x3a
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d])

/** Deepest nesting of objects and lists; real requests stay below 20. */
const DEEPEST = 64

/** Bodies up to this size (bytes) cannot contain too many values or names. */
const LIGHT = 64 * 1024
/**
 * Maximum number of values; a small text of empty objects would otherwise block the process for
 * seconds.
 */
const MOST_VALUES = 100_000
/**
 * Maximum number of different member names; a new name costs the parser a hundred times as much as
 * a value.
 */
const MOST_NAMES = 10_000

/** The parsed JSON, or why it is refused. */
export type Parsed = { ok: true; value: unknown } | { ok: false; reason: string }

/** Parses a body. Drops `__proto__` members. */
export function parseJson(bytes: Buffer): Parsed {
  if (!isUtf8(bytes)) return { ok: false, reason: 'The body is not valid UTF-8.' }
  if (bytes.length > LIGHT) {
    if (!hasAtMost(bytes, MOST_VALUES))
      return { ok: false, reason: `The body holds more than ${MOST_VALUES} values.` }
    if (!areNamesFew(bytes))
      return { ok: false, reason: `The body holds more than ${MOST_NAMES} names.` }
  }
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    return { ok: false, reason: (error as Error).message.slice(0, 200) }
  }
  return clean(value, 0)
    ? { ok: true, value }
    : { ok: false, reason: `The body is nested deeper than ${DEEPEST} levels.` }
}

/**
 * Whether a JSON text has at most this many values, counted by separators and brackets outside
 * strings.
 */
export function hasAtMost(bytes: Buffer, most: number): boolean {
  if (bytes.length <= most) return true
  let left = most
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === QUOTE) {
      at = endOfString(bytes, at)
      if (at < 0) return true // not JSON; the parser says so
    } else if ((byte === COMMA || byte === BRACE || byte === BRACKET) && --left < 0) return false
  }
  return true
}

/**
 * Whether a JSON text that can be counted has at most this many different member names; names with
 * the same hash count once.
 */
function areNamesFew(bytes: Buffer): boolean {
  const seen = new Set<number>()
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    const from = at + 1
    at = endOfString(bytes, at)
    if (at < 0) return true // not JSON; the parser says so
    if (isName(bytes, at) && seen.add(hashOf(bytes, from, at)).size > MOST_NAMES) return false
  }
  return true
}

/**
 * Returns JSON, written again if its reader might take another value than the one that was checked
 * and priced: because a name occurs twice in an object, or is `__proto__`. Returns anything else
 * than JSON as it is.
 */
export function withoutRepeats(bytes: Buffer): Buffer {
  const parsed = parseJson(bytes)
  if (!parsed.ok || namesIn(bytes) === membersOf(parsed.value)) return bytes
  return Buffer.from(JSON.stringify(parsed.value))
}

/** The number of members' names in a JSON text. */
function namesIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(QUOTE); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    at = endOfString(bytes, at)
    if (isName(bytes, at)) count++
  }
  return count
}

/** The number of members in a value and in everything that it holds. */
function membersOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0
  const inside = Object.values(value)
  const own = Array.isArray(value) ? 0 : inside.length
  return inside.reduce<number>((sum, one) => sum + membersOf(one), own)
}

/** Whether the string that ends here is a member's name. */
function isName(bytes: Buffer, end: number): boolean {
  let at = end + 1
  while (SPACES.has(bytes[at]!)) at++
  return bytes[at] === COLON
}

/** FNV-1a of a part of a text. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193)
  return hash
}

/** Returns the end of the string that starts at `from`; -1 if it does not end. */
function endOfString(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return -1
}

/** Drops `__proto__` members. Returns false if the nesting is too deep. */
function clean(value: unknown, depth: number): boolean {
  if (value === null || typeof value !== 'object') return true
  if (depth >= DEEPEST) return false
  if (Array.isArray(value)) {
    for (const item of value) if (!clean(item, depth + 1)) return false
    return true
  }
  if (Object.hasOwn(value, '__proto__')) delete (value as Record<string, unknown>)['__proto__']
  for (const key in value)
    if (!clean((value as Record<string, unknown>)[key], depth + 1)) return false
  return true
}
