/** Asks for payment: builds the 402 with the price of the call and how to pay it. */
import type { Call, Quote, Reply, Stage } from '../../call.ts'
import type { Json, Outcome, PriceTerm, Route } from '../../contract.ts'
import { refuse, type OutcomeDetails } from '../../replies/answer.ts'
import { parseQuery } from '../../input/query.ts'
import { readTables } from './fetched.ts'
import { gates } from './gates.ts'
import { withinMaxPrice } from './max-price.ts'
import { chooseModel } from '../../quote.ts'
import { quoteAnyway } from './quote.ts'
import { renewedAt } from '../../lib/quote-time.ts'
import { suspended } from './suspended.ts'
import { termsOf, withPriceInfo } from '../../x402/price-info.ts'
import { withSignedOffers } from '../../x402/signed-offers.ts'
import { noteQuery, warningsOf } from './warnings.ts'

/** Ends an unpaid call of a paid route with a challenge, unless the route is suspended. */
export const challenge: Stage = call =>
  isPaidFor(call) || call.quote === undefined
    ? undefined
    : (suspended(call) ?? withinMaxPrice(call) ?? ask(call))

/**
 * Challenges empty probes on every route, and all unpaid calls on routes that challenge before
 * their gates.
 */
export const challengeFirst: Stage = call => {
  if (isPaidFor(call) || call.compiled.route.price === undefined) return undefined
  const isProbe =
    call.compiled.route.method === 'POST' &&
    call.bytes === undefined &&
    call.compiled.body !== undefined
  if (isProbe) return discover(call)
  if (call.compiled.route.challenge !== 'before_gates') return undefined
  noteQuery(call)
  return challengeProbe(call, false)
}

/**
 * Challenges a caller that only explores the route, with another method or an empty probe. The 402
 * has the members that the route shows to such callers.
 */
export function discover(call: Call): Reply | undefined | Promise<Reply | undefined> {
  return challengeProbe(call, true)
}

/**
 * Challenges without a usable request: the route's probe replaces the missing input. Returns
 * nothing if the price depends on the request and the route has no probe that this network sells.
 */
function challengeProbe(
  call: Call,
  isDiscovery: boolean,
): Reply | undefined | Promise<Reply | undefined> {
  const isShared =
    call.noted === undefined && call.maxPrice === undefined && call.asksOffers === undefined
  if (call.compiled.isQuoteFixed && isShared) return fixedReply(call, isDiscovery)
  if (call.compiled.isQuoteFixed) return quoted(call, isDiscovery)
  const probe = call.compiled.probe
  if (probe === undefined) return undefined
  call.scope.body = probe.body
  call.scope.query = probe.query ?? parseQuery('')
  return Object.keys(call.scope.path).length > 0 || call.compiled.route.fetched !== undefined
    ? challengeChecked(call, isDiscovery)
    : quoted(call, isDiscovery)
}

/**
 * Challenges with the caller's own path parameters, or with rows that an upstream may have dropped.
 * The gates check both, so that no 402 offers something that is not sold.
 */
async function challengeChecked(call: Call, isDiscovery: boolean): Promise<Reply | undefined> {
  const { challenge, fetched } = call.compiled.route
  const isChecked = challenge !== 'before_gates' || fetched !== undefined
  // A request with another method arrives here without its tables.
  const missing = await readTables(call)
  const refused = missing ?? (isChecked ? await gates(call) : undefined)
  return refused ?? quoted(call, isDiscovery)
}

function quoted(call: Call, isDiscovery: boolean): Reply {
  chooseModel(call)
  call.quote = quoteAnyway(call)
  return withinMaxPrice(call) ?? challengeReply(call, isDiscovery)
}

/** Returns the 402 of a route whose price does not depend on the request; cached by address. */
function fixedReply(call: Call, isDiscovery = false): Reply {
  const address = addressOf(call)
  const key =
    isDiscovery && call.compiled.route.discoveryShow !== undefined ? `?${address}` : address
  const known = call.context.quotes.get(key)
  if (known !== undefined) return known
  call.quote = quoteAnyway(call)
  const refusal = refuse(call, 'payment_required', {
    ...challengeDetails(call, isDiscovery),
    challenge: challengeOf(call, termsOf(call)),
  })
  const reply: Reply = Object.assign({ amount: call.quote.amount }, refusal)
  call.context.quotes.set(key, reply)
  return reply
}

/** Returns the cache key of the 402s of one address. */
function addressOf(call: Call): string {
  const { acceptsPayment, requestedScheme, compiled, context, offering, facts } = call
  const since = compiled.offerings.isDated ? `${offering.since} ` : ''
  return (
    `${renewedAt(context.clock.now())} ${since}${requestedScheme}` +
    `${acceptsPayment ? '!' : ''}${compiled.route.id} ` +
    `${facts.origin}${facts.path}`
  )
}

/** Builds the 402 reply of a quoted call. */
export function ask(call: Call): Reply {
  const isFixed =
    call.compiled.isQuoteFixed && call.quote!.extra === undefined && call.noted === undefined
  return isFixed && call.asksOffers === undefined ? fixedReply(call) : challengeReply(call)
}

/**
 * Writes the 402 of a quoted call. Calls with the same price and texts share one cached reply, but
 * signed offers are always made anew.
 */
function challengeReply(call: Call, isDiscovery = false): Reply {
  const details = challengeDetails(call, isDiscovery)
  const terms = termsOf(call)
  const made = (): Reply =>
    refuse(call, 'payment_required', { ...details, challenge: challengeOf(call, terms) })
  if (call.facts.search !== '' || call.asksOffers === true) return made()
  // The price text may have fewer digits than the amount to be paid.
  const key =
    `${addressOf(call)} ${call.quote!.amount} ` +
    `${JSON.stringify([details.price, details.extra])} ${terms?.join(' ')}`
  const known = call.context.quotes.get(key)
  if (known !== undefined) return known
  const reply = made()
  call.context.quotes.set(key, reply)
  return reply
}

/** Builds the challenge in the body of a 402. */
function challengeOf(call: Call, terms: readonly PriceTerm[] | undefined): Outcome['challenge'] {
  const { accepts, resource } = call.quote!.encoded
  const extensions = withSignedOffers(call, withPriceInfo(call, terms))
  return { x402Version: 2, resource, accepts: accepts as unknown as Json, extensions }
}

function challengeDetails(call: Call, isDiscovery: boolean): OutcomeDetails {
  const quote = call.quote!
  const route: Route = call.compiled.route
  const discovered = isDiscovery
    ? (call.offering.discovery ?? route.discoveryShow?.(call.scope))
    : undefined
  const shown = quote.shown ?? route.price?.show?.(call.scope)
  return {
    price: shown === undefined ? { ...quote.price } : { ...quote.price, ...shown },
    extra: withCallWarnings(
      call,
      quote.extra ??
        (discovered === undefined
          ? route.show?.(call.scope)
          : { ...route.show?.(call.scope), ...discovered }),
    ),
    payment_info: {
      network: call.context.spec.label,
      asset: call.context.spec.asset.symbol,
      x402Version: 2,
    },
  }
}

/** Returns the extra members of a 402, with the call's warnings added. */
function withCallWarnings(call: Call, extra: Quote['extra']): Quote['extra'] {
  const warnings = call.noted === undefined ? [] : warningsOf(call)
  return warnings.length === 0 ? extra : { ...extra, warnings }
}

/** Whether the call came with a payment header, valid or not. */
export function isPaidFor(call: Call): boolean {
  return call.header !== undefined || call.conflict
}
