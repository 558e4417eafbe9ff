/**
 * Serves the paid calls of the canary's wallets. Unpaid requests have no wallet, so quotes and
 * documents come from the live catalog. The canary serves a call only if its price is exactly the
 * signed amount; otherwise the live catalog does, which made the quote.
 */
import type { Call, Stage } from '../../call.ts'
import type { Trial } from '../../lib/editions.ts'
import { decodeHeader } from '../../payments/header.ts'
import { changeTo, type Sold } from './other-catalogs.ts'

/**
 * Continues with the canary if it serves the paying wallet, at the price that the wallet signed.
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

/**
 * Returns what the canary sells to this call; undefined if it does not sell it on the same terms.
 */
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
