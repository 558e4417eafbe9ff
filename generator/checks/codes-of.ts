/** Lists all lowered code of a catalog, for rules about unused definitions. */
import { codesOfCall } from '../catalog/call-codes.ts'
import { codesIn, formulasOf, type KeyFormulas } from '../language/formulas.ts'
import { ROUTE_KEYS } from '../language/routes.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Code } from '../types.ts'

const isTranslation = ({ path }: KeyFormulas): boolean => path.startsWith('translate.')

/** The formulas of a route by key, including those of its translation. */
export function formulasOfRoute(route: RouteIR): KeyFormulas[] {
  return formulasOf(ROUTE_KEYS, route)
}

/**
 * The code of every formula of a route, without its translation, whose `body` is a different one.
 */
export function codesOfRoute(route: RouteIR): Code[] {
  return codesIn(formulasOfRoute(route).filter(one => !isTranslation(one)))
}

/** The code that translates the caller's form of a request into a route's body. */
export function codesOfTranslation(route: RouteIR): Code[] {
  return codesIn(formulasOfRoute(route).filter(isTranslation))
}

/** A route of the list, and its forms at its dates. */
export const atAllDates = (route: RouteIR): RouteIR[] => [
  route,
  ...(route.dated ?? []).map(period => period.route),
]

/** The code of every formula of routes, at all their dates, and of calls and envelopes. */
export function allCodes(catalog: CatalogIR): Code[] {
  return [
    ...catalog.routes.flatMap(atAllDates).flatMap(route => codesIn(formulasOfRoute(route))),
    ...catalog.calls.flatMap(codesOfCall),
    ...catalog.envelopes.flatMap(envelope =>
      Object.values(envelope.outcomes).flatMap(({ status, headers, body }) =>
        [status, headers, body].filter(code => code !== undefined),
      ),
    ),
  ]
}
