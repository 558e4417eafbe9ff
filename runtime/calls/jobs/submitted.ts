/**
 * The successful replies to a submit: the job continues and is polled, or it is finished and paid
 * for.
 */
import { apply, type End } from '../stages/charge.ts'
import type { Call, Reply } from '../../call.ts'
import { UNSTORED_JSON } from '../../replies/answer.ts'
import { isEnd, settleJob } from './settle.ts'
import type { StoredJob, JobEnd } from '../../jobs/types.ts'
import { rawAssets } from '../../media/mirror.ts'
import { claimFacts } from '../stages/claim-facts.ts'
import { dryRunRender } from '../stages/stored-reply.ts'
import { carriesContent, isReadable } from '../../replies/file-content.ts'
import { render, withReceipt } from '../../replies/reply.ts'

/**
 * The end of a job that was removed before it was paid for. The payment's own record says how it
 * ended.
 */
const UNKNOWN: End = { state: 'unknown', reason: 'the job is gone' }

/** Replies 202: the job continues without its caller and owns the payment. */
export function accepted(call: Call): Reply {
  call.charge.move('entrust')
  return {
    status: 202,
    headers: UNSTORED_JSON,
    body: JSON.stringify(call.compiled.route.job!.accepted(call.scope)),
    outcome: 'accepted',
  }
}

/** Settles the finished job and replies 200 with its result. */
export async function finishedInline(
  call: Call,
  job: StoredJob,
  done: Extract<JobEnd, { state: 'completed' }>,
): Promise<Reply> {
  call.scope.result = inlineResult(call, done)
  await dryRunRender(call)
  call.charge.move('settle')
  const end = await settleJob(call.context, job.key, {
    payment: call.payment!,
    facts: claimFacts(call, job.doc),
    record: call.charge.record,
  })
  const unsettled = apply(call, isEnd(end) ? end : UNKNOWN)
  return unsettled ?? withReceipt(call, await render(call), call.charge.transaction!)
}

/**
 * The result for the waiting caller. If the route says so, media keep the upstream's addresses
 * instead of the hosted ones, unless a file is readable only in its hosted form.
 */
function inlineResult(
  call: Call,
  { result, given }: Extract<JobEnd, { state: 'completed' }>,
): typeof result {
  const name = call.compiled.route.mirror
  const assets = name === undefined ? undefined : given?.[name]
  if (name === undefined || !Array.isArray(assets)) return result
  const raw = rawAssets(assets)
  const isWhole = raw.length === assets.length && (!carriesContent(call) || raw.every(isReadable))
  return isWhole ? { ...result, [name]: raw } : result
}
