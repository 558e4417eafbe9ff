/**
 * Caches replies that the address and a few headers alone determine: documents, and the 402s of
 * routes that challenge first and whose price depends on the address. The router makes each reply
 * once; later requests get it without the router.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Call, Reply } from '../call.ts'
import type { CompiledRoute, GatewayContext } from '../context.ts'
import { rateKeys, type ClientReader } from '../http/client-address.ts'
import { identify } from '../http/request-ids.ts'
import { prepareReply, sendPrepared, type PreparedReply } from '../http/send.ts'
import { generationCache } from '../lib/cache.ts'
import { renewedAt } from '../lib/quote-time.ts'
import { countOnce, type Counted } from '../limits/limit.ts'
import type { RequestFacts } from '../observe/types.ts'
import { prefersHtml } from '../replies/documents/accept.ts'
import { isTagged, unchangedOf } from '../replies/documents/content.ts'
import { chooseEncoding } from '../replies/documents/encoding.ts'
import { limitOfUnpaid } from './stages/limit.ts'

/**
 * Largest total of cached replies, in bytes. Their bodies are shared with the gateway's quotes and
 * documents.
 */
const LARGEST = 32 * 2 ** 20
/** Approximate size of an entry besides its body, in bytes. */
const ENTRY = 2048

type Handler = (request: IncomingMessage, out: ServerResponse) => void
type CachedCall = Pick<Call, 'compiled' | 'offering' | 'facts' | 'scope'>

/** The cached replies of one server. */
export interface ReadyReplies {
  /** Answers the request, or passes it on to the router. */
  answer(request: IncomingMessage, out: ServerResponse, router: Handler): void
  /** Caches a reply if every request like this one gets it. */
  keep(request: IncomingMessage, call: CachedCall, reply: Reply): void
}

/** A cached reply. It is prepared when it is first repeated, because few addresses are. */
interface Kept {
  reply: Reply
  facts: Pick<RequestFacts, 'route' | 'origin' | 'method'>
  send?: Handler
}

/** The replies to requests that differ only in what their callers have cached. */
interface Ready {
  /** The full reply; undefined until a request has got it. */
  full?: Kept
  /** The 304, if there is one. */
  unchanged?: Kept
  /** Counts requests that get the full reply. */
  limit?: Counted
  /** When the price changes or the reply must be rebuilt, Unix ms. */
  until: number
}

/** Makes the cache of one server. */
export function createReadyReplies(
  context: GatewayContext,
  clientReader: ClientReader,
): ReadyReplies {
  const known = generationCache<Ready>(LARGEST, sizeOf)
  const find = (request: IncomingMessage): Ready | undefined => {
    const ready = isBare(request)
      ? known.get(keyOf(request, clientReader.origin(request)))
      : undefined
    return ready !== undefined && ready.until > context.clock.now() ? ready : undefined
  }
  const sendKept = (kept: Kept, request: IncomingMessage, out: ServerResponse): void =>
    (kept.send ??= senderOf(kept, context, clientReader))(request, out)
  return {
    answer(request, out, router) {
      const ready = find(request)
      const kept = ready && chosen(ready, request.headers['if-none-match'])
      if (kept === undefined) return router(request, out)
      if (ready?.limit === undefined || kept === ready.unchanged)
        return sendKept(kept, request, out)
      // The router refuses callers over the limit, and answers while the store is unavailable.
      void countOnce(context.store, ready.limit, rateKeys(clientReader.ip(request)))
        .catch(() => 0)
        .then(over => (over === undefined ? sendKept(kept, request, out) : router(request, out)))
    },
    keep(request, call, reply) {
      const { route } = call.compiled
      const isContent = isDocument(call, reply)
      if (!isBare(request) || !(isContent || isFixed(call.compiled, reply, request))) return
      const facts = { route: route.id, origin: route.origin, method: request.method! }
      // The call's origin, because an inner request has the origin of its caller.
      known.set(keyOf(request, call.facts.origin), {
        ...(reply.status === 304 ? {} : { full: { reply, facts } }),
        ...(isContent ? { unchanged: { reply: unchangedOf(reply), facts } } : {}),
        limit: limitOfUnpaid(call.compiled),
        until: validUntil(context, call),
      })
    },
  }
}

/** Prepares a reply for being sent and recorded many times. */
function senderOf(
  { reply, facts }: Kept,
  context: GatewayContext,
  clientReader: ClientReader,
): (request: IncomingMessage, out: ServerResponse) => void {
  const { status, outcome, amount } = reply
  const record = context.observe.repeat({ ...facts, status, outcome, ms: 0, amount })
  const prepared: PreparedReply = prepareReply(reply)
  return (request, out) => {
    const { request: id, trace } = identify(request, context)
    record({ ip: clientReader.ip(request), request: id, trace: trace?.id })
    sendPrepared(out, prepared, context)
  }
}

/** Chooses the 304 if the caller's ETag matches, otherwise the full reply. */
function chosen({ full, unchanged }: Ready, tags: string | undefined): Kept | undefined {
  return isTagged(tags, unchanged?.reply.headers.etag) ? unchanged : full
}

const sizeOf = ({ full }: Ready): number =>
  ENTRY + ((full?.reply.body as string | Buffer | undefined)?.length ?? 0)

/** Returns everything that determines a cached reply, except the caller's ETags. */
function keyOf({ method, url, headers }: IncomingMessage, origin: string): string {
  const scheme = headers['accept-payment'] === undefined ? '' : '!'
  const form = prefersHtml(headers.accept) ? '<' : ''
  const encoding = chooseEncoding(headers['accept-encoding']?.toString())
  return `${scheme}${form}${encoding} ${method} ${origin}${url}`
}

/**
 * Returns until when a reply holds, as known when its call began: a date or a catalog change may
 * have come since.
 */
function validUntil(
  { catalog }: GatewayContext,
  { compiled, offering, scope }: Pick<CachedCall, 'compiled' | 'offering' | 'scope'>,
): number {
  const began = scope.now * 1000
  const date = catalog.dates?.find(({ since }) => since > began)?.since ?? Infinity
  return Math.min(compiled.offerings.next(offering.since), date, renewedAt(began))
}

/**
 * Whether a request has no payment and no body, and requests no scheme, highest price, signed
 * offers or permission.
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
  const isPreflight = headers['access-control-request-method'] !== undefined
  return !pays && !hasBody && !isPreflight && headers.expect === undefined
}

/** Whether the reply is a document, or was rendered at start. */
function isDocument(
  { compiled: { route }, offering }: Pick<CachedCall, 'compiled' | 'offering'>,
  { status, headers }: Reply,
): boolean {
  const isContent = route.document !== undefined || offering.content !== undefined
  return isContent && (status === 200 || status === 304) && headers.etag !== undefined
}

/**
 * Whether the address alone determines the 402. An `amount` shows that the reply is cached by
 * address; a reply that warns of unknown names has none. Browsers get a page instead.
 */
function isFixed(
  { route, isQuoteFixed }: CompiledRoute,
  { amount, outcome }: Reply,
  { headers }: IncomingMessage,
): boolean {
  const isFirst = isQuoteFixed && route.challenge === 'before_gates'
  const isShared = route.discoveryShow === undefined && amount !== undefined
  return isFirst && isShared && outcome === 'payment_required' && !prefersHtml(headers.accept)
}
