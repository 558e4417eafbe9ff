/**
 * Finds free calls without a limit: one address could use up the upstream's capacity. A warning,
 * because the upstream may be ours.
 */
import { endpointOf } from '../plan/types.ts'
import { warning, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Warns of free routes with upstream calls, and of free calls to paid routes, without a limit. */
export const freeUnlimited: Check = {
  code: 'free-unlimited',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (limited(route, catalog)) return []
      if (route.free !== undefined)
        return [
          warning(
            'free-unlimited',
            route.keys.pay ?? route.place,
            `nothing limits the free calls of ${endpointOf(route)}`,
            { hint: 'limit: { count: [name], when: ... } with a limit by ip (limits.yaml)' },
          ),
        ]
      // A route without upstream calls costs no more than any other answer.
      if (route.flow !== 'free' || route.suspended || route.calls.length === 0) return []
      return [
        warning(
          'free-unlimited',
          route.place,
          `nothing limits ${endpointOf(route)}, which is free and calls an upstream`,
          { hint: 'limit: NAME of a limit by ip (limits.yaml)' },
        ),
      ]
    })
  },
}

/**
 * Whether a limit counts the calls of a route. Limits by wallet do not: unpaid callers have no
 * wallet.
 */
function limited({ limit, limits }: RouteIR, catalog: CatalogIR): boolean {
  return [limit, ...(limits?.names ?? [])].some(name =>
    catalog.limits.some(one => one.name === name && one.by !== 'payer'),
  )
}
