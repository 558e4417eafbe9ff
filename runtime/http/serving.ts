/** Tracks calls in flight, so that a repeated payment finds its first call. */
import type { Call } from '../context.ts'

/** Notes that this call is answering for a claim key. */
export function noteServing(call: Call, key: string): void {
  call.held = key
  call.core.serving.set(key, { call, end: call.end ?? Promise.resolve() })
}

/** Notes that the call is over. */
export function endServing(call: Call): void {
  if (isServed(call)) call.core.serving.delete(call.held!)
}

/**
 * The reservation of a job lasts until the job is paid or has failed; that of every other call ends
 * with its payment.
 */
export function dropPromise(call: Call): void {
  if (isServed(call) && call.job === undefined) call.core.promised.drop(call.held!)
}

function isServed({ core, held, payment }: Call): boolean {
  return held !== undefined && core.serving.get(held)?.call.payment === payment
}
