/** A route with what it is for some time: its `price` may have dates. */
import { entryOf, problem, valueOf } from '../read/access.ts'
import { shownInstant } from '../../runtime/lib/instant.ts'
import { DATED_PRICE, PRICE_KEYS } from '../language/prices.ts'
import { mapOf, merge, without } from '../resolve/merge.ts'
import type { RawMap } from '../read/access.ts'
import { optional, type LoweringContext } from './build.ts'
import { datedEntries, periodsOf, promotionsOf, type DatedEntry, type Period } from './dated.ts'
import { retiredRoute } from './retired-route.ts'
import { routeOf, type BuiltRoute } from './route.ts'
import { comparable } from './table-rows.ts'
import type { FlatRoute } from '../resolve/flat.ts'
import type { DatedRouteIR, PriceIR, RouteIR } from '../ir.ts'

/** A route and its periods; undefined where the route is wrong, which is then reported. */
export function routeInTime(
  flat: FlatRoute,
  id: string,
  build: LoweringContext,
): BuiltRoute | undefined {
  const built = routeOf(flat, id, build)
  const retired = retiredRoute(flat, build)
  const entries = entriesOfPrice(flat, build)
  if (built === undefined) return undefined
  const sold = { ...built, route: { ...built.route, ...optional('retired', retired) } }
  if (entries.length === 0) return sold
  const dated = periodsOf(entries).flatMap(period => {
    const one = datedRoute(flat, { period, id, build, list: built.route })
    return one ? [one] : []
  })
  reportUnchanged(built.route, { dated, entries, build })
  const promotions = promotionsOf(entries)
  const route = { ...sold.route, dated, ...(promotions.length > 0 ? { promotions } : {}) }
  return { ...sold, route }
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

interface Dating {
  period: Period
  id: string
  build: LoweringContext
  list: RouteIR
}

/** The route in a period. What is wrong with the list as well is not reported again. */
function datedRoute(flat: FlatRoute, at: Dating): DatedRouteIR | undefined {
  const { period, id, build } = at
  const { from, until, prices, promotion } = period
  const problems: LoweringContext['problems'] = []
  const made = routeOf(flatIn(flat, period), id, { ...build, problems })
  const isKnown = ({ place, message }: (typeof problems)[number]): boolean =>
    build.problems.some(one => one.place.start === place.start && one.message === message)
  build.problems.push(...problems.filter(one => !isKnown(one)))
  if (made === undefined) return undefined
  return {
    from,
    ...(until === Infinity ? {} : { until }),
    because: [prices, promotion].flatMap(entry => (entry ? [entry.because] : [])),
    ...(promotion === undefined ? {} : { discount: promotion.discount }),
    place: (promotion ?? prices)!.place,
    // Examples are those of the list, priced by the route of their day.
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

/** Reports entries with which the price is that of the list. */
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
    if (because.length > 1 || seen.has(place.start)) continue
    seen.add(place.start)
    if (codes(route.price!) !== codes(list!)) continue
    const end = until === undefined ? '' : ` until ${shownInstant(until)}`
    const message = `from ${shownInstant(from)}${end}, the price of ${summary} is that of the list`
    const hint = 'remove the entry, or write the price of that time'
    at.build.problems.push(problem('dated', place, message, { hint }))
  }
}
