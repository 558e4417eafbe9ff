/**
 * The payment of one stream: it is settled once, or given back once, by whoever comes first. The
 * caller has what it got by then, so a settlement that does not land ends nothing; the last frame
 * says so.
 */
import { cover } from '../stages/charge.ts'
import type { Call, Reply } from '../../context.ts'
import type { StoredReply } from '../../payments/types.ts'
import { writeCredit, type Credit } from '../../limits/credit.ts'
import { forgetPaid, notePaid } from '../../limits/history.ts'
import type { Terms } from '../../limits/terms.ts'
import { goodFor, longAfter } from '../stages/deadline.ts'
import { giveBack, quietly, settleFirst, settleServed, type End, type Receipt } from './settle.ts'

/**
 * So long before it lapses, in ms, an authorization is settled while its stream goes on: a
 * settlement takes its time.
 */
const MARGIN = 20_000

/** So often the spending of a credit is tried while the store is away, and the pauses, in ms. */
const TRIES = 3
const PAUSE = 1_000

/** The payment of one stream. Nothing here rejects. */
export interface StreamPayment {
  /**
   * Settles what is to be paid before the first word. A reply ends the call: nobody pays, and
   * nothing may be handed over.
   */
  begin(): Promise<Reply | undefined>
  /** Names what is kept of the stream with its payment; before the stream is handed over. */
  keeps(kept: StreamProgress): void
  /**
   * Settles what was served, and gives back what was not, unless it was settled before its
   * authorization lapsed. The first word counts; whoever comes later hears how it ended.
   */
  end(isServed: boolean, reason: string): Promise<Receipt>
  /**
   * Whether the stream was settled first, not served, and its price is the wallet's for its next
   * one.
   */
  isCredited(): boolean
  /** Resolves when nothing is left to do. */
  done: Promise<void>
}

/** A stream's payment while it goes on. */
interface Paying {
  call: Call
  terms: Terms
  settling?: Promise<End>
  credit?: Credit
  isCredited: boolean
  kept?: StreamProgress
}

/**
 * What the payment needs of its stream: what was written until now, to be kept with the payment,
 * also where the stream `goesOn`. Undefined where nothing is kept.
 */
export type StreamProgress = (how: { goesOn: boolean }) => StoredReply | undefined

/**
 * The payment of a call whose stream has begun. `refused` hears when it is certain, while the
 * stream goes on, that nobody will pay for it.
 */
export function paymentOf(call: Call, terms: Terms, refused: () => void): StreamPayment {
  const paying: Paying = { call, terms, isCredited: false }
  let ended: Promise<End> | undefined
  let close!: (left?: Promise<unknown>) => void
  const over = new Promise<void>(resolve => {
    close = left => void Promise.resolve(left).then(() => resolve())
  })
  const forget = settleInTime(paying, refused)
  return {
    done: over,
    begin: () => begin(paying),
    keeps: kept => {
      paying.kept = kept
    },
    isCredited: () => paying.isCredited,
    async end(isServed, reason) {
      if (ended === undefined) {
        forget?.()
        const rest = restOf(paying)
        ended = finish(paying, isServed, reason)
        void ended.then(end =>
          close(
            Promise.all([
              end.left,
              terms.end(),
              noteHistory(paying, isServed, end.failed),
              rest && keepRest(paying, end, rest),
            ]),
          ),
        )
      }
      return (await ended).receipt
    },
  }
}

/** Settles a stream that is paid for at its end before its authorization lapses. */
function settleInTime(paying: Paying, refused: () => void): (() => void) | undefined {
  const { call, terms } = paying
  if (!call.charge.holds || terms.when !== 'last') return undefined
  const lapses = goodFor(call, MARGIN)
  const early = async (): Promise<void> => {
    await (paying.settling ??= settleEarly(paying))
    if (call.charge.unsettled === 'failed') refused()
  }
  return lapses === undefined
    ? undefined
    : longAfter(call.context.clock, lapses, () => {
        void early()
      })
}

/** Its credit is written first, as that of every stream that is settled before its end. */
async function settleEarly(paying: Paying): Promise<End> {
  paying.credit = await quietly(paying.call, writeCredit(paying.call))
  return settleServed(paying.call, paying.kept?.({ goesOn: true }), true)
}

async function begin(paying: Paying): Promise<Reply | undefined> {
  if (paying.terms.when !== 'first') return undefined
  const first = await settleFirst(paying.call)
  paying.settling = Promise.resolve(first.end)
  if ('refused' in first) return first.refused
  paying.credit = first.credit
  return undefined
}

async function finish(paying: Paying, isServed: boolean, reason: string): Promise<End> {
  const { call, terms } = paying
  if (terms.when === 'credit') return finishCredited(paying, isServed, reason)
  if (paying.settling === undefined && (!isServed || terms.when === 'first'))
    return giveBack(call, reason)
  paying.settling ??= settleServed(call, paying.kept?.({ goesOn: false }), false)
  const end = await paying.settling
  await endCredit(paying, end, isServed)
  return end
}

/** The credit of a stream that was settled before its end: the wallet's where it was not served. */
async function endCredit(paying: Paying, end: End, isServed: boolean): Promise<void> {
  const { call, credit } = paying
  if (credit === undefined) return
  const isGone = isServed || (end.failed !== undefined && end.mayLand !== true)
  if (isGone) {
    await quietly(call, credit.spend(call.quote!.amount))
    return
  }
  const isFree =
    (await quietly(
      call,
      credit.giveBack().then(() => true),
    )) === true
  paying.isCredited = isFree && end.receipt?.settled === true
}

/**
 * A stream that an earlier payment pays for: its own authorization is used up when it was served,
 * and never settled.
 */
async function finishCredited(paying: Paying, isServed: boolean, reason: string): Promise<End> {
  const { call, terms } = paying
  const credit = terms.credit!
  if (!isServed) {
    await quietly(call, credit.giveBack())
    return giveBack(call, reason)
  }
  const kept = paying.kept?.({ goesOn: false })
  // The credit was held for too long, and went to another stream: this one is paid for as any
  // other.
  if ((await spend(call, credit)) === false) return settleServed(call, kept, false)
  const transaction = credit.transaction ?? ''
  await quietly(call, call.context.ledger.paidWith(call.charge.record!, transaction, kept))
  cover(call, transaction)
  return { receipt: { settled: true, transaction, network: call.context.spec.label } }
}

/**
 * Spends a credit, and tries again while the store is away. False where it was not there any more;
 * after a try whose answer did not come, that try may have spent it.
 */
async function spend(call: Call, credit: Credit): Promise<boolean> {
  const { clock, halted } = call.context
  for (let tries = 1; tries <= TRIES; tries++) {
    const isSpent = await quietly(call, credit.spend(call.quote!.amount))
    if (isSpent !== undefined) return isSpent || tries > 1
    if (tries < TRIES) await clock.sleep(PAUSE, halted).catch(() => undefined)
  }
  return true
}

/** What a wallet may owe from now on. */
async function noteHistory(
  { call, terms, isCredited }: Paying,
  isServed: boolean,
  failed?: string,
): Promise<void> {
  if (failed !== undefined) return forgetPaid(call)
  const hasPaid =
    isServed && !isCredited && terms.when !== 'credit' && call.charge.transaction !== undefined
  if (hasPaid) await notePaid(call, terms.paid)
}

/** What is kept of a stream that was settled before its end, now that it has ended. */
function restOf(paying: Paying): { kept: StoredReply | undefined } | undefined {
  if (paying.settling === undefined || paying.kept === undefined) return undefined
  return { kept: paying.kept({ goesOn: false }) }
}

/**
 * Keeps the whole of a stream in the place of what was kept at its settlement. Where that is too
 * large, nothing stays: a short copy must not be handed over as the stream.
 */
async function keepRest(
  { call: { context, charge } }: Paying,
  end: End,
  { kept }: { kept: StoredReply | undefined },
): Promise<void> {
  const { record } = charge
  if (record === undefined || (end.failed !== undefined && end.mayLand !== true)) return
  // A settlement that is tried again would put back what it began with.
  await end.left
  await context.ledger
    .keep(record, kept)
    .catch(error =>
      context.observe.log.warn({ err: error }, 'the rest of a stream could not be stored'),
    )
}
