/**
 * How the payment of one stream is moved: before its first word, while it goes on, or at its end.
 */
import { apply, serve, settle, waive } from '../stages/charge.ts'
import type { Call, Reply } from '../../context.ts'
import { recover } from '../../replies/recover.ts'
import { release } from '../../replies/release.ts'
import { writeCredit, type Credit } from '../../limits/credit.ts'
import { NotSent } from '../../payments/not-sent.ts'
import type { StoredReply, Settlement } from '../../payments/types.ts'
import type { StreamEnd } from '../../protocols/types.ts'
import { servedBlindly } from '../stages/settle.ts'

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

/** A settlement before the first word: it landed with its credit, or a reply ends the call. */
export type First = { credit: Credit; end: End } | { refused: Reply; end: End }

/**
 * Settles before the first word. Only what has landed is served: what may still land is answered
 * 503, and its credit pays for the wallet's next stream once it has landed. Never rejects.
 */
export async function settleFirst(call: Call): Promise<First> {
  let credit: Credit
  try {
    credit = await writeCredit(call)
  } catch (error) {
    // Nothing is settled whose credit is not on disk.
    await giveBack(call, 'no credit could be written')
    return { refused: await recover(call, error), end: {} }
  }
  try {
    const settlement = await settle(call, undefined, true)
    if (settlement.state !== 'landed') return await notLanded(call, credit, settlement)
    serve(call, settlement)
    return { credit, end: { receipt: receiptOf(call) } }
  } catch (error) {
    const isUnsent = error instanceof NotSent
    await endUnserved(call, credit, !isUnsent)
    const refused = await recover(call, error)
    if (!isUnsent) await notGoingOn(call)
    return { refused, end: {} }
  }
}

/** A credit is worth nothing until its payment has landed: it is the wallet's where that may be. */
async function endUnserved(call: Call, credit: Credit, mayLand: boolean): Promise<void> {
  if (mayLand) await quietly(call, credit.giveBack())
  else await quietly(call, credit.spend(call.quote!.amount))
}

async function notLanded(
  call: Call,
  credit: Credit,
  settlement: Exclude<Settlement, { state: 'landed' }>,
): Promise<First> {
  const mayLand = settlement.state === 'unknown' || settlement.mayLand === true
  await endUnserved(call, credit, mayLand)
  if (settlement.state === 'unknown') await notGoingOn(call)
  const end = settlement.state === 'unknown' ? {} : endOf(settlement)
  return { refused: apply(call, settlement)!, end }
}

/** Notes that nothing comes of the stream, so that no other process waits for its end. */
async function notGoingOn(call: Call): Promise<void> {
  const { record } = call.charge
  if (record !== undefined) await quietly(call, call.context.ledger.delivered(record, false))
}

/** Settles what is served whatever becomes of it; `goesOn` while its stream does. Never rejects. */
export async function settleServed(
  call: Call,
  kept: StoredReply | undefined,
  goesOn: boolean,
): Promise<End> {
  if (!call.charge.holds) return {}
  let left: Promise<void> | undefined
  try {
    if (call.quote?.amount === 0n) {
      await waive(call)
      return {}
    }
    const settlement = await settle(call, kept, goesOn)
    serve(call, settlement)
    if (settlement.state === 'failed') return { receipt: receiptOf(call), ...endOf(settlement) }
  } catch (error) {
    left = servedBlindly(call, { kept, goesOn }, error)
  }
  return { receipt: receiptOf(call), left }
}

function endOf({ reason, mayLand }: Extract<Settlement, { state: 'failed' }>): End {
  return mayLand ? { failed: reason, mayLand } : { failed: reason }
}

function receiptOf({ context, charge }: Call): Receipt {
  const { unsettled, transaction } = charge
  const network = context.spec.label
  if (unsettled !== undefined)
    return { settled: false, network, error_class: `settlement_${unsettled}` }
  return { settled: true, transaction, network }
}

/** Frees the authorization of a stream that nobody pays for. Never rejects. */
export async function giveBack(call: Call, reason: string): Promise<End> {
  try {
    await release(call, reason)
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'a claim is not released before the next start')
  }
  return {}
}

/** A write of the store that must not end a stream: what it did not do lapses by itself. */
export async function quietly<T>(call: Call, writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'the payment of a stream could not be recorded')
    return undefined
  }
}
