/**
 * Free calls without a limit: one address may then take all that the upstream gives. A warning: the
 * upstream may be ours.
 */
import { endpointOf } from '../plan/types.ts'
import { warning, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

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
      // What calls no upstream costs no more than any other answer.
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

/** Limits by wallet do not count: who pays nothing shows none. */
function limited({ limit, limits }: RouteIR, catalog: CatalogIR): boolean {
  return [limit, ...(limits?.names ?? [])].some(name =>
    catalog.limits.some(one => one.name === name && one.by !== 'payer'),
  )
}
