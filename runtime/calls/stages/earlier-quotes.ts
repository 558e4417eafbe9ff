/**
 * Honours quotes of a moment ago. A payment that is not of the present price, but of a price that
 * was asked for the same request while an authorization for it may still live, is served by the
 * catalog, the offering and the copies of fetched tables of that time, as a whole. Any other amount
 * gets the present price.
 */
import type { Call, Stage } from '../../call.ts'
import type { GatewayContext } from '../../context.ts'
import { payableOfferings } from '../../lib/offerings.ts'
import { decodeHeader } from '../../payments/header.ts'
import { changeTo, type Sold } from './other-catalogs.ts'

/** Goes on with what was sold when the paid quote was made, if that is not what is sold now. */
export const honourEarlierQuote: Stage = call => {
  if (call.quote === undefined || call.free || call.conflict) return undefined
  // What is suspended is not sold at any price.
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

/** What quotes that are still payable may be of besides the call's own, newest first. */
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
    .flatMap(({ context, until }) => offeredUntil(call, context, { until, now }))
    .filter(
      one =>
        one.context !== call.context || one.offering !== call.offering || one.tables !== undefined,
    )
}

function offeredUntil(
  { compiled: { route, stages } }: Call,
  context: GatewayContext,
  { until, now }: { until: number; now: number },
): Sold[] {
  const compiled = context.routes.get(route.id)
  // Routes with one flow have one list of stages, with which the call goes on.
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

/** What was sold, with each copy of its fetched tables since an instant, newest first. */
function withTables(one: Sold, since: number): Sold[] {
  const names = one.compiled.route.fetched
  if (names === undefined) return [one]
  const earlier = one.context.fetched.earlier(one.context, names, since)
  return [
    one,
    ...earlier.map(({ until, tables }) => ({ ...one, at: Math.min(one.at, until - 1), tables })),
  ]
}
