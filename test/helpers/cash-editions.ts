/** Other catalogs for a gateway on the hand-written one. */
import type { Catalog, Route } from '../../runtime/contract.ts'
import type { CatalogParts } from '../../runtime/edition.ts'
import { cashCatalog, routes } from './cash-catalog.ts'
import type { CashGateway } from './cash-gateway.ts'

/**
 * The parts of another catalog; the world's vendor is its upstream as well. `closed` gets its hash
 * when it is let go of.
 */
export function partsOf(
  at: CashGateway,
  { hash, list, closed = [] }: { hash: string; list: readonly Route[]; closed?: string[] },
): CatalogParts {
  const catalog: Catalog = { ...cashCatalog(list), hash }
  const { context } = at.gateway.catalogs.current()
  return {
    catalog,
    hooks: {},
    upstreams: context.upstreams,
    observe: context.observe,
    documents: name => name,
    close: async () => void closed.push(hash),
  }
}

/** The routes of the hand-written catalog, some of them changed or gone. */
export const allRoutes = (changes: Record<string, Route | undefined> = {}): Route[] =>
  Object.values({ ...routes, ...changes }).filter(route => route !== undefined)
