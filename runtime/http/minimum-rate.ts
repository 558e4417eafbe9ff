/** Enforces a minimum rate on arriving data. One timer serves all transfers. */
import type { Clock } from '../seams.ts'

/** Ms between two checks, and the bytes that must arrive between them. */
const LOOK = 10_000
const LEAST = 32 * 1024

/**
 * Arriving data: the bytes so far, the bytes at the last check, and what to do if it is too slow.
 */
export interface Coming {
  length: number
  seen?: number
  late(): void
}

/** The transfers that are watched. */
export interface MinimumRate {
  follow(one: Coming): void
  forget(one: Coming): void
}

/** Watches until `halted`. Stalled data fail after one to two checks. */
export function watchMinimumRate(clock: Clock, halted: AbortSignal): MinimumRate {
  const coming = new Set<Coming>()
  let cancel: (() => void) | undefined
  const look = (): void => {
    cancel = undefined
    for (const one of coming) {
      if (one.seen !== undefined && one.length - one.seen < LEAST) one.late()
      else one.seen = one.length
    }
    if (coming.size > 0) wait()
  }
  const wait = (): void => {
    if (!halted.aborted) cancel ??= clock.after(LOOK, look)
  }
  halted.addEventListener('abort', () => cancel?.(), { once: true })
  return {
    follow(one) {
      coming.add(one)
      wait()
    },
    forget: one => void coming.delete(one),
  }
}
