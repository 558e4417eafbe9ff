/**
 * Replies to an authorization that was used before. It pays for nothing new, but a paid reply that
 * did not reach its caller is redelivered.
 *
 * The specification says 402 PAYMENT_REPLAY for a used authorization, and clients sign and pay
 * again on a 402. So the reply is 402 only where a new payment is right: the payment is settled and
 * its reply was delivered (or is a job's, which is polled), it was for another request, or it
 * certainly failed. While its work or its settlement is in progress, here or in another process,
 * the repeated request waits up to `MOMENT` and then gets 503.
 */
import type { Call, Reply } from '../../call.ts'
import { PAID_OTHERWISE } from '../../jobs/documents.ts'
import { refuse } from '../../replies/answer.ts'
import { settlementFailed, settlementPending, WAIT } from '../../replies/settlement.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { NOTHING_TO_SETTLE } from '../../sales/line.ts'
import { fingerprint } from './claim-facts.ts'
import { earlierOf, type Earlier } from './earlier.ts'
import { earlierJob } from './replay-job.ts'

/** Replies to a call whose authorization belongs to an earlier record. */
export async function replay(call: Call, first: PaymentRecord): Promise<Reply> {
  if (first.fingerprint !== fingerprint(call))
    return first.identified ? refuseOther(call) : refuseUsed(call, first)
  return replyTo(
    call,
    first,
    await (first.job === undefined ? earlierOf(call, first) : earlierJob(call, first)),
  )
}

function replyTo(call: Call, { job }: PaymentRecord, earlier: Earlier): Reply {
  switch (earlier.state) {
    case 'ready':
      return earlier.reply
    case 'pending':
      return settlementPending(call, earlier.why, job)
    case 'free':
      return settlementPending(call, WAIT.failed, job)
    case 'failed':
      return settlementFailed(call, earlier.reason, job)
    case 'over':
      return refuseUsed(call, earlier.record)
  }
}

/** Refuses a different request under the name of an earlier purchase. */
function refuseOther(call: Call): Reply {
  const message =
    'This payment-identifier belongs to another request of the wallet. Nothing was charged for ' +
    'this one; use a new id, and a new authorization.'
  return refuse(call, 'refused', { status: 409, code: 'PAYMENT_IDENTIFIER_CONFLICT', message })
}

/**
 * Replies 402: the authorization is used. If it bought a job, the reply names the job's poll
 * address.
 */
export function refuseUsed(call: Call, record: PaymentRecord): Reply {
  // A settled authorization is public on the chain. So only a caller that also knows the request
  // gets the poll address.
  const showsJob =
    record.job !== undefined &&
    (record.state !== 'settled' || record.fingerprint === fingerprint(call))
  const extra = showsJob
    ? { job_id: record.job!.id, poll_url: record.job!.poll_url, recoverable: true }
    : undefined
  const details = instruction(call, record, showsJob)
  return refuse(call, 'payment_replay', {
    code: 'PAYMENT_REPLAY',
    details,
    payer: record.payer,
    extra,
  })
}

/** Returns the message that says what the caller must do now, and why. */
function instruction(call: Call, record: PaymentRecord, showsJob: boolean): string {
  if (showsJob && (record.state !== 'failed' || record.reason === PAID_OTHERWISE))
    return (
      'It is the payment of a job: poll its poll_url with this payment header to get ' +
      'the result.'
    )
  if (record.fingerprint !== fingerprint(call))
    return 'It paid for another request: sign a new authorization for this one.'
  if (record.state !== 'failed') {
    if (record.identified === true && record.delivered === true && record.kept === undefined)
      return 'Its reply was delivered, and is too large to be stored: sign again with another id.'
    const why = record.delivered === true ? 'Its reply was delivered' : 'Its reply is not kept'
    return `${why}: sign a new authorization to buy again.`
  }
  if (record.reason === NOTHING_TO_SETTLE)
    return 'It was used for this very request, which was done: sign a new one to repeat it.'
  return `It did not pay (${record.reason ?? 'it failed'}): sign a new authorization.`
}
