/**
 * Honours quotes of a moment ago. When the price of a request changes between its 402 and its paid
 * repetition, the signed amount is the earlier one, cheaper or dearer. It stays payable as long as
 * an authorization for it may live; any other amount is answered with the current price.
 */
import type { Call } from '../../call.ts'
import { payableOfferings, type Offering } from '../../lib/offerings.ts'
import type { Payment } from '../../payments/types.ts'
import { chooseModel, quoteOf } from '../../quote.ts'
import { withChallenge } from './quote.ts'

/**
 * Gives the call the earlier offering whose quote the payment signed. The call stays as it is if
 * the payment signs the current quote, or one that was never made.
 */
export async function honourEarlierQuote(call: Call, payment: Payment): Promise<void> {
  const { compiled, context, quote } = call
  const { value } = payment.authorization
  if (!compiled.offerings.isDated || quote === undefined || value === quote.amount) return
  const lifetime = compiled.route.authorization + context.catalog.gateway.slack
  const now = context.clock.now()
  for (const earlier of payableOfferings(compiled.offerings, now, lifetime))
    if (earlier !== call.offering && (await signedThen(call, earlier, value))) return
}

/** Whether the signed amount was the quote of this request; the call then has that offering. */
async function signedThen(call: Call, earlier: Offering, value: bigint): Promise<boolean> {
  const { compiled, scope } = call
  const { models, lists, model, values, price } = scope
  const restore = { models, lists, model, values, price }
  Object.assign(scope, { models: earlier.models, lists: earlier.lists, model: undefined })
  chooseModel(call)
  const isRefused = (await compiled.route.gates?.(scope)) !== undefined
  const quoted = isRefused ? undefined : quoteOf(compiled.route, scope)
  if (quoted === undefined || quoted === 'free' || quoted.amount !== value) {
    Object.assign(scope, restore)
    return false
  }
  call.offering = earlier
  call.quote = withChallenge(call, quoted)
  return true
}
