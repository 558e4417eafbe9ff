/**
 * The budget of unpaid quotes. Whoever has spent it gets 429 before its request is looked at,
 * unless a payment comes with it that is good by itself: then the budget of its wallet counts,
 * because a good payment can be sent with any number of requests that it does not pay for. Callers
 * from this machine of whom no trusted header says more have none: all who come through a proxy
 * that names nobody would share it.
 */
import type { Call, Reply } from '../../context.ts'
import { tooMany } from '../../replies/too-many.ts'
import { rateKeys } from '../../http/client-address.ts'
import { beginSpending } from '../../limits/metered.ts'
import { isStoredAuthorization } from '../../payments/signed.ts'
import type { Payment } from '../../payments/types.ts'

const DETAILS =
  'Too many unpaid requests from this address in the last minute; paid calls are not limited.'

/** The refusal of a call of a paid route whose caller has spent its budget. */
export function withinBudget(call: Call): Reply | undefined | Promise<Reply | undefined> {
  if (call.compiled.route.price === undefined || call.isUnnamed) return undefined
  const keys = rateKeys(call.ip)
  const wait = call.context.budget.wait(keys)
  if (wait === undefined) return beginSpending(call, keys)
  return call.header === undefined ? refusal(call, wait) : withPayment(call, wait)
}

async function withPayment(call: Call, wait: number): Promise<Reply | undefined> {
  const { paymentScheme, budget } = call.context
  const decoded = paymentScheme.decode(call.header!)
  if (!decoded.ok || !(await isGood(call, decoded.payment))) return refusal(call, wait)
  const keys = [{ key: decoded.payment.authorization.from, times: 1 }]
  const own = budget.wait(keys)
  return own === undefined ? beginSpending(call, keys) : refusal(call, own)
}

/** Whether a payment would be taken for what it offers, or has bought something already. */
async function isGood({ context, compiled }: Call, payment: Payment): Promise<boolean> {
  const { value, key } = payment.authorization
  const asked = context.paymentScheme.requirements(value, compiled.route.authorization / 1000)
  const verdict = await context.paymentScheme.verify(payment, asked, context.clock.now())
  if (verdict.ok) return value > 0n
  const record = await context.ledger.get(key)
  return record !== undefined && isStoredAuthorization(payment.authorization, record.payload)
}

function refusal(call: Call, wait: number): Reply {
  return tooMany(call, wait, () => DETAILS)
}
