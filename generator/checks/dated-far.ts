/**
 * Finds dates that are years away, mostly with a wrong digit in the year. They depend on the day,
 * so only `check` reports them.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import type { CatalogIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'
import { warning } from './check.ts'

/** Five years in ms. */
const FAR = 5 * 31_557_600_000

/** Entries of `dated:` and retirements that begin more than five years after `now` (Unix ms). */
export function datesFarAway(catalog: CatalogIR, now: number): Problem[] {
  const seen = new Set<string>()
  return datesOf(catalog).flatMap(({ from, place }): Problem[] => {
    const key = `${place.file}:${place.start}`
    if (from - now <= FAR || seen.has(key)) return []
    seen.add(key)
    const message = `this begins on ${shownInstant(from)}, in more than five years`
    return [warning('dated-far', place, message, { hint: 'is this the right year?' })]
  })
}

function datesOf({ gateway, tables, routes }: CatalogIR): { from: number; place: Place }[] {
  const rows = tables.flatMap(table => table.rows)
  const retired = [...rows, ...routes].flatMap(({ retired: one }) =>
    one?.since === undefined ? [] : [{ from: one.since, place: one.place }],
  )
  const periods = rows.flatMap(({ dated = [] }) =>
    dated.map(({ from, row }) => ({ from, place: row.place })),
  )
  const own = [gateway, ...routes].flatMap(({ dated = [] }) =>
    dated.map(({ from, place }) => ({ from, place })),
  )
  return [...retired, ...periods, ...own]
}
