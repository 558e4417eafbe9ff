/** Prepares a catalog for pricing requests. */
import { isGone } from '../catalog/in-time.ts'
import { environmentOf } from '../checks/environments.ts'
import type { Environment } from '../examples/environment.ts'
import { networkOf } from '../examples/network.ts'
import type { CatalogIR } from '../ir.ts'
import { endpointOf, type Side, type Sold } from './types.ts'

/** Makes one side of a comparison. */
export function sideOf(ir: CatalogIR): Side {
  const routes = new Map<string, Sold>()
  for (const route of ir.routes) {
    if (isGone(route)) continue
    routes.set(endpointOf(route), { route })
    for (const alias of route.aliases)
      routes.set(endpointOf(alias), { route, ...(alias.with ? { with: alias.with } : {}) })
  }
  const environments = new Map<string, Environment>()
  return {
    ir,
    routes,
    at(route) {
      const network = networkOf(ir, route)
      if (network === undefined) return undefined
      const known = environments.get(network.name) ?? environmentOf(ir, network)
      environments.set(network.name, known)
      return known
    },
  }
}
