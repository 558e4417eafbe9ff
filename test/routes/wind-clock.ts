/**
 * Real time that can be wound forward: what is asleep until then wakes, and everything else goes on
 * as usual.
 */
import { sleepBy } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'

/** A clock that runs by itself and also jumps. */
export interface WindClock extends Clock {
  /** Moves time forward by `ms`, waking sleepers in the order of their times. */
  wind(ms: number): Promise<void>
}

interface Sleeper {
  at: number
  wake(): void
}

const MINUTE = 60_000

/** A clock that begins at the machine's time. */
export function windClock(): WindClock {
  const sleepers = new Set<Sleeper>()
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const after: Clock['after'] = (ms, run) => {
    const cancel = (): void => {
      sleepers.delete(sleeper)
      clearTimeout(timer)
    }
    const sleeper: Sleeper = {
      at: now() + ms,
      wake: () => {
        cancel()
        run()
      },
    }
    // Nothing here lasts a minute in real time; longer sleeps end by winding only.
    const timer = ms < MINUTE ? setTimeout(sleeper.wake, ms) : undefined
    timer?.unref()
    sleepers.add(sleeper)
    return cancel
  }
  return {
    now,
    after,
    sleep: sleepBy(after),
    async wind(ms) {
      ahead += ms
      for (;;) {
        const [next] = [...sleepers].filter(one => one.at <= now()).sort((a, b) => a.at - b.at)
        if (next === undefined) return
        next.wake()
        await new Promise(resolve => setImmediate(resolve))
      }
    },
  }
}
