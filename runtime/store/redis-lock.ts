/** Locks between processes: an owner token in Redis, renewed while the work lasts, lapsing when its holder dies. */
import type { Clock, Random } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'

/** Runs `work` while no other holder has `key`. */
export type Lock = <T>(key: string, ttlMs: number, work: () => Promise<T>) => Promise<T>

const FIRST_WAIT = 5
const LONGEST_WAIT = 100

/** Makes the lock of one client. */
export function createRedisLock(client: RedisClient, clock: Clock, random: Random): Lock {
  const acquire = async (key: string, owner: string, ttlMs: number): Promise<void> => {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 1.5, LONGEST_WAIT)) {
      if (await guarded(() => client.fareboxTake(key, owner, ttlMs)) === 1) return
      await clock.sleep(wait * (0.5 + Number.parseInt(random.hex(1), 16) / 255))
    }
  }
  const renew = async (key: string, owner: string, options: { ttlMs: number; signal: AbortSignal }): Promise<void> => {
    while (!options.signal.aborted) {
      await clock.sleep(options.ttlMs / 3, options.signal)
      await client.fareboxTake(key, owner, options.ttlMs).catch(() => undefined)
    }
  }
  return async (key, ttlMs, work) => {
    const owner = random.hex(16)
    await acquire(key, owner, ttlMs)
    const done = new AbortController()
    renew(key, owner, { ttlMs, signal: done.signal }).catch(() => undefined)
    try {
      return await work()
    } finally {
      done.abort()
      await client.fareboxDrop(key, owner).catch(() => undefined)
    }
  }
}
