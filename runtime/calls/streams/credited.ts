/**
 * The credits of streams: the credit that a stream settled before its end leaves its wallet, and
 * the end of a stream that a credit pays for.
 */
import type { Call } from '../../call.ts'
import type { Credit } from '../../limits/credit.ts'
import type { Terms } from '../../limits/terms.ts'
import { amountDue, isMetered, noteActualOfStream } from '../stages/actual.ts'
import { cover } from '../stages/charge.ts'
import { networkLabel } from '../../replies/network-label.ts'
import type { StoredReply } from '../../payments/record.ts'
import type { Usage } from '../../protocols/types.ts'
import { logFailure, releaseUnpaid, settleServed, type End } from './settle.ts'

/**
 * Attempts to spend a credit while the store is unavailable, and the pause between them, in ms. The
 * stream ends after these; more follow, `LATER` ms apart.
 */
const TRIES = 3
const PAUSE = 1_000
const LATER = 10_000

/** The state of a stream's payment. */
export interface PaymentState {
  call: Call
  terms: Terms
  settling?: Promise<End>
  credit?: Credit
  isCredited: boolean
  /** Undefined until the stream's reply is built. */
  stream?: FollowedStream
}

/** The members of a stream that its payment reads. */
export interface FollowedStream {
  /**
   * Returns what was sent so far, to be stored with the payment; `goesOn` while the stream
   * continues. Undefined if nothing is stored.
   */
  progress(options: { goesOn: boolean }): StoredReply | undefined
  /** The usage that the stream is charged for; undefined while it is unknown. */
  usage(): Usage | undefined
  /** The usage that the upstream has reported. */
  reported(): Usage | undefined
}

/**
 * Ends the credit of a stream that was settled before its end: the wallet keeps it if the stream
 * was not served.
 */
export async function endCredit(payment: PaymentState, end: End, isServed: boolean): Promise<void> {
  const { call, credit } = payment
  if (credit === undefined) return
  const isUsedUp = isServed || (end.failed !== undefined && end.mayLand !== true)
  if (isUsedUp) {
    await logFailure(call, credit.spend(call.quote!.amount))
    return
  }
  const isReleased =
    (await logFailure(
      call,
      credit.giveBack().then(() => true),
    )) === true
  payment.isCredited = isReleased && end.receipt?.settled === true
}

/**
 * Ends a stream that an earlier payment pays for: if it was served, its own authorization is closed
 * without a settlement.
 */
export async function finishCredited(
  payment: PaymentState,
  isServed: boolean,
  reason: string,
): Promise<End> {
  const { call, terms } = payment
  const credit = terms.credit!
  if (!isServed) {
    await logFailure(call, credit.giveBack())
    return releaseUnpaid(call, reason)
  }
  const stream = payment.stream!
  if (isMetered(call)) noteActualOfStream(call, stream.usage())
  const reply = stream.progress({ goesOn: false })
  const price = amountDue(call)
  const isSpent = await spend(call, credit, price)
  // The credit was held for too long and another stream used it, so this one is settled as usual.
  if (isSpent === false) return settleServed(call, reply, false)
  if (isSpent === undefined) void spendLater(call, credit, price)
  const transaction = credit.transaction ?? ''
  await logFailure(call, call.context.ledger.paidWith(call.charge.record!, transaction, reply))
  cover(call, transaction)
  return { receipt: { settled: true, transaction, network: networkLabel(call) } }
}

/**
 * Spends a credit; retries while the store is unavailable. Returns false if the credit no longer
 * existed, and undefined if the store stayed away. If an attempt got no answer, that attempt may
 * have spent it, so the result is true.
 */
async function spend(call: Call, credit: Credit, price: bigint): Promise<boolean | undefined> {
  const { clock, halted } = call.context
  for (let tries = 1; tries <= TRIES; tries++) {
    const isSpent = await logFailure(call, credit.spend(price))
    if (isSpent !== undefined) return isSpent || tries > 1
    if (tries < TRIES) await clock.sleep(PAUSE, halted).catch(() => undefined)
  }
  return undefined
}

/** Spends a credit once the store is back, so that it pays for no other stream. Never rejects. */
async function spendLater(call: Call, credit: Credit, price: bigint): Promise<void> {
  const { clock, halted } = call.context
  while (!halted.aborted) {
    await clock.sleep(LATER, halted).catch(() => undefined)
    if ((await logFailure(call, credit.spend(price))) !== undefined) return
  }
}
