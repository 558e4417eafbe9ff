/**
 * The payment of one call as a state machine. `CALL` in `payments/transitions.ts` lists the allowed
 * steps; every other step throws `IllegalTransition`. Stages request steps here and never set a
 * state themselves.
 */
import type { Call, Reply } from '../../call.ts'
import type { Effect, PaymentFacts } from '../../contract.ts'
import { networkLabel } from '../../replies/network-label.ts'
import { settlementFailed, settlementPending } from '../../replies/settlement.ts'
import { noteUnpaid } from '../../limits/abandoned-work.ts'
import { dropRefused } from '../../limits/refused-replies.ts'
import { countUnpaid } from '../../limits/uncharged.ts'
import { CALL, next, type CallEvent, type CallState } from '../../payments/transitions.ts'
import type { Ledger } from '../../payments/ledger/types.ts'
import type { StoredReply, PaymentRecord } from '../../payments/record.ts'
import { NOTHING_TO_SETTLE } from '../../sales/line.ts'
import type { Settlement } from '../../payments/settlement.ts'

/** The state of one call's payment. It is created for every call, so it is small. */
export class Charge {
  #state: CallState = 'none'
  /**
   * The payment record: this call's own once it is claimed, or the earlier one whose reply is
   * redelivered. It stays after the claim is released; `holds` says whether this call may settle
   * it.
   */
  record: PaymentRecord | undefined = undefined
  /** The transfer that pays for the reply. */
  transaction: string | undefined = undefined
  /** Why the result was served although its settlement has not landed. */
  unsettled: 'failed' | 'pending' | undefined = undefined
  /** The actual price in micro-USD, once it is known, if the payment is metered. */
  due: bigint | undefined = undefined
  /** Whether the result is served even if its settlement certainly fails: we bear the cost. */
  absorbs = false
  /** Whether an earlier payment of the wallet pays for the reply. */
  isCovered = false

  get state(): CallState {
    return this.#state
  }

  /** Whether this call owns the claim and has neither settled nor released it. */
  get holds(): boolean {
    return this.#state === 'claimed'
  }

  /** Whether the caller was charged. If it may have been, an error must not release the claim. */
  get charged(): 'no' | 'maybe' | 'yes' {
    return CALL[this.#state].charged
  }

  /** Takes a step. Throws `IllegalTransition` and changes nothing if the step is not allowed. */
  move(event: CallEvent): void {
    this.#state = next(CALL, this.#state, event)
  }

  /** Throws if a step is not allowed now. For steps that are taken after a write. */
  expect(event: CallEvent): void {
    next(CALL, this.#state, event)
  }
}

/** Builds the facts of a landed payment that formulas can read. */
export function paymentFacts(
  call: Pick<Call, 'charge' | 'payment' | 'context'>,
  transaction: string,
  status: PaymentFacts['status'] = 'settled',
): PaymentFacts {
  return { status, tx_hash: transaction, network: networkLabel(call) }
}

/** How a payment ended for a call. `earlier` is set if it had landed before this call. */
export type End = Settlement & { record?: PaymentRecord; earlier?: true }

/** Records the payment that pays for the call, also in the scope of formulas. */
function land(call: Call, event: 'land' | 'adopt' | 'cover', end: Landed): void {
  const { charge, scope } = call
  charge.move(event)
  if (end.record !== undefined || end.earlier) charge.record = end.record
  charge.transaction = end.transaction
  scope.payment = paymentFacts(call, end.transaction, end.earlier && 'already_settled')
}

type Landed = { transaction: string; record?: PaymentRecord; earlier?: true }

/** What is recorded together with a settlement. */
type SettleOptions = Omit<NonNullable<Parameters<Ledger['settle']>[2]>, 'amount'>

/**
 * Settles the call's claim and returns the settlement. `reply` is stored for redelivery with it;
 * `goesOn` marks it as the part of a stream that was sent so far. `effects` are applied with it.
 */
export function settle(
  call: Call,
  reply: StoredReply | undefined,
  also?: SettleOptions,
): Promise<Settlement> {
  call.charge.move('settle')
  return settleAgain(call, reply, also)
}

/**
 * Settles a call's claim that is being settled: the first time, or again after an error. Counts a
 * wallet that did not pay.
 */
export async function settleAgain(
  call: Call,
  reply: StoredReply | undefined,
  also?: SettleOptions,
): Promise<Settlement> {
  const { charge, context } = call
  const { settlement, record } = await context.ledger.settle(charge.record!, reply, {
    ...also,
    amount: charge.due,
  })
  charge.record = record
  if (settlement.state === 'failed') {
    await noteUnpaid(call)
    await countUnpaid(call)
    await dropRefused(call, settlement, reply)
  }
  return settlement
}

/**
 * Applies a settlement to the call. Returns the reply that ends the call, or undefined if the
 * payment landed.
 */
export function apply(call: Call, end: End): Reply | undefined {
  if (end.state === 'landed') {
    land(call, 'land', end)
    return undefined
  }
  const isCertain = end.state === 'failed'
  call.charge.move(isCertain ? 'fail' : 'wait')
  return isCertain ? settlementFailed(call, end.reason) : settlementPending(call)
}

/**
 * Applies a settlement to a call whose result is served in any case, because its caller has the
 * answer already.
 */
export function serve(call: Call, end: Settlement): void {
  if (end.state === 'landed') return land(call, 'land', end)
  call.charge.move('serve')
  call.charge.unsettled = end.state === 'failed' ? 'failed' : 'pending'
}

/** Serves the reply of an earlier payment of this same request that failed: we bear the cost. */
export function serveUnpaid(call: Call, record: PaymentRecord): void {
  serve(call, { state: 'failed', reason: record.reason ?? 'it failed' })
  call.charge.record = record
  call.payer = record.payer
}

/** Makes an earlier payment of this same request the one that pays for this reply. */
export function adopt(
  call: Call,
  record: PaymentRecord,
  transaction: string,
  options: { earlier?: true } = {},
): void {
  land(call, 'adopt', { record, transaction, ...options })
  call.payer = record.payer
}

/**
 * Records that an earlier payment of the wallet pays for this call, whose own claim is not settled.
 */
export function cover(call: Call, transaction: string): void {
  call.charge.isCovered = true
  land(call, 'cover', { transaction })
}

/**
 * Closes the authorization without a charge: at a price of zero it only identifies the wallet.
 * `effects` are applied with it.
 */
export async function waive(call: Call, effects?: readonly Effect[]): Promise<void> {
  const { charge, context } = call
  charge.expect('waive')
  await context.ledger.fail(charge.record!, NOTHING_TO_SETTLE, effects)
  charge.move('waive')
}
