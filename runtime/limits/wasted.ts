/**
 * Work that its buyer let come to nothing: it left before the first word, or its authorization
 * ended before the result. Now and then that costs nothing. A wallet that makes a habit of it would
 * have suppliers work at our cost.
 */
import type { Call } from '../context.ts'

/**
 * So often may a wallet do it in so many ms, and with calls that together cost so many micro-USD.
 */
const EXCUSED = 10
const EXCUSED_MICRO = 500_000n
const WINDOW = 3_600_000

/**
 * Counts it; false for a wallet that does it too often. Never rejects: while nothing can be counted
 * everybody is excused.
 */
export async function isExcused({ core, payer, quote }: Call): Promise<boolean> {
  if (payer === undefined) return true
  try {
    const { count, resetAt } = await core.store.count(`wasted|*|${payer}`, WINDOW)
    const excused = count <= EXCUSED && BigInt(count) * (quote?.amount ?? 0n) <= EXCUSED_MICRO
    if (!excused) core.wasteful.set(payer, resetAt)
    return excused
  } catch (error) {
    core.observe.log.warn({ err: error }, 'wasted work could not be counted')
    return true
  }
}

/**
 * Notes a wallet whose payment failed when its work was done: it may have been emptied meanwhile.
 */
export function noteUnpaid({ core, payer }: Call): void {
  if (payer !== undefined) core.wasteful.set(payer, core.clock.now() + WINDOW)
}

/** Whether a wallet is known to this process to have done it too often. */
export function isWasteful({ core, payer }: Call): boolean {
  return payer !== undefined && (core.wasteful.get(payer) ?? 0) > core.clock.now()
}
