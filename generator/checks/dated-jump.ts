/**
 * Compares dated prices with the list: they must not be far from it or lack one of its prices.
 * Examples and the last commit guard the list itself.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { entryText } from '../plan/accept.ts'
import { cellsOf } from '../plan/cells.ts'
import { acceptsJump, jumpsOf, timesOf, type Jump } from '../plan/jumps.ts'
import type { CatalogIR, DatedIR, RowIR, TableIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import { fault, warning, type Check } from './check.ts'

/** A price this many times above or below the list is an error. */
const WRONG = 10

/** Compares dated prices with the list. */
export const datedJump: Check = {
  code: 'dated-jump',
  run: catalog => [
    ...catalog.tables.flatMap(table =>
      table.rows.flatMap(row => (row.dated ?? []).flatMap(one => lost(row, one, table))),
    ),
    ...jumps(catalog),
  ],
}

/** Prices that a `dated` map leaves out. */
function lost(row: RowIR, { from, discount, row: then }: DatedIR, table: TableIR): Problem[] {
  if (discount !== undefined) return []
  const [list, own] = [cellsOf(row, table), cellsOf(then, table)]
  const missing = [...list.keys()].filter(path => !own.has(path))
  if (missing.length === 0) return []
  const message = `from ${shownInstant(from)} on, ${row.id} has no ${missing.join(', ')}, which the list has`
  const hint = 'write every key: a map of `dated` replaces the one of the list'
  return [fault('dated-jump', then.place, message, { hint })]
}

/**
 * One problem for each entry: its largest jump, and the entry of accepted.yaml that accepts all its
 * jumps.
 */
function jumps(catalog: CatalogIR): Problem[] {
  const open = jumpsOf(catalog).filter(one => acceptsJump(catalog, one) === undefined)
  const entries = new Map<string, Jump[]>()
  for (const one of open) {
    const key = `${one.place.file}:${one.place.start} ${one.from}`
    entries.set(key, [...(entries.get(key) ?? []), one])
  }
  return [...entries.values()].map(all => {
    const sorted = all.toSorted((a, b) => timesOf(b.factor) - timesOf(a.factor))
    const most = sorted[0]!
    const { entry, factor, subject, unit, from, place, isPromotion } = most
    const far = farWords(factor)
    const more = all.length === 1 ? '' : `; and ${all.length - 1} more of its prices`
    const isSpan = `${entry.old}${entry.new}`.includes(' to ')
    const moved = isSpan
      ? `costs ${entry.old}${unit}, and ${entry.new}${unit} on ${shownInstant(from)}: up to `
      : `goes from ${entry.old} to ${entry.new}${unit} on ${shownInstant(from)}, `
    const message = `${subject} ${moved}${far}${more}`
    const question = isPromotion
      ? 'is the discount as high as it should be?'
      : 'is the decimal point where it should be?'
    const texts = sorted.map(one => entryText(one.entry)).join('\n')
    const hint = `${question} If it is intended, add to accepted.yaml: ${texts}`
    const found = timesOf(factor) < WRONG ? warning : fault
    return found('dated-jump', place, message, { hint })
  })
}

/** How far a price is from the list, in words. */
const farWords = (factor: number): string =>
  factor === 0
    ? 'which charges nothing'
    : `${shownTimes(factor)} times as ${factor > 1 ? 'much' : 'little'}`

const shownTimes = (factor: number): number => Number(timesOf(factor).toPrecision(2))
