/**
 * Limits unpaid quotes by budget. A caller that has spent its budget gets 429 before its request is
 * parsed, unless the request carries a valid payment. Then the budget of its wallet counts, because
 * one valid payment can be sent with any number of requests that it does not pay for. A caller at
 * this machine's own address that no trusted header identifies has no budget: all callers behind
 * such a proxy would share one.
 */
import type { Call, Reply } from '../../call.ts'
import { tooMany } from '../../replies/too-many.ts'
import { rateKeys } from '../../http/client-address.ts'
import { beginSpending, spendVerification } from '../../limits/metered.ts'
import { decodeHeader } from '../../payments/header.ts'
import { isStoredAuthorization } from '../../payments/signed.ts'
import type { Payment } from '../../payments/payment.ts'

const DETAILS =
  'Too many unpaid requests from this address in the last minute; paid calls are not limited.'

/**
 * Refuses a call of a paid route, a poll of its jobs, or a call of a service, if its caller has
 * spent its budget of unpaid requests; otherwise starts to charge the call to that budget. Services
 * count because they read bodies as large as those of paid routes.
 */
export function withinBudget(call: Call): Reply | undefined | Promise<Reply | undefined> {
  const { price, serves } = call.compiled.route
  if ((price === undefined && serves === undefined) || call.isUnnamed) return undefined
  const keys = rateKeys(call.ip)
  const wait = call.context.budget.wait(keys)
  if (wait === undefined) return beginSpending(call, keys)
  return call.header === undefined || serves !== undefined
    ? refusal(call, wait)
    : withinWalletBudget(call, wait)
}

async function withinWalletBudget(call: Call, wait: number): Promise<Reply | undefined> {
  const { offers, budget, clock } = call.context
  const decoded = decodeHeader(offers, call.header!, clock.now())
  if (!decoded.ok) return refusal(call, wait)
  const keys = [{ key: decoded.payment.authorization.from, times: 1 }]
  // Checked before the payment is verified, because verification queries the chain.
  const walletWait = budget.wait(keys)
  if (walletWait !== undefined) return refusal(call, walletWait)
  if (!(await isValidPayment(call, decoded.payment))) return refusal(call, wait)
  beginSpending(call, keys)
  spendVerification(call)
  return undefined
}

/** Whether a payment is valid for the amount that it offers, or was already used for a purchase. */
async function isValidPayment({ context, compiled }: Call, payment: Payment): Promise<boolean> {
  const { value, key } = payment.authorization
  const { scheme } = payment
  const requirements = scheme.requirements(value, compiled.route.authorization / 1000)
  const verdict = await scheme.verify(payment, requirements, context.clock.now())
  if (verdict.ok) return value > 0n
  const record = await context.ledger.get(key)
  return record !== undefined && isStoredAuthorization(payment.authorization, record.payload)
}

function refusal(call: Call, wait: number): Reply {
  return tooMany(call, wait, () => DETAILS)
}
