/** Compiles the routes of the catalog, and makes what they share. */
import type { NetworkSpec } from './contract.ts'
import type { Schemes } from './payments/kind.ts'
import type { Ledger } from './payments/types.ts'
import type { Reply, Encoded } from './call.ts'
import type { GatewayContext, Dependencies } from './context.ts'
import { createCopyBudget } from './replies/stream-copy.ts'
import { makeDocuments } from './replies/documents/documents.ts'
import { generationCache } from './lib/cache.ts'
import { createHeads } from './http/heads.ts'
import { createQueue } from './jobs/queue.ts'
import { createRejections } from './sales/rejections.ts'
import { createBudget } from './limits/budget.ts'
import { checkSignedPolls } from './jobs/signed-poll.ts'
import { compileRoute } from './calls/compile-route.ts'
import { createReadiness, type Readiness } from './readiness.ts'

/** Number of challenges and of whole 402 replies cached in memory, a few KB each. */
const CHALLENGES = 2048

/** Makes the context of a gateway, with its compiled routes. Work ends when `halted` is aborted. */
export async function createContext(
  parts: Dependencies,
  halted: AbortSignal,
): Promise<GatewayContext> {
  const { catalog, network, paymentScheme } = parts
  if (!Object.hasOwn(catalog.networks, network))
    throw new Error(`the catalog has no network ${JSON.stringify(network)}`)
  const spec = catalog.networks[network]!
  const envelope = catalog.envelopes[catalog.gateway.envelope]
  if (envelope === undefined)
    throw new Error(`the catalog has no error envelope ${JSON.stringify(catalog.gateway.envelope)}`)
  const capacities = Object.fromEntries(
    Object.values(catalog.upstreams).map(({ name, capacity }) => [name, capacity]),
  )
  const readiness = parts.readiness ?? defaultReadiness(parts)
  const offers: Schemes = [paymentScheme, ...(parts.furtherSchemes ?? [])]
  const context: GatewayContext = {
    ...parts,
    ledger: withReadinessCheck(parts.ledger, readiness),
    spec,
    offers,
    offered: offeredBy(offers, spec),
    envelope,
    halted,
    readiness,
    budget: createBudget(parts.clock, parts.settings.quoteBudget),
    routes: new Map(),
    scopeNetwork: {
      name: network,
      label: spec.label,
      asset: spec.asset.symbol,
      chain: spec.chain,
      treasury: paymentScheme.payTo,
    },
    documents: makeDocuments({
      read: name => parts.settings.documents(name),
      payTo: paymentScheme.payTo,
    }),
    challenges: generationCache<Encoded>(CHALLENGES),
    heads: createHeads(parts.clock),
    quotes: generationCache<Reply>(CHALLENGES),
    inFlight: new Map(),
    copies: createCopyBudget(),
    penalised: generationCache(CHALLENGES),
    noteRejection: createRejections({
      ...parts,
      counted: isWritten => parts.observe.rejection(isWritten),
    }),
    jobs: new Map(),
    queue: createQueue(capacities, parts.clock),
  }
  for (const route of catalog.routes) {
    const compiled = await compileRoute(context, route)
    if (route.networks.includes(network)) context.routes.set(route.id, compiled)
  }
  checkSignedPolls([...context.routes.values()].map(({ route }) => route))
  return context
}

/**
 * The offers by the scheme that callers ask for. The network's own scheme is offered to all that
 * ask for none; a further one alone to those that ask for it.
 */
function offeredBy(offers: Schemes, { scheme }: NetworkSpec): GatewayContext['offered'] {
  const offered = new Map<string, Schemes>()
  for (const offer of offers) {
    const asked = offer.spec.scheme === scheme ? '' : offer.spec.scheme
    const others = offered.get(asked)
    offered.set(asked, others === undefined ? [offer] : [...others, offer])
  }
  return offered
}

function defaultReadiness({ paymentScheme, store, clock, observe }: Dependencies): Readiness {
  return createReadiness({ backend: paymentScheme.backend, store, clock, observe })
}

/**
 * Wraps the ledger: after a settlement that did not land, the next paid call checks whether
 * payments can be settled at all.
 */
function withReadinessCheck(ledger: Ledger, readiness: Readiness): Ledger {
  const checked: Pick<Ledger, 'settle' | 'resolve'> = {
    settle: (record, reply, also) => checkSettlement(ledger.settle(record, reply, also), readiness),
    resolve: record => checkSettlement(ledger.resolve(record), readiness),
  }
  return Object.assign(Object.create(ledger) as Ledger, checked)
}

async function checkSettlement(
  ending: ReturnType<Ledger['settle']>,
  readiness: Readiness,
): ReturnType<Ledger['settle']> {
  try {
    const end = await ending
    if (end.settlement.state !== 'landed') readiness.doubt()
    return end
  } catch (error) {
    readiness.doubt()
    throw error
  }
}
