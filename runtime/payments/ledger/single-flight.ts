/**
 * Runs one settlement or look-up at a time for each record of this process. Concurrent callers
 * share its result.
 */
import type { PaymentRecord } from '../record.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { endOf, type Ended } from './context.ts'
import { sameClaim } from './records.ts'

/** The settlements and look-ups that run in this process. */
export interface SingleFlight {
  run(record: PaymentRecord, work: () => Promise<Ended>): Promise<Ended>
  isRunning(key: string): boolean
}

/**
 * Creates a single flight per record. A record whose final state is being written is answered from
 * that state.
 */
export function createSingleFlight(deferred: DeferredWrites): SingleFlight {
  const running = new Map<string, Promise<Ended>>()
  return {
    isRunning: key => running.has(key),
    run(record, work) {
      const end = deferred.get(record.key)
      const settled = end && sameClaim(end, record) && endOf(end)
      if (end && settled) return Promise.resolve({ settlement: settled, record: end })
      const current = running.get(record.key)
      if (current) return current
      const started = work().finally(() => running.delete(record.key))
      running.set(record.key, started)
      return started
    },
  }
}
