/** Computes how often a call is made, and its longest duration. */
import type { Scope, UpstreamCall } from '../contract.ts'

const MOST_REPEATS = 100

/** How many repeats of a call run at a time. */
export const AT_ONCE = 5

/** Returns how many times a call is made. Throws if the mapping throws. */
export function timesOf(call: UpstreamCall, scope: Scope): number {
  const requested = Math.floor(Number(call.repeat?.(scope) ?? 1)) || 1
  return Math.max(1, Math.min(MOST_REPEATS, requested))
}

/**
 * Returns the longest time, in ms, that a call may take with its repeats and with the calls before
 * it. Its `timeout` is the time for all attempts of one repeat. Without a scope, a repeated call
 * counts with the highest permitted number of repeats.
 */
export function longestOf(call: UpstreamCall, scope?: Scope): number {
  const before = call.first === undefined ? 0 : longestOf(call.first.call, scope)
  const isOnce = call.repeat === undefined
  const times = isOnce ? 1 : scope === undefined ? MOST_REPEATS : timesOf(call, scope)
  return before + Math.ceil(times / AT_ONCE) * call.timeout
}
