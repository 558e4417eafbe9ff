/** Changes records in the same commit as the payment that they belong to. */
import type { RecordEvent } from '../payments/transitions.ts'
import type { PaymentRecord } from '../payments/record.ts'
import type { Companion } from '../payments/ledger/records.ts'
import type { Change } from '../store/store.ts'
import { RecordBusy } from './record-busy.ts'
import type { OwnedRecords } from './types.ts'

/** Identifies the payment that locks records: one claim of one authorization. */
const lockOf = ({ key, claim }: PaymentRecord): string => `${key}#${claim ?? ''}`

/** Creates the companion of payments that changes the records of their effects. */
export function recordCompanion(owned: OwnedRecords): Companion {
  return {
    concerns: ({ effects }) => effects !== undefined,
    async changes(record, event) {
      try {
        return await changesFor(owned, record, event)
      } catch (error) {
        // Once an intent is written, money may have moved, so the error must not say that nothing
        // was sent.
        const isBefore = event === 'send' || event === 'abandon'
        throw isBefore || !(error instanceof RecordBusy) ? error : new Error(error.message)
      }
    },
  }
}

/**
 * Returns the changes for an event of a payment. The intent locks the records; the landing applies
 * all effects. A certain failure applies the effects that do not depend on the money, and unlocks
 * the other records. A claim of amount zero is abandoned when its call is over, and applies all
 * effects.
 */
async function changesFor(
  owned: OwnedRecords,
  record: PaymentRecord,
  event: RecordEvent,
): Promise<Change[]> {
  const { effects = [], transaction } = record
  const lock = lockOf(record)
  if (event === 'send') return owned.lock(effects, lock)
  if (event === 'abandon') return owned.applyIfFree(effects, lock)
  if (event === 'land') return owned.apply(effects, lock, transaction)
  if (event !== 'fail' && event !== 'refuse') return []
  const done = effects.filter(({ when }) => when === 'done')
  const settled = effects.filter(({ when }) => when === 'settled')
  return [...(await owned.apply(done, lock)), ...(await owned.unlock(settled, lock))]
}
