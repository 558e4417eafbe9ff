/** Writes how records end: settled, given up, delivered. */
import type { KeptReply, PaymentRecord, Settlement } from '../types.ts'
import { endOf, report, type Ended, type Parts } from './parts.ts'
import { keptOf, OPEN, sameClaim, type Kept } from './records.ts'

/**
 * What an end changes in the record. A kept reply stays until it is delivered, and goes where there
 * will be no charge for certain.
 */
function changesOf(kept: Kept, settlement: Settlement): Partial<PaymentRecord> | undefined {
  if (settlement.state === 'landed') {
    const { transaction } = settlement
    return { state: 'settled', transaction, reason: undefined, mayLand: undefined }
  }
  if (settlement.state === 'failed') {
    const { reason, mayLand } = settlement
    const failed = { state: 'failed', reason, mayLand } as const
    return mayLand ? failed : { ...failed, kept: undefined }
  }
  const { intent } = kept.doc
  const news =
    settlement.transaction !== undefined && intent && intent.transaction !== settlement.transaction
  return news ? { intent: { ...intent, transaction: settlement.transaction } } : undefined
}

/**
 * How an end is written: before `finish` resolves (`prompt`), with changes of the record beside it
 * (`also`).
 */
export interface Finishing {
  prompt: boolean
  also?: Partial<PaymentRecord>
}

/**
 * Records the end of a settlement and gives the record as it is then. `prompt` writes it before
 * this resolves; otherwise a landing that the chain can prove is written a moment later. What
 * another process has recorded meanwhile stands.
 */
export async function finish(
  parts: Parts,
  kept: Kept,
  settlement: Settlement,
  how: Finishing,
): Promise<Ended> {
  const { records, ends } = parts
  report(parts, kept.doc, settlement.state, settlement)
  const own = changesOf(kept, settlement)
  const changes = own && { ...own, ...how.also }
  if (!changes) return { settlement, record: kept.doc }
  if (!how.prompt && settlement.state === 'landed') {
    return { settlement, record: ends.later(kept, changes) }
  }
  let current: Kept | undefined = kept
  while (current) {
    const written = await records.change(current, changes)
    if (written) return { settlement, record: written.doc }
    current = await records.get(kept.doc.key)
    if (!current || !sameClaim(current.doc, kept.doc)) break
    const ended = endOf(current.doc)
    // A landing outranks a failure: the chain does not forget a transfer.
    const isOutranked =
      current.doc.mayLand || (ended?.state === 'failed' && settlement.state === 'landed')
    if (ended && !isOutranked) return { settlement: ended, record: current.doc }
  }
  return { settlement, record: kept.doc }
}

/** Ends work that is still open; a record that has gone further stays as it is. */
export async function giveUp(
  { records, working }: Parts,
  record: PaymentRecord,
  changes: Partial<PaymentRecord>,
): Promise<void> {
  // Also where the store is away: what is nobody's is released as soon as it is back.
  working.delete(record.key)
  let kept = keptOf(record)
  for (;;) {
    kept ??= await records.get(record.key)
    if (!kept || !sameClaim(kept.doc, record) || !OPEN.includes(kept.doc.state)) return
    if (await records.change(kept, { kept: undefined, ...changes })) return
    kept = undefined
  }
}

/**
 * Writes down whether the caller has the reply, together with the end where that is still to be
 * written.
 */
export function markDelivered(
  parts: Parts,
  record: PaymentRecord,
  isWhole: boolean,
): Promise<void> {
  return changeDelivery(
    parts,
    record,
    isWhole ? { delivered: true, kept: undefined } : { delivered: false },
  )
}

/** Replaces the kept reply of a record that is settled or settling, or drops it. */
export function keepReply(
  parts: Parts,
  record: PaymentRecord,
  kept: KeptReply | undefined,
): Promise<void> {
  return changeDelivery(parts, record, { kept })
}

/** Changes what is known of a reply, until it is delivered. If it was a stream, that is over. */
async function changeDelivery(
  { records, ends }: Parts,
  record: PaymentRecord,
  news: Pick<PaymentRecord, 'delivered' | 'kept'>,
): Promise<void> {
  const changes: Partial<PaymentRecord> = { ...news, streaming: undefined }
  if (await ends.merge(record.key, changes)) return
  let kept = keptOf(record) ?? (await records.get(record.key))
  while (kept && sameClaim(kept.doc, record)) {
    if (kept.doc.delivered || (await records.change(kept, changes))) return
    kept = await records.get(record.key)
  }
}
