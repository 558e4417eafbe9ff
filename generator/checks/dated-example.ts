/**
 * Finds dated prices that no example proves. A dated price begins without anybody watching, so a
 * mistake in it must be found earlier.
 */
import { shownInstant } from '../../runtime/lib/instant.ts'
import { isGone } from '../catalog/in-time.ts'
import { networkOf } from '../examples/network.ts'
import { scopeOf } from '../examples/offer.ts'
import { unlessFailed } from '../examples/price-lines.ts'
import { translated } from '../examples/quote.ts'
import { priceCodes } from '../examples/row-cell.ts'
import { membersRead, readsWhole } from '../js/ask.ts'
import { endpointOf } from '../plan/types.ts'
import type { CatalogIR, ExampleIR, RouteIR, TableIR } from '../ir.ts'
import type { Place, Problem } from '../types.ts'
import { warning, type Check } from './check.ts'
import { environmentOf } from './environments.ts'
import { exampleLine, exampleOf, exampleOfRow, type ByRow } from './example-line.ts'

/** A time in which an entry holds, and the examples that may prove its prices. */
interface Dated {
  place: Place
  from: number
  until?: number
  /** The owner of the price, and a route where the example can be written. */
  of: string
  route: RouteIR
  examples: readonly ExampleIR[]
  /** The entries of an example of this price, without its amount, as they can be copied. */
  like?: string | undefined
  /** When it is retired. */
  retired?: number | undefined
}

/** Warns of `dated:` entries without an example whose `at:` is within them. */
export const datedExample: Check = {
  code: 'dated-example',
  run(catalog) {
    const entries = new Map<string, Dated[]>()
    for (const one of [
      ...catalog.tables.flatMap(table => ofRows(table, catalog)),
      ...ofRoutes(catalog),
    ]) {
      const key = `${one.place.file}:${one.place.start}`
      entries.set(key, [...(entries.get(key) ?? []), one])
    }
    return [...entries.values()].flatMap(times =>
      times.some(isProven) ? [] : [unproven(times, catalog)],
    )
  },
}

const isProven = ({ from, until = Infinity, examples }: Dated): boolean =>
  examples.some(
    ({ at, expect }) => at !== undefined && from <= at && at < until && !('refused' in expect),
  )

/** `times`: the same entry, of several rows or routes. */
function unproven(times: readonly Dated[], catalog: CatalogIR): Problem {
  const { place, from, of, route, like, retired } =
    times.find(one => one.like !== undefined) ?? times[0]!
  const day = shownInstant(from)
  if (retired !== undefined && retired <= from)
    return warning(
      'dated-example',
      place,
      `this price of ${of} begins on ${day}, and ${of} is retired from ${shownInstant(retired)} on`,
      { hint: 'remove this entry, or let it begin before the retirement' },
    )
  const { where, line } = exampleLine(route, { like, day, catalog })
  return warning('dated-example', place, `no example proves the price of ${of} on ${day}`, {
    hint: `add ${where}, and let \`npm run examples -- --write\` write its price: ${line}`,
  })
}

/**
 * The entries of rows that change values read by a price. An entry of a family counts once for each
 * row.
 */
function ofRows(table: TableIR, catalog: CatalogIR): Dated[] {
  if (!table.rows.some(row => row.dated !== undefined)) return []
  const sellers = catalog.routes.filter(route => route.table === table.name && isPriced(route))
  const examples = sellers.flatMap(route => examplesByRow(route, catalog))
  return table.rows.flatMap(({ id, dated = [], retired }) =>
    dated.flatMap(({ from, until, changed, row }): Dated[] => {
      const own = examples.filter(one => one.row === id).map(one => one.example)
      const like = sellers
        .filter(one => readsAny(one, changed))
        .map(route => ({ route, like: exampleOfRow(id, route, { examples, catalog }) }))
        .sort((a, b) => lengthOf(a.like) - lengthOf(b.like))[0]
      return like === undefined
        ? []
        : [
            {
              place: row.place,
              from,
              until,
              of: id,
              examples: own,
              retired: retired?.since,
              ...like,
            },
          ]
    }),
  )
}

/** The entries of routes, and those of gateway.yaml that change a route's price. */
function ofRoutes(catalog: CatalogIR): Dated[] {
  return catalog.routes.filter(isPriced).flatMap(route =>
    (route.dated ?? []).map(({ place, from, until }) => ({
      place,
      from,
      until,
      of: endpointOf(route),
      retired: route.retired?.since,
      route,
      examples: route.examples,
      like: exampleOf(route, catalog),
    })),
  )
}

const lengthOf = (text: string | undefined): number => text?.length ?? Infinity

const isPriced = (route: RouteIR): boolean =>
  route.price !== undefined && !route.suspended && !isGone(route)

/** Whether the price of a route reads one of these columns. */
function readsAny(route: RouteIR, columns: readonly string[]): boolean {
  return priceCodes(route).some(({ js }) => {
    const read = membersRead(js, 'model')
    return readsWhole(js, 'model') || columns.some(name => read.includes(name))
  })
}

/** The examples of a route by the row that they choose, also by default. */
function examplesByRow(route: RouteIR, catalog: CatalogIR): ByRow[] {
  const network = networkOf(catalog, route)
  if (network === undefined) return []
  const at = environmentOf(catalog, network, { whole: true })
  return route.examples.map(example => {
    const own = unlessFailed(() => translated(route, at, example))
    const scope =
      own?.kind === 'own' ? unlessFailed(() => scopeOf(route, at, own.given)) : undefined
    return { row: scope?.model?.id, example }
  })
}
