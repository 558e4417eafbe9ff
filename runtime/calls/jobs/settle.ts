/**
 * Settles a completed job exactly once. The submitting call or any poll, in any process, may ask
 * for it. A lock lets one request at a time settle the job. The job stores the key of the payment
 * that is settling it, so that a later request, also after a crash, can look up how that ended.
 */
import type { End } from '../stages/charge.ts'
import type { GatewayContext } from '../../context.ts'
import { can, MARK, type MarkState } from '../../payments/transitions.ts'
import type { ClaimFacts, PaymentRecord } from '../../payments/record.ts'
import type { Payment } from '../../payments/payment.ts'
import { MOMENT } from '../stages/await-end.ts'
import { isSamePayment } from '../stages/verify.ts'
import { LEASE, StoreBusy } from '../../store/store.ts'
import { PAID_OTHERWISE, readJob, updateJob } from '../../jobs/documents.ts'
import type { FailedJob, JobDoc, StoredJob } from '../../jobs/types.ts'
import { noteSale } from '../../sales/note.ts'

/**
 * How the settlement of a job ended. `record` is the payment that paid, if it was read. `used`
 * means that the authorization belongs to something else; `gone` that the job no longer exists.
 */
export type JobSettlement = End | { state: 'used'; record: PaymentRecord } | { state: 'gone' }

/**
 * Whether the settlement was attempted or had happened: the job exists and the authorization
 * belongs to it.
 */
export function isEnd(settlement: JobSettlement): settlement is End {
  return settlement.state !== 'used' && settlement.state !== 'gone'
}

/** The state of a job's payment. */
function markOf({ settled, settling }: JobDoc): MarkState {
  if (settled !== undefined) return 'paid'
  return settling === undefined ? 'unpaid' : 'marked'
}

/** The authorization that pays for a job; `record` if it is claimed already. */
export interface JobPayment {
  payment: Payment
  facts: ClaimFacts
  record?: PaymentRecord
}

/** The result while another request settles the job: that request learns how it ends. */
const BUSY: JobSettlement = { state: 'unknown', reason: 'another request is settling this job' }

/** The result if the record of an earlier settlement is gone: it may have landed. */
const LOST: JobSettlement = {
  state: 'unknown',
  reason: 'the settlement of this job is not on record any more',
}

/**
 * Settles the job with the given authorization, unless it is settled already. A new authorization
 * is claimed with `facts`. If another request holds the lock for longer than `MOMENT`, the result
 * is `unknown` and nothing is settled.
 */
export async function settleJob(
  context: GatewayContext,
  key: string,
  by: JobPayment,
): Promise<JobSettlement> {
  try {
    return await context.store.lock(
      `settle/${key}`,
      LEASE,
      () => settleLocked(context, key, by),
      MOMENT,
    )
  } catch (error) {
    if (error instanceof StoreBusy) return BUSY
    throw error
  }
}

async function settleLocked(
  context: GatewayContext,
  key: string,
  by: JobPayment,
): Promise<JobSettlement> {
  const job = await readJob(context, key)
  if (job === undefined) return { state: 'gone' }
  const earlier = await earlierEnd(context, key, job.doc)
  if (earlier !== undefined) return earlier
  const { record, fresh } =
    by.record === undefined
      ? await context.ledger.claim(by.payment, by.facts)
      : { record: by.record, fresh: true }
  if (!fresh && !isOwn(record, by)) return { state: 'used', record }
  // The lock may have expired meanwhile. So the job is marked only if it is unchanged, and is read
  // again otherwise.
  const marked = await updateJob(context, key, (doc, version) =>
    can(MARK, markOf(doc), 'mark') && version === job.version
      ? { change: { settling: record.key } }
      : undefined,
  )
  if (marked?.doc.settling !== record.key) return settleLocked(context, key, { ...by, record })
  const { settlement, record: settled } = await context.ledger.settle(record)
  if (settlement.state === 'landed') {
    const { transaction } = settlement
    await markSettled(context, key, { key: record.key, transaction })
    return { state: 'landed', transaction, record: settled }
  }
  if (settlement.state === 'failed') await unmark(context, marked)
  return settlement
}

/**
 * Removes this settlement's own mark from the job. If the job has changed since, another settlement
 * has marked it: its mark stays.
 */
async function unmark(context: GatewayContext, marked: StoredJob): Promise<void> {
  await updateJob(context, marked.key, (doc, version) =>
    can(MARK, markOf(doc), 'unmark') && version === marked.version
      ? { change: { settling: undefined } }
      : undefined,
  )
}

/** Whether a claimed record belongs to this job and to this very payment. */
function isOwn(record: PaymentRecord, by: JobPayment): boolean {
  return record.job?.id === by.facts.job?.id && isSamePayment(by.payment, record)
}

/**
 * Looks up an earlier settlement of the job. Undefined if there was none, or if it certainly
 * failed.
 */
async function earlierEnd(
  context: GatewayContext,
  key: string,
  doc: JobDoc,
): Promise<JobSettlement | undefined> {
  if (doc.settled !== undefined)
    return { state: 'landed', transaction: doc.settled.transaction, earlier: true }
  if (doc.settling === undefined) return undefined
  const record = await context.ledger.get(doc.settling)
  // A settlement without a record may have landed, so it does not count as failed.
  if (record === undefined) return LOST
  if (record.state === 'failed' || record.state === 'released') return undefined
  const { settlement, record: now } =
    record.state === 'settled' || record.state === 'settling'
      ? await context.ledger.resolve(record)
      : await context.ledger.settle(record)
  if (settlement.state === 'landed') {
    const settled = { key: record.key, transaction: settlement.transaction }
    await markSettled(context, key, settled)
    return { ...settlement, record: now, earlier: true }
  }
  return settlement.state === 'failed' ? undefined : settlement
}

/** Stores which payment paid for the job. The first one stays. */
async function markSettled(
  context: GatewayContext,
  key: string,
  settled: NonNullable<JobDoc['settled']>,
): Promise<void> {
  const job = await updateJob(context, key, doc =>
    can(MARK, markOf(doc), 'pay') ? { change: { settled, settling: undefined } } : undefined,
  )
  if (job !== undefined && job.doc.submitted !== settled.key)
    await closeSubmit(context, job.doc.submitted)
}

/** Closes the authorization of the submit, because another one paid for the job. */
async function closeSubmit(context: GatewayContext, key: string): Promise<void> {
  const record = await context.ledger.get(key)
  if (record !== undefined && record.state === 'claimed') {
    await context.ledger.fail(record, PAID_OTHERWISE)
  }
}

/**
 * Closes the payment of a job that failed after its submit was answered. The authorization stays
 * claimed and is not charged.
 */
export async function closeFailed(
  context: GatewayContext,
  doc: JobDoc,
  { error, why }: Pick<FailedJob, 'error' | 'why'>,
): Promise<void> {
  const record = await context.ledger.get(doc.submitted)
  if (record?.job?.id !== doc.id || record.state !== 'claimed') return
  noteSale(record, { why })
  await context.ledger.fail(record, error)
}
