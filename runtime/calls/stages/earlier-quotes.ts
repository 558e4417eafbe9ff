/**
 * Honours recent quotes. If a payment is not for the present price but for an earlier price of the
 * same request, and an authorization for that price may still be valid, the call is served entirely
 * by the catalog, the offering and the copies of fetched tables of that time. Any other amount gets
 * the present price.
 */
import type { Call, Stage } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import { payableOfferings } from '../../lib/offerings.ts'
import { decodeHeader } from '../../payments/header.ts'
import { changeTo, type Sold } from './other-catalogs.ts'

/** Continues with the offering of the paid quote, if it differs from the present one. */
export const honourEarlierQuote: Stage = call => {
  if (call.quote === undefined || call.free || call.conflict) return undefined
  // A suspended route is not sold at any price.
  if (isUnchanged(call) || call.compiled.route.suspended !== undefined) return undefined
  const { offers, clock } = call.context
  const decoded = decodeHeader(offers, call.header ?? '', clock.now())
  if (!decoded.ok || decoded.payment.authorization.value === call.quote.amount) return undefined
  return changeTo(call, earlierOf(call), decoded.payment)
}

/** Whether nothing else was sold lately: no other catalog, and no dated row. */
function isUnchanged({ context, compiled }: Call): boolean {
  const { editions } = context
  const isSame = !compiled.offerings.isDated && compiled.route.fetched === undefined
  return isSame && editions.current() === context && editions.earlier().length === 0
}

/**
 * Returns the earlier offerings whose quotes are still payable, besides the call's own, newest
 * first.
 */
function earlierOf(call: Call): Sold[] {
  const { editions, clock } = call.context
  const now = clock.now()
  const served = [
    { context: editions.current(), until: now },
    ...editions
      .earlier()
      .filter(({ isTrial }) => !isTrial)
      .map(({ context, replacedAt }) => ({ context, until: Math.min(now, replacedAt) })),
  ]
  return served
    .flatMap(({ context, until }) => payableUntil(call, context, { until, now }))
    .filter(
      one =>
        one.context !== call.context || one.offering !== call.offering || one.tables !== undefined,
    )
}

/**
 * Returns what a catalog sold until `until`, as far as quotes of it are still payable `now`.
 */
function payableUntil(
  { compiled: { route, stages } }: Call,
  context: GatewayContext,
  { until, now }: { until: number; now: number },
): Sold[] {
  const compiled = context.routes.get(route.id)
  // Routes with the same flow share one list of stages, so the call can continue in it.
  if (compiled?.stages !== stages || compiled.route.path !== route.path) return []
  const { offerings } = compiled
  const lifetime = compiled.route.authorization + context.catalog.gateway.slack - (now - until)
  if (lifetime <= 0) return []
  return payableOfferings(offerings, until, lifetime)
    .map(offering => ({
      context,
      compiled: offering.compiled ?? compiled,
      offering,
      at: Math.min(until, offerings.next(offering.since) - 1),
    }))
    .flatMap(one => withTables(one, until - lifetime))
}

/** Returns an offering with each copy of its fetched tables since an instant, newest first. */
function withTables(one: Sold, since: number): Sold[] {
  const names = one.compiled.route.fetched
  if (names === undefined) return [one]
  const earlier = one.context.fetched.earlier(one.context, names, since)
  return [
    one,
    ...earlier.map(({ until, tables }) => ({ ...one, at: Math.min(one.at, until - 1), tables })),
  ]
}
