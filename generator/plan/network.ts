/** The network whose prices a plan shows. */
import type { CatalogIR } from '../ir.ts'

/** A catalog with what one network sells, which may be nothing. */
export function onNetwork(ir: CatalogIR, network: string): CatalogIR {
  return {
    ...ir,
    gateway: { ...ir.gateway, networks: [network] },
    networks: ir.networks.filter(({ name }) => name === network),
    routes: ir.routes.filter(({ networks }) => networks.includes(network)),
  }
}

/** Behind what was compared: the network of the prices, and how others are asked for. */
export function networkWords(names: readonly string[], network: string | undefined): string {
  if (network !== undefined) return `; prices on ${network}`
  const [first = '', ...others] = names
  return others.length === 0
    ? `; prices on ${first}`
    : `; prices on ${first} (--network shows those on ${others.join(', ')})`
}
