/** Checks routes one by one, for rules that read only a route and the upstream calls. */
import type { CallIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'
import type { Check } from './check.ts'

/** The problems of one route. */
type FindOf = (calls: readonly CallIR[]) => (route: RouteIR) => readonly Problem[]

/**
 * Makes a rule that finds the problems of each route. `findOf` gets the calls of the catalog and
 * returns what finds the problems of a route, which may read nothing else. A route is checked once
 * for the list and all dates at which it is the same.
 */
export function eachRoute(findOf: FindOf): Check['run'] {
  const known = new WeakMap<readonly CallIR[], (route: RouteIR) => readonly Problem[]>()
  return ({ calls, routes }) => {
    const find = known.get(calls) ?? once(findOf(calls))
    known.set(calls, find)
    return routes.flatMap(find)
  }
}

/** Remembers what `find` returns for each route. */
function once(find: ReturnType<FindOf>): ReturnType<FindOf> {
  const known = new WeakMap<RouteIR, readonly Problem[]>()
  return route => {
    const found = known.get(route) ?? find(route)
    known.set(route, found)
    return found
  }
}
