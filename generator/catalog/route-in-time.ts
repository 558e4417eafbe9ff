/** Builds a route in time: its `price` may have dates. */
import { entryOf, problem, valueOf } from '../read/access.ts'
import { shownInstant } from '../../runtime/lib/instant.ts'
import { codesIn, formulasOf } from '../language/formulas.ts'
import { DATED_PRICE, PRICE_KEYS } from '../language/prices.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import { mapOf, merge, without } from '../resolve/merge.ts'
import type { RawMap } from '../read/access.ts'
import { optional, type LoweringContext } from './build.ts'
import { datedEntries, periodsOf, promotionsOf, type DatedEntry, type Period } from './dated.ts'
import type { Era } from './eras.ts'
import { retiredRoute } from './retired-route.ts'
import { routeOf, type BuiltRoute } from './route.ts'
import { comparable } from './table-rows.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { DatedRouteIR, PriceIR, RouteIR } from '../ir.ts'

/**
 * Adds its periods to a built route, and reports what is wrong with them; undefined if the route is
 * invalid.
 */
export function routeInTime(
  flat: FlatRoute,
  built: BuiltRoute | undefined,
  { id, build, eras }: { id: string; build: LoweringContext; eras: readonly BuiltEra[] },
): BuiltRoute | undefined {
  const retired = retiredRoute(flat, build)
  const entries = entriesOfPrice(flat, build)
  if (built === undefined) return undefined
  const sold = { ...built, route: { ...built.route, ...optional('retired', retired) } }
  const slices = slicesOf(periodsOf(entries), feltBy(built.route, eras))
  if (slices.length === 0) return sold
  const dated = joined(
    slices.flatMap(slice => {
      const one = datedRoute(flat, { ...slice, id, build, list: built.route })
      return one ? [one] : []
    }),
  )
  reportUnchanged(built.route, { dated, entries, build })
  const promotions = promotionsOf(entries)
  const route = { ...sold.route, dated, ...(promotions.length > 0 ? { promotions } : {}) }
  return { ...sold, route }
}

/** The eras in which a route has other formulas. */
function feltBy(route: RouteIR, eras: readonly BuiltEra[]): readonly BuiltEra[] {
  if (eras.length === 0) return []
  const own = codesOf(route)
  return eras.filter(({ routes }) => {
    const then = routes.get(route.id)?.route
    return then !== undefined && codesOf(then) !== own
  })
}

/** An era with its routes by their ids. */
export interface BuiltEra extends Era {
  routes: ReadonlyMap<string, BuiltRoute>
}

/** The overlap of a period of the price and an era of gateway.yaml, or one of them alone. */
interface Slice {
  from: number
  until: number
  period?: Period
  era?: BuiltEra
}

function slicesOf(periods: readonly Period[], eras: readonly BuiltEra[]): Slice[] {
  const edges = [...new Set([...periods, ...eras].flatMap(one => [one.from, one.until]))]
  const sorted = edges.sort((a, b) => a - b)
  return sorted.slice(0, -1).flatMap((from, i): Slice[] => {
    const holds = (one: { from: number; until: number }): boolean =>
      one.from <= from && from < one.until
    const [period, era] = [periods.find(holds), eras.find(holds)]
    if (period === undefined && era === undefined) return []
    return [{ from, until: sorted[i + 1]!, ...optional('period', period), ...optional('era', era) }]
  })
}

/** Joins adjacent slices with the same reason and the same route. */
function joined(dated: readonly DatedRouteIR[]): DatedRouteIR[] {
  const all: DatedRouteIR[] = []
  for (const one of dated) {
    const last = all.at(-1)
    const isSame =
      last?.until === one.from &&
      comparable(last.place) === comparable(one.place) &&
      codesOf(last.route) === codesOf(one.route)
    if (isSame) all[all.length - 1] = { ...last!, until: one.until }
    else all.push(one)
  }
  return all.map(({ until, ...one }) => (until === undefined ? one : { ...one, until }))
}

/** All formulas of a route, as a text that differs if one of them does. */
function codesOf(route: RouteIR): string {
  const formulas = formulasOf(ROUTE_KEYS, route)
  const codes = [
    ...codesIn(formulas),
    ...route.values.flatMap(one => [...one.lets, one]).map(one => one.code),
  ]
  return comparable(codes.map(({ js }) => js))
}

const priceMap = ({ keys }: FlatRoute): RawMap | undefined => {
  const price = valueOf(keys, 'price')
  return price?.kind === 'map' ? price : undefined
}

function entriesOfPrice(flat: FlatRoute, { problems }: LoweringContext): DatedEntry[] {
  const price = priceMap(flat)
  const arms = (price?.entries ?? []).map(({ key }) => key)
  const known = new Set([...Object.keys(PRICE_KEYS), ...arms])
  for (const key of ['dated', 'decimals', 'identify']) known.delete(key)
  return datedEntries(valueOf(price, 'dated'), {
    shape: DATED_PRICE,
    known: [...known],
    word: 'key',
    problems,
  })
}

interface Dating extends Slice {
  id: string
  build: LoweringContext
  list: RouteIR
}

/** The route in a slice. Problems that the list has too are not reported again. */
function datedRoute(flat: FlatRoute, at: Dating): DatedRouteIR | undefined {
  const { from, until, period, era, id, build } = at
  const problems: LoweringContext['problems'] = []
  const context = { ...(era?.build ?? build), problems }
  const made = period ? routeOf(flatIn(flat, period), id, context) : era!.routes.get(id)
  const isKnown = ({ place, message }: (typeof problems)[number]): boolean =>
    build.problems.some(one => one.place.start === place.start && one.message === message)
  build.problems.push(...problems.filter(one => !isKnown(one)))
  if (made === undefined) return undefined
  const { prices, promotion } = period ?? {}
  const entries = [...(era?.entries ?? []), prices, promotion].filter(one => one !== undefined)
  return {
    from,
    ...(until === Infinity ? {} : { until }),
    because: entries.map(one => one.because),
    ...(promotion === undefined ? {} : { discount: promotion.discount }),
    place: (promotion ?? prices ?? entries[0]!).place,
    // The examples are those of the list; each is priced by the route of its date.
    route: { ...made.route, examples: at.list.examples },
  }
}

function flatIn(flat: FlatRoute, { prices, promotion }: Period): FlatRoute {
  const price = entryOf(flat.keys, 'price')!
  const list = without(price.value as RawMap, ['dated'])
  const value = prices === undefined ? list : merge(list, mapOf(prices.cells, list))
  const keys = merge(without(flat.keys, ['price']), mapOf([{ ...price, value }], flat.keys))
  return { ...flat, keys, period: promotion === undefined ? {} : { discount: promotion.discount } }
}

/** Reports entries that do not change the list price. */
function reportUnchanged(
  { price: list, summary }: RouteIR,
  at: { dated: readonly DatedRouteIR[]; entries: readonly DatedEntry[]; build: LoweringContext },
): void {
  const codes = ({ arms, by, tables, show }: PriceIR): string =>
    comparable([
      by?.js,
      tables.map(one => one.code.js),
      show?.code.js,
      arms.map(({ lets, micro, actual, cost }) => [
        lets.map(one => one.code.js),
        micro.js,
        actual && [actual.lets.map(one => one.code.js), actual.code.js],
        cost?.code.js,
      ]),
    ])
  const seen = new Set<number>()
  for (const { from, until, place, route, because } of at.dated) {
    const isOwn = at.entries.some(
      one => one.place.start === place.start && one.place.file === place.file,
    )
    if (!isOwn || because.length > 1 || seen.has(place.start)) continue
    seen.add(place.start)
    if (codes(route.price!) !== codes(list!)) continue
    const end = until === undefined ? '' : ` until ${shownInstant(until)}`
    const message = `from ${shownInstant(from)}${end}, the price of ${summary} is that of the list`
    const hint = 'remove the entry, or write the price of that time'
    at.build.problems.push(problem('dated', place, message, { hint }))
  }
}
