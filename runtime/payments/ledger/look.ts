/** Looks up how a settlement ended. */
import type { Intent, Settlement } from '../settlement.ts'
import type { PaymentRecord } from '../record.ts'
import { finish, RECORD_CHANGED } from './finish.ts'
import {
  dueOf,
  endOf,
  isForUs,
  paymentOf,
  schemeOf,
  type Ended,
  type LedgerContext,
} from './context.ts'
import { recordIntent } from './intents.ts'

/** Reads the current record from the store. */
export async function currentOf(
  parts: LedgerContext,
  record: PaymentRecord,
): Promise<PaymentRecord> {
  const now = await parts.records.get(record.key)
  if (!now) throw new Error(`there is no payment record ${record.key}`)
  return now
}

/**
 * Makes this process the owner of a settlement before it may send the payment again. The former
 * owner may only be slow: from now on its failure does not end the record. Undefined if the record
 * has changed meanwhile.
 */
async function takeOver(
  { records, owner }: LedgerContext,
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  if (record.owner === owner) return record
  return records.move(record, 'send', { owner, streaming: undefined })
}

/**
 * Gets the result of a recorded intent from the settlement backend. Settles again if the
 * transaction had no effect and this process may continue work on the record.
 */
export async function look(parts: LedgerContext, record: PaymentRecord): Promise<Ended> {
  const { backend } = schemeOf(parts, record)
  const { owner } = parts
  const maySettleAgain = record.state === 'settling' && (await isForUs(parts, record))
  const owned = maySettleAgain ? await takeOver(parts, record) : record
  if (owned === undefined) return { settlement: RECORD_CHANGED, record }
  const held = { record: owned }
  const onIntent = (intent: Intent): Promise<void> => recordIntent(parts, held, { intent, owner })
  const settlement = await backend.find(
    paymentOf(parts, record),
    dueOf(record),
    record.intent ?? { sentAt: record.updated },
    maySettleAgain ? onIntent : undefined,
  )
  if (settlement.state === 'unknown') return { settlement, record: held.record }
  return finishFound(parts, held.record, settlement)
}

/** Ends a record by what was found, and watches the payment if it has landed. */
async function finishFound(
  parts: LedgerContext,
  record: PaymentRecord,
  settlement: Settlement,
): Promise<Ended> {
  const ended = await finish(parts, record, settlement, { prompt: true })
  if (settlement.state === 'landed') parts.standing.watch(ended.record)
  return ended
}

/**
 * Looks up the result of a record that is settling, or that failed and may still land. Other
 * records stay as they are.
 */
export async function resolveRecord(parts: LedgerContext, record: PaymentRecord): Promise<Ended> {
  const now = await currentOf(parts, record)
  const ended = endOf(now)
  if (ended && !now.mayLand) return { settlement: ended, record: now }
  if (!ended && now.state !== 'settling') {
    return { settlement: { state: 'unknown', reason: 'not settled yet' }, record: now }
  }
  const found = await look(parts, now)
  const isUnchanged = ended && found.settlement.state === 'unknown'
  return isUnchanged ? { settlement: ended, record: now } : found
}

/**
 * Returns the record, updated from the chain if it failed and may still land. It stays as it is if
 * the chain does not answer.
 */
export async function currentRecord(
  parts: LedgerContext,
  record: PaymentRecord,
): Promise<PaymentRecord> {
  if (!record.mayLand) return record
  return resolveRecord(parts, record).then(
    found => found.record,
    () => record,
  )
}

/**
 * Whether a released or failed record has certainly moved no money: checks the chain once its
 * authorization can no longer be settled.
 */
export async function isOver(
  parts: LedgerContext,
  record: PaymentRecord,
): Promise<{ certain: boolean; record: PaymentRecord }> {
  const { state, lapses = Infinity } = record
  const isUncharged = state === 'released' || state === 'failed'
  if (!isUncharged || parts.clock.now() < lapses) return { certain: false, record }
  const intent = record.intent ?? { sentAt: record.created }
  const { backend } = schemeOf(parts, record)
  const found = await backend.find(paymentOf(parts, record), dueOf(record), intent)
  if (found.state !== 'landed')
    return { certain: found.state === 'failed' && found.mayLand !== true, record }
  return { certain: false, record: (await finishFound(parts, record, found)).record }
}
