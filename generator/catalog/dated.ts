/**
 * Reads the `dated:` entries of a row: when each holds, and the periods that they form together.
 */
import { readInstant, shownInstant } from '../../runtime/lib/instant.ts'
import { entriesOf, entryOf, problem, textAt } from '../read/access.ts'
import { suggestion } from '../problems/suggest.ts'
import { synonym } from '../problems/synonyms.ts'
import { checkShape } from '../shape/walk.ts'
import type { Schema } from '../shape/schema.ts'
import { discountAt, hasDiscount } from './discount.ts'
import type { PromotionIR } from '../ir.ts'
import type { Decimal, Place, Problem, Raw, RawEntry } from '../types.ts'

/** One entry. It has either cells or a discount on the cells of the row. */
export interface DatedEntry {
  from: number
  /** Infinity if it does not end. */
  until: number
  because: string
  discount?: Decimal
  settled: boolean
  cells: readonly RawEntry[]
  place: Place
}

/** A time in which the same entries hold: other prices, a promotion, or both. */
export interface Period {
  from: number
  until: number
  prices?: DatedEntry
  promotion?: DatedEntry
}

const DAY = 86_400_000
const OWN: readonly string[] = ['from', 'until', 'because', 'discount', 'then']

/** The rules for the entries of one `dated:`. */
export interface DatedRules {
  /** The shape of one entry. */
  shape: Schema
  /** The names of the values that an entry may change, and the word for them in messages. */
  known: readonly string[]
  word: string
  /** The remedy for a name that is known elsewhere. */
  remedy?(name: string): string | undefined
  /** Where discounts are allowed instead; without it they are allowed here. */
  noDiscount?: string
  /** Whether several entries may hold at once, because each changed value is checked separately. */
  mayOverlap?: true
  problems: Problem[]
}

/** The valid entries of `dated:`; reports the invalid ones. */
export function datedEntries(written: Raw | undefined, site: DatedRules): DatedEntry[] {
  if (written === undefined) return []
  const { problems } = site
  if (written.kind !== 'list') {
    problems.push(
      problem('wrong-type', written.place, '`dated` must be a list', {
        hint: 'begin each entry with a dash: `- { from: 2026-12-01, ... }`',
      }),
    )
    return []
  }
  const read = written.items.flatMap(raw => entryFrom(raw, site) ?? [])
  for (const isPromotion of site.mayOverlap ? [] : [false, true])
    reportOverlaps(
      read.filter(one => (one.discount !== undefined) === isPromotion),
      site,
    )
  return read
}

/** The periods that entries form, in ascending order, without the times in which the list holds. */
export function periodsOf(entries: readonly DatedEntry[]): Period[] {
  const edges = [...new Set(entries.flatMap(one => [one.from, one.until]))].sort((a, b) => a - b)
  return edges.slice(0, -1).flatMap((from, i): Period[] => {
    const now = entries.filter(one => one.from <= from && from < one.until)
    const prices = now.find(one => one.discount === undefined)
    const promotion = now.find(one => one.discount !== undefined)
    return now.length === 0 ? [] : [{ from, until: edges[i + 1]!, prices, promotion }]
  })
}

/** The promotions among entries. */
export function promotionsOf(entries: readonly DatedEntry[]): PromotionIR[] {
  return entries.flatMap(({ discount, from, until, settled, place }) =>
    discount === undefined ? [] : [{ from, until, settled, discount, place }],
  )
}

function entryFrom(raw: Raw, site: DatedRules): DatedEntry | undefined {
  const place = raw.kind === 'map' && raw.entries[0] ? raw.entries[0].keyPlace : raw.place
  const found = site.problems.length
  if (hasOtherWords(raw, site) || !checkEntry(raw, site)) return undefined
  const entry = {
    from: instantAt(raw, 'from', site) ?? Number.NaN,
    until: instantAt(raw, 'until', site) ?? Number.POSITIVE_INFINITY,
    because: textAt(raw, 'because') ?? '',
    settled: textAt(raw, 'then') === 'list',
    cells: entriesOf(raw).filter(({ key }) => !OWN.includes(key)),
    place,
    ...(site.noDiscount === undefined ? discountAt(raw, site) : {}),
  }
  if (site.noDiscount !== undefined && hasDiscount(raw)) return noDiscount(raw, site)
  reportTimes(raw, entry, site)
  reportCells(raw, entry, site)
  return site.problems.length > found ? undefined : entry
}

/** Reports a discount where none is allowed. */
function noDiscount(raw: Raw, { noDiscount: where, problems }: DatedRules): undefined {
  problems.push(
    problem('dated', entryOf(raw, 'discount')!.keyPlace, `a discount applies only to ${where}`, {
      hint: 'write the number of that time, e.g. `margin: 1.02`',
    }),
  )
}

/**
 * Whether an entry uses wrong words for its keys. Only these are reported, because keys that seem
 * to be missing are the same ones.
 */
function hasOtherWords(raw: Raw, { known, word, problems }: DatedRules): boolean {
  const all = [...known, ...OWN]
  const found = entriesOf(raw).filter(({ key }) => OWN.includes(synonym(key, all) ?? ''))
  for (const { key, keyPlace } of found)
    problems.push(
      problem('unknown-column', keyPlace, `there is no ${word} \`${key}\` here`, {
        hint: suggestion(key, all, `${word}s`),
      }),
    )
  return found.length > 0
}

/** Reports what is wrong with the shape of an entry, except its discount; false if it is no map. */
function checkEntry(raw: Raw, { shape, problems }: DatedRules): boolean {
  const { discount: _, ...properties } = shape.properties ?? {}
  problems.push(
    ...checkShape(raw, { ...shape, properties, additionalProperties: {} }, 'an entry of dated'),
  )
  return raw.kind === 'map'
}

function instantAt(raw: Raw, key: string, { problems }: DatedRules): number | undefined {
  const entry = entryOf(raw, key)
  const text = textAt(raw, key)
  // A text that does not look like a date is reported with the shape of the entry.
  if (entry === undefined || text === undefined || !/^\d{4}-\d\d-\d\d(T|$)/.test(text))
    return undefined
  const instant = readInstant(text)
  if (instant === undefined)
    problems.push(
      problem('dated', entry.value.place, `\`${text}\` is not a date or a time`, {
        hint:
          'write an existing day, e.g. 2026-12-01, or a time with its zone: ' +
          '2026-12-01T09:00:00Z',
      }),
    )
  return instant
}

function reportTimes(raw: Raw, { from, until }: DatedEntry, { problems }: DatedRules): void {
  const end = entryOf(raw, 'until')
  if (end !== undefined && until <= from)
    problems.push(
      problem(
        'dated',
        end.value.place,
        until === from
          ? `this ends when it begins (${shownInstant(from)})`
          : `this ends (${shownInstant(until)}) before it begins (${shownInstant(from)})`,
        {
          hint:
            until === from
              ? `to include that day, write ${shownInstant(until + DAY)}`
              : '`until` is the first instant at which it no longer holds',
        },
      ),
    )
  if (hasDiscount(raw) && end === undefined)
    problems.push(
      problem('dated', entryOf(raw, 'discount')!.keyPlace, 'a promotion needs an end', {
        hint:
          'add `until:`; write a permanent price as a price: the columns with their ' +
          'new values',
      }),
    )
  const then = entryOf(raw, 'then')
  if (then !== undefined && !hasDiscount(raw))
    problems.push(
      problem('dated', then.keyPlace, '`then` is allowed only in a promotion', {
        hint: 'remove it; it confirms that the list price returns after a `discount`',
      }),
    )
}

function reportCells(raw: Raw, { cells }: DatedEntry, site: DatedRules): void {
  const { known, word, problems } = site
  for (const { key, keyPlace } of cells)
    if (!known.includes(key))
      problems.push(
        problem('unknown-column', keyPlace, `there is no ${word} \`${key}\` here`, {
          hint: site.remedy?.(key) ?? suggestion(key, [...known, ...OWN], `${word}s`),
        }),
      )
  if (!hasDiscount(raw) && cells.length === 0)
    problems.push(
      problem('dated', raw.place, 'this entry changes nothing', {
        hint: `write the ${word}s with their values of that time, or a \`discount\``,
      }),
    )
  if (hasDiscount(raw) && cells.length > 0)
    problems.push(
      problem('dated', cells[0]!.keyPlace, 'an entry has a discount or other values, not both', {
        hint: 'write two entries: a promotion may overlap with another dated price',
      }),
    )
}

/** Reports entries that hold at the same time. */
export function reportOverlaps(
  entries: readonly DatedEntry[],
  { problems }: Pick<DatedRules, 'problems'>,
): void {
  const sorted = [...entries].sort((a, b) => a.from - b.from)
  sorted.slice(1).forEach((entry, i) => {
    const before = sorted[i]!
    if (entry.from >= before.until) return
    const end = before.until === Infinity ? 'has no end' : `ends on ${shownInstant(before.until)}`
    problems.push(
      problem(
        'dated',
        entry.place,
        `two entries hold from ${shownInstant(entry.from)}: the other one ${end}`,
        {
          hint: 'end the first one with `until:`, or begin the second one later',
          also: [{ place: before.place, label: 'the other one' }],
        },
      ),
    )
  })
}
