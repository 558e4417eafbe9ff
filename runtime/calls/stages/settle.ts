/** Settles the payment, once the result exists and its reply is stored. */
import { amountDue, noteActual } from './actual.ts'
import { apply, serve, settle as settleClaim, settleAgain, waive } from './charge.ts'
import type { Call, Reply, Stage } from '../../call.ts'
import { release } from '../../replies/release.ts'
import { remainingValidity } from './deadline.ts'
import type { Effect } from '../../contract.ts'
import { RecordBusy } from '../../owned/record-busy.ts'
import { chargeNothing } from './free-quota.ts'
import { checks } from './gates.ts'
import { effectsOf, readAgain, recordBusy } from './records.ts'
import { endAbsorbing, mayAbsorb } from '../../limits/absorbed.ts'
import { countUncharged } from '../../limits/uncharged.ts'
import { releaseReply, reserveReply } from '../../limits/stored-replies.ts'
import { replyScope } from '../../lib/scope.ts'
import { ReleasedElsewhere } from '../../payments/not-sent.ts'
import type { StoredReply } from '../../payments/record.ts'
import { replyToStore } from './stored-reply.ts'

/** Pause, in ms, before a settlement that failed inside the gateway is tried again. */
const PAUSE = 5_000

/**
 * Settles the call's claim. Ends the call if nothing was paid, unless the route serves the result
 * anyway.
 */
export const settle: Stage = async call => {
  if (!call.charge.holds) return undefined
  const { onSettlementFailure, effects } = call.compiled.route
  noteActual(call)
  const uncharged = isUncharged(call)
  chargeNothing(call, uncharged)
  const isZero = amountDue(call) === 0n
  if (isZero && effects === undefined) return waive(call) as Promise<undefined>
  if (uncharged) {
    await countUncharged(call)
    await release(call, 'not charged')
    return undefined
  }
  call.charge.absorbs = await mayAbsorb(call)
  if (effects !== undefined) return settleWithEffects(call)
  const reply = await replyToStore(call)
  const finish = onSettlementFailure === 'serve' ? serveUnlessFailed : serveIfLanded
  try {
    const full = await reserveReply(call, reply)
    if (full === undefined) return await finish(call, reply)
    await releaseUnsent(call, 'no room for the reply')
    return full
  } catch (error) {
    // Usually nothing was stored. If it was, it only counts too little.
    void releaseReply(call, { ...call.charge.record!, kept: reply })
    throw error
  }
}

/** Releases the claim of a call whose payment was not sent. */
async function releaseUnsent(call: Call, reason: string): Promise<void> {
  await endAbsorbing(call)
  await release(call, reason)
}

async function serveIfLanded(
  call: Call,
  reply: StoredReply,
  effects?: readonly Effect[],
): Promise<Reply | undefined> {
  const end = await settleClaim(call, reply, { effects })
  const { absorbs } = call.charge
  if (end.state === 'landed') await endAbsorbing(call)
  if (absorbs && end.state === 'failed') {
    serve(call, end)
    return undefined
  }
  return apply(call, end)
}

/** How often a call whose records were changed by another one is checked again. */
const TRIES = 5

/**
 * Settles a call that changes records, and changes them. If another call has changed one of them
 * since it was read, the checks run again with the current record.
 */
async function settleWithEffects(call: Call): Promise<Reply | undefined> {
  for (let i = 0; i < TRIES; i++) {
    const end = await settleOnce(call)
    if (end !== 'busy') return end
    await readAgain(call)
    const refusal = await checks(call)
    if (refusal === undefined) continue
    await releaseUnsent(call, 'refused')
    return refusal
  }
  await releaseUnsent(call, 'another call changes the same record')
  return recordBusy(call)
}

/**
 * Returns the changes to records. If we do not bear the cost of a failed payment, they apply only
 * if the payment lands.
 */
function effectsToSettle(call: Call): readonly Effect[] | undefined {
  const effects = effectsOf(call)
  const isBorne = call.compiled.route.onSettlementFailure !== 'absorb' || call.charge.absorbs
  return isBorne ? effects : effects?.map(effect => ({ ...effect, when: 'settled' }))
}

async function settleOnce(call: Call): Promise<Reply | undefined | 'busy'> {
  const effects = effectsToSettle(call)
  try {
    if (amountDue(call) > 0n) return await serveIfLanded(call, await replyToStore(call), effects)
    await waive(call, effects)
    return undefined
  } catch (error) {
    if (!(error instanceof RecordBusy)) throw error
    if (call.charge.state === 'settling') call.charge.move('unsent')
    return 'busy'
  }
}

/**
 * Serves the result unless the payment certainly failed; nothing has been sent yet. A settlement
 * that may still land does not delay the reply.
 */
async function serveUnlessFailed(call: Call, reply: StoredReply): Promise<Reply | undefined> {
  try {
    const end = await settleClaim(call, reply)
    if (end.state === 'failed') return apply(call, end)
    serve(call, end)
  } catch (error) {
    void retrySettlement(call, { reply }, error)
  }
  return undefined
}

/**
 * What a settlement is retried with: the reply to store, and whether it is a stream in progress.
 */
interface Unsettled {
  reply: StoredReply | undefined
  goesOn?: boolean
}

/**
 * Serves a result whose settlement threw, e.g. because the store was unavailable, and retries the
 * settlement. The promise resolves when it is settled, when the authorization has expired, or when
 * the gateway closes.
 */
export function retrySettlement(call: Call, options: Unsettled, error: unknown): Promise<void> {
  call.context.observe.log.error(
    { route: call.compiled.route.id, err: error },
    'a settlement is tried again',
  )
  if (call.charge.holds) call.charge.move('settle')
  serve(call, { state: 'unknown', reason: 'the store is away' })
  return settleUntilExpiry(call, options)
}

/** Retries the settlement until the authorization expires. */
async function settleUntilExpiry(call: Call, { reply, goesOn }: Unsettled): Promise<void> {
  const { context, compiled } = call
  while (remainingValidity(call, 0) !== 0) {
    try {
      await context.clock.sleep(PAUSE, context.halted)
      await settleAgain(call, reply, { goesOn })
      return
    } catch (error) {
      if (context.halted.aborted || error instanceof ReleasedElsewhere) return
      context.observe.log.error(
        { route: compiled.route.id, err: error },
        'a settlement is tried again',
      )
    }
  }
  const lapsed = 'the authorization lapsed before it could be settled'
  await context.ledger.fail(call.charge.record!, lapsed).catch(() => undefined)
}

/** Whether the catalog does not charge for this result (`charge_if`). */
function isUncharged(call: Call): boolean {
  const { route } = call.compiled
  return (
    route.chargeIf !== undefined &&
    call.work !== undefined &&
    !route.chargeIf(replyScope(call, call.work))
  )
}
