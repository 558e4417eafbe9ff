/**
 * The payment of one stream: it is settled once, or given back once, by whoever comes first. The caller has what it got by then, so a
 * settlement that does not land ends nothing; the last frame says so.
 */
import type { Call } from '../context.ts'
import { release } from '../errors/release.ts'
import type { KeptReply, PaymentRecord } from '../payments/types.ts'
import type { StreamEnd } from '../protocols/types.ts'
import { isWasteful } from '../limits/wasted.ts'
import { goodFor } from '../stages/deadline.ts'
import { servedAnyway, servedBlindly } from '../stages/settle.ts'

/** So long before it lapses, in ms, an authorization is settled while its stream goes on: a settlement takes its time. */
const MARGIN = 20_000

/** What a stream's last frame says of its payment. */
type Receipt = StreamEnd['payment']

/** The payment of one stream. Nothing here rejects. */
export interface StreamPayment {
  /**
   * Settles what was served, and gives back what was not, unless it was settled before its authorization lapsed. The first word counts;
   * whoever comes later hears how it ended.
   */
  end(isServed: boolean, reason: string): Promise<Receipt>
  /** Resolves when nothing is left to do. */
  over: Promise<void>
}

/** How a payment ended, and what is still to be done about it. */
interface End { receipt?: Receipt; left?: Promise<void> }

/**
 * What the payment needs of its stream. `refused` hears when it is certain, while the stream goes on, that nobody will pay for it; `kept`
 * gives what was told until now, also where the stream `goesOn`.
 */
export interface Paid { refused(): void; kept(how: { goesOn: boolean }): KeptReply | undefined }

/** The payment of a call whose stream has begun. */
export function paymentOf(call: Call, { refused, kept }: Paid): StreamPayment {
  const { clock } = call.core
  let settling: Promise<End> | undefined
  let ended: Promise<End> | undefined
  let close!: (left?: Promise<void>) => void
  const over = new Promise<void>((resolve) => { close = resolve })
  const { record } = call
  const settle = (how: { goesOn: boolean }): Promise<End> => (settling ??= settleOnce(call, kept(how)))
  // Who let work come to nothing before pays at the first word.
  const lapses = call.record === undefined ? undefined : isWasteful(call) ? 0 : goodFor(call, MARGIN)
  const early = async (): Promise<void> => {
    await settle({ goesOn: true })
    if (call.unsettled === 'failed') refused()
  }
  const forget = lapses === undefined ? undefined : clock.after(lapses, () => { void early() })
  return {
    over,
    async end(isServed, reason) {
      if (ended === undefined) {
        forget?.()
        const rest = settling === undefined ? undefined : kept({ goesOn: false })
        ended = isServed || settling !== undefined ? settle({ goesOn: false }) : giveBack(call, reason)
        if (rest !== undefined) void ended.then(() => keepRest(call, record, rest))
        void ended.then(({ left }) => close(left))
      }
      return (await ended).receipt
    },
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
