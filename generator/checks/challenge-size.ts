/** The challenge travels in a header: over 3 KB of JSON, clients and proxies refuse it. */
import { bazaarOf } from '../emit/bazaar.ts'
import { fault, type Check } from './check.ts'
import type { CatalogIR, NetworkIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

const MOST = 3 * 1024

/** Refuses challenges that are too long for a header. */
export const challengeSize: Check = {
  code: 'challenge-size',
  run(catalog) {
    const networks = catalog.networks.filter(network => catalog.gateway.networks.includes(network.name))
    return catalog.routes.flatMap((route): Problem[] => {
      if (!route.price) return []
      const size = Math.max(0, ...networks.filter(one => route.networks.includes(one.name)).map(one => sizeOf(route, one, catalog)))
      if (size <= MOST) return []
      return [
        fault(
          'challenge-size', route.place, `the challenge of this route takes about ${size} bytes, more than ${MOST}`,
          { hint: 'shorten the summary, the first example or the schema of the request' },
        ),
      ]
    })
  },
}

/** The challenge as the runtime writes it, with an address of the usual length. */
function sizeOf(route: RouteIR, network: NetworkIR, catalog: CatalogIR): number {
  const resource = {
    url: `https://${'x'.repeat(40)}${route.path}`, description: route.summary, mimeType: 'application/json',
    serviceName: catalog.gateway.name, tags: route.tags,
  }
  const accept = {
    scheme: network.scheme, network: network.chain, amount: '1000000', asset: network.asset.address, payTo: `0x${'0'.repeat(40)}`,
    maxTimeoutSeconds: Math.floor(route.authorization / 1000), extra: { name: network.asset.name, version: network.asset.version },
  }
  const bazaar = bazaarOf(route)
  const extensions = bazaar ? { bazaar } : undefined
  const challenge = { x402Version: 2, error: 'Payment Required', resource, accepts: [accept], extensions }
  return Buffer.byteLength(JSON.stringify(challenge))
}
