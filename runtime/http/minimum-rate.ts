/** Enforces a minimum rate on arriving data. One timer serves all transfers. */
import type { Clock } from '../seams.ts'

/** Ms between two checks, and the bytes that must arrive between them at least. */
const LOOK = 10_000
const LEAST = 32 * 1024
/**
 * Checks in which data must arrive that hold much memory: 5 minutes for all that they hold, which
 * is 1 Mbit/s for 32 MiB.
 */
const CHECKS = 30

/**
 * Arriving data: the bytes so far, the bytes at the last check, the announced bytes or else those
 * of memory that are reserved for it, and what to do if it is too slow.
 */
export interface Coming {
  length: number
  seen?: number
  readonly declared?: number
  readonly held?: number
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
      const least = Math.max(LEAST, (one.declared ?? one.held ?? 0) / CHECKS)
      if (one.seen !== undefined && one.length - one.seen < least) one.late()
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
