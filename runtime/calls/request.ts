/** Turns an HTTP request into a call. */
import type { FastifyRequest } from 'fastify'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Charge } from './stages/charge.ts'
import type { Call } from '../call.ts'
import type { GatewayContext, CompiledRoute } from '../context.ts'
import type { RouteFacts, Scope } from '../contract.ts'
import { makeScope } from '../lib/scope.ts'
import { deliveryOf } from '../http/delivery.ts'
import { outerOf, type Outer } from '../http/inside.ts'
import type { ClientReader } from '../http/client-address.ts'
import { identify } from '../http/request-ids.ts'

/** Splits a request's URL into its path and its query (without `?`). */
export function splitUrl(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

/**
 * Whether a path is invalid, or an upstream could read it as another path: dot segments, also with
 * parameters (`..;a`) or encoded twice, encoded or doubled slashes, control characters.
 */
export function isAmbiguousPath(path: string): boolean {
  if (!path.startsWith('/') || path.includes('//') || path.includes('\\')) return true
  if (!path.includes('%') && !path.includes('/.')) return false
  return path.split('/').some(segment => {
    const plain = decoded(segment)
    if (plain === undefined) return true
    return isMisread(plain) || (plain.includes('%') && isMisread(decodedAgain(plain)))
  })
}

/** A segment that was encoded twice: its dots, slashes and control characters. */
const decodedAgain = (segment: string): string =>
  segment.replace(/%(2e|2f|5c|[01][\da-f]|7f)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

const isMisread = (segment: string): boolean =>
  /^\.\.?(;|$)|[/\\]/.test(segment) || hasControls(segment)

function hasControls(text: string): boolean {
  for (let i = 0; i < text.length; i++)
    if (text.charCodeAt(i) < 32 || text.charCodeAt(i) === 127) return true
  return false
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/**
 * Creates the call of a route from its HTTP request. `out` is the response that its reply is
 * written to; `filled` are the path parameters that an alias sets.
 */
export function makeCall(
  context: GatewayContext,
  list: CompiledRoute,
  from: {
    request: FastifyRequest
    out: ServerResponse
    clientReader: ClientReader
    pattern?: string
    filled?: Readonly<Record<string, string>>
  },
): Call {
  const { request } = from
  const { headers } = request.raw
  const caller = outerOf(request.raw) ?? callerOf(context, from)
  const offering = list.offerings.at(context.clock.now())
  const compiled = offering.compiled ?? list
  const facts = routeFacts(compiled, {
    url: request.raw.url ?? '/',
    origin: caller.facts.origin,
    pattern: from.pattern,
  })
  const signature = headers['payment-signature']
  const older = headers['x-payment']
  const scope = makeScope(context, compiled, facts, {
    headers: headers as Record<string, string>,
    offering,
  })
  const params = pathValues(request.params as Record<string, string>, from.filled)
  scope.path = params
  if (caller.hookResults !== undefined)
    scope.hooks = { ...scope.hooks, ...fixedHooks(caller.hookResults) }
  return {
    context,
    compiled,
    facts,
    scope,
    offering,
    ids: caller.ids,
    ip: caller.ip,
    isUnnamed: caller.isUnnamed,
    method: request.method,
    params,
    charge: new Charge(),
    header: joined(signature ?? older),
    acceptsPayment: headers['accept-payment'] !== undefined,
    requestedScheme: askedScheme(context, headers['x-payment-scheme']),
    maxPrice: joined(headers['x-max-price']),
    conflict: signature !== undefined && older !== undefined && signature !== older,
    contentType: headers['content-type'],
    contentEncoding: headers['content-encoding'],
    bytes: Buffer.isBuffer(request.body) && request.body.length > 0 ? request.body : undefined,
    listening: () => caller.listening(),
    hangUp: caller.hangUp,
    delivery: () => caller.delivery(),
    onLeave: listener => caller.onLeave(listener),
    ...(caller.asksPrice ? { asksPrice: true } : {}),
    ...(asksOffers(context, headers) ? { asksOffers: true } : {}),
  }
}

/** Hooks that return the given results. */
const fixedHooks = (results: NonNullable<Call['hookResults']>): Scope['hooks'] =>
  Object.fromEntries(Object.entries(results).map(([name, value]) => [name, () => value]))

/** The caller of a request that came over the network. */
function callerOf(
  context: GatewayContext,
  {
    request,
    out,
    clientReader,
  }: { request: FastifyRequest; out: ServerResponse; clientReader: ClientReader },
): Omit<Outer, 'facts'> & { facts: Pick<RouteFacts, 'origin'> } {
  const { raw } = request
  const { socket } = raw
  return {
    ids: identify(raw, context),
    ip: clientReader.ip(raw),
    isUnnamed: clientReader.isUnnamed(raw),
    facts: { origin: clientReader.origin(raw) },
    listening: () => !socket.destroyed,
    hangUp: () => void socket.destroy(),
    delivery: () => deliveryOf(out, context),
    onLeave(listener) {
      if (socket.destroyed) return listener()
      // Listens to the socket, because a response that is queued on the connection is not notified.
      const leave = (): void => {
        out.off('finish', finish)
        listener()
      }
      const finish = (): void => void socket.off('close', leave)
      socket.once('close', leave)
      out.once('finish', finish)
    },
  }
}

/** The parts of the request that formulas can read. */
function routeFacts(
  compiled: CompiledRoute,
  from: { url: string; origin: string; pattern?: string },
): RouteFacts {
  const { path, search } = splitUrl(from.url)
  const { method, path: own, summary, prefix } = compiled.route
  const rest = path.startsWith(prefix) ? path.slice(prefix.length) : path
  const { pattern = own, origin } = from
  return {
    method: from.pattern === undefined ? method : 'GET',
    path,
    pattern,
    summary,
    rest,
    search,
    origin,
  }
}

/** Whether the 402 must have signed offers. */
const asksOffers = ({ receipts }: GatewayContext, headers: IncomingHttpHeaders): boolean =>
  headers['x-signed-offers'] === '1' && receipts !== undefined

/** Returns the payment scheme in `X-Payment-Scheme`, if it is offered on request; else ''. */
function askedScheme({ offered }: GatewayContext, value: string | string[] | undefined): string {
  return typeof value === 'string' && offered.has(value) ? value : ''
}

/**
 * Path parameters by name, including those that an alias sets. The text under `*` is named `rest`.
 */
function pathValues(
  params: Record<string, string>,
  filled: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  if (!Object.hasOwn(params, '*')) return filled ? { ...params, ...filled } : params
  const { '*': rest, ...others } = params
  return { ...others, rest: rest!, ...filled }
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
