/**
 * How the payment of one stream is moved: before its first word, while it goes on, or at its end.
 */
import type { Call, Reply } from '../context.ts'
import { recover } from '../errors/recover.ts'
import { release } from '../errors/release.ts'
import { settlementFailed, settlementPending } from '../errors/settlement.ts'
import { writeCredit, type Credit } from '../limits/credit.ts'
import { noteUnpaid } from '../limits/wasted.ts'
import { NotSent } from '../payments/not-sent.ts'
import type { KeptReply, PaymentRecord, Settlement } from '../payments/types.ts'
import type { StreamEnd } from '../protocols/types.ts'
import { servedAnyway, servedBlindly } from '../stages/settle.ts'

/** What a stream's last frame says of its payment. */
export type Receipt = StreamEnd['payment']

/**
 * How a payment ended: `left` is still to be done about it, `failed` says why it failed for
 * certain, and `mayLand` that somebody else may still send it.
 */
export interface End {
  receipt?: Receipt
  left?: Promise<unknown>
  failed?: string
  mayLand?: true
}

/** The record of a stream's payment as it is now; undefined where nothing is paid for. */
export interface Recorded {
  call: Call
  record: PaymentRecord | undefined
}

/** A settlement before the first word: it landed with its credit, or a reply ends the call. */
export type First = { credit: Credit; end: End } | { refused: Reply; end: End }

/**
 * Settles before the first word. Only what has landed is served: what may still land is answered
 * 503, and its credit pays for the wallet's next stream once it has landed. Never rejects.
 */
export async function settleFirst(paying: Recorded): Promise<First> {
  const { call } = paying
  let credit: Credit
  try {
    credit = await writeCredit(call)
  } catch (error) {
    // Nothing is settled whose credit is not on disk.
    await giveBack(call, 'no credit could be written')
    return { refused: await recover(call, error), end: {} }
  }
  try {
    call.settling = true
    const { settlement, record } = await call.core.ledger.settle(paying.record!, undefined, true)
    paying.record = call.record = record
    if (settlement.state !== 'landed') return await notLanded(paying, credit, settlement)
    servedAnyway(call, settlement)
    return { credit, end: { receipt: receiptOf(call) } }
  } catch (error) {
    const isUnsent = error instanceof NotSent
    await endUnserved(call, credit, !isUnsent)
    const refused = await recover(call, error)
    if (!isUnsent) await notGoingOn(paying)
    return { refused, end: {} }
  }
}

/** A credit is worth nothing until its payment has landed: it is the wallet's where that may be. */
async function endUnserved(call: Call, credit: Credit, mayLand: boolean): Promise<void> {
  if (mayLand) await quietly(call, credit.giveBack())
  else await quietly(call, credit.spend(call.quote!.amount))
}

async function notLanded(
  paying: Recorded,
  credit: Credit,
  settlement: Exclude<Settlement, { state: 'landed' }>,
): Promise<First> {
  const { call } = paying
  const mayLand = settlement.state === 'unknown' || settlement.mayLand === true
  await endUnserved(call, credit, mayLand)
  if (settlement.state === 'unknown') {
    await notGoingOn(paying)
    return { refused: settlementPending(call), end: {} }
  }
  noteUnpaid(call)
  return { refused: settlementFailed(call, settlement.reason), end: endOf(settlement) }
}

/** Notes that nothing comes of the stream, so that no other process waits for its end. */
async function notGoingOn({ call, record }: Recorded): Promise<void> {
  if (record !== undefined) await quietly(call, call.core.ledger.delivered(record, false))
}

/** Settles what is served whatever becomes of it; `goesOn` while its stream does. Never rejects. */
export async function settleServed(
  paying: Recorded,
  kept: KeptReply | undefined,
  goesOn: boolean,
): Promise<End> {
  const { call, record } = paying
  const { core } = call
  if (record === undefined) return {}
  let left: Promise<void> | undefined
  try {
    if (call.quote?.amount === 0n) {
      await core.ledger.fail(record, 'nothing to settle')
      return {}
    }
    call.settling = true
    const { settlement, record: now } = await core.ledger.settle(record, kept, goesOn)
    paying.record = call.record = now
    servedAnyway(call, settlement)
    if (settlement.state === 'failed') return { receipt: receiptOf(call), ...endOf(settlement) }
  } catch (error) {
    left = servedBlindly(call, { record, kept, goesOn }, error)
  }
  return { receipt: receiptOf(call), left }
}

function endOf({ reason, mayLand }: Extract<Settlement, { state: 'failed' }>): End {
  return mayLand ? { failed: reason, mayLand } : { failed: reason }
}

function receiptOf({ core, unsettled, transaction }: Call): Receipt {
  const network = core.spec.label
  if (unsettled !== undefined)
    return { settled: false, network, error_class: `settlement_${unsettled}` }
  return { settled: true, transaction, network }
}

/** Frees the authorization of a stream that nobody pays for. Never rejects. */
export async function giveBack(call: Call, reason: string): Promise<End> {
  try {
    await release(call, reason)
  } catch (error) {
    const facts = { route: call.live.route.id, err: error }
    call.core.observe.log.error(facts, 'a claim is not released before the next start')
  }
  return {}
}

/** A write of the store that must not end a stream: what it did not do lapses by itself. */
export async function quietly<T>(call: Call, writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    const facts = { route: call.live.route.id, err: error }
    call.core.observe.log.error(facts, 'the payment of a stream could not be recorded')
    return undefined
  }
}
