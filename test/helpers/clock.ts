/** Time moved by hand. */
import { sleepBy } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'

/** A clock that stands still until `advance` moves it. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward, waking sleepers in the order of their times; what they start runs before
   * the next one wakes.
   */
  advance(ms: number): Promise<void>
  /**
   * Moves time forward at once, as for a machine that was suspended: who sleeps that long wakes
   * once. For hours and days, in which a gateway would otherwise renew its lease a thousand times.
   */
  skip(ms: number): Promise<void>
  /** How many sleep or wait to run now. */
  sleepers(): number
  /** Lets everything that is ready run without moving time. */
  settle(): Promise<void>
}

interface Sleeper {
  at: number
  wake(): void
}

/** A pause long enough for pending promises and short I/O to go on. */
const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/** A manual clock that begins at `start` (Unix ms); 2026-01-01 unless set. */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let time = start
  const sleepers = new Set<Sleeper>()
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await pause()
  }
  const next = (until: number): Sleeper | undefined =>
    [...sleepers].filter(sleeper => sleeper.at <= until).sort((a, b) => a.at - b.at)[0]
  const after: Clock['after'] = (ms, run) => {
    const sleeper: Sleeper = {
      at: time + ms,
      wake: () => {
        sleepers.delete(sleeper)
        run()
      },
    }
    sleepers.add(sleeper)
    return () => {
      sleepers.delete(sleeper)
    }
  }
  const advance: ManualClock['advance'] = async ms => {
    const until = time + ms
    await settle()
    for (let due = next(until); due; due = next(until)) {
      time = Math.max(time, due.at)
      due.wake()
      await settle()
    }
    time = until
    await settle()
  }
  return {
    now: () => time,
    after,
    sleep: sleepBy(after),
    advance,
    async skip(ms) {
      await settle()
      time += ms
      await advance(0)
    },
    sleepers: () => sleepers.size,
    settle,
  }
}
