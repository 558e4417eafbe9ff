/** Writes how records end: settled, given up, delivered. */
import { can, RECORD, type RecordEvent } from '../transitions.ts'
import type { StoredReply, PaymentRecord, Settlement } from '../types.ts'
import { endOf, report, type Ended, type LedgerContext } from './context.ts'
import { sameClaim, stateOf, type Note } from './records.ts'

/**
 * What the end of a settlement does to the record. A kept reply stays until it is delivered, and
 * goes where there will be no charge for certain.
 */
function stepOf(settlement: Known): { event: RecordEvent; changes: Note } {
  if (settlement.state === 'landed') {
    const { transaction } = settlement
    return { event: 'land', changes: { transaction, reason: undefined } }
  }
  const { reason, mayLand } = settlement
  return mayLand
    ? { event: 'refuse', changes: { reason } }
    : { event: 'fail', changes: { reason, kept: undefined } }
}

/** A settlement whose end is certain. */
type Known = Exclude<Settlement, { state: 'unknown' }>

/**
 * How an end is written: before `finish` resolves (`prompt`), with changes of the record beside it
 * (`also`).
 */
export interface Finishing {
  prompt: boolean
  also?: Note
}

/**
 * Records the end of a settlement and gives the record as it is then. `prompt` writes it before
 * this resolves; otherwise a landing that the chain can prove is written a moment later. What
 * another process has recorded meanwhile stands.
 */
export async function finish(
  parts: LedgerContext,
  record: PaymentRecord,
  settlement: Settlement,
  how: Finishing,
): Promise<Ended> {
  const { records, deferred } = parts
  report(parts, record, settlement.state, settlement)
  if (settlement.state === 'unknown') return noteDoubt(parts, record, settlement)
  const { event, changes } = stepOf(settlement)
  Object.assign(changes, how.also)
  if (!how.prompt && event === 'land')
    return { settlement, record: deferred.later(record, changes) }
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record)) {
    // What another process has recorded stands, unless the table lets this end outrank it.
    const ended = endOf(now)
    if (ended && !can(RECORD, stateOf(now), event)) return { settlement: ended, record: now }
    const written = await records.move(now, event, changes)
    if (written) return { settlement, record: written }
    now = await records.get(record.key)
  }
  return { settlement, record }
}

/** Keeps the name of a transaction that has replaced the one in the intent. */
async function noteDoubt(
  { records }: LedgerContext,
  record: PaymentRecord,
  settlement: Extract<Settlement, { state: 'unknown' }>,
): Promise<Ended> {
  const { transaction } = settlement
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record)) {
    const { intent } = now
    const ended = endOf(now)
    if (ended && !now.mayLand) return { settlement: ended, record: now }
    if (transaction === undefined || !intent || intent.transaction === transaction) break
    const written = await records.note(now, { intent: { ...intent, transaction } })
    if (written) return { settlement, record: written }
    now = await records.get(record.key)
  }
  return { settlement, record }
}

/**
 * Ends a claim of which nothing was sent; a record that has gone further stays as it is. `abandon`
 * keeps the authorization used, `release` frees it.
 */
export async function giveUp(
  { records, working }: LedgerContext,
  record: PaymentRecord,
  event: 'release' | 'abandon' | 'cover',
  changes: Note,
): Promise<void> {
  // Also where the store is away: what is nobody's is released as soon as it is back.
  working.delete(record.key)
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record) && can(RECORD, stateOf(now), event)) {
    if (await records.move(now, event, { kept: undefined, ...changes })) return
    now = await records.get(record.key)
  }
}

/**
 * Writes down whether the caller has the reply, together with the end where that is still to be
 * written.
 */
export function markDelivered(
  parts: LedgerContext,
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
export function storeReply(
  parts: LedgerContext,
  record: PaymentRecord,
  kept: StoredReply | undefined,
): Promise<void> {
  return changeDelivery(parts, record, { kept })
}

/** Changes what is known of a reply, until it is delivered. If it was a stream, that is over. */
async function changeDelivery(
  { records, deferred }: LedgerContext,
  record: PaymentRecord,
  news: Pick<PaymentRecord, 'delivered' | 'kept'>,
): Promise<void> {
  const changes: Note = { ...news, streaming: undefined }
  if (await deferred.merge(record.key, changes)) return
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record)) {
    if (now.delivered || (await records.note(now, changes))) return
    now = await records.get(record.key)
  }
}
