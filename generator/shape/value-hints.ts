/** Suggests corrections of invalid values: a list, a unit, a factor, quotes. */
import type { JsonType } from './schema.ts'
import type { Raw } from '../types.ts'

const patterns = new Map<string, RegExp>()

/** Whether a text matches the pattern of a schema. */
export function matches(pattern: string, text: string): boolean {
  let made = patterns.get(pattern)
  if (!made) patterns.set(pattern, (made = new RegExp(pattern, 'u')))
  return made.test(text)
}

/** A value that is neither a list nor a map. */
type ScalarRaw = Extract<Raw, { kind: 'scalar' }>

/** The correction of a value of the wrong type; undefined if none can be suggested. */
export function typeHint(
  raw: Raw,
  types: readonly JsonType[],
  pattern?: string,
): string | undefined {
  if (raw.kind === 'list') return elementHint(raw.items, types)
  if (raw.kind === 'map')
    return types.includes('array')
      ? 'write a list: begin each element with a dash, or put `[{ .. }]` around the map'
      : undefined
  const { text } = raw.text
  const isText = types.includes('string')
  const takesNumber = types.includes('number') || types.includes('integer')
  const unit = isText && pattern !== undefined ? unitHint(text, pattern) : undefined
  return (
    (takesNumber ? numberHint(raw, types) : undefined) ??
    (types.includes('boolean') ? booleanHint(text) : undefined) ??
    unit ??
    (types.includes('array') && !isText && raw.value !== null
      ? `write a list: [${text.replace(/^\[|\]$/g, '')}]`
      : undefined) ??
    (takesNumber ? percentHint(text) : undefined) ??
    (isText ? quoteHint(raw, pattern) : undefined)
  )
}

/** The hint for a list where one value is expected. */
function elementHint(items: readonly Raw[], types: readonly JsonType[]): string | undefined {
  const [only, ...more] = items
  if (only?.kind !== 'scalar' || types.includes('array')) return undefined
  return `write one value${more.length > 0 ? '' : ` without brackets: ${only.text.text}`}`
}

/** The hint for a number in the notation of another country or currency, in cents or in quotes. */
function numberHint(raw: ScalarRaw, types: readonly JsonType[]): string | undefined {
  const { text } = raw.text
  if (/^-?\d+,\d+$/.test(text))
    return `decimals are written with a point: ${text.replace(',', '.')}`
  if (/^\$\d+(\.\d+)?$/.test(text)) return `write ${text.slice(1)}: amounts are in USD`
  const [, cents] = /^(\d+(?:\.\d+)?) ?(?:cents?|ct|c|¢)$/i.exec(text) ?? []
  if (types.includes('number') && cents !== undefined)
    return `write ${Number((Number(cents) / 100).toPrecision(12))}: amounts are in USD, not cents`
  return raw.quoted && /^-?[\d.]+$/.test(text) ? `remove the quotes: ${text}` : undefined
}

function booleanHint(text: string): string | undefined {
  if (/^(yes|on)$/i.test(text)) return 'write true'
  return /^(no|off)$/i.test(text) ? 'write false' : undefined
}

function percentHint(text: string): string | undefined {
  if (!/^\d+([.,]\d+)?\s*%$/.test(text)) return undefined
  return (
    `write the whole factor: ${factor(text)} is ${text} on top of 1; ` +
    'for more than the present factor, multiply that one'
  )
}

/** The hint for a text that YAML reads as another type, such as `1.0`. */
function quoteHint(raw: ScalarRaw, pattern: string | undefined): string | undefined {
  const isOther = typeof raw.value !== 'string' && raw.value !== null
  const fits = pattern === undefined || matches(pattern, raw.text.text)
  return isOther && fits ? `put it in quotes: "${raw.text.text}"` : undefined
}

/** The factor that adds some percent; for a hundred and more, the factor that they are. */
function factor(percent: string): number {
  const number = Number.parseFloat(percent.replace(',', '.'))
  return (number < 100 ? 100 + number : number) / 100
}

/** Words and letters that people write for the units of durations and sizes. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ms|msecs?|milliseconds?)$/i, 'ms'],
  [/^(?:s|secs?|seconds?)$/i, 's'],
  [/^(?:m|mins?|minutes?)$/i, 'm'],
  [/^(?:h|hrs?|hours?)$/i, 'h'],
  [/^(?:d|days?)$/i, 'd'],
  [/^(?:k|kb|kib)$/i, 'KiB'],
  [/^(?:mb|mib|mbytes?)$/i, 'MiB'],
  [/^(?:gb|gib)$/i, 'GiB'],
]

/** The hint for a duration or size without its unit, or with another name of it. */
export function unitHint(text: string, pattern: string): string | undefined {
  const [, digits, word] = /^(\d+) ?([A-Za-z]*)$/.exec(text) ?? []
  const fits = (one: string): boolean => matches(pattern, digits + one)
  if (digits === undefined || fits('')) return undefined
  if (word !== '') {
    const unit = UNITS.find(([words]) => words.test(word!))?.[1]
    return unit !== undefined && fits(unit) ? `write ${digits}${unit}` : undefined
  }
  if (fits('KiB') && !fits('s')) return sizeHint(Number(digits))
  if (!fits('s')) return undefined
  if (/\d000$/.test(digits))
    return `write ${digits.slice(0, -3)}s: durations have a unit, and milliseconds are \`ms\``
  return `write ${digits}s, or ${digits}m, ${digits}h, ${digits}d`
}

/** The hint for a size without a unit, which large numbers give in bytes. */
function sizeHint(number: number): string | undefined {
  if (number === 0) return undefined
  if (number < 1024) return `write ${number}KiB, or ${number}MiB`
  const [size, unit] = [
    [1024 ** 3, 'GiB'] as const,
    [1024 ** 2, 'MiB'] as const,
    [1024, 'KiB'] as const,
    [1, 'B'] as const,
  ].find(([bytes]) => number % bytes === 0)!
  return `if these are bytes, write ${number / size}${unit}`
}

/** Corrections of an address or a path, in the order in which they are tried. */
const ADDRESSES: readonly ((text: string) => string)[] = [
  withoutEnd,
  text => withoutEnd(text.replace(SCHEME, 'https://')),
  text => withoutEnd(text.replace(SCHEME, 'https://').replace(/[?#].*$/, '')),
  text => (text.includes('@') ? `mailto:${text}` : text),
  text => (/^[\w-]+\.[^:]/.test(text) ? `https://${withoutEnd(text)}` : text),
  text => withoutEnd(text.replace(/^https?:\/*[^/]*/i, '')),
  text => (/^[\w.{}-]+(?:\/[\w.{}-]+)*\/*$/.test(text) ? `/${withoutEnd(text)}` : text),
]

/** What people write for `https://`. */
const SCHEME = /^https?:?\/+/i

function withoutEnd(text: string): string {
  return text.replace(/\/+$/, '')
}

/** The corrected form of an address or a path that does not match its pattern. */
export function addressHint(text: string, pattern: string): string | undefined {
  // A text that may be a formula after `=` is perhaps one without it.
  if (matches(pattern, '=')) return undefined
  const right = ADDRESSES.map(correct => correct(text)).find(
    one => one !== text && matches(pattern, one),
  )
  return right === undefined ? undefined : `write ${right}`
}

/** The hint for one text that was meant as several: `[a b]`. */
export function severalHint(text: string, pattern: string): string | undefined {
  const parts = text.split(/\s+/)
  return parts.length > 1 && parts.every(part => matches(pattern, part))
    ? `if these are several values, separate them with commas: ${parts.join(', ')}`
    : undefined
}
