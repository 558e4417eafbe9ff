/** Prints the requests whose quote answers an empty probe. */
import type { Probe } from '../../../runtime/contract.ts'
import type { PriceList } from '../../examples/prices.ts'
import type { RouteIR } from '../../ir.ts'

/**
 * The probe of each network that sells an example of the route; networks with equal probes share
 * one.
 */
export function probesOf({ id }: RouteIR, prices: ReadonlyMap<string, PriceList>): Probe[] {
  const networks = new Map<string, string[]>()
  for (const [network, { routes }] of prices) {
    const probe = routes.get(id)?.probe
    if (probe === undefined) continue
    const key = JSON.stringify(probe)
    networks.set(key, [...(networks.get(key) ?? []), network])
  }
  return [...networks].map(([key, names]) => ({ networks: names, ...JSON.parse(key) }) as Probe)
}
