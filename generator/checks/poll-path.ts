/**
 * Checks poll paths, which are GET routes of their own: a poll path must differ from all routes,
 * and routes that share one must share the job store and the signing of its query.
 */
import { editDistance } from '../problems/suggest.ts'
import { fault, type Check } from './check.ts'
import { entryOf, valueOf } from '../read/access.ts'
import type { RouteIR } from '../ir.ts'
import type { Flat } from '../resolve/flat.ts'
import type { Place, Problem } from '../types.ts'

const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/** Refuses poll paths that another route answers, or that do not fit their jobs. */
export const pollPath: Check = {
  code: 'poll-path',
  run(catalog, flat) {
    const taken = new Map<string, RouteIR>()
    for (const route of catalog.routes) {
      for (const one of [route, ...route.aliases])
        if (one.method === 'GET') taken.set(shape(one.path), route)
    }
    const polls = new Map<string, RouteIR>()
    return catalog.routes.flatMap((route): Problem[] => {
      if (!route.job) return []
      const place = route.keys.job ?? route.place
      const route2 = taken.get(shape(route.job.poll))
      if (route2)
        return [
          fault('poll-path', place, `the poll path ${route.job.poll} is also a route`, {
            also: [{ place: route2.place, label: 'the route' }],
          }),
        ]
      const twin = [...polls.values()].find(
        one => one.job!.store === route.job!.store && isSlip(one.job!.poll, route.job!.poll),
      )
      if (twin) return elsewhere(route, twin, one => pollPlace(flat, one))
      const other = polls.get(shape(route.job.poll))
      polls.set(shape(route.job.poll), route)
      return other ? conflicts(route, other) : []
    })
  },
}

/** Reports what two routes with one poll path must have in common and have not. */
function conflicts(route: RouteIR, other: RouteIR): Problem[] {
  const [job, first] = [route.job!, other.job!]
  const place = route.keys.job ?? route.place
  const otherPlace = other.keys.job ?? other.place
  if (!first.signed !== !job.signed)
    return [
      fault('poll-path', place, `${job.poll} is polled with a signed query and without one`, {
        hint: 'give both routes `signed:`, or neither',
        also: [{ place: otherPlace, label: 'the other route' }],
      }),
    ]
  if (first.store === job.store) return []
  return [
    fault(
      'poll-path',
      place,
      `${job.poll} is polled for two job stores: ${first.store} and ${job.store}`,
      {
        hint: 'routes that share a poll path share the store',
        also: [{ place: otherPlace, label: 'the other' }],
      },
    ),
  ]
}

/** Whether two paths differ by one or two letters. */
const isSlip = (one: string, other: string): boolean =>
  shape(one) !== shape(other) && editDistance(one, other) <= 2

/** Finds two poll paths of one store, of which one is probably mistyped. */
function elsewhere(route: RouteIR, other: RouteIR, at: (one: RouteIR) => Place): Problem[] {
  const pair = (one: RouteIR, two: RouteIR): Problem =>
    fault(
      'poll-path',
      at(one),
      `jobs in the store ${one.job!.store} are polled at ${one.job!.poll} and at ${two.job!.poll}`,
      {
        hint: `write the same path in both, or give one another \`store\``,
        also: [{ place: at(two), label: 'the other' }],
      },
    )
  return [pair(route, other), pair(other, route)]
}

/** The place of a route's poll path, which may be in its template. */
function pollPlace(flat: Flat, route: RouteIR): Place {
  const own = flat.routes.find(
    ({ path, method, place }) =>
      path === route.path && method === route.method && place.file === route.place.file,
  )
  return entryOf(valueOf(own?.keys, 'job'), 'poll')?.value.place ?? route.keys.job ?? route.place
}
