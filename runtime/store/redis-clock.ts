/**
 * The time shared by the processes of one Redis: each machine's clock, corrected by its offset from
 * the Redis server's clock. Without this, a process whose machine is ten minutes slow would read
 * times of other processes as times in the future.
 */
import type { Clock } from '../seams.ts'
import { guarded, type RedisClient } from './redis-client.ts'

/** Ms between two measurements, and the smallest change of the offset that is corrected. */
const EVERY = 2_000
const JITTER = 50
/**
 * A measurement that took longer (ms) is ignored, because its delay could be entirely on one side.
 * Only the first one counts: it is off by half its time at most, and the machine's clock by any.
 */
const SLOW = 1_000

/** A clock that must be stopped. */
export interface SharedClock {
  clock: Clock
  stop(): void
}

/**
 * Creates the shared clock, which measures the offset repeatedly. Rejects with StoreUnavailable if
 * Redis does not answer the first time.
 */
export async function createRedisClock(client: RedisClient, machine: Clock): Promise<SharedClock> {
  let [offset, isMeasured] = [0, false]
  const measure = async (): Promise<void> => {
    const sentAt = machine.now()
    const [seconds, micros] = await guarded(() => client.time())
    const took = machine.now() - sentAt
    if (took < 0 || (took > SLOW && isMeasured)) return
    isMeasured = true
    const found = Number(seconds) * 1000 + Number(micros) / 1000 - (sentAt + took / 2)
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
