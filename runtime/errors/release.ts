/** Gives an authorization back. */
import type { Call } from '../context.ts'

/**
 * Frees the authorization of a call that gave no result, so that the same header can be sent again.
 */
export async function release(call: Call, reason: string): Promise<void> {
  const { record } = call
  if (record === undefined) return
  await call.core.ledger.release(record, reason)
  call.record = undefined
}
