/**
 * The payment of one stream. It is settled once or released once; the first call decides. By then
 * the caller has received the output, so a failed settlement does not end the stream; the last
 * event reports the failure.
 */
import type { Call, Reply } from '../../call.ts'
import { isMetered, noteActualOfStream, noteUsageOfStream } from '../stages/actual.ts'
import type { StoredReply } from '../../payments/record.ts'
import { writeCredit } from '../../limits/credit.ts'
import { forgetPaid, notePaid } from '../../limits/history.ts'
import type { Terms } from '../../limits/terms.ts'
import { endCredit, finishCredited, type FollowedStream, type PaymentState } from './credited.ts'
import { remainingValidity, longAfter } from '../stages/deadline.ts'
import {
  releaseUnpaid,
  logFailure,
  settleFirst,
  settleServed,
  type End,
  type Receipt,
} from './settle.ts'

/** How long before its expiry, in ms, an authorization is settled while its stream continues. */
const MARGIN = 20_000

/** The payment of one stream. None of its methods rejects. */
export interface StreamPayment {
  /**
   * Settles a stream that must be paid for before its first word. A returned reply ends the call:
   * the payment has not landed, and nothing may be sent.
   */
  begin(): Promise<Reply | undefined>
  /** Sets what the payment reads of the stream. Must be called before the stream is sent. */
  follow(stream: FollowedStream): void
  /**
   * Ends the payment: settles a stream that was served and releases an unserved one, unless it was
   * settled before. Only the first call decides; later calls get its receipt.
   */
  end(isServed: boolean, reason: string): Promise<Receipt>
  /**
   * Whether the stream was settled but not served, so that its price is a credit for the wallet's
   * next stream.
   */
  isCredited(): boolean
  /** Resolves when the payment and all its follow-up writes are done. */
  done: Promise<void>
}

/**
 * Creates the payment of a call whose stream has begun. `refused` is called if the payment
 * certainly fails while the stream continues.
 */
export function paymentOf(call: Call, terms: Terms, refused: () => void): StreamPayment {
  const payment: PaymentState = { call, terms, isCredited: false }
  let ended: Promise<End> | undefined
  let close!: (pending?: Promise<unknown>) => void
  const done = new Promise<void>(resolve => {
    close = pending => void Promise.resolve(pending).then(() => resolve())
  })
  const cancelTimer = settleInTime(payment, refused)
  return {
    done,
    begin: () => begin(payment),
    follow: stream => void (payment.stream = stream),
    isCredited: () => payment.isCredited,
    async end(isServed, reason) {
      if (ended === undefined) {
        cancelTimer?.()
        if (call.freePlaces !== undefined) call.freePlaces.isResult = isServed
        const rest = finalCopy(payment)
        ended = finish(payment, isServed, reason)
        const followed = ended.then(end =>
          Promise.all([
            end.pending,
            terms.end(end.failed !== undefined),
            noteHistory(payment, isServed, end.failed),
            rest && storeRest(payment, end, rest),
          ]),
        )
        // A fault must not keep the gateway from closing.
        close(logFailure(call, followed))
      }
      return (await ended).receipt
    },
  }
}

/**
 * Schedules the settlement of a stream that is paid for at its end, in case it lasts until shortly
 * before its authorization expires. Returns the function that cancels it.
 */
function settleInTime(payment: PaymentState, refused: () => void): (() => void) | undefined {
  const { call, terms } = payment
  if (!call.charge.holds || terms.when !== 'last') return undefined
  const expiresIn = remainingValidity(call, MARGIN)
  const early = async (): Promise<void> => {
    await (payment.settling ??= settleEarly(payment))
    if (call.charge.unsettled === 'failed') refused()
  }
  return expiresIn === undefined
    ? undefined
    : longAfter(call.context.clock, expiresIn, () => {
        void logFailure(call, early())
      })
}

/**
 * Settles a stream that still runs. Its credit is written first, as for every stream that is
 * settled before its end. A metered stream is charged its maximum here, because its usage is not
 * known yet.
 */
async function settleEarly(payment: PaymentState): Promise<End> {
  const { call } = payment
  payment.credit = await logFailure(call, writeCredit(call))
  return settleDelivered(payment, { goesOn: true })
}

/** Settles a stream at its actual price, if its payment is metered. */
function settleDelivered(
  { call, stream }: PaymentState,
  { goesOn }: { goesOn: boolean },
): Promise<End> {
  const { usage, reported, progress } = stream!
  // The final usage of a stream that continues is not known yet.
  if (!goesOn && isMetered(call)) noteActualOfStream(call, usage())
  else noteUsageOfStream(call, reported(), goesOn ? undefined : usage)
  return settleServed(call, progress({ goesOn }), goesOn)
}

async function begin(payment: PaymentState): Promise<Reply | undefined> {
  if (payment.terms.when !== 'first') return undefined
  const first = await settleFirst(payment.call)
  payment.settling = Promise.resolve(first.end)
  if ('refused' in first) return first.refused
  payment.credit = first.credit
  return undefined
}

async function finish(payment: PaymentState, isServed: boolean, reason: string): Promise<End> {
  const { call, terms } = payment
  if (terms.when === 'credit') return finishCredited(payment, isServed, reason)
  if (payment.settling === undefined && (!isServed || terms.when === 'first'))
    return releaseUnpaid(call, reason)
  payment.settling ??= settleDelivered(payment, { goesOn: false })
  const end = await payment.settling
  await endCredit(payment, end, isServed)
  return end
}

/** Updates the payment history of the wallet, which decides how much it may owe. */
async function noteHistory(
  { call, terms, isCredited }: PaymentState,
  isServed: boolean,
  failed?: string,
): Promise<void> {
  if (failed !== undefined) return forgetPaid(call)
  const hasPaid =
    isServed && !isCredited && terms.when !== 'credit' && call.charge.transaction !== undefined
  if (hasPaid) await notePaid(call, terms.paid)
}

/** Returns the stored form of a stream that was settled before its end and has now ended. */
function finalCopy(payment: PaymentState): { reply: StoredReply | undefined } | undefined {
  const { settling, stream } = payment
  if (settling === undefined || stream === undefined) return undefined
  return { reply: stream.progress({ goesOn: false }) }
}

/**
 * Stores the whole stream in place of the part that was stored at its settlement. If the whole
 * stream is too large, the part is removed, because it must not be redelivered as if it were
 * complete.
 */
async function storeRest(
  { call: { context, charge } }: PaymentState,
  end: End,
  { reply }: { reply: StoredReply | undefined },
): Promise<void> {
  const { record } = charge
  if (record === undefined || (end.failed !== undefined && end.mayLand !== true)) return
  // A settlement that is retried would store the first part again.
  await end.pending
  await context.ledger
    .keep(record, reply)
    .catch(error =>
      context.observe.log.warn({ err: error }, 'the rest of a stream could not be stored'),
    )
}
