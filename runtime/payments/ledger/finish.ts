/** Writes how a settlement ended. */
import type { PaymentRecord, Settlement } from '../types.ts'
import { endOf, report, type Ended, type Parts } from './parts.ts'
import { sameClaim, type Kept } from './records.ts'

/** What an end changes in the record. A kept reply stays until it is delivered, and goes where there is no charge. */
function changesOf(kept: Kept, settlement: Settlement): Partial<PaymentRecord> | undefined {
  if (settlement.state === 'landed') return { state: 'settled', transaction: settlement.transaction, reason: undefined }
  if (settlement.state === 'failed') return { state: 'failed', reason: settlement.reason, kept: undefined }
  const { intent } = kept.doc
  const news = settlement.transaction !== undefined && intent && intent.transaction !== settlement.transaction
  return news ? { intent: { ...intent, transaction: settlement.transaction } } : undefined
}

/**
 * Records the end of a settlement and gives the record as it is then. `prompt` writes it before this resolves; otherwise a landing
 * that the chain can prove is written a moment later. What another process has recorded meanwhile stands.
 */
export async function finish(parts: Parts, kept: Kept, settlement: Settlement, prompt: boolean): Promise<Ended> {
  const { records, ends } = parts
  report(parts, kept.doc, settlement)
  const changes = changesOf(kept, settlement)
  if (!changes) return { settlement, record: kept.doc }
  if (!prompt && settlement.state === 'landed') return { settlement, record: ends.later(kept, changes) }
  let current: Kept | undefined = kept
  while (current) {
    const written = await records.change(current, changes)
    if (written) return { settlement, record: written.doc }
    current = await records.get(kept.doc.key)
    if (!current || !sameClaim(current.doc, kept.doc)) break
    const ended = endOf(current.doc)
    // A landing outranks a failure: the chain does not forget a transfer.
    if (ended && !(settlement.state === 'landed' && ended.state === 'failed')) return { settlement: ended, record: current.doc }
  }
  return { settlement, record: kept.doc }
}
