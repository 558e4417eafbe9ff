/** Settlements that did not land, in the words of the route's envelope. */
import type { Call, Reply } from '../context.ts'
import { failureHeaders } from '../stages/receipt.ts'
import { refuse } from './answer.ts'

/** 402: certain that nothing moved; paying again is safe. */
export function settlementFailed(call: Call, reason: string): Reply {
  const reply = refuse(call, 'settlement_failed', { details: reason, extra: jobFacts(call) })
  return { ...reply, headers: { ...reply.headers, ...failureHeaders(call.core, { reason, payer: call.payer }) } }
}

/** 503, never 402: the money may have moved, and clients pay again on a 402. */
export function settlementPending(call: Call): Reply {
  return refuse(call, 'settlement_pending', { extra: jobFacts(call) })
}

function jobFacts(call: Call): { job_id: string } | undefined {
  return call.job === undefined ? undefined : { job_id: call.job }
}
