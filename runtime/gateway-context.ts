/** Compiles the routes of a catalog, and makes what they share. */
import type { Reply, Encoded } from './call.ts'
import type { GatewayContext, Dependencies } from './context.ts'
import { makeDocuments } from './replies/documents/documents.ts'
import { makeMissingPage } from './replies/missing-page.ts'
import { makePaywall } from './replies/paywall.ts'
import { generationCache } from './lib/cache.ts'
import { countUses } from './lib/editions.ts'
import { checkSignedPolls } from './jobs/signed-poll.ts'
import { compileRoute } from './calls/compile-route.ts'
import { services } from './services/index.ts'
import { networkOf, type SharedState } from './shared-state.ts'

/** Number of challenges and of complete 402 replies cached in memory, a few KB each. */
const CHALLENGES = 2048

/** Number of routes compiled at a time; between batches the process serves requests. */
const AT_ONCE = 4

/** Builds the context of a catalog, with its compiled routes. */
export async function createContext(
  parts: Dependencies,
  shared: SharedState,
): Promise<GatewayContext> {
  const { catalog, network, paymentScheme } = parts
  const spec = networkOf(catalog, network)
  const envelope = catalog.envelopes[catalog.gateway.envelope]
  if (envelope === undefined)
    throw new Error(`the catalog has no error envelope ${JSON.stringify(catalog.gateway.envelope)}`)
  const context: GatewayContext = {
    ...parts,
    ...shared,
    spec,
    envelope,
    askInside: () => Promise.reject(new Error('the application of the catalog is not ready')),
    services,
    routes: new Map(),
    scopeNetwork: {
      name: network,
      label: spec.label,
      asset: spec.asset.symbol,
      chain: spec.chain,
      treasury: paymentScheme.payTo,
    },
    documents: makeDocuments({
      read: (name, since) => parts.settings.documents(name, since),
      dates: catalog.dates?.map(({ since }) => since),
      made: parts.settings.documents.made,
      payTo: paymentScheme.payTo,
    }),
    paywall: catalog.gateway.paywall
      ? makePaywall({ read: parts.settings.documents, dates: catalog.dates })
      : undefined,
    missingPage: catalog.gateway.paywall
      ? makeMissingPage({ read: parts.settings.documents, dates: catalog.dates })
      : undefined,
    challenges: generationCache<Encoded>(CHALLENGES),
    quotes: generationCache<Reply>(CHALLENGES),
    uses: countUses(),
  }
  for (const [at, route] of catalog.routes.entries()) {
    const compiled = await compileRoute(context, route)
    if (route.networks.includes(network)) context.routes.set(route.id, compiled)
    if (at % AT_ONCE === 0) await new Promise(setImmediate)
  }
  checkSignedPolls([...context.routes.values()].map(({ route }) => route))
  return context
}
