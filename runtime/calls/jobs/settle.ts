/**
 * Settles a completed job exactly once, whoever asks first: the submitting call, or any of many
 * polls on any instance. One at a time looks at the job; the job carries the key that is settling
 * it, so that the next one, also after a crash, knows what to look up.
 */
import type { End } from '../stages/charge.ts'
import type { GatewayContext } from '../../context.ts'
import { can, MARK, type MarkState } from '../../payments/transitions.ts'
import type { ClaimFacts, Payment, PaymentRecord } from '../../payments/types.ts'
import { MOMENT } from '../stages/await-end.ts'
import { isSamePayment } from '../stages/verify.ts'
import { LEASE, StoreBusy } from '../../store/store.ts'
import { readJob, updateJob } from '../../jobs/documents.ts'
import type { JobDoc } from '../../jobs/types.ts'

/**
 * How asking for a job's settlement ended. The `record` of an end is the one that paid, where it was
 * looked at. `used` is an authorization that belongs to something else.
 */
export type JobSettlement = End | { state: 'used'; record: PaymentRecord } | { state: 'gone' }

/** Whether a settlement was asked for: the job is there, and the authorization is for it. */
export function isEnd(one: JobSettlement): one is End {
  return one.state !== 'used' && one.state !== 'gone'
}

/** Where the payment of a job stands. */
function markOf({ settled, settling }: JobDoc): MarkState {
  if (settled !== undefined) return 'paid'
  return settling === undefined ? 'unpaid' : 'marked'
}

/** The authorization that is to settle a job; `record` where it is claimed already. */
export interface By {
  payment: Payment
  facts: ClaimFacts
  record?: PaymentRecord
}

/**
 * Another request has the turn for longer than a moment: that one learns how the settlement ends.
 */
const BUSY: JobSettlement = { state: 'unknown', reason: 'another request is settling this job' }

/**
 * Settles the job with the given authorization unless it is settled. `facts` are what a fresh
 * authorization is claimed for. A request that does not get its turn within a moment hears that the
 * end is unknown, and settles nothing.
 */
export async function settleJob(
  context: GatewayContext,
  key: string,
  by: By,
): Promise<JobSettlement> {
  try {
    return await context.store.lock(
      `settle/${key}`,
      LEASE,
      () => settleAlone(context, key, by),
      MOMENT,
    )
  } catch (error) {
    if (error instanceof StoreBusy) return BUSY
    throw error
  }
}

async function settleAlone(context: GatewayContext, key: string, by: By): Promise<JobSettlement> {
  const held = await readJob(context, key)
  if (held === undefined) return { state: 'gone' }
  const earlier = await formerEnd(context, key, held.doc)
  if (earlier !== undefined) return earlier
  const { record, fresh } =
    by.record === undefined
      ? await context.ledger.claim(by.payment, by.facts)
      : { record: by.record, fresh: true }
  if (!fresh && !isOwn(record, by)) return { state: 'used', record }
  // The lock may have been lost meanwhile: the job is marked only as it was read, and looked at
  // again where another was faster.
  const marked = await updateJob(context, key, doc =>
    isAsRead(doc, held.doc) ? { change: { settling: record.key } } : undefined,
  )
  if (marked?.doc.settling !== record.key) return settleAlone(context, key, { ...by, record })
  const { settlement, record: now } = await context.ledger.settle(record)
  if (settlement.state === 'landed') {
    const { transaction } = settlement
    await markSettled(context, key, { key: record.key, transaction })
    return { state: 'landed', transaction, record: now }
  }
  if (settlement.state === 'failed') await unmark(context, key, record.key)
  return settlement
}

/**
 * Takes one's own mark away. Where the lock was lost, the job may carry the mark of another
 * settlement by now: that one stays. The wallet is told to sign afresh, so it is not held to what
 * failed.
 */
async function unmark(context: GatewayContext, key: string, mark: string): Promise<void> {
  context.reservations.drop(mark)
  await updateJob(context, key, doc =>
    can(MARK, markOf(doc), 'unmark') && doc.settling === mark
      ? { change: { settling: undefined } }
      : undefined,
  )
}

function isAsRead(doc: JobDoc, read: JobDoc): boolean {
  return can(MARK, markOf(doc), 'mark') && doc.settling === read.settling
}

/** Whether a claimed record is this job's and this very payment. */
function isOwn(record: PaymentRecord, by: By): boolean {
  return record.job?.id === by.facts.job?.id && isSamePayment(by.payment, record)
}

/** The end of an earlier settlement; undefined when there was none, or it failed for certain. */
async function formerEnd(
  context: GatewayContext,
  key: string,
  doc: JobDoc,
): Promise<JobSettlement | undefined> {
  if (doc.settled !== undefined)
    return { state: 'landed', transaction: doc.settled.transaction, earlier: true }
  if (doc.settling === undefined) return undefined
  const record = await context.ledger.get(doc.settling)
  // A settlement that nobody remembers may have landed: it is never taken for one that did not.
  if (record === undefined)
    return { state: 'unknown', reason: 'the settlement of this job is not on record any more' }
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

/** Writes down what paid; what paid first stays written. */
async function markSettled(
  context: GatewayContext,
  key: string,
  settled: NonNullable<JobDoc['settled']>,
): Promise<void> {
  const held = await updateJob(context, key, doc =>
    can(MARK, markOf(doc), 'pay') ? { change: { settled, settling: undefined } } : undefined,
  )
  context.reservations.drop(settled.key)
  if (held !== undefined) context.reservations.drop(held.doc.submitted)
  if (held !== undefined && held.doc.submitted !== settled.key)
    await closeSubmit(context, held.doc.submitted)
}

/** The submitting authorization will never be needed: another one paid. */
async function closeSubmit(context: GatewayContext, key: string): Promise<void> {
  const record = await context.ledger.get(key)
  if (record !== undefined && record.state === 'claimed') {
    await context.ledger.fail(record, 'the job was paid with another authorization')
  }
}

/**
 * A job that failed after its caller was told to poll keeps its authorization claimed and
 * uncharged.
 */
export async function closeFailed(
  context: GatewayContext,
  doc: JobDoc,
  error: string,
): Promise<void> {
  context.reservations.drop(doc.submitted)
  const record = await context.ledger.get(doc.submitted)
  if (record?.job?.id === doc.id && record.state === 'claimed')
    await context.ledger.fail(record, error)
}
