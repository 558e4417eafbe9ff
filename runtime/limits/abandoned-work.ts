/**
 * Limits abandoned work: the caller left before the first word, or its authorization expired before
 * the result. A few times are free; a wallet that does it often would cause unpaid upstream costs.
 */
import type { Call } from '../call.ts'

/**
 * How often a wallet may abandon work within a window (ms), and how much those calls may cost in
 * total (micro-USD).
 */
const GRACE_COUNT = 10
const GRACE_MICRO = 500_000
const WINDOW = 3_600_000

/**
 * Counts one abandoned piece of work. Returns whether the wallet is still within its grace. Never
 * rejects: while the store is unavailable, every wallet is within its grace.
 */
export async function isWithinGrace(call: Call): Promise<boolean> {
  const { context, payer } = call
  if (payer === undefined) return true
  try {
    const [{ count, resetAt }, isAffordable] = await Promise.all([
      context.store.count(`abandoned|*|${payer}`, WINDOW),
      addCost(call),
    ])
    const isWithin = count <= GRACE_COUNT && isAffordable
    if (!isWithin) context.penalised.set(payer, resetAt)
    return isWithin
  } catch (error) {
    context.observe.log.warn({ err: error }, 'abandoned work could not be counted')
    return true
  }
}

/**
 * Adds the price of the call to its wallet's total of abandoned work; false if that is too much.
 */
async function addCost({ context, payer, quote }: Call): Promise<boolean> {
  const amount = Number(quote?.amount ?? 0n)
  if (amount === 0) return true
  const key = context.random.hex(8)
  return context.store.hold(`abandoned|${payer}`, { key, amount, most: GRACE_MICRO, ttlMs: WINDOW })
}

/**
 * Penalises a wallet whose payment failed after its work was done, because it may have been emptied
 * meanwhile. Where the chain limits how long a payment is valid, the wallet has a grace first: it
 * cannot sign the longer authorization that a penalised wallet needs. Never rejects.
 */
export async function noteUnpaid(call: Call): Promise<void> {
  const { context, payer, payment } = call
  if (payer === undefined) return
  if (payment?.scheme.maxValidityMs !== undefined) await isWithinGrace(call)
  else context.penalised.set(payer, context.clock.now() + WINDOW)
}

/** Whether this process knows that the wallet has used up its grace. */
export function isPenalised({ context, payer }: Call): boolean {
  return payer !== undefined && (context.penalised.get(payer) ?? 0) > context.clock.now()
}
