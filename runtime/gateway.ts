/**
 * Creates a gateway: compiles the catalog's routes, reconciles payments and jobs with the store,
 * and serves.
 */
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setMaxListeners } from 'node:events'
import type { Dependencies } from './context.ts'
import { createBodies } from './http/bodies.ts'
import { makeClientReader, rateLimitKey } from './http/client-address.ts'
import { trackRequests, type RequestTracker } from './http/request-tracker.ts'
import { absorbLimit } from './limits/absorbed.ts'
import { showLoad } from './jobs/figures.ts'
import { startSweeper, type Sweeper } from './followups/sweeper.ts'
import { startJobRecovery } from './calls/jobs/resume.ts'
import { makeFront } from './server.ts'
import { createSharedState, type SharedState } from './shared-state.ts'
import { createSwitchboard, type Switchboard } from './switchboard.ts'

export type { Dependencies } from './context.ts'

/**
 * How long, in ms, a closing gateway waits for work in flight, unless its settings say otherwise.
 */
const CLOSE_TIMEOUT = 25_000

/** How long, in real ms, aborted work has to write its last output. */
const LAST_OUTPUT = 5_000

/** A gateway. It is ready when `createGateway` resolves, and reachable once it listens. */
export interface Gateway {
  /** The HTTP server and the application of the current catalog, for tests. */
  app: Pick<FastifyInstance, 'server' | 'inject'>
  /** Changes the catalog that is served. */
  catalogs: Switchboard
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
 * caller closes the parts, after the gateway. `before` may change the catalog before anything is
 * read from the store.
 */
export async function createGateway(
  parts: Dependencies,
  before?: (catalogs: Switchboard) => Promise<void>,
): Promise<Gateway> {
  const halt = new AbortController()
  setMaxListeners(0, halt.signal)
  const catalogs = createSwitchboard(parts.clock)
  const shared = createSharedState(parts, halt.signal, catalogs.editions)
  const clientReader = makeClientReader(parts.settings)
  const bodies = createBodies({
    clock: parts.clock,
    halted: halt.signal,
    bounds: parts.bodyBounds,
    caller: message => rateLimitKey(clientReader.ip(message)),
  })
  await catalogs.start(parts, { shared, front: { clientReader, bodies } })
  await before?.(catalogs)
  const { context } = catalogs.current()
  const front = makeFront(catalogs.handle)
  await front.ready()
  const tracker = trackRequests(front.server)
  showLoad(parts.observe, shared.queue)
  parts.observe.gauge('absorbLimit', () => {
    const { gateway } = catalogs.current().context.catalog
    return absorbLimit(gateway) / 1e6
  })
  const reconciled = await parts.ledger.reconcile()
  void shared.readiness.look()
  parts.observe.log.info(
    {
      hash: context.catalog.hash,
      network: parts.network,
      routes: context.routes.size,
      ...reconciled,
    },
    'gateway ready',
  )
  await startJobRecovery(catalogs.editions, halt.signal)
  const sweeper = startSweeper(() => catalogs.editions.current())
  let closing: Promise<void> | undefined
  return {
    app: {
      server: front.server,
      get inject() {
        const { app } = catalogs.current()
        return app.inject.bind(app)
      },
    },
    catalogs,
    async listen(port, host) {
      await front.listen({ port, host })
      const address = front.server.address() as AddressInfo
      return {
        url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
        port: address.port,
      }
    },
    close: () => (closing ??= close(parts, { shared, front, catalogs, halt, tracker, sweeper })),
  }
}

/**
 * Closes the server: it stops accepting calls immediately, work in flight may continue until the
 * timeout, and aborted work has a moment to write its last output.
 */
async function close(
  { clock, settings }: Dependencies,
  how: {
    shared: SharedState
    front: FastifyInstance
    catalogs: Switchboard
    halt: AbortController
    tracker: RequestTracker
    sweeper: Sweeper
  },
): Promise<void> {
  const { shared, front, catalogs, halt, tracker, sweeper } = how
  const swept = sweeper.stop()
  const done = new AbortController()
  const closing = new Error('the gateway is closing')
  const timeout = clock.sleep(settings.closeTimeout ?? CLOSE_TIMEOUT, done.signal).then(
    () => halt.abort(closing),
    () => undefined,
  )
  const closed = front.close()
  await Promise.race([tracker.quiet(), timeout])
  done.abort()
  halt.abort(closing)
  await Promise.race([tracker.quiet(), systemPause(LAST_OUTPUT)])
  front.server.closeAllConnections()
  await closed
  await Promise.allSettled([swept, ...shared.jobs.values()])
  await catalogs.close()
}

/** Waits in real time, because a test's clock must not keep a process from ending. */
function systemPause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
