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

/** Where something begins, and when (Unix ms). */
interface Beginning {
  from: number
  place: Place
}

/**
 * Entries of `dated:` and retirements that begin more than five years after `now` (Unix ms), and
 * retirements more than five years before it.
 */
export function datesFarAway(catalog: CatalogIR, now: number): Problem[] {
  const retired = retirementsOf(catalog)
  return [
    ...warnings(
      [...retired, ...entriesOf(catalog)].filter(({ from }) => from - now > FAR),
      from => `this begins on ${shownInstant(from)}, in more than five years`,
    ),
    ...warnings(
      retired.filter(({ from }) => now - from > FAR),
      from => `this began on ${shownInstant(from)}, more than five years ago`,
    ),
  ]
}

/** One warning for each place. */
function warnings(found: readonly Beginning[], message: (from: number) => string): Problem[] {
  const byPlace = new Map(found.map(one => [`${one.place.file}:${one.place.start}`, one]))
  return [...byPlace.values()].map(({ from, place }) =>
    warning('dated-far', place, message(from), { hint: 'is this the right year?' }),
  )
}

const retirementsOf = ({ tables, routes }: CatalogIR): Beginning[] =>
  [...tables.flatMap(({ rows }) => rows), ...routes].flatMap(({ retired: one }) =>
    one?.since === undefined ? [] : [{ from: one.since, place: one.place }],
  )

function entriesOf({ gateway, tables, routes }: CatalogIR): Beginning[] {
  const rows = tables.flatMap(table => table.rows)
  const periods = rows.flatMap(({ dated = [] }) =>
    dated.map(({ from, row }) => ({ from, place: row.place })),
  )
  const own = [gateway, ...routes].flatMap(({ dated = [] }) =>
    dated.map(({ from, place }) => ({ from, place })),
  )
  return [...periods, ...own]
}
