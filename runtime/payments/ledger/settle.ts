/**
 * Settles records. Each record has one settlement, however many calls request it, in this process
 * or in others.
 */
import type { Effect } from '../../contract.ts'
import { NotSent, ReleasedElsewhere } from '../not-sent.ts'
import type { Intent, Settlement } from '../settlement.ts'
import type { StoredReply, PaymentRecord } from '../record.ts'
import { finish } from './finish.ts'
import {
  dueOf,
  endOf,
  paymentOf,
  schemeOf,
  STOPPED,
  type Ended,
  type LedgerContext,
} from './context.ts'
import { sameClaim, type Note } from './records.ts'
import { Overtaken, recordIntent } from './intents.ts'
import { currentOf, look } from './look.ts'

const PAUSE = 500

/**
 * Returns the error to report if a settlement failed and its process recorded no intent. Nothing
 * was sent if the claim is stored as it was. If the store has written the intent although it did
 * not confirm it, the payment is looked up. Its outcome is unknown if the claim cannot be read.
 */
async function unsent(
  { records }: LedgerContext,
  record: PaymentRecord,
  error: unknown,
): Promise<unknown> {
  if (error instanceof Overtaken || error instanceof NotSent) return error
  try {
    const now = await records.get(record.key)
    const isClaimed = now?.state === 'claimed' || now === undefined
    if (!isClaimed) return new Overtaken('the payment was taken further')
    return new NotSent((error as Error).message, error)
  } catch {
    return error
  }
}

/**
 * Data stored with a settlement: the reply, and the changes of records. If `goesOn`, the reply is a
 * stream, stored as far as it has been sent.
 */
export interface Served {
  reply: StoredReply | undefined
  goesOn?: boolean
  effects?: readonly Effect[]
  /** The actual price, micro-USD. */
  amount?: bigint
}

/**
 * Starts the settlement. The first recorded intent moves the record to `settling`, which only one
 * process can do.
 */
async function start(parts: LedgerContext, record: PaymentRecord, served: Served): Promise<Ended> {
  const { owner } = parts
  const { backend } = schemeOf(parts, record)
  const { reply, goesOn, effects, amount } = served
  const charged = amount?.toString()
  if (BigInt(charged ?? record.amount) === 0n) {
    const also = charged === undefined ? {} : { charged }
    return finish(parts, record, { state: 'landed', transaction: '' }, { prompt: true, also })
  }
  const payment = paymentOf(parts, record)
  const held = { record }
  const onIntent = async (intent: Intent): Promise<void> => {
    const changes: Note = { intent }
    if (held.record === record) {
      changes.owner = owner
      if (reply) changes.kept = reply
      if (goesOn) changes.streaming = true
      if (effects) changes.effects = effects
      if (charged !== undefined) changes.charged = charged
    }
    await recordIntent(parts, held, changes)
  }
  try {
    const required = dueOf({ ...record, charged })
    const settlement = await backend.settle(payment, required, onIntent)
    const isUnsent = settlement.state === 'failed' && held.record === record
    const also = isUnsent ? { ...keptUnsent(settlement, reply), effects } : {}
    // The wallet's next call must see the records that this payment has changed.
    const prompt = backend.proves !== true || effects !== undefined
    const ended = await finish(parts, held.record, settlement, { prompt, also })
    if (settlement.state === 'landed') parts.standing.watch(ended.record)
    return ended
  } catch (error) {
    throw held.record === record ? await unsent(parts, record, error) : error
  }
}

/**
 * Returns the stored reply of a payment that failed before anything was sent: kept for as long as
 * someone else may send the authorization, or if the reply is served anyway.
 */
function keptUnsent({ mayLand }: { mayLand?: true }, kept?: StoredReply): Pick<Note, 'kept'> {
  return kept && (mayLand || kept.absorbed) ? { kept } : {}
}

/**
 * Waits for a settlement that another process started, and checks the chain and the store for its
 * result.
 */
async function join(parts: LedgerContext, started: PaymentRecord): Promise<Ended> {
  const { clock, records, wait } = parts
  const until = clock.now() + wait
  let record = started
  for (;;) {
    const found = await look(parts, record)
    if (found.settlement.state !== 'unknown' || clock.now() >= until) return found
    await clock.sleep(PAUSE)
    const now = await records.get(record.key)
    const ended = now && endOf(now)
    if (now && ended) return { settlement: ended, record: now }
    record = now ?? record
  }
}

/**
 * Settles the record, or waits for the process that is settling it. The reply is stored with the
 * record until it is delivered. Afterwards this process no longer works on the record.
 */
export async function settleRecord(
  parts: LedgerContext,
  record: PaymentRecord,
  served: Served,
): Promise<Ended> {
  try {
    const ended = await settleClaim(parts, record, served)
    parts.working.delete(record.key)
    return ended
  } catch (error) {
    // A claim for which nothing was sent still belongs to its caller, which may release it or
    // settle it later.
    if (!(error instanceof NotSent)) parts.working.delete(record.key)
    throw error
  }
}

/**
 * The result for a call whose claim was considered orphaned and was claimed by another call. That
 * call may pay with it, so money may still move.
 */
const GIVEN_UP: Settlement = { state: 'unknown', reason: 'another call has claimed the payment' }

async function settleClaim(
  parts: LedgerContext,
  claim: PaymentRecord,
  served: Served,
): Promise<Ended> {
  let record = claim
  for (;;) {
    if (!sameClaim(record, claim)) return { settlement: GIVEN_UP, record }
    // The wallet has not failed to pay: it may send the same authorization again.
    if (record.state === 'released' && record.reason === STOPPED) throw new ReleasedElsewhere()
    const ended: Settlement | undefined = endOf(record)
    if (ended) return { settlement: ended, record }
    if (record.state === 'settling') return join(parts, record)
    try {
      return await start(parts, record, served)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      record = await currentOf(parts, claim)
    }
  }
}
