/** The handlers of served addresses: paths of routes, polls, media and metrics. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call, Reply } from './call.ts'
import type { CompiledRoute } from './context.ts'
import {
  defaultRoute,
  isUnsafe,
  notFound,
  otherMethod,
  retired,
  suggestedPath,
  withoutSlash,
  viewOf,
  type PathRoutes,
} from './calls/methods.ts'
import { pipeline } from './calls/pipeline.ts'
import { servePollCall } from './calls/poll-call.ts'
import { makeCall } from './calls/request.ts'
import { unlessBought } from './calls/unless-bought.ts'
import { followCall, followDelivery } from './calls/stages/delivered.ts'
import { outerOf } from './http/inside.ts'
import { identify } from './http/request-ids.ts'
import { logRequest, send } from './http/send.ts'
import { isPrivateAddress } from './media/public-address.ts'
import { serveMedia } from './media/serve.ts'
import { orPaywall } from './replies/paywall.ts'
import {
  isPreflight,
  logUnrouted,
  preflight,
  replyNotFound,
  type ServerContext,
} from './unserved.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Converts `/a/{id}/*` to the router's syntax. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Serves a path of the catalog: each method by its route, other methods as `otherMethod` decides.
 */
export function servePath(app: FastifyInstance, server: ServerContext, at: PathRoutes): void {
  const fallback = defaultRoute(at)
  const bodyLimit = Math.max(...[...at.methods.values()].map(compiled => compiled.route.bodyLimit))
  app.route({
    method: METHODS,
    url: routerPath(at.path),
    bodyLimit,
    config: { compiled: fallback } as object,
    handler: (request, reply) => {
      if (isPreflight(request)) return preflight(server, request, reply)
      const own = at.methods.get(request.method) ?? viewOf(at, request.method)
      const started = server.context.clock.now()
      const call = makeCall(server.context, own ?? fallback, {
        request,
        out: reply.raw,
        clientReader: server.clientReader,
        filled: at.filled.get(at.methods.has(request.method) ? request.method : 'GET'),
      })
      const release = holdBody(call, server, request)
      const answered = (result: Reply): void => {
        logRequest(call, result, { started })
        if (own !== undefined) server.ready.keep(request.raw, call, result)
        send(reply, result, server.context)
      }
      const result = held(release, () => serve(call, server, own === undefined ? at : undefined))
      return result instanceof Promise ? result.then(answered) : answered(result)
    },
  })
}

/**
 * Reserves memory for the body of a call; that of an inner request is part of the outer one's.
 * Returns the function that releases it. Throws `Unread` if there is no memory left.
 */
function holdBody(
  { bytes }: Call,
  { bodies }: ServerContext,
  { raw }: FastifyRequest,
): (() => void) | undefined {
  return bytes === undefined || outerOf(raw) !== undefined
    ? undefined
    : bodies.hold(raw, bytes.length)
}

/** Makes a call, and calls `release` when it has ended, including a streamed reply. */
function held(
  release: (() => void) | undefined,
  call: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (release === undefined) return call()
  const result = (async () => call())()
  void result
    .then(({ done }) => done)
    .catch(() => undefined)
    .finally(release)
  return result
}

/** Whether another method of the path is served by a route that is not retired. */
function sellsAnother({ context }: Call, other?: PathRoutes): boolean {
  const now = context.clock.now()
  const routes = [...(other?.methods.values() ?? [])]
  return routes.some(({ offerings }) => offerings.at(now).successor === undefined)
}

/** Serves a call. `other` holds the path's routes if none of them serves the call's method. */
function serve(call: Call, server: ServerContext, other?: PathRoutes): Reply | Promise<Reply> {
  return followCall(call, unlessBought(call, replyTo(call, server, other)))
}

function replyTo(call: Call, { near }: ServerContext, other?: PathRoutes): Reply | Promise<Reply> {
  if (call.compiled.route.gone !== undefined || isUnsafe(call)) return notFound(call)
  if (Object.values(call.scope.path).includes('')) return notFound(call, withoutSlash(near, call))
  const { successor } = call.offering
  if (successor !== undefined && !sellsAnother(call, other)) return retired(call, successor)
  const meant = suggestedPath(call, near)
  if (meant !== undefined) return notFound(call, meant)
  if (other !== undefined) return otherMethod(call, other)
  return orPaywall(call, pipeline(call, call.compiled.stages))
}

/** Serves a poll path, which the routes of several jobs may share. */
export function servePoll(
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
      if (isPreflight(request)) return preflight(server, request, reply)
      const started = server.context.clock.now()
      const call = makeCall(server.context, first, {
        request,
        out: reply.raw,
        clientReader: server.clientReader,
        pattern: poll.path,
      })
      const { call: answered, reply: result } = await servePollCall(call, {
        ...poll,
        near: server.near,
      })
      logRequest(answered, result, { started, label: `${answered.compiled.route.id}.poll` })
      void followDelivery(answered, result)
      return send(reply, result, server.context)
    },
  })
}

/** Serves media and metrics: the only addresses that no route of the catalog names. */
export function serveBuiltIn(app: FastifyInstance, server: ServerContext): void {
  const { context } = server
  app.route({
    method: ['GET', 'HEAD'],
    url: `${context.catalog.gateway.media}/:name`,
    handler: async (request, reply) => {
      // A service must not read files through an inner request; it links to them.
      if (outerOf(request.raw) !== undefined) return replyNotFound(server, request, reply)
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
  // The metrics show the gateway's revenue, so only private addresses may read them, and services
  // may not read them for their callers. For all others the address does not exist.
  app.get(context.catalog.gateway.metrics, async (request, reply) => {
    const ip = server.clientReader.trustedIp(request.raw)
    const isInside = outerOf(request.raw) !== undefined
    if (ip === undefined || isInside || !isPrivateAddress(ip))
      return replyNotFound(server, request, reply)
    return reply
      .header('x-request-id', identify(request.raw, context).request)
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(await context.observe.metrics())
  })
}
