/**
 * The time shared by the processes of one Redis: each machine's clock, corrected by its distance
 * from the Redis server's clock. Without this, a process whose machine is ten minutes late would
 * read what others write as from the future.
 */
import type { Clock } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'

/** Ms between two measurements, and the distance below which no correction is made. */
const EVERY = 2_000
const JITTER = 50
/**
 * A measurement that took longer (ms) is not used, because any part of it may have been the way of
 * the reply.
 */
const SLOW = 1_000

/** A clock that must be stopped. */
export interface SharedClock {
  clock: Clock
  stop(): void
}

/**
 * Measures the distance, repeatedly. Rejects with StoreUnavailable if Redis does not answer the
 * first time.
 */
export async function createRedisClock(client: RedisClient, machine: Clock): Promise<SharedClock> {
  let offset = 0
  const measure = async (): Promise<void> => {
    const asked = machine.now()
    const [seconds, micros] = await guarded(() => client.time())
    const took = machine.now() - asked
    if (took < 0 || took > SLOW) return
    const found = Number(seconds) * 1000 + Number(micros) / 1000 - (asked + took / 2)
    if (Math.abs(found - offset) > JITTER + took) offset = Math.round(found)
  }
  await measure()
  const timer = setInterval(() => {
    measure().catch(() => undefined)
  }, EVERY)
  timer.unref()
  return {
    clock: { ...machine, now: () => machine.now() + offset },
    stop: () => clearInterval(timer),
  }
}
