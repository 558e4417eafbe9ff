/**
 * The HTTP server, and the application of each catalog behind it: an application maps addresses to
 * routes, independent of their content.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify'
import { createReadyReplies } from './calls/ready-replies.ts'
import type { GatewayContext } from './context.ts'
import type { Bodies } from './http/bodies.ts'
import type { ClientReader } from './http/client-address.ts'
import { makeAskInside } from './http/inside.ts'
import { nearestAmong } from './http/nearest.ts'
import { pathsOf, pollsOf, servedAt } from './served-paths.ts'
import { serveBuiltIn, servePath, servePoll } from './serve-path.ts'
import { replyError, replyNotFound, type ServerContext } from './unserved.ts'

/** Largest request head in bytes; payment headers contain the challenge. */
const LARGEST_HEAD = 64 * 1024
/** How long, in ms, a connection stays open between requests. */
const IDLE = 72_000
/** Longest time, in ms, in which a request must arrive completely. */
const ARRIVAL = 120_000

/** Answers a request. */
export type Handler = (request: IncomingMessage, out: ServerResponse) => void

/** The parts that the applications of all catalogs share. */
export interface Front {
  clientReader: ClientReader
  bodies: Bodies
}

/**
 * Creates the HTTP server of a gateway. It does not listen yet. `handle` answers each request; a
 * request that arrives while the server closes is the last one of its connection.
 */
export function makeFront(handle: Handler): FastifyInstance {
  let isClosing = false
  const limits = { maxHeaderSize: LARGEST_HEAD, requestTimeout: ARRIVAL, keepAliveTimeout: IDLE }
  const front = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: () =>
      createServer(limits, (request, out) => {
        if (isClosing) out.setHeader('connection', 'close')
        handle(request, out)
      }),
  })
  // Each of many pipelined requests listens to its connection.
  front.server.on('connection', socket => socket.setMaxListeners(0))
  front.addHook('preClose', async () => {
    isClosing = true
  })
  return front
}

/** Creates the application of a catalog: its routes, polls, media and metrics. */
export async function makeApplication(
  context: GatewayContext,
  { clientReader, bodies }: Front,
): Promise<{ app: FastifyInstance; handle: Handler }> {
  const ready = createReadyReplies(context, clientReader)
  let routed: Handler | undefined
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    // The application has no server of its own: one that never listens stands in for it.
    serverFactory: handler => {
      routed = handler
      return createServer()
    },
    // A path may hold a list of names. Proxies let request lines of about this length through.
    routerOptions: { maxParamLength: 8192 },
    frameworkErrors: (_error, request, reply) => {
      replyNotFound(server, request, reply as FastifyReply)
    },
  })
  const paths = pathsOf(context)
  const server: ServerContext = {
    context,
    clientReader,
    bodies,
    near: nearestAmong(paths.flatMap(servedAt)),
    ready,
  }
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
  await app.ready()
  context.askInside = makeAskInside((request, out) => routed!(request, out))
  const handle: Handler = (request, out) => {
    if (out.hasHeader('connection')) routed!(request, out)
    else ready.answer(request, out, routed!)
  }
  return { app, handle }
}
