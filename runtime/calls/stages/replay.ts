/**
 * An authorization that came again. It bought something already, so it buys nothing now; but a
 * reply that was paid for and did not reach its buyer is handed over.
 *
 * The law says 402 PAYMENT_REPLAY for a used authorization, and clients sign and pay again on a
 * 402. So 402 is said only where that is right: the payment is settled and its reply was delivered
 * (or is a job's, which is polled), it was for another request, or it failed for certain. While its
 * work or its settlement goes on, here or in another process, the repeat waits for a moment and
 * then gets 503.
 */
import type { Call, Reply } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'
import { settlementFailed, settlementPending, WAIT } from '../../replies/settlement.ts'
import type { PaymentRecord } from '../../payments/types.ts'
import { fingerprint } from './claim-facts.ts'
import { earlierOf, type Earlier } from './earlier.ts'
import { earlierJob } from './replay-job.ts'

/** Answers for the record that holds the authorization. */
export async function replay(call: Call, first: PaymentRecord): Promise<Reply> {
  if (first.fingerprint !== fingerprint(call)) return used(call, first)
  return said(
    call,
    first,
    await (first.job === undefined ? earlierOf(call, first) : earlierJob(call, first)),
  )
}

function said(call: Call, { job }: PaymentRecord, earlier: Earlier): Reply {
  switch (earlier.state) {
    case 'given':
      return earlier.reply
    case 'pending':
      return settlementPending(call, earlier.why, job)
    case 'free':
      return settlementPending(call, WAIT.failed)
    case 'failed':
      return settlementFailed(call, earlier.reason)
    case 'over':
      return used(call, earlier.record)
  }
}

/**
 * 402: the authorization is spent. Where it made a job, its poll address is told: the result can be
 * had there.
 */
export function used(call: Call, record: PaymentRecord): Reply {
  // A settled authorization stands on the chain for all to read: only who knows the request too is
  // told where its result is.
  const isNamed =
    record.job !== undefined &&
    (record.state !== 'settled' || record.fingerprint === fingerprint(call))
  const extra = isNamed
    ? { job_id: record.job!.id, poll_url: record.job!.poll_url, recoverable: true }
    : undefined
  const details = instruction(call, record, isNamed)
  return refuse(call, 'payment_replay', {
    code: 'PAYMENT_REPLAY',
    details,
    payer: record.payer,
    extra,
  })
}

/** The one thing that the caller is to do now, and why. */
function instruction(call: Call, record: PaymentRecord, isNamed: boolean): string {
  if (isNamed && record.state !== 'failed')
    return 'It paid for a job: poll its poll_url with this payment header to get the result.'
  if (record.fingerprint !== fingerprint(call))
    return 'It paid for another request: sign a new authorization for this one.'
  if (record.state !== 'failed') {
    const why = record.delivered === true ? 'Its reply was delivered' : 'Its reply is not kept'
    return `${why}: sign a new authorization to buy again.`
  }
  return `It did not pay (${record.reason ?? 'it failed'}): sign a new authorization.`
}
