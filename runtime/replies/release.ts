/** Releases the authorization of a call. */
import type { Call } from '../call.ts'

/**
 * Releases the authorization of a call without a result, so that the same header can be sent again.
 * Does nothing if the call has no claim. Rejects with `IllegalTransition` once money may have
 * moved.
 */
export async function release(call: Call, reason: string): Promise<void> {
  const { charge, context } = call
  charge.expect('release')
  if (charge.holds) await context.ledger.release(charge.record!, reason)
  charge.move('release')
}
