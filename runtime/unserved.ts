/** Replies to requests that no route serves: preflights, unknown addresses, unreadable requests. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { notFoundMessage } from './calls/methods.ts'
import type { ReadyReplies } from './calls/ready-replies.ts'
import { splitUrl } from './calls/request.ts'
import type { Reply } from './call.ts'
import type { CompiledRoute, GatewayContext } from './context.ts'
import type { RouteFacts } from './contract.ts'
import { Unread, type Bodies } from './http/bodies.ts'
import type { ClientReader } from './http/client-address.ts'
import { preflightHeaders } from './http/cors.ts'
import type { Nearest } from './http/nearest.ts'
import { identify } from './http/request-ids.ts'
import { send, sendAndHangUp } from './http/send.ts'
import { answer } from './replies/answer.ts'
import { prefersHtml } from './replies/documents/accept.ts'
import { answerUnread } from './replies/unread.ts'

/** The parts that the handlers of one server share. */
export interface ServerContext {
  context: GatewayContext
  clientReader: ClientReader
  bodies: Bodies
  near: Nearest<CompiledRoute>
  ready: ReadyReplies
}

/** Whether the request is a browser's CORS preflight. */
export function isPreflight(request: FastifyRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  )
}

/** Answers a preflight: allows the method and headers that the browser asks for. */
export function preflight(
  { context }: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .code(204)
    .header('x-request-id', identify(request.raw, context).request)
    .headers(preflightHeaders(request.headers['access-control-request-headers']))
    .send()
}

/**
 * Replies 404 to a request that no route serves, in the envelope of the route that the caller
 * probably meant, or in the gateway's own.
 */
export function replyNotFound(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isPreflight(request)) return preflight(server, request, reply)
  const { context } = server
  const facts = factsOfRequest(server, request)
  const meant = server.near(request.method, facts.path)
  const { 'payment-signature': payment = request.headers['x-payment'] } = request.headers
  const result = answer(meant?.route.envelope ?? context.envelope, 'not_found', {
    route: facts,
    message: notFoundMessage(request.method, facts.path, { meant, isPaid: payment !== undefined }),
  })
  const wantsPage = request.method === 'GET' && prefersHtml(request.headers.accept)
  const missingPage = wantsPage ? context.missingPage : undefined
  const whole = missingPage && withoutSlash(server, request.url)
  const final = whole === undefined ? result : movedTo(whole, result)
  logUnrouted(server, request, { route: 'none', result: final })
  if (missingPage === undefined || whole !== undefined) return send(reply, final, context)
  void missingPage({ method: request.method, path: facts.path, meant }, result, context.clock.now())
    .catch(() => result)
    .then(page => send(reply, page, context))
  return reply
}

/** The served address of a page that was asked for with a slash at the end of its path. */
function withoutSlash({ context }: ServerContext, url: string): string | undefined {
  const { path, search } = splitUrl(url)
  if (!path.endsWith('/')) return undefined
  const whole = path.slice(0, -1)
  const isPage = [...context.routes.values()].some(
    ({ route }) =>
      route.path === whole &&
      (route.documentHtml !== undefined || route.document?.endsWith('.html') === true),
  )
  return isPage ? whole + (search === '' ? '' : `?${search}`) : undefined
}

const movedTo = (location: string, { outcome }: Reply): Reply => ({
  status: 308,
  headers: { location },
  body: '',
  outcome,
})

/** Logs a request that no route of the catalog served. */
export function logUnrouted(
  server: ServerContext,
  request: FastifyRequest,
  details: { route: string; origin?: string; result: Reply },
): void {
  const { route, origin = 'none', result } = details
  const { status, outcome } = result
  const { request: id, trace } = identify(request.raw, server.context)
  server.context.observe.request({
    route,
    origin,
    method: request.method,
    status,
    outcome,
    ms: 0,
    ip: server.clientReader.ip(request.raw),
    request: id,
    trace: trace?.id,
  })
}

/** Replies to a request that could not be read, or that failed inside the gateway. */
export function replyError(
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
      {
        route: compiled?.route.id,
        request: identify(on.request.raw, context).request,
        err: error,
      },
      'a request failed inside the gateway',
    )
  logUnrouted(server, on.request, {
    route: compiled?.route.id ?? 'none',
    origin: compiled?.route.origin,
    result,
  })
  return error instanceof Unread
    ? sendAndHangUp(on.reply, result, { request: on.request.raw, context })
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
    origin: server.clientReader.origin(request.raw),
  }
}
