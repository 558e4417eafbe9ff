/** Asks for payment: the 402 that says what the call costs and how to pay. */
import type { Call, Quote, Reply, Stage } from '../../context.ts'
import type { Json, Route } from '../../contract.ts'
import { refuse, type OutcomeDetails } from '../../replies/answer.ts'
import { parseQuery } from '../../input/query.ts'
import { gates } from './gates.ts'
import { chooseModel } from '../../lib/scope.ts'
import { quoteOf } from './quote.ts'
import { noteQuery, warningsOf } from './warnings.ts'

/** An unpaid call is asked to pay. */
export const challenge: Stage = call =>
  isPaidFor(call) || call.quote === undefined ? undefined : ask(call)

/** On routes that ask before anything else, and for empty probes everywhere. */
export const challengeFirst: Stage = call => {
  if (isPaidFor(call) || call.compiled.route.price === undefined) return undefined
  const isProbe =
    call.compiled.route.method === 'POST' &&
    call.bytes === undefined &&
    call.compiled.body !== undefined
  if (isProbe) return discover(call)
  if (call.compiled.route.challenge !== 'before_gates') return undefined
  noteQuery(call)
  return stand(call, false)
}

/**
 * Answers who only looks around, with another method or an empty probe: a challenge, with what the
 * route shows to them.
 */
export function discover(call: Call): Reply | undefined | Promise<Reply | undefined> {
  return stand(call, true)
}

/**
 * The challenge without a usable request: the route's probe stands in for what is missing.
 * Nothing when the route has no probe that this network sells and its price depends on the request.
 */
function stand(call: Call, isLooking: boolean): Reply | undefined | Promise<Reply | undefined> {
  if (call.compiled.fixedQuote && call.noted === undefined) return fixedReply(call, isLooking)
  if (call.compiled.fixedQuote) return quoted(call, isLooking)
  const probe = call.compiled.probe
  if (probe === undefined) return undefined
  call.scope.body = probe.body
  call.scope.query = probe.query ?? parseQuery('')
  return Object.keys(call.scope.path).length > 0
    ? standAt(call, isLooking)
    : quoted(call, isLooking)
}

/**
 * What the caller wrote into the path counts, and may be refused: a challenge is no promise of what
 * is not sold.
 */
async function standAt(call: Call, isLooking: boolean): Promise<Reply | undefined> {
  const refused = call.compiled.route.challenge === 'before_gates' ? undefined : await gates(call)
  return refused ?? quoted(call, isLooking)
}

function quoted(call: Call, isLooking: boolean): Reply {
  chooseModel(call)
  call.quote = quoteOf(call)
  return written(call, isLooking)
}

/** The whole reply, kept by address, where nothing else decides it. */
function fixedReply(call: Call, isLooking = false): Reply {
  const { discoveryShow } = call.compiled.route
  const own = addressOf(call)
  const key = isLooking && discoveryShow !== undefined ? `?${own}` : own
  const known = call.context.quotes.get(key)
  if (known !== undefined) return known
  call.quote = quoteOf(call)
  const asked = refuse(call, 'payment_required', saidOf(call, isLooking))
  const made: Reply = Object.assign({ amount: call.quote.amount }, asked)
  call.context.quotes.set(key, made)
  return made
}

/** What the 402s of one address have in common. */
function addressOf({ acceptsPayment, compiled, facts: { origin, path } }: Call): string {
  return `${acceptsPayment ? '!' : ''}${compiled.route.id} ${origin}${path}`
}

/** The 402 of a quoted call. */
export function ask(call: Call): Reply {
  const isFixed =
    call.compiled.fixedQuote && call.quote!.extra === undefined && call.noted === undefined
  return isFixed ? fixedReply(call) : written(call)
}

/** The reply of a quoted call. Calls with the same price and text share one. */
function written(call: Call, isLooking = false): Reply {
  const said = saidOf(call, isLooking)
  if (call.facts.search !== '') return refuse(call, 'payment_required', said)
  // The price as text may have fewer digits than the amount that is asked for.
  const key = `${addressOf(call)} ${call.quote!.amount} ${JSON.stringify([said.price, said.extra])}`
  const known = call.context.quotes.get(key)
  if (known !== undefined) return known
  const made = refuse(call, 'payment_required', said)
  call.context.quotes.set(key, made)
  return made
}

function saidOf(call: Call, isLooking: boolean): OutcomeDetails {
  const quote = call.quote!
  const route: Route = call.compiled.route
  const found = isLooking ? route.discoveryShow?.(call.scope) : undefined
  const { accepts, resource, extensions } = quote.encoded
  const shown = quote.shown ?? route.price?.show?.(call.scope)
  return {
    challenge: { x402Version: 2, resource, accepts: accepts as unknown as Json, extensions },
    price: shown === undefined ? { ...quote.price } : { ...quote.price, ...shown },
    extra: warned(
      call,
      quote.extra ??
        (found === undefined
          ? route.show?.(call.scope)
          : { ...route.show?.(call.scope), ...found }),
    ),
    payment_info: {
      network: call.context.spec.label,
      asset: call.context.spec.asset.symbol,
      x402Version: 2,
    },
  }
}

/** The extra members of a 402 with what its caller is warned of. */
function warned(call: Call, extra: Quote['extra']): Quote['extra'] {
  const warnings = call.noted === undefined ? [] : warningsOf(call)
  return warnings.length === 0 ? extra : { ...extra, warnings }
}

/** Whether a payment header came, good or bad. */
export function isPaidFor(call: Call): boolean {
  return call.header !== undefined || call.conflict
}
