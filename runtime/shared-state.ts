/** State that all catalogs of a process share and that survives a change of catalog. */
import type { Ledger } from './payments/ledger/types.ts'
import type { Dependencies, GatewayContext } from './context.ts'
import type { Catalog, NetworkSpec } from './contract.ts'
import type { Schemes } from './payments/kind.ts'
import type { Capacity } from './contract.ts'
import { createFetchedCopies } from './fetched/copies.ts'
import { createBudget } from './limits/budget.ts'
import { createCopyBudget } from './replies/stream-copy.ts'
import { createHeads } from './http/heads.ts'
import { createQueue } from './jobs/queue.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { generationCache } from './lib/cache.ts'
import type { Editions } from './lib/editions.ts'
import { takeTurnsBy } from './lib/turns.ts'
import { ResentReplies } from './limits/resent-replies.ts'
import { createRejections } from './sales/rejections.ts'

/** Most wallets that are remembered for abandoning work. */
const PENALISED = 2048

/** The members of the context that all catalogs share. */
export type SharedState = Pick<
  GatewayContext,
  | 'ledger'
  | 'readiness'
  | 'offers'
  | 'offered'
  | 'budget'
  | 'heads'
  | 'inFlight'
  | 'copies'
  | 'resent'
  | 'noteRejection'
  | 'penalised'
  | 'barred'
  | 'jobs'
  | 'firstPolls'
  | 'queue'
  | 'halted'
  | 'editions'
  | 'fetched'
>

/** Makes the shared state of a process. Work ends when `halted` is aborted. */
export function createSharedState(
  parts: Dependencies,
  halted: AbortSignal,
  editions: Editions,
): SharedState {
  const { paymentScheme, clock } = parts
  const readiness = parts.readiness ?? defaultReadiness(parts)
  const offers: Schemes = [paymentScheme, ...(parts.furtherSchemes ?? [])]
  return {
    readiness,
    ledger: withReadinessCheck(parts.ledger, readiness),
    offers,
    offered: offeredBy(offers, networkOf(parts.catalog, parts.network)),
    budget: createBudget(clock, parts.settings.quoteBudget),
    heads: createHeads(clock),
    inFlight: new Map(),
    copies: createCopyBudget(),
    resent: new ResentReplies(clock, parts.settings.resentReplies),
    noteRejection: createRejections({
      ...parts,
      counted: isWritten => parts.observe.rejection(isWritten),
    }),
    penalised: generationCache(PENALISED),
    barred: generationCache(PENALISED),
    jobs: new Map(),
    firstPolls: takeTurnsBy(),
    queue: createQueue(capacitiesOf(parts.catalog), clock),
    halted,
    editions,
    fetched: createFetchedCopies(),
  }
}

/** Returns the catalog's description of a network. Throws if it has none. */
export function networkOf(catalog: Pick<Catalog, 'networks'>, network: string): NetworkSpec {
  if (!Object.hasOwn(catalog.networks, network))
    throw new Error(`the catalog has no network ${JSON.stringify(network)}`)
  return catalog.networks[network]!
}

/** Returns how many jobs each upstream of a catalog takes. */
export function capacitiesOf({
  upstreams,
}: Pick<Catalog, 'upstreams'>): Record<string, Capacity | undefined> {
  return Object.fromEntries(Object.values(upstreams).map(({ name, capacity }) => [name, capacity]))
}

/**
 * Returns the offers by the scheme that callers request. The network's own schemes are offered to
 * callers that request none; a further scheme only to callers that request it.
 */
function offeredBy(offers: Schemes, { scheme }: NetworkSpec): GatewayContext['offered'] {
  const offered = new Map<string, Schemes>()
  for (const offer of offers) {
    const requested = offer.spec.scheme === scheme ? '' : offer.spec.scheme
    const others = offered.get(requested)
    offered.set(requested, others === undefined ? [offer] : [...others, offer])
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
    if (end.settlement.state !== 'landed') readiness.invalidate()
    return end
  } catch (error) {
    readiness.invalidate()
    throw error
  }
}
