/**
 * Puts a gateway together: compiles the catalog's routes, brings money and jobs to a true state,
 * and serves.
 */
import { createReservations } from './payments/reservations.ts'
import type { Ledger } from './payments/types.ts'
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setMaxListeners } from 'node:events'
import type { GatewayContext, Dependencies, Reply, Encoded } from './context.ts'
import { createCopies } from './replies/stream-copy.ts'
import { makeDocuments } from './replies/documents/documents.ts'
import { generationCache } from './lib/cache.ts'
import { createHeads } from './http/heads.ts'
import { trackRequests, type RequestTracker } from './http/request-tracker.ts'
import { showLoad } from './jobs/figures.ts'
import { createQueue } from './jobs/queue.ts'
import { createBudget } from './limits/budget.ts'
import { startJobRecovery } from './calls/jobs/resume.ts'
import { checkSignedPolls } from './jobs/signed-poll.ts'
import { compileRoute } from './calls/compile-route.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { makeServer } from './server.ts'

export type { Dependencies } from './context.ts'

/** Challenges and whole quotes kept in memory, a few KB each. */
const CHALLENGES = 2048
/**
 * How long, in ms, a closing gateway waits for work under way, unless its settings say otherwise.
 */
const PATIENCE = 25_000

/** How long, in real ms, work that was told to stop has for its last words. */
const LAST_WORDS = 5_000

/** A gateway: ready when `createGateway` resolves, reachable once it listens. */
export interface Gateway {
  /** The HTTP application, for tests that need no socket. */
  app: FastifyInstance
  /** Starts to accept calls; gives the address that it listens on. Port 0 takes a free one. */
  listen(port: number, host: string): Promise<{ url: string; port: number }>
  /**
   * Stops accepting, lets calls, inline windows and settlements end for a bounded time, and leaves
   * unfinished jobs to be resumed.
   */
  close(): Promise<void>
}

/**
 * Makes a gateway of its parts. Rejects, naming the catalog's place, when a route needs a flow,
 * table, limit or envelope that is not there, or when two routes claim one address. The parts stay
 * the caller's to close, after the gateway.
 */
export async function createGateway(parts: Dependencies): Promise<Gateway> {
  const halt = new AbortController()
  setMaxListeners(0, halt.signal)
  const context = await compile(parts, halt.signal)
  const app = makeServer(context)
  const traffic = trackRequests(app.server)
  showLoad(parts.observe, context.queue)
  const found = await parts.ledger.reconcile()
  void context.readiness.look()
  parts.observe.log.info(
    { hash: parts.catalog.hash, network: parts.network, routes: context.routes.size, ...found },
    'gateway ready',
  )
  await startJobRecovery(context, halt.signal)
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
    close: () => (closing ??= close(context, app, { halt, traffic })),
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
  const readiness = parts.readiness ?? ownReadiness(parts)
  const context: GatewayContext = {
    ...parts,
    ledger: doubting(parts.ledger, readiness),
    spec,
    envelope,
    halted,
    readiness,
    budget: createBudget(parts.clock, parts.settings.quoteBudget),
    routes: new Map(),
    scopeNetwork: { name: network, label: spec.label, asset: spec.asset.symbol, chain: spec.chain },
    documents: makeDocuments({
      read: name => parts.settings.documents(name),
      payTo: paymentScheme.payTo,
    }),
    challenges: generationCache<Encoded>(CHALLENGES),
    heads: createHeads(parts.clock),
    quotes: generationCache<Reply>(CHALLENGES),
    inFlight: new Map(),
    copies: createCopies(),
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

function ownReadiness({ paymentScheme, store, clock, observe }: Dependencies): Readiness {
  return createReadiness({ backend: paymentScheme.backend, store, clock, observe })
}

/**
 * A ledger whose settlements, where one does not land, make the next paid call look whether any
 * can.
 */
function doubting(ledger: Ledger, readiness: Readiness): Ledger {
  const look: Pick<Ledger, 'settle' | 'resolve'> = {
    settle: (record, kept, goesOn) => noteEnd(ledger.settle(record, kept, goesOn), readiness),
    resolve: record => noteEnd(ledger.resolve(record), readiness),
  }
  return Object.assign(Object.create(ledger) as Ledger, look)
}

async function noteEnd(
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
 * The server stops accepting at once; what is under way has until the patience ends, and a moment
 * for its last words.
 */
async function close(
  context: GatewayContext,
  app: FastifyInstance,
  how: { halt: AbortController; traffic: RequestTracker },
): Promise<void> {
  const { halt, traffic } = how
  const done = new AbortController()
  const closing = new Error('the gateway is closing')
  const patience = context.clock.sleep(context.settings.closeTimeout ?? PATIENCE, done.signal).then(
    () => halt.abort(closing),
    () => undefined,
  )
  const served = app.close()
  await Promise.race([traffic.quiet(), patience])
  done.abort()
  halt.abort(closing)
  await Promise.race([traffic.quiet(), systemPause(LAST_WORDS)])
  app.server.closeAllConnections()
  await served
  await Promise.allSettled(context.jobs.values())
}

/** Real time: a test's clock must not keep a process from ending. */
function systemPause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
