/**
 * The payment of one stream: it is settled once, or given back once, by whoever comes first. The caller has what it got by then, so a
 * settlement that does not land ends nothing; the last frame says so.
 */
import type { Call, Reply } from '../context.ts'
import { recover } from '../errors/recover.ts'
import { release } from '../errors/release.ts'
import { settlementFailed } from '../errors/settlement.ts'
import type { KeptReply, PaymentRecord } from '../payments/types.ts'
import type { StreamEnd } from '../protocols/types.ts'
import { writeCredit, type Credit } from '../limits/credit.ts'
import { forgetPaid, notePaid } from '../limits/history.ts'
import type { Terms } from '../limits/terms.ts'
import { isWasteful } from '../limits/wasted.ts'
import { goodFor, longAfter } from '../stages/deadline.ts'
import { servedAnyway, servedBlindly } from '../stages/settle.ts'

/** So long before it lapses, in ms, an authorization is settled while its stream goes on: a settlement takes its time. */
const MARGIN = 20_000

/** What a stream's last frame says of its payment. */
type Receipt = StreamEnd['payment']

/** The payment of one stream. Nothing here rejects. */
export interface StreamPayment {
  /** Settles what is to be paid before the first word. A reply ends the call: nobody pays, and nothing may be handed over. */
  begin(): Promise<Reply | undefined>
  /** Names what is kept of the stream with its payment; before the stream is handed over. */
  keeps(kept: Kept): void
  /**
   * Settles what was served, and gives back what was not, unless it was settled before its authorization lapsed. The first word counts;
   * whoever comes later hears how it ended.
   */
  end(isServed: boolean, reason: string): Promise<Receipt>
  /** Whether the stream was settled first, not served, and its price is the wallet's for its next one. */
  isCredited(): boolean
  /** Resolves when nothing is left to do. */
  over: Promise<void>
}

/** How a payment ended, what is still to be done about it, and why it failed for certain. */
interface End { receipt?: Receipt; left?: Promise<unknown>; failed?: string }

/** A stream's payment while it goes on. */
interface Paying { call: Call; terms: Terms; settling?: Promise<End>; credit?: Credit; isCredited: boolean; kept?: Kept }

/**
 * What the payment needs of its stream: what was written until now, to be kept with the payment,
 * also where the stream `goesOn`. Undefined where nothing is kept.
 */
export type Kept = (how: { goesOn: boolean }) => KeptReply | undefined

/** The payment of a call whose stream has begun. `refused` hears when it is certain, while the stream goes on, that nobody will pay for it. */
export function paymentOf(call: Call, terms: Terms, refused: () => void): StreamPayment {
  const paying: Paying = { call, terms, isCredited: false }
  let ended: Promise<End> | undefined
  let close!: (left?: Promise<unknown>) => void
  const over = new Promise<void>((resolve) => { close = (left) => void Promise.resolve(left).then(() => resolve()) })
  const forget = settleInTime(paying, refused)
  return {
    over,
    begin: () => begin(paying),
    keeps: (kept) => { paying.kept = kept },
    isCredited: () => paying.isCredited,
    async end(isServed, reason) {
      if (ended === undefined) {
        forget?.()
        const { record } = call
        const rest = paying.settling === undefined ? undefined : paying.kept?.({ goesOn: false })
        ended = finish(paying, isServed, reason)
        if (rest !== undefined) void ended.then(() => keepRest(call, record, rest))
        void ended.then(({ left, failed }) => close(Promise.all([left, terms.end(), noteHistory(paying, isServed, failed)])))
      }
      return (await ended).receipt
    },
  }
}

/** Settles a stream that is paid for at its end before its authorization lapses. */
function settleInTime(paying: Paying, refused: () => void): (() => void) | undefined {
  const { call, terms } = paying
  if (call.record === undefined || terms.when !== 'last') return undefined
  // Who let work come to nothing before pays at the first word.
  const lapses = isWasteful(call) ? 0 : goodFor(call, MARGIN)
  const early = async (): Promise<void> => {
    await settle(paying, { goesOn: true })
    if (call.unsettled === 'failed') refused()
  }
  return lapses === undefined ? undefined : longAfter(call.core.clock, lapses, () => { void early() })
}

async function begin(paying: Paying): Promise<Reply | undefined> {
  const { call, terms } = paying
  if (terms.when !== 'first') return undefined
  try {
    paying.credit = await writeCredit(call)
  } catch (error) {
    // Nothing is settled whose credit is not on disk.
    await giveBack(call, 'no credit could be written')
    return recover(call, error)
  }
  const { failed } = await settle(paying, { goesOn: true })
  if (failed === undefined) return undefined
  await quietly(call, paying.credit.spend(call.quote!.amount))
  return settlementFailed(call, failed)
}

const settle = (paying: Paying, how: { goesOn: boolean }): Promise<End> =>
  (paying.settling ??= settleOnce(paying.call, paying.kept?.(how)))

async function finish(paying: Paying, isServed: boolean, reason: string): Promise<End> {
  const { call, terms, credit } = paying
  if (terms.when === 'credit') return finishCredited(paying, isServed, reason)
  if (paying.settling === undefined && (!isServed || terms.when === 'first')) return giveBack(call, reason)
  const end = await settle(paying, { goesOn: false })
  if (credit === undefined || end.failed !== undefined) return end
  if (isServed) await quietly(call, credit.spend(call.quote!.amount))
  else paying.isCredited = await quietly(call, credit.giveBack().then(() => true)) === true
  return end
}

/** A stream that an earlier payment pays for: its own authorization is used up when it was served, and never settled. */
async function finishCredited({ call, terms, kept }: Paying, isServed: boolean, reason: string): Promise<End> {
  const { core, record } = call
  const credit = terms.credit!
  if (!isServed) {
    await quietly(call, credit.giveBack())
    return giveBack(call, reason)
  }
  const isSpent = await quietly(call, credit.spend(call.quote!.amount))
  // The credit was held for too long, and went to another stream: this one is paid for as any other.
  if (isSpent === false) return settleOnce(call, kept?.({ goesOn: false }))
  await quietly(call, core.ledger.fail(record!, 'paid with a credit'))
  return { receipt: { settled: true, transaction: credit.transaction, network: core.spec.label } }
}

/** What a wallet may owe from now on. */
async function noteHistory({ call, terms, isCredited }: Paying, isServed: boolean, failed?: string): Promise<void> {
  if (failed !== undefined) return forgetPaid(call)
  if (isServed && !isCredited && terms.when !== 'credit' && call.transaction !== undefined) await notePaid(call)
}

/** A write of the store that must not end a stream: what it did not do lapses by itself. */
async function quietly<T>(call: Call, writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing
  } catch (error) {
    call.core.observe.log.error({ route: call.live.route.id, err: error }, 'the payment of a stream could not be noted')
    return undefined
  }
}

async function giveBack(call: Call, reason: string): Promise<End> {
  try {
    await release(call, reason)
  } catch (error) {
    call.core.observe.log.error({ route: call.live.route.id, err: error }, 'a claim is not released before the next start')
  }
  return {}
}

/** Keeps what was told since the settlement, which came while the stream went on. */
async function keepRest({ core }: Call, record: PaymentRecord | undefined, rest: KeptReply): Promise<void> {
  if (record === undefined) return
  await core.ledger.keep(record, rest)
    .catch((error) => core.observe.log.warn({ err: error }, 'the rest of a stream could not be kept'))
}

async function settleOnce(call: Call, kept: KeptReply | undefined): Promise<End> {
  const { core, record } = call
  if (record === undefined) return {}
  let left: Promise<void> | undefined
  try {
    if (call.quote?.amount === 0n) {
      await core.ledger.fail(record, 'nothing to settle')
      return {}
    }
    call.settling = true
    const { settlement, record: now } = await core.ledger.settle(record, kept)
    call.record = now
    servedAnyway(call, settlement)
    if (settlement.state === 'failed') return { receipt: receiptOf(call), failed: settlement.reason }
  } catch (error) {
    left = servedBlindly(call, record, error)
  }
  return { receipt: receiptOf(call), left }
}

function receiptOf({ core, unsettled, transaction }: Call): Receipt {
  const network = core.spec.label
  if (unsettled !== undefined) return { settled: false, network, error_class: `settlement_${unsettled}` }
  return { settled: true, transaction, network }
}
