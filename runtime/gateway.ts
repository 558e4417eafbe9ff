/**
 * Creates a gateway: compiles the catalog's routes, reconciles payments and jobs with what was
 * stored, and serves.
 */
import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { setMaxListeners } from 'node:events'
import type { GatewayContext, Dependencies } from './context.ts'
import { trackRequests, type RequestTracker } from './http/request-tracker.ts'
import { absorbLimit } from './limits/absorbed.ts'
import { showLoad } from './jobs/figures.ts'
import { startSweeper, type Sweeper } from './followups/sweeper.ts'
import { startJobRecovery } from './calls/jobs/resume.ts'
import { makeServer } from './server.ts'
import { createContext } from './gateway-context.ts'

export type { Dependencies } from './context.ts'

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
  const context = await createContext(parts, halt.signal)
  const app = makeServer(context)
  const tracker = trackRequests(app.server)
  showLoad(parts.observe, context.queue)
  parts.observe.gauge('absorbLimit', () => absorbLimit(parts.catalog.gateway) / 1e6)
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
