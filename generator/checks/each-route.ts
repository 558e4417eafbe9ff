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
    let find = known.get(calls)
    if (!find) known.set(calls, (find = once(findOf(calls))))
    return routes.flatMap(find)
  }
}

/** Remembers what `find` returns for each route. */
function once(find: ReturnType<FindOf>): ReturnType<FindOf> {
  const known = new WeakMap<RouteIR, readonly Problem[]>()
  return route => {
    let found = known.get(route)
    if (!found) known.set(route, (found = find(route)))
    return found
  }
}
