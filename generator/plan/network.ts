/** Limits a plan to the prices of one network. */
import type { CatalogIR } from '../ir.ts'

/** A catalog with only the rows and routes of one network, possibly none. */
export function onNetwork(ir: CatalogIR, network: string): CatalogIR {
  return {
    ...ir,
    gateway: { ...ir.gateway, networks: [network] },
    networks: ir.networks.filter(({ name }) => name === network),
    routes: ir.routes.filter(({ networks }) => networks.includes(network)),
  }
}

/** The text after the compared catalogs: the network of the prices, and how to see others. */
export function networkWords(names: readonly string[], network: string | undefined): string {
  if (network !== undefined) return `; prices on ${network}`
  const [first = '', ...others] = names
  return others.length === 0
    ? `; prices on ${first}`
    : `; prices on ${first} (--network shows those on ${others.join(', ')})`
}
