/**
 * Tracks the paid calls that this process is serving, so that a repeated payment finds its first
 * call.
 */
import type { Call } from '../../call.ts'

/** Registers this call as the one that is replying for a claim key. */
export function noteInFlight(call: Call, key: string): void {
  call.inFlightKey = key
  call.context.inFlight.set(key, { call, end: call.end ?? Promise.resolve() })
}

/** Removes a call that is over. */
export function endInFlight(call: Call): void {
  if (isRegistered(call)) call.context.inFlight.delete(call.inFlightKey!)
}

function isRegistered({ context, inFlightKey: key, payment }: Call): boolean {
  return key !== undefined && context.inFlight.get(key)?.call.payment === payment
}
