/**
 * Limits abandoned work: the caller left before the first word, or its authorization expired before
 * the result. A few times cost nothing; a wallet that does it often would make upstreams work at
 * our cost.
 */
import type { Call } from '../context.ts'

/**
 * How often a wallet may do it within a window (ms), and with calls of how many micro-USD in total.
 */
const EXCUSED = 10
const EXCUSED_MICRO = 500_000n
const WINDOW = 3_600_000

/**
 * Counts it. Returns false for a wallet beyond its grace. Never rejects: while the store is
 * unavailable, everybody is within grace.
 */
export async function isExcused({ core, payer, quote }: Call): Promise<boolean> {
  if (payer === undefined) return true
  try {
    const { count, resetAt } = await core.store.count(`wasted|*|${payer}`, WINDOW)
    const excused = count <= EXCUSED && BigInt(count) * (quote?.amount ?? 0n) <= EXCUSED_MICRO
    if (!excused) core.wasteful.set(payer, resetAt)
    return excused
  } catch (error) {
    core.observe.log.warn({ err: error }, 'abandoned work could not be counted')
    return true
  }
}

/**
 * Notes a wallet whose payment failed when its work was done: it may have been emptied meanwhile.
 */
export function noteUnpaid({ core, payer }: Call): void {
  if (payer !== undefined) core.wasteful.set(payer, core.clock.now() + WINDOW)
}

/** Whether this process knows that a wallet is beyond its grace. */
export function isWasteful({ core, payer }: Call): boolean {
  return payer !== undefined && (core.wasteful.get(payer) ?? 0) > core.clock.now()
}
