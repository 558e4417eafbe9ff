/**
 * One settlement or look at a time for each record of this process; whoever comes meanwhile shares
 * it.
 */
import type { PaymentRecord } from '../types.ts'
import type { DeferredWrites } from './deferred-writes.ts'
import { endOf, type Ended } from './context.ts'
import { sameClaim } from './records.ts'

/** Works on records that are under way here. */
export interface SingleFlight {
  run(record: PaymentRecord, work: () => Promise<Ended>): Promise<Ended>
  isRunning(key: string): boolean
}

/** Shares works; an end that is being written is an answer by itself. */
export function createSingleFlight(deferred: DeferredWrites): SingleFlight {
  const running = new Map<string, Promise<Ended>>()
  return {
    isRunning: key => running.has(key),
    run(record, work) {
      const end = deferred.get(record.key)
      const settled = end && sameClaim(end, record) && endOf(end)
      if (end && settled) return Promise.resolve({ settlement: settled, record: end })
      const begun = running.get(record.key)
      if (begun) return begun
      const mine = work().finally(() => running.delete(record.key))
      running.set(record.key, mine)
      return mine
    },
  }
}
