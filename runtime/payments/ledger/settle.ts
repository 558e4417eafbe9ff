/**
 * Settles records: one settlement for each, however many ask for it, in this process or in others.
 */
import { NotSent } from '../not-sent.ts'
import type { Intent, StoredReply, PaymentRecord, Settlement } from '../types.ts'
import { finish } from './finish.ts'
import { endOf, isForUs, paymentOf, schemeOf, type Ended, type LedgerContext } from './context.ts'
import { sameClaim, type Note } from './records.ts'

/**
 * The record was taken further by somebody else before our intent was recorded; nothing of ours was
 * sent.
 */
class Overtaken extends Error {}

const PAUSE = 500

/** The record as it is stored now. */
async function currentOf(parts: LedgerContext, record: PaymentRecord): Promise<PaymentRecord> {
  const now = await parts.records.get(record.key)
  if (!now) throw new Error(`there is no payment record ${record.key}`)
  return now
}

/** What went wrong, where it went wrong before an intent was recorded: then nothing was sent. */
function unsent(error: unknown): unknown {
  if (error instanceof Overtaken || error instanceof NotSent) return error
  return new NotSent((error as Error).message, error)
}

/** What is settled: the reply to keep, of a stream that `goesOn` as far as it has come. */
export interface Served {
  reply: StoredReply | undefined
  goesOn: boolean
}

/**
 * Starts the settlement: the first recorded intent moves the record to `settling`, and only one
 * process can do that.
 */
async function start(parts: LedgerContext, record: PaymentRecord, served: Served): Promise<Ended> {
  const { owner } = parts
  const { backend } = schemeOf(parts, record)
  if (BigInt(record.amount) === 0n) {
    return finish(parts, record, { state: 'landed', transaction: '' }, { prompt: true })
  }
  const { reply, goesOn } = served
  const payment = paymentOf(parts, record)
  let current = record
  const onIntent = async (intent: Intent): Promise<void> => {
    const changes: Note = { intent }
    if (current === record) {
      changes.owner = owner
      if (reply) changes.kept = reply
      if (goesOn) changes.streaming = true
    }
    current = await sent(parts, current, changes)
  }
  try {
    const settlement = await backend.settle(payment, record.requirements, onIntent)
    // Refused before anything was sent: the reply is kept all the same, for as long as somebody
    // else may send the authorization.
    const isRefused = settlement.state === 'failed' && settlement.mayLand === true
    const also = isRefused && current === record && reply ? { kept: reply } : {}
    const prompt = backend.proves !== true
    const ended = await finish(parts, current, settlement, { prompt, also })
    if (settlement.state === 'landed') parts.standing.watch(ended.record)
    return ended
  } catch (error) {
    throw current === record ? unsent(error) : error
  }
}

/** Records an intent; only then something may be sent. */
async function sent(
  { records }: LedgerContext,
  record: PaymentRecord,
  changes: Note,
): Promise<PaymentRecord> {
  const settling = await records.move(record, 'send', changes)
  if (!settling) throw new Overtaken('the payment was taken further elsewhere')
  return settling
}

/**
 * Asks the settler what became of a recorded intent. What came to nothing is settled again where
 * the record is for us to bring further.
 */
export async function look(parts: LedgerContext, record: PaymentRecord): Promise<Ended> {
  const { backend } = schemeOf(parts, record)
  const { owner } = parts
  const isAgain = record.state === 'settling' && (await isForUs(parts, record))
  let current = record
  const onIntent = async (intent: Intent): Promise<void> => {
    current = await sent(parts, current, { intent, owner })
  }
  const settlement = await backend.find(
    paymentOf(parts, record),
    record.requirements,
    record.intent ?? { sentAt: record.updated },
    isAgain ? onIntent : undefined,
  )
  if (settlement.state === 'unknown') return { settlement, record: current }
  return finish(parts, current, settlement, { prompt: true })
}

/**
 * What became of a record that is settling, or that failed and may still land; a record that is
 * neither is left as it is.
 */
export async function resolveRecord(parts: LedgerContext, record: PaymentRecord): Promise<Ended> {
  const now = await currentOf(parts, record)
  const ended = endOf(now)
  if (ended && !now.mayLand) return { settlement: ended, record: now }
  if (!ended && now.state !== 'settling') {
    return { settlement: { state: 'unknown', reason: 'not settled yet' }, record: now }
  }
  const found = await look(parts, now)
  const isNoNews = ended && found.settlement.state === 'unknown'
  return isNoNews ? { settlement: ended, record: now } : found
}

/**
 * A record as it is in truth: one that failed and may still land is looked for on the chain, as far
 * as that can be asked.
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
 * Waits for a settlement that was begun elsewhere, looking for its end on the chain and in the
 * store.
 */
async function join(parts: LedgerContext, begun: PaymentRecord): Promise<Ended> {
  const { clock, records, wait } = parts
  const until = clock.now() + wait
  let record = begun
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
 * Settles the record, or follows whoever does. The reply is kept with it until it is delivered. The
 * work on it is over then.
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
    // A claim of which nothing was sent is still its caller's, to be released or settled later.
    if (!(error instanceof NotSent)) parts.working.delete(record.key)
    throw error
  }
}

/**
 * The claim was taken for nobody's, and another call has claimed the authorization since. That call
 * may pay with it, so this one is not certain that nothing moves.
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
