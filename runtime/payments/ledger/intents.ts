/** Records the transaction that a process is about to send for a payment. */
import { LEASE } from '../../store/store.ts'
import type { PaymentRecord } from '../record.ts'
import type { LedgerContext } from './context.ts'
import type { Note } from './records.ts'

/**
 * Another process or call moved the record on before our intent was recorded, or the store was too
 * slow to record it. This process sent nothing for the intent.
 */
export class Overtaken extends Error {}

/**
 * A payment may be sent if writing its intent took less than this, ms. Other processes take a
 * settlement over when the lease of this process has expired, at least two thirds of `LEASE` after
 * it was renewed.
 */
const FRESH = LEASE / 2
/** How often an intent is written if each write takes `FRESH` or longer. */
const TRIES = 3

/**
 * Records an intent in `held.record`, which is then the written record. Nothing may be sent before
 * this resolves. An intent whose write took too long is written again: a process that was paused
 * meanwhile finds out whether another process has taken the settlement over.
 */
export async function recordIntent(
  { records, clock }: LedgerContext,
  held: { record: PaymentRecord },
  changes: Note,
): Promise<void> {
  for (let i = 0; i < TRIES; i += 1) {
    const begun = clock.now()
    const written = await records.move(held.record, 'send', changes)
    if (!written) throw new Overtaken('the payment was taken further elsewhere')
    held.record = written
    if (clock.now() - begun < FRESH) return
  }
  throw new Overtaken('the store is too slow to send a payment')
}
