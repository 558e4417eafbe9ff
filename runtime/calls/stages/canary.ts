/**
 * Serves the paid calls of the canary's wallets. What is not paid for has no wallet, so quotes and
 * documents are those of the catalog that is live. The canary serves a call if it asks for exactly
 * what was signed; else the live catalog does, which has made the quote.
 */
import type { Call, Stage } from '../../call.ts'
import type { Trial } from '../../lib/editions.ts'
import { decodeHeader } from '../../payments/header.ts'
import { changeTo, type Sold } from './other-catalogs.ts'

/**
 * Goes on with the canary if it serves the wallet that pays, and asks for what the wallet signed.
 */
export const serveCanary: Stage = call => {
  const { editions, offers, clock } = call.context
  const trial = editions.canary()
  // A call that began before a switch ends with the catalog that it began with.
  if (trial === undefined || editions.current() !== call.context) return undefined
  if (call.quote === undefined || call.free || call.conflict) return undefined
  if (call.compiled.route.suspended !== undefined) return undefined
  const decoded = decodeHeader(offers, call.header ?? '', clock.now())
  if (!decoded.ok || !trial.serves(decoded.payment.authorization.from)) return undefined
  const sold = soldBy(trial, call, decoded.payment.authorization.from)
  return sold && changeTo(call, [sold], decoded.payment)
}

/** What the canary sells to this call; undefined if it does not sell it on the same terms. */
function soldBy(
  { context }: Trial,
  { compiled: { route, stages } }: Call,
  wallet: string,
): Sold | undefined {
  const list = context.routes.get(route.id)
  if (list?.stages !== stages || list.route.path !== route.path) return undefined
  const at = context.clock.now()
  const offering = list.offerings.at(at)
  const compiled = offering.compiled ?? list
  const { authorization, suspended } = compiled.route
  const isSold = suspended === undefined && offering.successor === undefined
  if (!isSold || authorization !== route.authorization) return undefined
  const { hash: catalog } = context.catalog
  const onFault = (): void =>
    context.ends?.note({ catalog, outcome: 'failed', reason: 'internal_error', wallet })
  return { context, compiled, offering, at, onFault }
}
