/** The HTTP side: which address is served by which route, and nothing about what the routes do. */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Call, Core, Live, Reply } from './context.ts'
import type { RouteFacts } from './contract.ts'
import { answer } from './errors/answer.ts'
import { servePollCall } from './flows/poll-call.ts'
import { preflightHeaders } from './http/cors.ts'
import { notFound, nothingAt, otherMethod, speaker, type PathRoutes } from './http/methods.ts'
import { makePeers, type Peers } from './http/peer.ts'
import { isSlippery, makeCall, splitUrl } from './http/request.ts'
import { send, tell } from './http/send.ts'
import { isPublicAddress } from './media/public-address.ts'
import { serveMedia } from './media/serve.ts'
import { pipeline } from './pipeline.ts'
import { servingOnce } from './http/serving.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Largest request head in bytes; payment headers echo the challenge. */
const LARGEST_HEAD = 64 * 1024
/** Time, in ms, in which a request must have arrived whole. */
const ARRIVAL = 120_000

/** What the handlers of one server share. */
export interface Site { core: Core; peers: Peers }

/** Makes the server of a gateway: its routes, polls, media and figures. Nothing listens yet. */
export function makeServer(core: Core): FastifyInstance {
  const app = Fastify({
    logger: false, exposeHeadRoutes: false, requestTimeout: ARRIVAL, forceCloseConnections: 'idle', return503OnClosing: false,
    http: { maxHeaderSize: LARGEST_HEAD },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (_error, request, reply) => { unknown(site, request, reply as FastifyReply) },
  })
  const site: Site = { core, peers: makePeers(core.settings) }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setNotFoundHandler((request, reply) => unknown(site, request, reply))
  app.setErrorHandler((error: FastifyError, request, reply) => broken(site, error, { request, reply }))
  for (const at of pathsOf(core)) servePath(app, site, at)
  for (const [path, lives] of pollsOf(core)) servePoll(app, site, { path, lives })
  serveOwn(app, site)
  return app
}

/** The served paths with their routes; an alias is the same route. Throws when two routes claim the same method of a path. */
function pathsOf(core: Core): PathRoutes[] {
  const paths = new Map<string, PathRoutes>()
  for (const live of core.routes.values()) {
    for (const { method, path } of [live.route, ...live.route.also]) {
      const at = paths.get(path) ?? { path, methods: new Map<string, Live>() }
      const other = at.methods.get(method)
      if (other !== undefined) throw new Error(`${live.route.origin}: ${method} ${path} is served by ${other.route.origin} already`)
      at.methods.set(method, live)
      paths.set(path, at)
    }
  }
  return [...paths.values()]
}

function pollsOf(core: Core): Map<string, Live[]> {
  const polls = new Map<string, Live[]>()
  for (const live of core.routes.values()) {
    const path = live.route.job?.poll
    if (path !== undefined) polls.set(path, [...polls.get(path) ?? [], live])
  }
  return polls
}

/** `/a/{id}/*` in the router's words. */
function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

function servePath(app: FastifyInstance, site: Site, at: PathRoutes): void {
  const said = speaker(at)
  const bodyLimit = Math.max(...[...at.methods.values()].map(live => live.route.bodyLimit))
  app.route({
    method: METHODS, url: routerPath(at.path), bodyLimit, config: { live: said } as object,
    handler: async (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const started = site.core.clock.now()
      const own = at.methods.get(request.method)
      const call = makeCall(site.core, own ?? said, { request, peers: site.peers })
      const made = await serve(call, own === undefined ? at : undefined)
      tell(call, made, { started })
      return send(reply, made, site.core)
    },
  })
}

/** `other` are the routes of a path that does not serve the call's method. */
async function serve(call: Call, other?: PathRoutes): Promise<Reply> {
  if (call.live.route.gone !== undefined || isSlippery(call.facts.path) || Object.values(call.scope.path).includes('')) return notFound(call)
  if (other !== undefined) return otherMethod(call, other)
  return servingOnce(call, pipeline(call, call.live.stages))
}

function servePoll(app: FastifyInstance, site: Site, poll: { path: string; lives: readonly Live[] }): void {
  const said = poll.lives[0]!
  app.route({
    method: METHODS, url: routerPath(poll.path), config: { live: said } as object,
    handler: async (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const started = site.core.clock.now()
      const call = makeCall(site.core, said, { request, peers: site.peers, pattern: poll.path })
      const { call: answered, made } = await servePollCall(call, poll)
      tell(answered, made, { started, label: `${answered.live.route.id}.poll` })
      return send(reply, made, site.core)
    },
  })
}

/** Media and figures: the only addresses that no route of the catalog names. */
function serveOwn(app: FastifyInstance, site: Site): void {
  const { core } = site
  app.route({
    method: ['GET', 'HEAD'], url: `${core.catalog.gateway.media}/:name`,
    handler: async (request, reply) => {
      const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
      const { name } = request.params as { name: string }
      const made = await serveMedia(core, { name, method: request.method, range, ifNoneMatch, ifRange: ifRange?.toString() })
      if (made === undefined) return unknown(site, request, reply)
      tellOwn(site, request, { route: 'media', made })
      return send(reply, made, core)
    },
  })
  // The figures tell what the gateway earns: only neighbours may ask. From outside there is no such address.
  app.get(core.catalog.gateway.metrics, async (request, reply) => {
    if (isPublicAddress(site.peers.ip(request.raw))) return unknown(site, request, reply)
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(await core.observe.metrics())
  })
}

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

function preflight(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(preflightHeaders(request.headers['access-control-request-headers'])).send()
}

/** What no route answers, in the gateway's own envelope. */
function unknown(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isPreflight(request)) return preflight(request, reply)
  const { core } = site
  const facts = strangeFacts(site, request)
  const made = answer(core.envelope, 'not_found', { route: facts, message: nothingAt(request.method, facts.path) })
  tellOwn(site, request, { route: 'none', made })
  return send(reply, made, core)
}

/** Tells operators of a request that no route of the catalog answered. */
function tellOwn(site: Site, request: FastifyRequest, about: { route: string; origin?: string; made: Reply }): void {
  const { route, origin = 'none', made } = about
  const { status, outcome } = made
  site.core.observe.request({ route, origin, method: request.method, status, outcome, ms: 0, ip: site.peers.ip(request.raw) })
}

/** A request that could not be read: too large, or broken off. Anything else is a fault of ours. */
function broken(site: Site, error: FastifyError, on: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  const { core } = site
  const live = (on.request.routeOptions.config as { live?: Live }).live
  const envelope = live?.envelope ?? core.envelope
  const route = strangeFacts(site, on.request, live)
  const made = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? answer(envelope, 'too_large', { route, limit: on.request.routeOptions.bodyLimit })
    : error.statusCode !== undefined && error.statusCode < 500
      ? answer(envelope, 'invalid_body', { route, issues: [{ path: '', message: 'the request could not be read', code: 'unreadable' }] })
      : answer(envelope, 'internal', { route, details: 'The gateway failed; the fault is recorded.' })
  if (made.outcome === 'internal') core.observe.log.error({ route: live?.route.id, err: error }, 'a request failed inside the gateway')
  tellOwn(site, on.request, { route: live?.route.id ?? 'none', origin: live?.route.origin, made })
  return send(on.reply, made, core)
}

function strangeFacts(site: Site, request: FastifyRequest, live?: Live): RouteFacts {
  const { path, search } = splitUrl(request.raw.url ?? '/')
  const known = { pattern: live?.route.path ?? '', summary: live?.route.summary ?? '' }
  return { method: request.method as RouteFacts['method'], path, ...known, rest: path, search, origin: site.peers.origin(request.raw) }
}
