/** Records the transaction that a process is about to send for a payment. */
import type { PaymentRecord } from '../record.ts'
import type { LedgerContext } from './context.ts'
import type { Note } from './records.ts'

/**
 * Another process or call moved the record on before our intent was recorded. This process sent
 * nothing.
 */
export class Overtaken extends Error {}

/** Records an intent. Nothing may be sent before this resolves. */
export async function recordIntent(
  { records }: LedgerContext,
  record: PaymentRecord,
  changes: Note,
): Promise<PaymentRecord> {
  const settling = await records.move(record, 'send', changes)
  if (!settling) throw new Overtaken('the payment was taken further elsewhere')
  return settling
}
