/** Writes the final states of records: settled, failed, released, delivered. */
import type { Change } from '../../store/store.ts'
import { NotSent } from '../not-sent.ts'
import { can, RECORD, type RecordEvent } from '../transitions.ts'
import { isLarge, type StoredReply, type PaymentRecord } from '../record.ts'
import type { Settlement } from '../settlement.ts'
import { endOf, report, type Ended, type LedgerContext } from './context.ts'
import { sameClaim, type Note } from './records.ts'
import { stateOf } from './record-state.ts'

/** The result if the record was changed after it was read: the payment may have been sent since. */
export const RECORD_CHANGED: Settlement = {
  state: 'unknown',
  reason: 'the payment record was changed meanwhile',
}

/**
 * Whether a payment may have been sent after `record` was read: by another owner, or with another
 * intent.
 */
function isTakenOver(now: PaymentRecord, record: PaymentRecord): boolean {
  const isSame =
    now.owner === record.owner && JSON.stringify(now.intent) === JSON.stringify(record.intent)
  return now.state === 'settling' && !isSame
}

/**
 * Returns the record as it is stored now. If it is unchanged, that is the given one, which may have
 * facts of its sale that are not written yet.
 */
async function latestOf(
  records: LedgerContext['records'],
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  const now = await records.get(record.key)
  return now?.version === record.version ? record : now
}

/**
 * How to write the outcome: `prompt` writes it before `finish` resolves, `also` adds changes to the
 * record.
 */
export interface Finishing {
  prompt: boolean
  also?: Note
}

/**
 * Records the outcome of a settlement and returns the current record. `prompt` writes it before
 * this resolves; otherwise a landing, which the chain can prove, is written a moment later. If
 * another process has recorded an outcome meanwhile, that one stays. A failure does not end a
 * settlement that has been taken over, or sent, since `record` was read.
 */
export async function finish(
  parts: LedgerContext,
  record: PaymentRecord,
  settlement: Settlement,
  how: Finishing,
): Promise<Ended> {
  if (settlement.state === 'landed') return finishLanded(parts, record, { settlement, ...how })
  if (settlement.state === 'failed') return finishFailed(parts, record, { settlement, ...how })
  const outcome = { state: settlement.state, settlement, at: parts.clock.now() }
  report(parts, { ...record, ...how.also }, outcome)
  return noteTransaction(parts, record, settlement)
}

/** An outcome of this state, and how to write it. */
type Outcome<State> = Finishing & { settlement: Extract<Settlement, { state: State }> }

/**
 * Records that a payment has landed. The stored reply stays until it is delivered. The landing is
 * reported once it is written, by the process that has written it.
 */
async function finishLanded(
  parts: LedgerContext,
  record: PaymentRecord,
  { settlement, prompt, also }: Outcome<'landed'>,
): Promise<Ended> {
  const { records, deferred, reservations } = parts
  const { transaction, amount } = settlement
  const charged = amount === undefined ? {} : { charged: String(amount) }
  const changes: Note = { transaction, reason: undefined, ...charged, ...also }
  const at = parts.clock.now()
  const reportLanding = (): void =>
    report(parts, { ...record, ...also }, { state: 'landed', settlement, at })
  // A landed payment is never claimed again, so the caller need not wait for this drop.
  void reservations?.drop(record)
  if (!prompt) return { settlement, record: deferred.later(record, changes, reportLanding) }
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record)) {
    const recorded = recordedOutcome(now, 'land')
    if (recorded) return recorded
    const written = await records.move(now, 'land', changes)
    if (written) {
      reportLanding()
      return { settlement, record: written }
    }
    now = await records.get(record.key)
  }
  reportLanding()
  return { settlement, record }
}

/**
 * Records that a payment has failed, unless another process has recorded an outcome or taken the
 * settlement over. The stored reply is dropped once it is certain that there will be no charge,
 * unless the reply is served anyway.
 */
async function finishFailed(
  parts: LedgerContext,
  record: PaymentRecord,
  { settlement, also }: Outcome<'failed'>,
): Promise<Ended> {
  const { records, reservations } = parts
  const { reason, mayLand } = settlement
  const event = mayLand ? 'refuse' : 'fail'
  const kept = record.kept?.absorbed ? record.kept : undefined
  const changes: Note = { reason, ...(mayLand ? {} : { kept }), ...also }
  const at = parts.clock.now()
  // Reported last: the failure may turn out not to be the outcome.
  const reported = (ended: Ended): Ended => {
    const { settlement: outcome } = ended
    report(parts, { ...record, ...also }, { state: outcome.state, settlement: outcome, at })
    return ended
  }
  // Read before a drop, which would take the reservation of a claim that came after this one.
  let now = await latestOf(records, record)
  while (now && sameClaim(now, record)) {
    const recorded = recordedOutcome(now, event)
    if (recorded) return recorded
    if (isTakenOver(now, record)) return reported({ settlement: RECORD_CHANGED, record: now })
    await reservations?.drop(record)
    const written = await records.move(now, event, changes)
    if (written) return reported({ settlement, record: written })
    now = await records.get(record.key)
  }
  return reported({ settlement, record })
}

/** The outcome that another process has recorded, unless `event` may replace it. */
function recordedOutcome(now: PaymentRecord, event: RecordEvent): Ended | undefined {
  const settlement = endOf(now)
  return settlement && !can(RECORD, stateOf(now), event) ? { settlement, record: now } : undefined
}

/**
 * Stores the hash of a transaction that replaced the one in the intent, unless another process has
 * taken the settlement over and has an intent of its own. The outcome is still unknown.
 */
async function noteTransaction(
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
    if (isTakenOver(now, record)) break
    if (transaction === undefined || !intent || intent.transaction === transaction) break
    const written = await records.note(now, { intent: { ...intent, transaction } })
    if (written) return { settlement, record: written }
    now = await records.get(record.key)
  }
  return { settlement, record }
}

/**
 * Adds a follow-up to a claimed record, in one commit with the change that stores it. Returns
 * undefined if the claim is no longer the caller's.
 */
export async function awaitEnd(
  { records, payments }: LedgerContext,
  record: PaymentRecord,
  { followUp, change }: { followUp: string; change: Change },
): Promise<PaymentRecord | undefined> {
  if (!can(RECORD, stateOf(record), 'send')) return undefined
  const followUps = [...(record.followUps ?? []), followUp]
  const noted = await records.note(record, { followUps }, { also: [change] })
  const payment = payments.get(record)
  if (noted && payment) payments.set(noted, payment)
  return noted
}

/**
 * Ends a claim for which nothing was sent; a record that has moved on stays as it is. `abandon`
 * keeps the authorization used, `release` frees it, `cover` records that an earlier payment paid
 * for the result. Rejects if `changes` has effects and the record has moved on, because the effects
 * are not applied then.
 */
export async function giveUp(
  parts: LedgerContext,
  record: PaymentRecord,
  event: 'release' | 'abandon' | 'cover',
  changes: Note,
): Promise<void> {
  try {
    await endClaim(parts, record, { event, changes })
  } finally {
    // Also when the store is unavailable: `reconcile` releases idle records once it is back.
    parts.working.delete(record.key)
  }
}

async function endClaim(
  { records, reservations }: LedgerContext,
  record: PaymentRecord,
  { event, changes }: { event: 'release' | 'abandon' | 'cover'; changes: Note },
): Promise<void> {
  let now = await latestOf(records, record)
  while (now && sameClaim(now, record) && can(RECORD, stateOf(now), event)) {
    // Dropped before the write: once the record is written, another process may claim the
    // authorization and reserve its amount again.
    await reservations?.drop(record)
    if (await records.move(now, event, { kept: undefined, ...changes })) return
    now = await records.get(record.key)
  }
  if (changes.effects !== undefined) throw new NotSent('the claim has ended already')
}

/**
 * Records whether the caller has the reply, together with the final state if that is still
 * unwritten.
 */
export function markDelivered(
  parts: LedgerContext,
  record: PaymentRecord,
  isWhole: boolean,
): Promise<void> {
  return changeDelivery(
    parts,
    record,
    isWhole
      ? {
          delivered: true,
          ...(record.identified && !isLarge(record.kept) ? {} : { kept: undefined }),
        }
      : { delivered: false },
  )
}

/** Replaces or drops the stored reply of a record that is settled or settling. */
export function storeReply(
  parts: LedgerContext,
  record: PaymentRecord,
  reply: StoredReply | undefined,
): Promise<void> {
  return changeDelivery(parts, record, { kept: reply })
}

/**
 * Changes the stored reply or its delivery, unless the reply was already delivered. Also ends a
 * stream's `streaming` mark. A record that says so already is not written again: with a large reply
 * it takes megabytes, and callers may break off as often as they like.
 */
async function changeDelivery(
  { records, deferred }: LedgerContext,
  record: PaymentRecord,
  delivery: Pick<PaymentRecord, 'delivered' | 'kept'>,
): Promise<void> {
  const changes: Note = { ...delivery, streaming: undefined }
  if (await deferred.merge(record.key, changes)) return
  let now: PaymentRecord | undefined = record
  while (now && sameClaim(now, record)) {
    if ((now.delivered && !now.identified) || isNoted(now, changes)) return
    if (await records.note(now, changes)) return
    now = await records.get(record.key)
  }
}

const isNoted = (record: PaymentRecord, changes: Note): boolean =>
  Object.entries(changes).every(([name, value]) => record[name as keyof Note] === value)
