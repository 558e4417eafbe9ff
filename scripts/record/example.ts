/** One small answer out of a recorded one: short, and the same whenever it is recorded. */

const DIGITS = 3
/** Texts are cut behind so many characters. */
const LONGEST = 28
const CUT = 12
/** Maximum number of entries of maps and lists in an example. */
const KEPT_ITEMS = 1
const KEPT_KEYS = 2

/** What differs from run to run, and what stands in its place. */
export interface Places {
  /** Addresses of the gateway and of upstreams, with their replacements. */
  addresses: readonly (readonly [string, string])[]
  /** Unix seconds of the recording. */
  now: number
}

/** Unix seconds that stand for the time of the recording. */
const THEN = 1_767_225_600
const DAY = 86_400
/** Times this close to the recording, before and after, are of the recording. */
const CLOSE = 400 * DAY

/** An example of so many characters is short enough. */
const SMALL = 400

/** The answer as an example; lists inside of lists are left empty where it would be long. */
export function exampleOf(value: unknown, at: Places): unknown {
  const whole = shortened(value, at)
  return JSON.stringify(whole).length <= SMALL ? whole : withoutInner(whole, false)
}

function withoutInner(value: unknown, isInside: boolean): unknown {
  if (Array.isArray(value)) return isInside ? [] : value.map(one => withoutInner(one, true))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withoutInner(one, isInside)])
  return Object.fromEntries(entries)
}

/** The answer with one item of each list, short texts, and times and names that do not change. */
function shortened(value: unknown, at: Places): unknown {
  if (Array.isArray(value)) return value.slice(0, KEPT_ITEMS).map(one => shortened(one, at))
  if (typeof value === 'string') return textOf(value, at)
  if (typeof value === 'number') return numberOf(value, at)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const isMap = entries.length > KEPT_KEYS && entries.every(([key]) => !/^[a-z_$][\w$]*$/.test(key))
  const kept = isMap ? entries.slice(0, KEPT_KEYS) : entries
  return Object.fromEntries(kept.map(([key, one]) => [key, shortened(one, at)]))
}

function textOf(value: string, at: Places): string {
  const placed = at.addresses.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (/^\d{4}-\d\d-\d\dT/.test(placed)) return dateOf(placed, at)
  const steady = placed
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi, UUID)
    .replaceAll(/(0x)?[\da-f]{32,}/gi, (hex, prefix = '') =>
      hex.length === 42 ? ADDRESS : `${prefix}5f0c…`,
    )
  return steady.length > LONGEST ? `${[...steady].slice(0, CUT).join('')}…` : steady
}

const UUID = '3f2b…'
const ADDRESS = '0x7099…79C8'

function dateOf(text: string, { now }: Places): string {
  const at = Date.parse(text) / 1000
  return Math.abs(at - now) < CLOSE ? new Date(THEN * 1000).toISOString() : text
}

/** Seconds, milliseconds and microseconds of about now; of other numbers four digits. */
function numberOf(value: number, { now }: Places): number {
  for (const unit of [1, 1e3, 1e6])
    if (value > 1e9 && Math.abs(value / unit - now) < CLOSE) return THEN * unit
  return value % 1 === 0 ? value : Number(value.toPrecision(DIGITS))
}
