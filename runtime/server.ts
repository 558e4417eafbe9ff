/** The HTTP server: it maps addresses to routes and knows nothing of what the routes do. */
import { createServer } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import type { GatewayContext } from './context.ts'
import { createBodies } from './http/bodies.ts'
import { makeClientReader, rateLimitKey } from './http/client-address.ts'
import { nearestAmong } from './http/nearest.ts'
import { createReadyQuotes } from './http/ready-quotes.ts'
import { pathsOf, pollsOf, servedAt } from './served-paths.ts'
import { serveBuiltIn, servePath, servePoll } from './serve-path.ts'
import { replyError, replyNotFound, type ServerContext } from './unserved.ts'

/** Largest request head in bytes; payment headers contain the challenge. */
const LARGEST_HEAD = 64 * 1024
/** How long, in ms, a connection stays open between requests. */
const IDLE = 72_000
/** Longest time, in ms, in which a request must arrive completely. */
const ARRIVAL = 120_000

/**
 * Creates the HTTP server of a gateway: its routes, polls, media and metrics. It does not listen
 * yet.
 */
export function makeServer(context: GatewayContext): FastifyInstance {
  const peers = makeClientReader(context.settings)
  const ready = createReadyQuotes(context, peers)
  let isClosing = false
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: routed => {
      const limits = {
        maxHeaderSize: LARGEST_HEAD,
        requestTimeout: ARRIVAL,
        keepAliveTimeout: IDLE,
      }
      return createServer(limits, (request, out) => {
        if (isClosing || !ready.answer(request, out)) routed(request, out)
      })
    },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (_error, request, reply) => {
      replyNotFound(server, request, reply as FastifyReply)
    },
  })
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const paths = pathsOf(context)
  const server: ServerContext = {
    context,
    peers,
    near: nearestAmong(paths.flatMap(servedAt)),
    ready,
  }
  const bodies = createBodies({
    clock: context.clock,
    halted: context.halted,
    caller: message => rateLimitKey(peers.ip(message)),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) =>
    bodies.read(request.raw, request.routeOptions.bodyLimit, done),
  )
  app.setNotFoundHandler((request, reply) => replyNotFound(server, request, reply))
  app.setErrorHandler((error: FastifyError, request, reply) =>
    replyError(server, error, { request, reply }),
  )
  for (const at of paths) servePath(app, server, at)
  for (const [path, routes] of pollsOf(context)) servePoll(app, server, { path, routes })
  serveBuiltIn(app, server)
  return app
}
