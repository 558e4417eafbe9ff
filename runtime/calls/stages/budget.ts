/**
 * Limits unpaid quotes by budget. A caller that has spent its budget gets 429 before its request is
 * parsed, unless the request carries a valid payment. Then the budget of its wallet counts, because
 * one valid payment can be sent with any number of requests that it does not pay for. A caller at
 * this machine's own address that no trusted header identifies has no budget: all callers behind
 * such a proxy would share one.
 */
import type { Call, Reply } from '../../call.ts'
import { tooMany } from '../../replies/too-many.ts'
import { rateKeys, type RateKey } from '../../http/client-address.ts'
import { beginSpending, spendVerification, VERIFICATION } from '../../limits/metered.ts'
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
  const wallet = [{ key: decoded.payment.authorization.from, times: 1 }]
  const tries = triesOf(call)
  // Checked before the payment is verified, because verification queries the chain.
  const otherWait = budget.wait([...wallet, ...tries])
  if (otherWait !== undefined) return refusal(call, otherWait)
  const kind = await kindOf(call, decoded.payment)
  if (kind === 'invalid') {
    budget.spend(tries, { bytes: 0, ms: VERIFICATION })
    return refusal(call, wait)
  }
  beginSpending(call, kind === 'used' ? [...wallet, ...tries] : wallet)
  spendVerification(call)
  return undefined
}

/**
 * Returns the second budget of an address that has spent its first one. Invalid payments are
 * charged to it, because each is checked with the chain, and used ones, because anyone can read
 * them there.
 */
const triesOf = ({ ip }: Call): RateKey[] =>
  rateKeys(ip).map(({ key, times }) => ({ key: `tries ${key}`, times }))

/**
 * Whether a payment is `valid` for the amount that it offers, or was `used` for a purchase, whose
 * reply the caller may have lost.
 */
async function kindOf(
  { context, compiled }: Call,
  payment: Payment,
): Promise<'valid' | 'used' | 'invalid'> {
  const { value, key } = payment.authorization
  const { scheme } = payment
  const requirements = scheme.requirements(value, compiled.route.authorization / 1000)
  const verdict = await scheme.verify(payment, requirements, context.clock.now())
  if (verdict.ok) return value > 0n ? 'valid' : 'invalid'
  const record = await context.ledger.get(key)
  const isUsed =
    record !== undefined && isStoredAuthorization(payment.authorization, record.payload)
  return isUsed ? 'used' : 'invalid'
}

function refusal(call: Call, wait: number): Reply {
  return tooMany(call, wait, DETAILS)
}
