/** The HTTP server: it maps addresses to routes and knows nothing of what the routes do. */
import { createServer } from 'node:http'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Call, GatewayContext, CompiledRoute, Reply } from './context.ts'
import type { Alias, RouteFacts } from './contract.ts'
import { answer } from './replies/answer.ts'
import { answerUnread } from './replies/unread.ts'
import { servePollCall } from './calls/poll-call.ts'
import { createBodies, Unread } from './http/bodies.ts'
import { preflightHeaders } from './http/cors.ts'
import {
  isUnsafe,
  suggestedPath,
  notFound,
  notFoundMessage,
  otherMethod,
  defaultRoute,
  viewOf,
  type PathRoutes,
} from './calls/methods.ts'
import { nearestAmong, type Nearest, type Served } from './http/nearest.ts'
import { rateLimitKey, makeClientReader, type ClientReader } from './http/client-address.ts'
import { makeCall, splitUrl } from './calls/request.ts'
import { createReadyQuotes, type ReadyQuotes } from './http/ready-quotes.ts'
import { send, sendAndHangUp, logRequest } from './http/send.ts'
import { isPublicAddress } from './media/public-address.ts'
import { serveMedia } from './media/serve.ts'
import { pipeline } from './calls/pipeline.ts'
import { followCall, followDelivery } from './calls/stages/delivered.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Largest request head in bytes; payment headers contain the challenge. */
const LARGEST_HEAD = 64 * 1024
/** How long, in ms, a connection stays open between requests. */
const IDLE = 72_000
/** Longest time, in ms, in which a request must arrive completely. */
const ARRIVAL = 120_000

/** What the handlers of one server share. */
export interface ServerContext {
  context: GatewayContext
  peers: ClientReader
  near: Nearest<CompiledRoute>
  ready: ReadyQuotes
}

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

/**
 * Collects the served paths with their routes; an alias is another path of the same route. Throws
 * when two routes claim the same method of a path.
 */
function pathsOf(context: GatewayContext): PathRoutes[] {
  const paths = new Map<string, PathRoutes>()
  for (const compiled of context.routes.values()) {
    const own: Alias = { method: compiled.route.method, path: compiled.route.path }
    for (const address of [own, ...compiled.route.aliases]) {
      const { method, path } = address
      const at: PathRoutes = paths.get(path) ?? { path, methods: new Map(), filled: new Map() }
      const other = at.methods.get(method)
      if (other !== undefined)
        throw new Error(
          `${compiled.route.origin}: ${method} ${path} is served by ${other.route.origin} already`,
        )
      at.methods.set(method, compiled)
      if (address.with) at.filled.set(method, address.with)
      paths.set(path, at)
    }
  }
  return [...paths.values()]
}

function servedAt({ path, methods }: PathRoutes): Served<CompiledRoute>[] {
  return [...methods].flatMap(([method, route]) =>
    route.route.gone === undefined ? [{ method, path, route }] : [],
  )
}

function pollsOf(context: GatewayContext): Map<string, CompiledRoute[]> {
  const polls = new Map<string, CompiledRoute[]>()
  for (const compiled of context.routes.values()) {
    const path = compiled.route.job?.poll
    if (path !== undefined) polls.set(path, [...(polls.get(path) ?? []), compiled])
  }
  return polls
}

/** Converts `/a/{id}/*` to the router's syntax. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function servePath(app: FastifyInstance, server: ServerContext, at: PathRoutes): void {
  const fallback = defaultRoute(at)
  const bodyLimit = Math.max(...[...at.methods.values()].map(compiled => compiled.route.bodyLimit))
  app.route({
    method: METHODS,
    url: routerPath(at.path),
    bodyLimit,
    config: { compiled: fallback } as object,
    handler: (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const own = at.methods.get(request.method) ?? viewOf(at, request.method)
      const started = server.context.clock.now()
      const call = makeCall(server.context, own ?? fallback, {
        request,
        out: reply.raw,
        peers: server.peers,
        filled: at.filled.get(at.methods.has(request.method) ? request.method : 'GET'),
      })
      const answered = (result: Reply): void => {
        logRequest(call, result, { started })
        if (own !== undefined) server.ready.keep(request.raw, own, result)
        send(reply, result, server.context)
      }
      const result = serve(call, server, own === undefined ? at : undefined)
      return result instanceof Promise ? result.then(answered) : answered(result)
    },
  })
}

/** Serves a call. `other` are the routes of a path that does not serve the call's method. */
function serve(call: Call, { near }: ServerContext, other?: PathRoutes): Reply | Promise<Reply> {
  if (
    call.compiled.route.gone !== undefined ||
    isUnsafe(call) ||
    Object.values(call.scope.path).includes('')
  )
    return notFound(call)
  const meant = suggestedPath(call, near)
  if (meant !== undefined) return notFound(call, meant)
  if (other !== undefined) return otherMethod(call, other)
  return followCall(call, pipeline(call, call.compiled.stages))
}

function servePoll(
  app: FastifyInstance,
  server: ServerContext,
  poll: { path: string; routes: readonly CompiledRoute[] },
): void {
  const first = poll.routes[0]!
  app.route({
    method: METHODS,
    url: routerPath(poll.path),
    config: { compiled: first } as object,
    handler: async (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const started = server.context.clock.now()
      const call = makeCall(server.context, first, {
        request,
        out: reply.raw,
        peers: server.peers,
        pattern: poll.path,
      })
      const { call: answered, reply: result } = await servePollCall(call, poll)
      logRequest(answered, result, { started, label: `${answered.compiled.route.id}.poll` })
      void followDelivery(answered, result)
      return send(reply, result, server.context)
    },
  })
}

/** Serves media and metrics: the only addresses that no route of the catalog names. */
function serveBuiltIn(app: FastifyInstance, server: ServerContext): void {
  const { context } = server
  app.route({
    method: ['GET', 'HEAD'],
    url: `${context.catalog.gateway.media}/:name`,
    handler: async (request, reply) => {
      const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
      const { name } = request.params as { name: string }
      const result = await serveMedia(context, {
        name,
        method: request.method,
        range,
        ifNoneMatch,
        ifRange: ifRange?.toString(),
      })
      if (result === undefined) return replyNotFound(server, request, reply)
      logUnrouted(server, request, { route: 'media', result })
      return send(reply, result, context)
    },
  })
  // The metrics show what the gateway earns, so only private addresses may read them. For others
  // the address does not exist.
  app.get(context.catalog.gateway.metrics, async (request, reply) => {
    const ip = server.peers.sure(request.raw)
    if (ip === undefined || isPublicAddress(ip)) return replyNotFound(server, request, reply)
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(await context.observe.metrics())
  })
}

function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  )
}

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .headers(preflightHeaders(request.headers['access-control-request-headers']))
    .send()
}

/**
 * Replies 404 to a request that no route serves, in the envelope of the route that was probably
 * meant, or in the gateway's own.
 */
function replyNotFound(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isPreflight(request)) return preflight(request, reply)
  const { context } = server
  const facts = factsOfRequest(server, request)
  const meant = server.near(request.method, facts.path)
  const result = answer(meant?.route.envelope ?? context.envelope, 'not_found', {
    route: facts,
    message: notFoundMessage(request.method, facts.path, meant),
  })
  logUnrouted(server, request, { route: 'none', result })
  return send(reply, result, context)
}

/** Logs a request that no route of the catalog served. */
function logUnrouted(
  server: ServerContext,
  request: FastifyRequest,
  details: { route: string; origin?: string; result: Reply },
): void {
  const { route, origin = 'none', result } = details
  const { status, outcome } = result
  server.context.observe.request({
    route,
    origin,
    method: request.method,
    status,
    outcome,
    ms: 0,
    ip: server.peers.ip(request.raw),
  })
}

/** Replies to a request that could not be read, or that failed inside the gateway. */
function replyError(
  server: ServerContext,
  error: FastifyError | Unread,
  on: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { context } = server
  const compiled = (on.request.routeOptions.config as { compiled?: CompiledRoute }).compiled
  const envelope = compiled?.envelope ?? context.envelope
  const route = factsOfRequest(server, on.request, compiled)
  const result =
    error instanceof Unread
      ? answerUnread(envelope, error, { route, limit: on.request.routeOptions.bodyLimit })
      : error.statusCode !== undefined && error.statusCode < 500
        ? answerUnread(envelope, new Unread('broken_off'), { route })
        : answer(envelope, 'internal', {
            route,
            details: 'The gateway failed; the fault is recorded.',
          })
  if (result.outcome === 'internal')
    context.observe.log.error(
      { route: compiled?.route.id, err: error },
      'a request failed inside the gateway',
    )
  logUnrouted(server, on.request, {
    route: compiled?.route.id ?? 'none',
    origin: compiled?.route.origin,
    result,
  })
  return error instanceof Unread
    ? sendAndHangUp(on.reply, result, { request: on.request.raw, clock: context.clock })
    : send(on.reply, result, context)
}

function factsOfRequest(
  server: ServerContext,
  request: FastifyRequest,
  compiled?: CompiledRoute,
): RouteFacts {
  const { path, search } = splitUrl(request.raw.url ?? '/')
  const known = { pattern: compiled?.route.path ?? '', summary: compiled?.route.summary ?? '' }
  return {
    method: request.method as RouteFacts['method'],
    path,
    ...known,
    rest: path,
    search,
    origin: server.peers.origin(request.raw),
  }
}
