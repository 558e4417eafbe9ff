/** Small catalogs with documents, and their prices. */
import { allPrices, type PriceList, type RoutePrice } from '../../generator/examples/prices.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { fixture } from './fixture.ts'

const ir = fixture()
/** A job, a passthrough and a free view. */
export const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
/** A route that serves a document. */
export const serving = (document: string, more: object = {}): RouteIR =>
  ({ ...list, id: document, path: `/at/${document}`, document, ...more }) as RouteIR
/** A route to which MCP clients connect. */
export const mcp = { ...list, id: 'mcp', method: 'POST', path: '/mcp', serves: 'mcp' } as RouteIR

/** A catalog with these routes on one network. */
export const catalog = (routes: readonly RouteIR[], gateway: object = {}, network: object = {}) =>
  ({
    ...ir,
    routes,
    gateway: { ...ir.gateway, networks: ['main'], ...gateway },
    networks: [{ ...ir.networks[0]!, ...network }],
  }) as unknown as CatalogIR
/** The prices of its network. */
export const pricesOf = (of: CatalogIR): PriceList => allPrices(of).get('main')!
/** The prices of a catalog, of which some are replaced. */
export const priced = (of: CatalogIR, more: Readonly<Record<string, object>>): PriceList => {
  const list = pricesOf(of)
  const routes = [...list.routes].map(
    ([id, one]) => [id, { ...one, ...more[id] } as RoutePrice] as const,
  )
  return { ...list, routes: new Map(routes) }
}
