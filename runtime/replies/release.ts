/** Gives an authorization back. */
import type { Call } from '../context.ts'

/**
 * Frees the authorization of a call that gave no result, so that the same header can be sent again.
 * Does nothing where the call holds none. Rejects with `IllegalTransition` once money may have
 * moved.
 */
export async function release(call: Call, reason: string): Promise<void> {
  const { charge, context } = call
  charge.expect('release')
  if (charge.holds) await context.ledger.release(charge.record!, reason)
  charge.move('release')
}
