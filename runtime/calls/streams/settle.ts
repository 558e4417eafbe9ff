/** Settles the payment of one stream: before its first word, while it continues, or at its end. */
import { amountDue } from '../stages/actual.ts'
import { apply, serve, settle, waive } from '../stages/charge.ts'
import type { Call, Reply } from '../../call.ts'
import { networkLabel } from '../../replies/network-label.ts'
import { recover } from '../../replies/recover.ts'
import { release } from '../../replies/release.ts'
import { writeCredit, type Credit } from '../../limits/credit.ts'
import { NotSent } from '../../payments/not-sent.ts'
import type { StoredReply } from '../../payments/record.ts'
import type { Settlement } from '../../payments/settlement.ts'
import type { StreamEnd } from '../../protocols/types.ts'
import { retrySettlement } from '../stages/settle.ts'

/** The payment's state in a stream's last event. */
export type Receipt = StreamEnd['payment']

/**
 * How a payment ended. `pending` is the work that remains, `failed` is the reason of a certain
 * failure, and `mayLand` means that another process may still send the payment.
 */
export interface End {
  receipt?: Receipt
  pending?: Promise<unknown>
  failed?: string
  mayLand?: true
}

/**
 * The result of a settlement before the first word: it landed and left a credit, or a reply ends
 * the call.
 */
export type First = { credit: Credit; end: End } | { refused: Reply; end: End }

/**
 * Settles a stream before its first word. The stream starts only if the payment landed. If the
 * payment may still land, the reply is 503, and its credit pays for the wallet's next stream once
 * it has landed. Never rejects.
 */
export async function settleFirst(call: Call): Promise<First> {
  let credit: Credit
  try {
    credit = await writeCredit(call)
  } catch (error) {
    // Without a stored credit nothing is settled.
    await releaseUnpaid(call, 'no credit could be written')
    return { refused: await recover(call, error), end: {} }
  }
  try {
    const settlement = await settle(call, undefined, { goesOn: true })
    if (settlement.state !== 'landed') return await notLanded(call, credit, settlement)
    serve(call, settlement)
    return { credit, end: { receipt: receiptOf(call) } }
  } catch (error) {
    const isUnsent = error instanceof NotSent
    await endUnserved(call, credit, !isUnsent)
    const refused = await recover(call, error)
    if (!isUnsent) await recordUndelivered(call)
    return { refused, end: {} }
  }
}

/**
 * Ends the credit of a stream that is not served: the wallet keeps it if the payment may land. A
 * credit counts only once its payment has landed.
 */
async function endUnserved(call: Call, credit: Credit, mayLand: boolean): Promise<void> {
  if (mayLand) await logFailure(call, credit.giveBack())
  else await logFailure(call, credit.spend(call.quote!.amount))
}

async function notLanded(
  call: Call,
  credit: Credit,
  settlement: Exclude<Settlement, { state: 'landed' }>,
): Promise<First> {
  const mayLand = settlement.state === 'unknown' || settlement.mayLand === true
  await endUnserved(call, credit, mayLand)
  if (settlement.state === 'unknown') await recordUndelivered(call)
  const end = settlement.state === 'unknown' ? {} : endOf(settlement)
  return { refused: apply(call, settlement)!, end }
}

/** Records that no part of the stream is delivered, so that no other process waits for its end. */
async function recordUndelivered(call: Call): Promise<void> {
  const { record } = call.charge
  if (record !== undefined) await logFailure(call, call.context.ledger.delivered(record, false))
}

/**
 * Settles a stream that is served whether or not its payment lands; `goesOn` while the stream
 * continues. Never rejects.
 */
export async function settleServed(
  call: Call,
  reply: StoredReply | undefined,
  goesOn: boolean,
): Promise<End> {
  if (!call.charge.holds) return {}
  let pending: Promise<void> | undefined
  try {
    if (amountDue(call) === 0n) {
      await waive(call)
      return {}
    }
    const settlement = await settle(call, reply, { goesOn })
    serve(call, settlement)
    if (settlement.state === 'failed') return { receipt: receiptOf(call), ...endOf(settlement) }
  } catch (error) {
    pending = retrySettlement(call, { reply, goesOn }, error)
  }
  return { receipt: receiptOf(call), pending }
}

function endOf({ reason, mayLand }: Extract<Settlement, { state: 'failed' }>): End {
  return mayLand ? { failed: reason, mayLand } : { failed: reason }
}

function receiptOf(call: Call): Receipt {
  const { unsettled, transaction } = call.charge
  const network = networkLabel(call)
  if (unsettled !== undefined)
    return { settled: false, network, error_class: `settlement_${unsettled}` }
  return { settled: true, transaction, network }
}

/**
 * Releases the authorization of an unpaid stream. Never rejects: after an error the claim is
 * released at the next start.
 */
export async function releaseUnpaid(call: Call, reason: string): Promise<End> {
  try {
    await release(call, reason)
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'a claim is not released before the next start')
  }
  return {}
}

/**
 * Waits for a write to the store and logs its failure, which must not end the stream; stale values
 * expire by themselves. Resolves to undefined after a failure.
 */
export async function logFailure<T>(call: Call, write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    const facts = { route: call.compiled.route.id, err: error }
    call.context.observe.log.error(facts, 'the payment of a stream could not be recorded')
    return undefined
  }
}
