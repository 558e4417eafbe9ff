/** Computes the prices of the default network with the emitted code, for rules about amounts. */
import { prices, type PriceList } from '../examples/prices.ts'
import type { CatalogIR } from '../ir.ts'
import { environmentOf } from './environments.ts'

/** The price list of the gateway's first network. Every other network sells a part of it. */
export function priced(catalog: CatalogIR): PriceList | undefined {
  const network = catalog.networks.find(one => one.name === catalog.gateway.networks[0])
  return network && prices(catalog, network, environmentOf(catalog, network))
}
