/**
 * Creates a gateway: compiles the catalog's routes, reconciles payments and jobs with what was
 * stored, and serves.
 */
import { createReservations } from './payments/reservations.ts'
import type { Ledger } from './payments/types.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setMaxListeners } from 'node:events'
import type { Reply, Encoded } from './call.ts'
import type { GatewayContext, Dependencies } from './context.ts'
import { createCopyBudget } from './replies/stream-copy.ts'
import { makeDocuments } from './replies/documents/documents.ts'
import { generationCache } from './lib/cache.ts'
import { createHeads } from './http/heads.ts'
import { trackRequests, type RequestTracker } from './http/request-tracker.ts'
import { showLoad } from './jobs/figures.ts'
import { createQueue } from './jobs/queue.ts'
import { createBudget } from './limits/budget.ts'
import { startSweeper, type Sweeper } from './followups/sweeper.ts'
import { startJobRecovery } from './calls/jobs/resume.ts'
import { checkSignedPolls } from './jobs/signed-poll.ts'
import { compileRoute } from './calls/compile-route.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { makeServer } from './server.ts'

export type { Dependencies } from './context.ts'

/** Number of challenges and of whole 402 replies cached in memory, a few KB each. */
const CHALLENGES = 2048
/**
 * How long, in ms, a closing gateway waits for work in flight, unless its settings say otherwise.
 */
const CLOSE_TIMEOUT = 25_000

/** How long, in real ms, aborted work has to write its last output. */
const LAST_OUTPUT = 5_000

/** A gateway. It is ready when `createGateway` resolves, and reachable once it listens. */
export interface Gateway {
  /** The HTTP application, for tests that need no socket. */
  app: FastifyInstance
  /** Starts to accept calls and returns its address. Port 0 selects a free one. */
  listen(port: number, host: string): Promise<{ url: string; port: number }>
  /**
   * Stops accepting calls, waits a limited time for calls, inline windows and settlements to end,
   * and leaves unfinished jobs to be resumed.
   */
  close(): Promise<void>
}

/**
 * Creates a gateway from its parts. Rejects with the place in the catalog when a route needs a
 * flow, table, limit or envelope that does not exist, or when two routes claim one address. The
 * caller closes the parts, after the gateway.
 */
export async function createGateway(parts: Dependencies): Promise<Gateway> {
  const halt = new AbortController()
  setMaxListeners(0, halt.signal)
  const context = await compile(parts, halt.signal)
  const app = makeServer(context)
  const tracker = trackRequests(app.server)
  showLoad(parts.observe, context.queue)
  const reconciled = await parts.ledger.reconcile()
  void context.readiness.look()
  parts.observe.log.info(
    {
      hash: parts.catalog.hash,
      network: parts.network,
      routes: context.routes.size,
      ...reconciled,
    },
    'gateway ready',
  )
  await startJobRecovery(context, halt.signal)
  const sweeper = startSweeper(context)
  let closing: Promise<void> | undefined
  return {
    app,
    async listen(port, host) {
      await app.listen({ port, host })
      const address = app.server.address() as AddressInfo
      return {
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        port: address.port,
      }
    },
    close: () => (closing ??= close(context, app, { halt, tracker, sweeper })),
  }
}

async function compile(parts: Dependencies, halted: AbortSignal): Promise<GatewayContext> {
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
  const { on_request: onRequest = [] } = spec
  const { furtherSchemes: further = [] } = parts
  const context: GatewayContext = {
    ...parts,
    ledger: withReadinessCheck(parts.ledger, readiness),
    spec,
    offers: [paymentScheme, ...further.filter(one => !onRequest.includes(one.spec.scheme))],
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
    reservations: createReservations(parts.clock),
    penalised: generationCache(CHALLENGES),
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

/**
 * Closes the server: it stops accepting at once, work in flight has until the timeout, and aborted
 * work a moment to write its last output.
 */
async function close(
  context: GatewayContext,
  app: FastifyInstance,
  how: { halt: AbortController; tracker: RequestTracker; sweeper: Sweeper },
): Promise<void> {
  const { halt, tracker, sweeper } = how
  const swept = sweeper.stop()
  const done = new AbortController()
  const closing = new Error('the gateway is closing')
  const timeout = context.clock
    .sleep(context.settings.closeTimeout ?? CLOSE_TIMEOUT, done.signal)
    .then(
      () => halt.abort(closing),
      () => undefined,
    )
  const closed = app.close()
  await Promise.race([tracker.quiet(), timeout])
  done.abort()
  halt.abort(closing)
  await Promise.race([tracker.quiet(), systemPause(LAST_OUTPUT)])
  app.server.closeAllConnections()
  await closed
  await Promise.allSettled([swept, ...context.jobs.values()])
}

/** Waits in real time, because a test's clock must not keep a process from ending. */
function systemPause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
