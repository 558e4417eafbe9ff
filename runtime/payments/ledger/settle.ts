/** Settles records: one settlement for each, however many ask for it, in this process or in others. */
import type { Intent, KeptReply, PaymentRecord, Settlement } from '../types.ts'
import { finish } from './finish.ts'
import { endOf, paymentOf, railOf, type Ended, type Parts } from './parts.ts'
import { keptOf, sameClaim, type Kept } from './records.ts'

/** The record was taken further by somebody else before our intent was recorded; nothing of ours was sent. */
class Overtaken extends Error {}

const PAUSE = 500

/** The stored record, or its end that is being written. */
export async function currentOf(parts: Parts, record: PaymentRecord): Promise<Kept> {
  const kept = await parts.records.get(record.key)
  if (!kept) throw new Error(`there is no payment record ${record.key}`)
  return kept
}

/** Starts the settlement: the first recorded intent moves the record to `settling`, and only one process can do that. */
async function start(parts: Parts, kept: Kept, reply: KeptReply | undefined): Promise<Ended> {
  const { records, owner } = parts
  const rail = railOf(parts, kept.doc)
  if (BigInt(kept.doc.amount) === 0n) return finish(parts, kept, { state: 'landed', transaction: '' }, true)
  const payment = paymentOf(parts, kept.doc)
  let current = kept
  const onIntent = async (intent: Intent): Promise<void> => {
    const first = current.doc.state !== 'settling'
    const next = await records.change(current, first ? { state: 'settling', intent, owner, ...(reply ? { kept: reply } : {}) } : { intent })
    if (!next) throw new Overtaken('the payment was taken further elsewhere')
    current = next
  }
  const settlement = await rail.settler.settle(payment, kept.doc.requirements, onIntent)
  return finish(parts, current, settlement, rail.settler.proves !== true)
}

/** Asks the settler what became of a recorded intent. */
export async function look(parts: Parts, kept: Kept): Promise<Ended> {
  const { settler } = railOf(parts, kept.doc)
  const intent = kept.doc.intent ?? { sentAt: kept.doc.updated }
  const settlement = await settler.find(paymentOf(parts, kept.doc), kept.doc.requirements, intent)
  if (settlement.state === 'unknown') return { settlement, record: kept.doc }
  return finish(parts, kept, settlement, true)
}

/** What became of a record that is settling; a record that is not is left as it is. */
export async function resolveRecord(parts: Parts, record: PaymentRecord): Promise<Ended> {
  const kept = await currentOf(parts, record)
  const ended = endOf(kept.doc)
  if (ended) return { settlement: ended, record: kept.doc }
  if (kept.doc.state !== 'settling') return { settlement: { state: 'unknown', reason: 'not settled yet' }, record: kept.doc }
  return look(parts, kept)
}

/** Waits for a settlement that was begun elsewhere, looking for its end on the chain and in the store. */
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

/** Settles the record, or follows whoever does. `reply` is kept with it until it is delivered. */
export async function settleRecord(parts: Parts, record: PaymentRecord, reply: KeptReply | undefined): Promise<Ended> {
  let kept = keptOf(record) ?? await currentOf(parts, record)
  for (;;) {
    if (!sameClaim(kept.doc, record)) return { settlement: { state: 'failed', reason: 'the claim was given up' }, record: kept.doc }
    const ended: Settlement | undefined = endOf(kept.doc)
    if (ended) return { settlement: ended, record: kept.doc }
    if (kept.doc.state === 'settling') return join(parts, kept)
    try {
      return await start(parts, kept, reply)
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
      kept = await currentOf(parts, record)
    }
  }
}
