/**
 * Locks between processes: a lease in Redis in the name of this process, renewed while the work
 * continues. It expires when the process dies. The lease names the process, not one use of the
 * lock, so a process that could not release it can take it again immediately.
 */
import type { Clock, Random } from '../seams.ts'
import { createLocks } from './memory.ts'
import { guarded, type RedisClient } from './redis-client.ts'
import { StoreBusy } from './store.ts'

/**
 * Lock options: it expires `ttlMs` after its process died; `wait` is the longest wait in ms,
 * without limit if absent.
 */
export interface Holding {
  ttlMs: number
  wait?: number
}

/** Runs `work` while no other holder has `key`. */
export type Lock = <T>(key: string, how: Holding, work: () => Promise<T>) => Promise<T>

const FIRST_WAIT = 5
const LONGEST_WAIT = 100

/** Creates the locks of one process. */
export function createRedisLock(client: RedisClient, clock: Clock, random: Random): Lock {
  const owner = random.hex(16)
  const alone = createLocks(clock)
  const acquire = async (key: string, ttlMs: number, until: number): Promise<void> => {
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 1.5, LONGEST_WAIT)) {
      if ((await guarded(() => client.fareboxTake(key, owner, ttlMs))) === 1) return
      if (clock.now() >= until) throw new StoreBusy(`another process holds ${key}`)
      await clock.sleep(wait * (0.5 + Number.parseInt(random.hex(1), 16) / 255))
    }
  }
  const renew = async (key: string, ttlMs: number, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(ttlMs / 3, signal)
      await client.fareboxTake(key, owner, ttlMs).catch(() => undefined)
    }
  }
  const holding = async <T>(key: string, ttlMs: number, work: () => Promise<T>): Promise<T> => {
    const done = new AbortController()
    renew(key, ttlMs, done.signal).catch(() => undefined)
    try {
      return await work()
    } finally {
      done.abort()
      await client.fareboxDrop(key, owner).catch(() => undefined)
    }
  }
  return (key, { ttlMs, wait }, work) => {
    const until = wait === undefined ? Infinity : clock.now() + wait
    // Users in this process take turns here, because for Redis they are the same holder.
    return alone(key, () => acquire(key, ttlMs, until).then(() => holding(key, ttlMs, work)), wait)
  }
}
