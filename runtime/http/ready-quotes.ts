/**
 * The 402s of routes that challenge first and whose price depends on the address alone. Once made,
 * a 402 answers every unpaid request for the same address ahead of the router.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, Reply } from '../call.ts'
import type { GatewayContext, CompiledRoute } from '../context.ts'
import { generationCache } from '../lib/cache.ts'
import { renewedAt } from '../lib/quote-time.ts'
import type { RepeatFacts } from '../observe/types.ts'
import type { ClientReader } from './client-address.ts'
import { identify } from './request-ids.ts'
import { sendBuffered } from './send.ts'

/** Number of cached addresses; their replies are shared with the gateway's quotes. */
const ADDRESSES = 2048

/** The cached 402s of one server. */
export interface ReadyQuotes {
  /** Answers the request and returns true; or returns false, and the router must answer it. */
  answer(request: IncomingMessage, out: ServerResponse): boolean
  /** Caches a reply if every request for the same address gets it. */
  keep(
    request: IncomingMessage,
    call: Pick<Call, 'compiled' | 'offering' | 'facts'>,
    made: Reply,
  ): void
}

/** A cached reply, and how requests that get it are recorded. */
interface Ready {
  made: Reply
  record(who: RepeatFacts): void
  /** When another price holds, or when the reply is made anew, Unix ms. */
  until: number
}

/** Makes the cached 402s of one server. */
export function createReadyQuotes(context: GatewayContext, peers: ClientReader): ReadyQuotes {
  const known = generationCache<Ready>(ADDRESSES)
  const keyOf = ({ method, url, headers }: IncomingMessage, origin: string): string =>
    `${headers['accept-payment'] === undefined ? '' : '!'}${method} ${origin}${url}`
  const isOver = ({ until }: Ready): boolean => until <= context.clock.now()
  return {
    answer(request, out) {
      if (!isBare(request)) return false
      const ready = known.get(keyOf(request, peers.origin(request)))
      if (ready === undefined || isOver(ready)) return false
      const { request: id, trace } = identify(request, context)
      ready.record({ ip: peers.ip(request), request: id, trace: trace?.id })
      sendBuffered(out, ready.made, context)
      return true
    },
    keep(request, call, made) {
      const { compiled } = call
      if (!isBare(request) || !isFixed(compiled, made)) return
      const { id: route, origin } = compiled.route
      const { status, outcome, amount } = made
      const method = request.method!
      const record = context.observe.repeat({
        route,
        origin,
        method,
        status,
        outcome,
        ms: 0,
        amount,
      })
      // From the call's own instant, because the switch may have come since.
      const next = compiled.offerings.next(call.offering.since)
      const until = Math.min(next, renewedAt(context.clock.now()))
      // The call's origin: that of a request inside is the one of its caller.
      known.set(keyOf(request, call.facts.origin), { made, record, until })
    },
  }
}

/**
 * Whether a request has no payment and no body, and asks for no scheme, highest price, signed offers
 * or page.
 */
function isBare({ headers }: IncomingMessage): boolean {
  const pays =
    headers['payment-signature'] !== undefined ||
    headers['x-payment'] !== undefined ||
    headers['x-payment-scheme'] !== undefined ||
    headers['x-max-price'] !== undefined ||
    headers['x-signed-offers'] !== undefined
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  const mayWantPage = /html/i.test(headers.accept ?? '')
  return !pays && !hasBody && !mayWantPage && headers.expect === undefined
}

/**
 * Whether the address alone decides the reply. An `amount` shows that it is cached by address; a
 * reply that warns of unknown names has none.
 */
function isFixed({ route, limit, isQuoteFixed }: CompiledRoute, made: Reply): boolean {
  const isFirst = isQuoteFixed && route.challenge === 'before_gates'
  const isShared = route.discoveryShow === undefined && limit?.by !== 'ip'
  return isFirst && isShared && made.amount !== undefined && made.outcome === 'payment_required'
}
