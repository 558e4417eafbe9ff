/** Claims the authorization for this call, durably, so that it buys one thing once. */
import type { Call, Reply, Stage } from '../../context.ts'
import { noteInFlight } from './in-flight.ts'
import { takePlace } from '../../limits/uncharged.ts'
import { refund } from '../../limits/metered.ts'
import { readAhead } from '../../limits/terms.ts'
import type { ClaimFacts } from '../../payments/types.ts'
import type { Change } from '../../store/store.ts'
import { claimFacts } from './claim-facts.ts'
import { reserveFunds } from './reserve.ts'
import { leftReply, noteIfLeft } from './redeliver.ts'
import { replay } from './replay.ts'
import { refuseUnsettled } from './ready.ts'
import { reject } from './verify.ts'

export const claim: Stage = async call => {
  // With the first look into the store, so that both are one message to it.
  readAhead(call)
  const end = (await leftReply(call)) ?? (await takePlace(call)) ?? (await claimWith(call))
  if (end === undefined) noteIfLeft(call)
  return end
}

/**
 * The claim, in one commit with `also` (a new job). A claimed authorization ends the call with what
 * its record says.
 */
export async function claimWith(
  call: Call,
  also?: { changes: Change[]; job: NonNullable<ClaimFacts['job']> },
): Promise<Reply | undefined> {
  if (call.payment === undefined) return undefined
  const unready = await refuseUnsettled(call, call.payment)
  if (unready !== undefined) return unready
  const promised = await reserveFunds(call, call.payment)
  if (promised === 'overdrawn') return overdrawn(call)
  let fresh = false
  try {
    const claimed = await call.context.ledger.claim(
      call.payment,
      claimFacts(call, also?.job),
      also?.changes,
    )
    fresh = claimed.fresh
    if (!fresh) return replay(call, claimed.record)
    call.charge.move('claim')
    call.charge.record = claimed.record
    // Only what is bought is free of the budget: a used payment could come with any number of
    // requests.
    refund(call)
  } finally {
    if (!fresh && promised === 'noted')
      call.context.reservations.drop(call.payment.authorization.key)
  }
  noteInFlight(call, call.payment.authorization.key)
  return undefined
}

function overdrawn(call: Call): Reply {
  return reject(call, {
    code: 'PAYMENT_UNFUNDED',
    message: 'The wallet does not hold enough of the asset.',
    payer: call.payer,
    details: 'Other calls of this wallet that are not settled yet need what it holds.',
  })
}
