/**
 * Free calls without a limit: one address may then take all that the upstream gives. A warning: the
 * upstream may be ours.
 */
import { warning, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

export const freeUnlimited: Check = {
  code: 'free-unlimited',
  run(catalog) {
    return catalog.routes.flatMap((route): Problem[] => {
      if (!route.free || limited(route, catalog)) return []
      return [
        warning(
          'free-unlimited',
          route.keys.pay ?? route.place,
          'nothing limits the free calls of this route',
          {
            hint: 'limit: { count: [name], when: ... } with a limit by ip (limits.yaml)',
          },
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
