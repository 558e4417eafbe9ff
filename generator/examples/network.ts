/** Chooses the network on which examples run. */
import type { CatalogIR, NetworkIR, RouteIR } from '../ir.ts'

/** The network on which a route's examples run: the gateway's first that serves it. */
export function networkOf(ir: CatalogIR, route: RouteIR): NetworkIR | undefined {
  const name = ir.gateway.networks.find(n => route.networks.includes(n))
  return ir.networks.find(n => n.name === name)
}
