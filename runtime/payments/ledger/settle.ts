/**
 * Settles records: one settlement for each, however many ask for it, in this process or in others.
 */
import { NotSent } from '../not-sent.ts'
import type { Intent, KeptReply, PaymentRecord, Settlement } from '../types.ts'
import { finish } from './finish.ts'
import { endOf, isForUs, paymentOf, railOf, type Ended, type Parts } from './parts.ts'
import { keptOf, sameClaim, type Kept } from './records.ts'

/**
 * The record was taken further by somebody else before our intent was recorded; nothing of ours was
 * sent.
 */
class Overtaken extends Error {}

const PAUSE = 500

/** The stored record, or its end that is being written. */
export async function currentOf(parts: Parts, record: PaymentRecord): Promise<Kept> {
  const kept = await parts.records.get(record.key)
  if (!kept) throw new Error(`there is no payment record ${record.key}`)
  return kept
}

/** What went wrong, where it went wrong before an intent was recorded: then nothing was sent. */
function unsent(error: unknown): unknown {
  if (error instanceof Overtaken || error instanceof NotSent) return error
  return new NotSent((error as Error).message, error)
}

/** What is settled: the reply to keep, of a stream that `goesOn` as far as it has come. */
export interface Served {
  reply: KeptReply | undefined
  goesOn: boolean
}

/**
 * Starts the settlement: the first recorded intent moves the record to `settling`, and only one
 * process can do that.
 */
async function start(parts: Parts, kept: Kept, { reply, goesOn }: Served): Promise<Ended> {
  const { records, owner } = parts
  const rail = railOf(parts, kept.doc)
  if (BigInt(kept.doc.amount) === 0n) {
    return finish(parts, kept, { state: 'landed', transaction: '' }, { prompt: true })
  }
  const payment = paymentOf(parts, kept.doc)
  let current = kept
  const onIntent = async (intent: Intent): Promise<void> => {
    const changes: Partial<PaymentRecord> = { intent }
    if (current.doc.state !== 'settling') {
      Object.assign(changes, { state: 'settling', owner })
      if (reply) changes.kept = reply
      if (goesOn) changes.streaming = true
    }
    const next = await records.change(current, changes)
    if (!next) throw new Overtaken('the payment was taken further elsewhere')
    current = next
  }
  try {
    const settlement = await rail.settler.settle(payment, kept.doc.requirements, onIntent)
    // Refused before anything was sent: the reply is kept all the same, for as long as somebody
    // else may send the authorization.
    const isRefused = settlement.state === 'failed' && settlement.mayLand === true
    const also = isRefused && current === kept && reply ? { kept: reply } : {}
    const prompt = rail.settler.proves !== true
    const ended = await finish(parts, current, settlement, { prompt, also })
    if (settlement.state === 'landed') parts.standing.watch(ended.record)
    return ended
  } catch (error) {
    throw current === kept ? unsent(error) : error
  }
}

/**
 * Asks the settler what became of a recorded intent. What came to nothing is settled again where
 * the record is for us to bring further.
 */
export async function look(parts: Parts, kept: Kept): Promise<Ended> {
  const { settler } = railOf(parts, kept.doc)
  const { records, owner } = parts
  const isAgain = kept.doc.state === 'settling' && (await isForUs(parts, kept.doc))
  let current = kept
  const onIntent = async (intent: Intent): Promise<void> => {
    const next = await records.change(current, { intent, owner })
    if (!next) throw new Overtaken('the payment was taken further elsewhere')
    current = next
  }
  const intent = kept.doc.intent ?? { sentAt: kept.doc.updated }
  const payment = paymentOf(parts, kept.doc)
  const { requirements } = kept.doc
  const settlement = await settler.find(
    payment,
    requirements,
    intent,
    isAgain ? onIntent : undefined,
  )
  if (settlement.state === 'unknown') return { settlement, record: current.doc }
  return finish(parts, current, settlement, { prompt: true })
}

/**
 * What became of a record that is settling, or that failed and may still land; a record that is
 * neither is left as it is.
 */
export async function resolveRecord(parts: Parts, record: PaymentRecord): Promise<Ended> {
  const kept = await currentOf(parts, record)
  const ended = endOf(kept.doc)
  if (ended && !kept.doc.mayLand) return { settlement: ended, record: kept.doc }
  if (!ended && kept.doc.state !== 'settling') {
    return { settlement: { state: 'unknown', reason: 'not settled yet' }, record: kept.doc }
  }
  const found = await look(parts, kept)
  const isNoNews = ended && found.settlement.state === 'unknown'
  return isNoNews ? { settlement: ended, record: kept.doc } : found
}

/**
 * A record as it is in truth: one that failed and may still land is looked for on the chain, as far
 * as that can be asked.
 */
export async function truthOf(parts: Parts, record: PaymentRecord): Promise<PaymentRecord> {
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
async function join(parts: Parts, begun: Kept): Promise<Ended> {
  const { clock, records, wait } = parts
  const until = clock.now() + wait
  let kept = begun
  for (;;) {
    const found = await look(parts, kept)
    if (found.settlement.state !== 'unknown' || clock.now() >= until) return found
    await clock.sleep(PAUSE)
    const now = await records.get(kept.doc.key)
    const ended = now && endOf(now.doc)
    if (now && ended) return { settlement: ended, record: now.doc }
    kept = now ?? kept
  }
}

/**
 * Settles the record, or follows whoever does. The reply is kept with it until it is delivered. The
 * work on it is over then.
 */
export async function settleRecord(
  parts: Parts,
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

async function settleClaim(parts: Parts, record: PaymentRecord, served: Served): Promise<Ended> {
  let kept = keptOf(record) ?? (await currentOf(parts, record))
  for (;;) {
    if (!sameClaim(kept.doc, record))
      return { settlement: { state: 'failed', reason: 'the claim was given up' }, record: kept.doc }
    const ended: Settlement | undefined = endOf(kept.doc)
    if (ended) return { settlement: ended, record: kept.doc }
    if (kept.doc.state === 'settling') return join(parts, kept)
    try {
      return await start(parts, kept, served)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      kept = await currentOf(parts, record)
    }
  }
}
