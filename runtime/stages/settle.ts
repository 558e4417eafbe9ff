/** Moves the money, once the result exists and is kept. */
import type { Call, Reply, Stage } from '../context.ts'
import { release } from '../errors/release.ts'
import { settlementFailed, settlementPending } from '../errors/settlement.ts'
import { goodFor } from './deadline.ts'
import { countUncharged } from '../limits/uncharged.ts'
import { noteUnpaid } from '../limits/wasted.ts'
import { replyScope } from '../scope.ts'
import type { KeptReply, PaymentRecord, Settlement } from '../payments/types.ts'
import { keep } from './kept.ts'

/** Pause, in ms, before a settlement that failed inside the gateway is tried again. */
const PAUSE = 5_000

export const settle: Stage = async call => {
  const { record, core } = call
  if (record === undefined) return undefined
  if (call.quote!.amount === 0n) return namedOnly(call, record)
  if (isUncharged(call)) {
    await countUncharged(call)
    await release(call, 'not charged')
    return undefined
  }
  const kept = await keep(call)
  call.settling = true
  const isServed = call.live.route.unsettled === 'serve'
  try {
    const end = await core.ledger.settle(record, kept)
    call.record = end.record
    // What failed for certain is not sold: nothing of the answer has left yet. Only what may still
    // land is served meanwhile.
    if (!isServed || end.settlement.state === 'failed') return settled(call, end.settlement)
    servedAnyway(call, end.settlement)
    // The caller has its result with this reply: a repeat of the payment is handed nothing.
    if (end.settlement.state !== 'landed') call.record = undefined
    return undefined
  } catch (error) {
    if (!isServed) throw error
    void servedBlindly(call, { record, kept }, error)
    call.record = undefined
    return undefined
  }
}

/**
 * Goes on whatever became of the settlement, because the caller has its answer already or may still
 * pay for it; the reply says so.
 */
export function servedAnyway(call: Call, settlement: Settlement): void {
  if (settlement.state === 'landed') {
    settled(call, settlement)
    return
  }
  call.unsettled = settlement.state === 'failed' ? 'failed' : 'pending'
  if (settlement.state === 'failed') noteUnpaid(call)
}

/** What is settled again: the record, and the reply to keep with it, of a stream that may go on. */
interface Unsettled {
  record: PaymentRecord
  kept: KeptReply | undefined
  goesOn?: boolean
}

/**
 * Goes on where the settlement failed inside the gateway: its store was away. What was served is
 * settled as soon as that is possible; the promise resolves when it is, or when the gateway closes.
 */
export function servedBlindly(call: Call, what: Unsettled, error: unknown): Promise<void> {
  call.core.observe.log.error(
    { route: call.live.route.id, err: error },
    'a settlement is tried again',
  )
  servedAnyway(call, { state: 'unknown', reason: 'the store is away' })
  return insist(call, what)
}

/** Tries until the authorization lapses. */
async function insist(call: Call, { record, kept, goesOn }: Unsettled): Promise<void> {
  const { core, live } = call
  while (goodFor(call, 0) !== 0) {
    try {
      await core.clock.sleep(PAUSE, core.halted)
      await core.ledger.settle(record, kept, goesOn)
      return
    } catch (error) {
      if (core.halted.aborted) return
      core.observe.log.error({ route: live.route.id, err: error }, 'a settlement is tried again')
    }
  }
  const lapsed = 'the authorization lapsed before it could be settled'
  await core.ledger.fail(record, lapsed).catch(() => undefined)
}

/** Goes on after a landed settlement; ends the call after any other. */
function settled(call: Call, settlement: Settlement): Reply | undefined {
  if (settlement.state === 'failed') {
    noteUnpaid(call)
    return settlementFailed(call, settlement.reason)
  }
  if (settlement.state === 'unknown') return settlementPending(call)
  call.transaction = settlement.transaction
  call.scope.payment = {
    status: 'settled',
    tx_hash: settlement.transaction,
    network: call.core.spec.label,
  }
  return undefined
}

/** A zero amount names the wallet: nothing moves, and the authorization stays used. */
async function namedOnly(call: Call, record: PaymentRecord): Promise<undefined> {
  await call.core.ledger.fail(record, 'nothing to settle')
  call.record = undefined
}

/** Whether the catalog does not charge for this result. */
function isUncharged(call: Call): boolean {
  const { route } = call.live
  return (
    route.chargeIf !== undefined &&
    call.work !== undefined &&
    !route.chargeIf(replyScope(call, call.work))
  )
}
