/**
 * Poll paths are GET routes of their own: they must not be a route's, and routes that share one
 * must share the job store, and whether its query is signed.
 */
import { fault, type Check } from './check.ts'
import type { RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

const shape = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

/** Refuses poll addresses that another route answers, or that do not fit their jobs. */
export const pollPath: Check = {
  code: 'poll-path',
  run(catalog) {
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
      const other = polls.get(shape(route.job.poll))
      polls.set(shape(route.job.poll), route)
      if (!other) return []
      if (!other.job!.signed !== !route.job.signed)
        return [
          fault(
            'poll-path',
            place,
            `${route.job.poll} is polled with a signed query and without one`,
            {
              hint: 'give both routes `signed:`, or neither',
              also: [{ place: other.keys.job ?? other.place, label: 'the other route' }],
            },
          ),
        ]
      if (other.job!.store === route.job.store) return []
      return [
        fault(
          'poll-path',
          place,
          `${route.job.poll} is polled for two job stores: ${other.job!.store} and ${route.job.store}`,
          {
            hint: 'routes that share a poll path share the store',
            also: [{ place: other.keys.job ?? other.place, label: 'the other' }],
          },
        ),
      ]
    })
  },
}
