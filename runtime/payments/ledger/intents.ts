/** Records the transaction that a process is about to send for a payment. */
import { LEASE } from '../../store/store.ts'
import type { PaymentRecord } from '../record.ts'
import type { LedgerContext } from './context.ts'
import type { Note } from './records.ts'

/**
 * Another process or call moved the record on before our intent was recorded. This process sent
 * nothing.
 */
export class Overtaken extends Error {}

/**
 * For how long after it was begun a written intent allows the payment to be sent, ms. Other
 * processes take a settlement over once this process has not renewed its lease for `LEASE`, and it
 * renews it each third of that.
 */
const FRESH = LEASE / 2
/** How often an intent is written if each write takes longer than `FRESH`. */
const TRIES = 3

/**
 * Records an intent. Nothing may be sent before this resolves. An intent whose write took too long
 * is written again: a process that stood still meanwhile finds out whether another process has
 * taken the settlement over.
 */
export async function recordIntent(
  { records, clock }: LedgerContext,
  record: PaymentRecord,
  changes: Note,
): Promise<PaymentRecord> {
  let settling = record
  for (let i = 0; i < TRIES; i += 1) {
    const begun = clock.now()
    const written = await records.move(settling, 'send', changes)
    if (!written) throw new Overtaken('the payment was taken further elsewhere')
    if (clock.now() - begun < FRESH) return written
    settling = written
  }
  throw new Error('the store is too slow: the payment was not sent')
}
