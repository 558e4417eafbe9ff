/** Tracks calls in flight, so that a repeated payment finds its first call. */
import type { Call } from '../../context.ts'

/** Notes that this call is answering for a claim key. */
export function noteInFlight(call: Call, key: string): void {
  call.held = key
  call.context.inFlight.set(key, { call, end: call.end ?? Promise.resolve() })
}

/** Notes that the call is over. */
export function endInFlight(call: Call): void {
  if (isServed(call)) call.context.inFlight.delete(call.held!)
}

/**
 * The reservation of a job lasts until the job is paid or has failed; that of every other call ends
 * with its payment.
 */
export function dropReservation(call: Call): void {
  if (isServed(call) && call.job === undefined) call.context.reservations.drop(call.held!)
}

function isServed({ context, held, payment }: Call): boolean {
  return held !== undefined && context.inFlight.get(held)?.call.payment === payment
}
