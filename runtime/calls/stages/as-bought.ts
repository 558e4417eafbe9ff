/**
 * Serves a repeated request from the catalog and the offering that its payment bought from, as far
 * as this process has them. So it does not matter what is sold now.
 */
import type { Call } from '../../call.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { chooseModel, shownPrice } from '../../quote.ts'
import { fingerprint } from './claim-facts.ts'
import { takeUp, type Sold } from './other-catalogs.ts'
import { parse } from './parse.ts'
import { restore, type Changing } from './restore.ts'

/**
 * Changes a call to the catalog and offering at the time of the record's claim, unless it has them
 * already. Returns whether the payment is for this very request; otherwise the call stays as it
 * was.
 */
export async function asBought(call: Changing, record: PaymentRecord): Promise<boolean> {
  const then = soldWith(call, record)
  const isRead = call.quote !== undefined || call.fingerprint !== undefined
  if (then === undefined || (isRead && isSame(call, then))) return isFor(call, record)
  const own = { ...call }
  if (call.end !== undefined) void then.context.uses.during(call.end)
  takeUp(call, then)
  const { charge, quote } = own
  Object.assign(call, { charge, quote, fingerprint: undefined })
  const { compiled, scope } = call
  scope.payer = call.payer
  scope.fetched = own.scope.fetched
  if ((await parse(call)) === undefined) {
    chooseModel({ compiled, scope, isResumed: true })
    const { price } = compiled.route
    if (price !== undefined) scope.price = shownPrice(BigInt(record.amount), price.decimals)
    if (isFor(call, record)) return true
  }
  restore(call, own)
  return isRead && isFor(call, record)
}

const isFor = (call: Call, record: PaymentRecord): boolean =>
  fingerprint(call) === record.fingerprint

const isSame = ({ context, offering }: Call, then: Sold): boolean =>
  context === then.context && offering === then.offering

/**
 * Returns the offering at the time of the record's claim; undefined if no catalog has the route.
 */
function soldWith({ context, compiled }: Call, { sale, created }: PaymentRecord): Sold | undefined {
  const all = [...new Set([...context.editions.all(), context])]
  const own = all.find(one => one.catalog.hash === sale?.catalog) ?? context
  const list = own.routes.get(compiled.route.id)
  if (list === undefined) return undefined
  const { offerings } = list
  const since = sale === undefined ? undefined : (sale.since ?? Number.NEGATIVE_INFINITY)
  const offering = offerings.all.find(one => one.since === since) ?? offerings.at(created)
  return { context: own, compiled: offering.compiled ?? list, offering, at: created }
}
