/** The HTTP side: which address is served by which route, and nothing about what the routes do. */
import { createServer } from 'node:http'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Call, Core, Live, Reply } from './context.ts'
import type { Alias, RouteFacts } from './contract.ts'
import { answer } from './errors/answer.ts'
import { answerUnread } from './errors/unread.ts'
import { servePollCall } from './flows/poll-call.ts'
import { createBodies, Unread } from './http/bodies.ts'
import { preflightHeaders } from './http/cors.ts'
import {
  isUnsafe,
  meantInstead,
  notFound,
  nothingAt,
  otherMethod,
  speaker,
  viewOf,
  type PathRoutes,
} from './http/methods.ts'
import { nearestAmong, type Nearest, type Served } from './http/nearest.ts'
import { counted, makePeers, type Peers } from './http/peer.ts'
import { makeCall, splitUrl } from './http/request.ts'
import { createReadyQuotes, type ReadyQuotes } from './http/ready-quotes.ts'
import { send, sendAndHangUp, tell } from './http/send.ts'
import { isPublicAddress } from './media/public-address.ts'
import { serveMedia } from './media/serve.ts'
import { pipeline } from './pipeline.ts'
import { followCall, followDelivery } from './stages/delivered.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Largest request head in bytes; payment headers echo the challenge. */
const LARGEST_HEAD = 64 * 1024
/** How long, in ms, a connection stays open between requests. */
const IDLE = 72_000
/** Time, in ms, in which a request must have arrived whole. */
const ARRIVAL = 120_000

/** What the handlers of one server share. */
export interface Site {
  core: Core
  peers: Peers
  near: Nearest<Live>
  ready: ReadyQuotes
}

/** Makes the server of a gateway: its routes, polls, media and figures. Nothing listens yet. */
export function makeServer(core: Core): FastifyInstance {
  const peers = makePeers(core.settings)
  const ready = createReadyQuotes(core, peers)
  let isClosing = false
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: routed => {
      const options = {
        maxHeaderSize: LARGEST_HEAD,
        requestTimeout: ARRIVAL,
        keepAliveTimeout: IDLE,
      }
      return createServer(options, (request, out) => {
        if (isClosing || !ready.answer(request, out)) routed(request, out)
      })
    },
    routerOptions: { maxParamLength: 1024 },
    frameworkErrors: (_error, request, reply) => {
      unknown(site, request, reply as FastifyReply)
    },
  })
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const paths = pathsOf(core)
  const site: Site = { core, peers, near: nearestAmong(paths.flatMap(servedAt)), ready }
  const bodies = createBodies({
    clock: core.clock,
    halted: core.halted,
    caller: message => counted(peers.ip(message)),
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, _payload, done) =>
    bodies.read(request.raw, request.routeOptions.bodyLimit, done),
  )
  app.setNotFoundHandler((request, reply) => unknown(site, request, reply))
  app.setErrorHandler((error: FastifyError, request, reply) =>
    broken(site, error, { request, reply }),
  )
  for (const at of paths) servePath(app, site, at)
  for (const [path, lives] of pollsOf(core)) servePoll(app, site, { path, lives })
  serveOwn(app, site)
  return app
}

/**
 * The served paths with their routes; an alias is the same route. Throws when two routes claim the
 * same method of a path.
 */
function pathsOf(core: Core): PathRoutes[] {
  const paths = new Map<string, PathRoutes>()
  for (const live of core.routes.values()) {
    const own: Alias = { method: live.route.method, path: live.route.path }
    for (const one of [own, ...live.route.aliases]) {
      const { method, path } = one
      const at: PathRoutes = paths.get(path) ?? { path, methods: new Map(), filled: new Map() }
      const other = at.methods.get(method)
      if (other !== undefined)
        throw new Error(
          `${live.route.origin}: ${method} ${path} is served by ${other.route.origin} already`,
        )
      at.methods.set(method, live)
      if (one.with) at.filled.set(method, one.with)
      paths.set(path, at)
    }
  }
  return [...paths.values()]
}

function servedAt({ path, methods }: PathRoutes): Served<Live>[] {
  return [...methods].flatMap(([method, route]) =>
    route.route.gone === undefined ? [{ method, path, route }] : [],
  )
}

function pollsOf(core: Core): Map<string, Live[]> {
  const polls = new Map<string, Live[]>()
  for (const live of core.routes.values()) {
    const path = live.route.job?.poll
    if (path !== undefined) polls.set(path, [...(polls.get(path) ?? []), live])
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
    method: METHODS,
    url: routerPath(at.path),
    bodyLimit,
    config: { live: said } as object,
    handler: (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const own = at.methods.get(request.method) ?? viewOf(at, request.method)
      const started = site.core.clock.now()
      const call = makeCall(site.core, own ?? said, {
        request,
        out: reply.raw,
        peers: site.peers,
        filled: at.filled.get(at.methods.has(request.method) ? request.method : 'GET'),
      })
      const answered = (made: Reply): void => {
        tell(call, made, { started })
        if (own !== undefined) site.ready.keep(request.raw, own, made)
        send(reply, made, site.core)
      }
      const made = serve(call, site, own === undefined ? at : undefined)
      return made instanceof Promise ? made.then(answered) : answered(made)
    },
  })
}

/** `other` are the routes of a path that does not serve the call's method. */
function serve(call: Call, { near }: Site, other?: PathRoutes): Reply | Promise<Reply> {
  if (
    call.live.route.gone !== undefined ||
    isUnsafe(call) ||
    Object.values(call.scope.path).includes('')
  )
    return notFound(call)
  const meant = meantInstead(call, near)
  if (meant !== undefined) return notFound(call, meant)
  if (other !== undefined) return otherMethod(call, other)
  return followCall(call, pipeline(call, call.live.stages))
}

function servePoll(
  app: FastifyInstance,
  site: Site,
  poll: { path: string; lives: readonly Live[] },
): void {
  const said = poll.lives[0]!
  app.route({
    method: METHODS,
    url: routerPath(poll.path),
    config: { live: said } as object,
    handler: async (request, reply) => {
      if (isPreflight(request)) return preflight(request, reply)
      const started = site.core.clock.now()
      const call = makeCall(site.core, said, {
        request,
        out: reply.raw,
        peers: site.peers,
        pattern: poll.path,
      })
      const { call: answered, made } = await servePollCall(call, poll)
      tell(answered, made, { started, label: `${answered.live.route.id}.poll` })
      void followDelivery(answered, made)
      return send(reply, made, site.core)
    },
  })
}

/** Media and figures: the only addresses that no route of the catalog names. */
function serveOwn(app: FastifyInstance, site: Site): void {
  const { core } = site
  app.route({
    method: ['GET', 'HEAD'],
    url: `${core.catalog.gateway.media}/:name`,
    handler: async (request, reply) => {
      const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
      const { name } = request.params as { name: string }
      const made = await serveMedia(core, {
        name,
        method: request.method,
        range,
        ifNoneMatch,
        ifRange: ifRange?.toString(),
      })
      if (made === undefined) return unknown(site, request, reply)
      tellOwn(site, request, { route: 'media', made })
      return send(reply, made, core)
    },
  })
  // The figures tell what the gateway earns: only neighbours may ask. From outside there is no such
  // address.
  app.get(core.catalog.gateway.metrics, async (request, reply) => {
    const ip = site.peers.sure(request.raw)
    if (ip === undefined || isPublicAddress(ip)) return unknown(site, request, reply)
    return reply
      .header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
      .send(await core.observe.metrics())
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
 * What no route answers, in the words of the one that was probably meant, or in the gateway's own.
 */
function unknown(site: Site, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isPreflight(request)) return preflight(request, reply)
  const { core } = site
  const facts = strangeFacts(site, request)
  const meant = site.near(request.method, facts.path)
  const made = answer(meant?.route.envelope ?? core.envelope, 'not_found', {
    route: facts,
    message: nothingAt(request.method, facts.path, meant),
  })
  tellOwn(site, request, { route: 'none', made })
  return send(reply, made, core)
}

/** Tells operators of a request that no route of the catalog answered. */
function tellOwn(
  site: Site,
  request: FastifyRequest,
  about: { route: string; origin?: string; made: Reply },
): void {
  const { route, origin = 'none', made } = about
  const { status, outcome } = made
  site.core.observe.request({
    route,
    origin,
    method: request.method,
    status,
    outcome,
    ms: 0,
    ip: site.peers.ip(request.raw),
  })
}

/** A request that could not be read, or a fault of ours. */
function broken(
  site: Site,
  error: FastifyError | Unread,
  on: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  const { core } = site
  const live = (on.request.routeOptions.config as { live?: Live }).live
  const envelope = live?.envelope ?? core.envelope
  const route = strangeFacts(site, on.request, live)
  const made =
    error instanceof Unread
      ? answerUnread(envelope, error, { route, limit: on.request.routeOptions.bodyLimit })
      : error.statusCode !== undefined && error.statusCode < 500
        ? answerUnread(envelope, new Unread('broken_off'), { route })
        : answer(envelope, 'internal', {
            route,
            details: 'The gateway failed; the fault is recorded.',
          })
  if (made.outcome === 'internal')
    core.observe.log.error(
      { route: live?.route.id, err: error },
      'a request failed inside the gateway',
    )
  tellOwn(site, on.request, { route: live?.route.id ?? 'none', origin: live?.route.origin, made })
  return error instanceof Unread
    ? sendAndHangUp(on.reply, made, { request: on.request.raw, clock: core.clock })
    : send(on.reply, made, core)
}

function strangeFacts(site: Site, request: FastifyRequest, live?: Live): RouteFacts {
  const { path, search } = splitUrl(request.raw.url ?? '/')
  const known = { pattern: live?.route.path ?? '', summary: live?.route.summary ?? '' }
  return {
    method: request.method as RouteFacts['method'],
    path,
    ...known,
    rest: path,
    search,
    origin: site.peers.origin(request.raw),
  }
}
