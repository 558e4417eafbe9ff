/**
 * The two good ends of a submit: the job goes on without its caller, or it is finished and paid
 * for.
 */
import { apply, type End } from '../stages/charge.ts'
import type { Call, Reply } from '../../context.ts'
import { openHeaders } from '../../http/cors.ts'
import { isEnd, settleJob } from './settle.ts'
import type { Held, JobEnd } from '../../jobs/types.ts'
import { rawAssets } from '../../media/mirror.ts'
import { claimFacts } from '../stages/claim-facts.ts'
import { dryRunRender } from '../stages/stored-reply.ts'
import { carriesContent, isReadable } from '../../replies/file-content.ts'
import { render, withReceipt } from '../../replies/reply.ts'

/** The job is gone before it was paid for: what its payment does is for its record to say. */
const UNKNOWN: End = { state: 'unknown', reason: 'the job is gone' }

/** 202: the job goes on without its caller, and its payment with it. */
export function accepted(call: Call): Reply {
  const headers = {
    ...openHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  }
  call.charge.move('entrust')
  return {
    status: 202,
    headers,
    body: JSON.stringify(call.compiled.route.job!.accepted(call.scope)),
    outcome: 'accepted',
  }
}

/** 200: the result, settled in this response. */
export async function finishedInline(
  call: Call,
  job: Held,
  done: Extract<JobEnd, { state: 'completed' }>,
): Promise<Reply> {
  call.scope.result = shownInline(call, done)
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
 * What is stored, or, where the route says so, the media as the upstream made them, unless they can
 * be had in our form only.
 */
function shownInline(
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
