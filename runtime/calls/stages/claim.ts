/** Claims the authorization for this call in the store, so that it pays for one request only. */
import type { Call, Reply, Stage } from '../../call.ts'
import { noteInFlight } from './in-flight.ts'
import { refuseBarred } from '../../limits/barred.ts'
import { takePlace } from '../../limits/uncharged.ts'
import { refund } from '../../limits/metered.ts'
import { readAhead } from '../../limits/terms.ts'
import type { Change } from '../../store/store.ts'
import { claimFacts, requirementsOf, type ClaimedJob } from './claim-facts.ts'
import { reserveFunds } from './reserve.ts'
import { undeliveredReply, recordIfLeft } from './redeliver.ts'
import { identified } from './identified.ts'
import { replay } from './replay.ts'
import { refuseUnlessReady } from './ready.ts'
import { reject } from './verify.ts'

/**
 * Claims the call's payment. Ends the call with the stored reply of an abandoned purchase, with a
 * refusal, or with the reply that the authorization already bought.
 */
export const claim: Stage = async call => {
  // Started before the first read of the store, so that both reads share one message to it.
  readAhead(call)
  const end =
    (await undeliveredReply(call)) ??
    (await refuseBarred(call)) ??
    (await takePlace(call)) ??
    (await claimWith(call))
  if (end === undefined) recordIfLeft(call)
  return end
}

/**
 * Claims the payment, in one commit with the changes in `also` (a new job). If the authorization is
 * claimed already, its record decides the reply.
 */
export async function claimWith(
  call: Call,
  also?: { changes: Change[]; job: ClaimedJob },
): Promise<Reply | undefined> {
  if (call.payment === undefined) return undefined
  const named = await identified(call)
  if (named !== undefined && 'reply' in named) return named.reply
  const unavailable = await refuseUnlessReady(call, call.payment)
  if (unavailable !== undefined) return unavailable
  const reservation = await reserveFunds(call, call.payment, requirementsOf(call))
  if (typeof reservation === 'object') return reject(call, { ...reservation, payer: call.payer })
  // An open claim needs the reservation, whether of this call or of another one. If the state of
  // the claim is unknown, another call's reservation stays.
  let isHeld = reservation === 'known'
  try {
    const facts = claimFacts(call, also?.job)
    const claiming = call.context.ledger.claim(
      call.payment,
      named === undefined ? facts : { ...facts, identified: true },
      named === undefined ? also?.changes : [...named.changes, ...(also?.changes ?? [])],
    )
    const claimed = named === undefined ? await claiming : await claimNamed(call, claiming)
    if ('reply' in claimed) return claimed.reply
    const { fresh, record } = claimed
    isHeld = fresh || record.state === 'claimed' || record.state === 'settling'
    if (!fresh) return replay(call, record)
    call.charge.move('claim')
    call.charge.record = record
    call.scope.call = { id: record.claim! }
    // Only a call with a fresh claim is refunded, because a used payment could come with any number
    // of requests.
    refund(call)
  } finally {
    const { key, from } = call.payment.authorization
    if (!isHeld) await call.context.reservations.drop({ key, payer: from })
  }
  noteInFlight(call, call.payment.authorization.key)
  return undefined
}

/** Claims the payment of a named purchase: its name may have been taken since it was looked up. */
async function claimNamed<T>(call: Call, claiming: Promise<T>): Promise<T | { reply: Reply }> {
  try {
    return await claiming
  } catch (error) {
    const named = await identified(call)
    if (named !== undefined && 'reply' in named) return named
    throw error
  }
}
