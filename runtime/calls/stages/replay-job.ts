/** Replies to a repeated submit of a job: the same request with the same authorization. */
import { asBought } from './as-bought.ts'
import { adopt } from './charge.ts'
import type { Call, Reply } from '../../call.ts'
import { jobKey, readJob, readResult } from '../../jobs/documents.ts'
import { jobFacts } from '../../jobs/scope.ts'
import type { PaymentRecord } from '../../payments/record.ts'
import { earlierOf, type Earlier } from './earlier.ts'
import { render, withReceipt } from '../../replies/reply.ts'

/**
 * Looks up the result of an earlier submit, and waits while it may still be answered inline. A job
 * that continues without its caller, or was polled, is `over` for the submit: its result is at the
 * poll address.
 */
export async function earlierJob(call: Call, first: PaymentRecord): Promise<Earlier> {
  // A repeated submit must not charge a job that only polls pay for.
  if (call.compiled.route.flow === 'polled_job' && first.state === 'claimed')
    return { state: 'over', record: first }
  return earlierOf(call, first, { isDone: record => isAnswered(call, record), read: inlineReply })
}

/**
 * Whether the submit was answered, as far as this process knows, or only the chain can show how it
 * ended.
 */
async function isAnswered(call: Call, record: PaymentRecord): Promise<boolean> {
  const { clock, jobs, ledger } = call.context
  if (record.state === 'settling') return !(await ledger.elsewhere(record))
  if (record.state === 'settled')
    return record.delivered !== undefined || !(await ledger.elsewhere(record))
  if (record.state === 'released' || record.state === 'failed') return true
  // A job of this process whose submit is no longer in flight continues without its caller.
  const { flow, job: spec } = call.compiled.route
  if (jobs.has(jobKey(spec!.store, record.job!.id))) return true
  const isInline =
    flow === 'hybrid_job' && spec!.inline !== undefined && spec!.skipInline?.(call.scope) !== true
  return !isInline || clock.now() >= record.created + spec!.inline!
}

/**
 * Renders the result of a job whose submit has paid for it, for a caller that did not receive it.
 */
async function inlineReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  const { context, compiled } = call
  const { flow, job: spec } = compiled.route
  if (flow !== 'hybrid_job' || record.transaction === undefined) return undefined
  const job = await readJob(context, jobKey(spec!.store, record.job!.id))
  const result = job && (await readResult(context, job.key))
  if (job === undefined || result === undefined) return undefined
  await asBought(call, record)
  adopt(call, record, record.transaction, { earlier: true })
  call.job = job.doc.id
  call.jobLines = job.doc.lines
  call.scope.result = result
  call.scope.job = jobFacts(call.compiled, job)
  return withReceipt(call, await render(call), record.transaction)
}
