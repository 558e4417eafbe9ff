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
export async function isWithinGrace({ context, payer, quote }: Call): Promise<boolean> {
  if (payer === undefined) return true
  try {
    const { count, resetAt } = await context.store.count(`wasted|*|${payer}`, WINDOW)
    const graceCounted = count <= EXCUSED && BigInt(count) * (quote?.amount ?? 0n) <= EXCUSED_MICRO
    if (!graceCounted) context.penalised.set(payer, resetAt)
    return graceCounted
  } catch (error) {
    context.observe.log.warn({ err: error }, 'abandoned work could not be counted')
    return true
  }
}

/**
 * Notes a wallet whose payment failed when its work was done: it may have been emptied meanwhile.
 */
export function noteUnpaid({ context, payer }: Call): void {
  if (payer !== undefined) context.penalised.set(payer, context.clock.now() + WINDOW)
}

/** Whether this process knows that a wallet is beyond its grace. */
export function isPenalised({ context, payer }: Call): boolean {
  return payer !== undefined && (context.penalised.get(payer) ?? 0) > context.clock.now()
}
