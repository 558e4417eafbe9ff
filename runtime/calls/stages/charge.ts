/**
 * The payment of one call: where it stands, and the steps that it takes. `CALL` in
 * `payments/transitions.ts` says which steps there are; every other one throws
 * `IllegalTransition`. The stages ask for a step here and never set a state themselves.
 */
import type { Call, GatewayContext, Reply } from '../../context.ts'
import type { PaymentFacts } from '../../contract.ts'
import { settlementFailed, settlementPending } from '../../replies/settlement.ts'
import { noteUnpaid } from '../../limits/abandoned-work.ts'
import { CALL, next, type CallEvent, type CallState } from '../../payments/transitions.ts'
import type { StoredReply, PaymentRecord, Settlement } from '../../payments/types.ts'

/** One call's payment. Made for every call, so it holds no more than it must. */
export class Charge {
  #state: CallState = 'none'
  /**
   * The payment record: this call's own from its claim on, or the one whose reply is handed over.
   * Kept when the claim is given up; `holds` says whether it is the call's to settle.
   */
  record: PaymentRecord | undefined = undefined
  /** The transfer that pays for the reply. */
  transaction: string | undefined = undefined
  /** Why a result was served although its settlement has not landed. */
  unsettled: 'failed' | 'pending' | undefined = undefined

  get state(): CallState {
    return this.#state
  }

  /** Whether this call owns the claim and has neither settled it nor given it back. */
  get holds(): boolean {
    return this.#state === 'claimed'
  }

  /** Whether the caller was charged: a fault must not give anything back where it may have been. */
  get charged(): 'no' | 'maybe' | 'yes' {
    return CALL[this.#state].charged
  }

  /** Takes a step. Throws `IllegalTransition`, and changes nothing, where there is none. */
  move(event: CallEvent): void {
    this.#state = next(CALL, this.#state, event)
  }

  /** Throws where a step cannot be taken. For steps that are taken when something is written. */
  expect(event: CallEvent): void {
    next(CALL, this.#state, event)
  }
}

/** What formulas may say of a payment that landed. */
export function paymentFacts(
  { spec }: Pick<GatewayContext, 'spec'>,
  transaction: string,
  status: PaymentFacts['status'] = 'settled',
): PaymentFacts {
  return { status, tx_hash: transaction, network: spec.label }
}

/** How a payment ended for a call. `earlier` where it had landed before this call asked. */
export type End = Settlement & { record?: PaymentRecord; earlier?: true }

/** Remembers what paid for the call, and shows it to the formulas. */
function land(call: Call, event: 'land' | 'adopt' | 'cover', end: Landed): void {
  const { charge, context, scope } = call
  charge.move(event)
  if (end.record !== undefined || end.earlier) charge.record = end.record
  charge.transaction = end.transaction
  scope.payment = paymentFacts(context, end.transaction, end.earlier && 'already_settled')
}

type Landed = { transaction: string; record?: PaymentRecord; earlier?: true }

/** Settles the call's claim; `kept` is the reply to keep, of a stream that `goesOn` so far. */
export async function settle(
  call: Call,
  kept: StoredReply | undefined,
  goesOn?: boolean,
): Promise<Settlement> {
  const { charge, context } = call
  charge.move('settle')
  const { settlement, record } = await context.ledger.settle(charge.record!, kept, goesOn)
  charge.record = record
  if (settlement.state === 'failed') noteUnpaid(call)
  return settlement
}

/** The reply that ends the call after its settlement; undefined where it landed. */
export function apply(call: Call, end: End): Reply | undefined {
  if (end.state === 'landed') {
    land(call, 'land', end)
    return undefined
  }
  const isCertain = end.state === 'failed'
  call.charge.move(isCertain ? 'fail' : 'wait')
  return isCertain ? settlementFailed(call, end.reason) : settlementPending(call)
}

/** Goes on whatever became of the settlement, because the caller has its answer already. */
export function serve(call: Call, end: Settlement): void {
  if (end.state === 'landed') return land(call, 'land', end)
  call.charge.move('serve')
  call.charge.unsettled = end.state === 'failed' ? 'failed' : 'pending'
}

/** Takes an earlier payment, which is this very request's, as the one that pays for this reply. */
export function adopt(
  call: Call,
  record: PaymentRecord,
  transaction: string,
  how: { earlier?: true } = {},
): void {
  land(call, 'adopt', { record, transaction, ...how })
  call.payer = record.payer
}

/** Notes that an earlier payment of the wallet covers this call: its own claim is not settled. */
export function cover(call: Call, transaction: string): void {
  land(call, 'cover', { transaction })
}

/** Uses the authorization up without a charge: at a price of zero it only names the wallet. */
export async function waive(call: Call): Promise<void> {
  const { charge, context } = call
  charge.expect('waive')
  await context.ledger.fail(charge.record!, 'nothing to settle')
  charge.move('waive')
}
