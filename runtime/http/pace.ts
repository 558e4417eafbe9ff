/** Watches what arrives: what does not come on fails. One timer for all of it. */
import type { Clock } from '../seams.ts'

/**
 * How often, in ms, everything on its way is looked at, and the bytes that each must have brought
 * since the last look.
 */
const LOOK = 10_000
const LEAST = 32 * 1024

/**
 * Something on its way: how far it has come, how far it had at the last look, and what to do when
 * it does not come on.
 */
export interface Coming {
  length: number
  seen?: number
  late(): void
}

/** What is watched. */
export interface Pace {
  follow(one: Coming): void
  forget(one: Coming): void
}

/**
 * Watches until `halted`. What stands still is late after one look at the least, and two at the
 * most.
 */
export function watchPace(clock: Clock, halted: AbortSignal): Pace {
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
