/**
 * The time that the processes of one Redis agree on: each machine's clock, corrected by how far it
 * is from the clock of the Redis server. A process whose machine is ten minutes behind would
 * otherwise take what others wrote for something of the future.
 */
import type { Clock } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'

/** How often the distance is measured, in ms, and how small it must be to be left alone. */
const EVERY = 2_000
const JITTER = 50
/**
 * A measurement that took longer, in ms, is not used: the answer may have been on its way for any
 * part of it.
 */
const SLOW = 1_000

/** A clock that must be stopped. */
export interface SharedClock {
  clock: Clock
  stop(): void
}

/**
 * Measures the distance, and keeps measuring. Rejects with StoreUnavailable where Redis does not
 * answer at first.
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
