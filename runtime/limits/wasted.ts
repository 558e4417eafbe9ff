/**
 * Work that its buyer let come to nothing: it left before the first word, or its authorization ended before the result. Now and then that
 * costs nothing. A wallet that makes a habit of it would have suppliers work at our cost.
 */
import type { Call } from '../context.ts'

/** So often may a wallet do it in so many ms. */
const EXCUSED = 10
const WINDOW = 3_600_000

/** Counts it; false for a wallet that does it too often. */
export async function isExcused({ core, payer }: Call): Promise<boolean> {
  if (payer === undefined) return true
  const { count, resetAt } = await core.store.count(`wasted|*|${payer}`, WINDOW)
  if (count > EXCUSED) core.wasteful.set(payer, resetAt)
  return count <= EXCUSED
}

/** Whether a wallet is known to have done it too often. */
export function isWasteful({ core, payer }: Call): boolean {
  return payer !== undefined && (core.wasteful.get(payer) ?? 0) > core.clock.now()
}
