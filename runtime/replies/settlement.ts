/** Builds the replies for settlements that did not land, in the route's envelope. */
import type { Call, Reply } from '../call.ts'
import { encodeChallenge } from '../x402/encode.ts'
import { failureHeaders } from '../x402/receipt.ts'
import { refuse } from './answer.ts'

/** Reasons why a caller must wait and repeat its request, without signing a new payment. */
export const WAIT = {
  chain: 'The payment was sent to the chain and is not confirmed yet.',
  work: 'An earlier request with this payment is still being answered.',
  large:
    'Several large replies are being sent again now; the reply that was paid for stays stored.',
  failed: 'The earlier request with this payment failed, and nothing was charged.',
} as const

/** The instructions to callers that must wait: for a result, and for that of a job. */
const REPEAT =
  'Do not sign again: repeat the same request with the same payment header to get the result.'
const POLL =
  'Do not sign again: repeat the same request, or poll its poll_url, with the same payment ' +
  'header to get the result.'

/** The job that a payment pays for. */
type JobFacts = { id: string; poll_url: string }

/**
 * Replies 402: the payment certainly failed and nothing was charged, so paying again is safe. `job`
 * is the job of an earlier request that it paid for.
 */
export function settlementFailed(call: Call, reason: string, job?: JobFacts): Reply {
  const reply = refuse(call, 'settlement_failed', { details: reason, extra: jobFacts(call, job) })
  const receipt = failureHeaders(call, { reason, payer: call.payer })
  return { ...reply, headers: { ...reply.headers, ...briefChallenge(call), ...receipt } }
}

/**
 * The headers of the challenge without discovery metadata: with both a receipt and metadata, a head
 * would be too large for a proxy.
 */
function briefChallenge(call: Call): Readonly<Record<string, string>> {
  const { quote, acceptsPayment } = call
  if (quote === undefined) return {}
  const encoded = encodeChallenge(call, { amount: quote.amount, url: quote.url, bare: true })
  return acceptsPayment ? encoded.unnamed : encoded.headers
}

/**
 * Replies 503: the money may have moved or may still move. Never 402, because clients pay again on
 * a 402. `job` is the job of an earlier request that it pays for.
 */
export function settlementPending(call: Call, why: string = WAIT.chain, job?: JobFacts): Reply {
  const extra = jobFacts(call, job)
  const how = extra?.poll_url === undefined ? REPEAT : POLL
  return refuse(call, 'settlement_pending', { details: `${why} ${how}`, extra })
}

function jobFacts(call: Call, job?: JobFacts): { job_id: string; poll_url?: string } | undefined {
  const facts = job ?? call.scope.job
  if (facts !== undefined) return { job_id: facts.id, poll_url: facts.poll_url }
  return call.job === undefined ? undefined : { job_id: call.job }
}
