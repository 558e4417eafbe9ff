/**
 * Processes of one store that may stand still, as one that is stopped and continued (SIGSTOP,
 * SIGCONT): its clock stands, and nothing that it waits for is answered before it wakes up.
 */
import { systemRandom } from '../../runtime/lib/random.ts'
import type { RedisClient } from '../../runtime/store/redis-client.ts'
import { createRedisLock } from '../../runtime/store/redis-lock.ts'
import type { Store } from '../../runtime/store/store.ts'
import { manualClock, type ManualClock } from './clock.ts'

/** A process: its own time, and its own view of the store, with locks that outlive no lease. */
export interface SlowProcess {
  clock: ManualClock
  store: Store
  isAsleep: boolean
  /** Runs what the process does outside of itself: it begins and is answered while it is awake. */
  awake<T>(work: () => Promise<T>): Promise<T>
  /** Lets the process stand still once it has begun or ended `after` more of these. */
  sleep(after?: number): void
  /** Wakes the process up, and shows it the time of the others. */
  wake(): Promise<void>
}

/** Starts a process on a store whose time goes on. */
export function slowProcess(shared: Store, time: ManualClock): SlowProcess {
  const clock = manualClock(time.now())
  const waiting: (() => void)[] = []
  let left = Infinity
  const whenAwake = async (): Promise<void> => {
    if (left-- <= 0) one.isAsleep = true
    while (one.isAsleep) await new Promise<void>(resolve => waiting.push(resolve))
  }
  const awake: SlowProcess['awake'] = async work => {
    await whenAwake()
    return work().finally(whenAwake)
  }
  const one: SlowProcess = {
    clock,
    store: gated(shared, awake, clock),
    isAsleep: false,
    awake,
    sleep: (after = 0) => {
      left = after
      one.isAsleep = after === 0
    },
    async wake() {
      one.isAsleep = false
      left = Infinity
      await clock.skip(time.now() - clock.now())
      for (const go of waiting.splice(0)) go()
      await clock.settle()
    },
  }
  return one
}

/** The store as one process sees it. */
function gated(store: Store, awake: SlowProcess['awake'], clock: ManualClock): Store {
  const entries = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'function' ? (...all: unknown[]) => awake(() => member(...all)) : member,
  ])
  const own = Object.fromEntries(entries) as Store
  const client = {
    fareboxTake: async (key: string, owner: string, ttlMs: number) =>
      (await own.lease(key, owner, ttlMs)) ? 1 : 0,
    fareboxDrop: (key: string, owner: string) => own.unlease(key, owner),
  }
  const lock = createRedisLock(client as unknown as RedisClient, clock, systemRandom)
  return { ...own, clock, lock: (name, ttlMs, work, wait) => lock(name, { ttlMs, wait }, work) }
}

/** Lets time go on, in steps so short that whoever is awake renews its leases in time. */
export async function goOn(
  time: ManualClock,
  processes: readonly SlowProcess[],
  ms: number,
): Promise<void> {
  for (let left = ms; left > 0; left -= 1000) {
    const step = Math.min(left, 1000)
    await time.advance(step)
    for (const { clock, isAsleep } of processes) if (!isAsleep) await clock.advance(step)
  }
}
