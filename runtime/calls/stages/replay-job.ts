/** An authorization of a job that came again with the job's own request. */
import { adopt } from './charge.ts'
import type { Call, Reply } from '../../context.ts'
import { jobKey, readJob, readResult } from '../../jobs/documents.ts'
import { jobFacts } from '../../jobs/scope.ts'
import type { PaymentRecord } from '../../payments/types.ts'
import { earlierOf, type Earlier } from './earlier.ts'
import { render, withReceipt } from '../../replies/reply.ts'

/**
 * What became of the submit. As long as it may be answered with the result it is waited for; a job
 * that goes on, and one that was polled, is `over` for the submit: its poll address has the result.
 */
export async function earlierJob(call: Call, first: PaymentRecord): Promise<Earlier> {
  // What is paid by a poll only is never charged to a submit that nobody hears of.
  if (call.compiled.route.flow === 'polled_job' && first.state === 'claimed')
    return { state: 'over', record: first }
  return earlierOf(call, first, { isOver: record => isAnswered(call, record), give: inlineReply })
}

/**
 * Whether the submit was answered, as far as can be seen from here, or the chain is to be asked.
 */
async function isAnswered(call: Call, record: PaymentRecord): Promise<boolean> {
  const { clock, jobs, ledger } = call.context
  if (record.state === 'settling') return !(await ledger.elsewhere(record))
  if (record.state === 'settled')
    return record.delivered !== undefined || !(await ledger.elsewhere(record))
  if (record.state === 'released' || record.state === 'failed') return true
  // A job of this process whose submit is not being served any more goes on without its caller.
  const { flow, job: spec } = call.compiled.route
  if (jobs.has(jobKey(spec!.store, record.job!.id))) return true
  const isInline =
    flow === 'hybrid_job' && spec!.inline !== undefined && spec!.skipInline?.(call.scope) !== true
  return !isInline || clock.now() >= record.created + spec!.inline!
}

/** The result of a job that was paid for by its submit, whose caller did not get it. */
async function inlineReply(call: Call, record: PaymentRecord): Promise<Reply | undefined> {
  const { context, compiled } = call
  const { flow, job: spec } = compiled.route
  if (flow !== 'hybrid_job' || record.transaction === undefined) return undefined
  const held = await readJob(context, jobKey(spec!.store, record.job!.id))
  const result = held && (await readResult(context, held.key))
  if (held === undefined || result === undefined) return undefined
  adopt(call, record, record.transaction, { earlier: true })
  call.job = held.doc.id
  call.scope.result = result
  call.scope.job = jobFacts(compiled, held)
  return withReceipt(call, await render(call), record.transaction)
}
