/**
 * Submits jobs (flows `hybrid_job` and `polled_job`). The job is stored in the same commit as the
 * claim of its payment, its work starts, and the caller waits for the inline window. A hybrid job
 * that finishes within the window is settled and its result is returned. The submit of a polled job
 * returns as soon as the upstream has accepted the job. Everything else is polled, and nothing is
 * charged before a poll.
 */
import type { Call, Reply, Stage } from '../../call.ts'
import type { Json } from '../../contract.ts'
import { refuse } from '../../replies/answer.ts'
import { release } from '../../replies/release.ts'
import { jobKey, newJob } from '../../jobs/documents.ts'
import { LEASE, leaseName, runJob, type JobRun } from './work.ts'
import { jobFacts } from '../../jobs/scope.ts'
import { closeFailed } from './settle.ts'
import { pollUrl } from '../../jobs/signed-poll.ts'
import type { StoredJob, FailedJob, JobDoc, JobEnd, JobInput } from '../../jobs/types.ts'
import { linkedSignal } from '../../lib/signals.ts'
import { noteSale } from '../../sales/note.ts'
import { claimWith } from '../stages/claim.ts'
import { saleFacts } from '../stages/claim-facts.ts'
import { admitToQueue } from '../stages/admission.ts'
import { failed, upstreamOf } from '../stages/work.ts'
import { linesOfCall } from '../../x402/signed-receipt.ts'
import { accepted, finishedInline } from './submitted.ts'

/** Submits the job of a verified call and replies with its result or with its poll address. */
export const submit: Stage = async call => {
  // The queue is checked again, because other jobs may have come during verification. From here
  // until the place is reserved no other job can come between.
  const refused = await admitToQueue(call)
  if (refused !== undefined) return refused
  const job = describeJob(call)
  const leave =
    job.doc.upstream === undefined
      ? () => undefined
      : call.context.queue.reserve(job.doc.upstream, job.doc.bytes)
  try {
    call.scope.job = jobFacts(call.compiled, job)
    return (await claimJob(call, job)) ?? (await runInline(call, job, leave))
  } finally {
    leave()
  }
}

/** Takes the job's lease before any process can see the job, then stores the job with the claim. */
async function claimJob(call: Call, job: StoredJob): Promise<Reply | undefined> {
  const { context } = call
  const { id, poll_url, expires, sale } = job.doc
  context.jobs.set(job.key, Promise.resolve())
  let refused: Reply | undefined
  try {
    await context.store.lease(leaseName(job.key), context.settings.instance, LEASE)
    refused = await claimWith(call, {
      changes: newJob(job.key, job.doc, jobInput(call)),
      job: { id, poll_url, expires, sale },
    })
    return refused
  } finally {
    if (!call.charge.holds) context.jobs.delete(job.key)
    if (refused !== undefined)
      await context.store.unlease(leaseName(job.key), context.settings.instance)
  }
}

/**
 * A job whose work has started. `accepted` resolves when the upstream has accepted it and its
 * ticket is stored.
 */
interface StartedJob {
  run: JobRun
  ended: Promise<JobEnd>
  accepted: Promise<void>
}

/**
 * Starts the job and waits for its inline window. From here on the job owns the payment, not the
 * call.
 */
async function runInline(call: Call, job: StoredJob, leave: () => void): Promise<Reply> {
  call.job = job.doc.id
  call.jobLines = job.doc.lines
  const started = startJob(call, job)
  leave()
  const end = await withinWindow(call, started)
  if (end === undefined || end.state === 'interrupted') {
    detach(started)
    return accepted(call)
  }
  if (end.state === 'failed') return failedInline(call, end)
  return isPolled(call) ? accepted(call) : finishedInline(call, job, end)
}

function startJob(call: Call, job: StoredJob): StartedJob {
  const { context, compiled } = call
  let onTicket = (): void => undefined
  const acceptance = new Promise<void>(resolve => {
    onTicket = resolve
  })
  const run: JobRun = { context, compiled, job, call, onTicket: () => onTicket() }
  return { run, ended: runJob(run), accepted: acceptance }
}

/**
 * Detaches the job from its call, whose caller polls from now on. The job drops the request from
 * memory, and closes its own payment if it fails.
 */
function detach({ run, ended }: StartedJob): void {
  const { context, job } = run
  run.call = undefined
  ended
    .then(end => (end.state === 'failed' ? closeFailed(context, job.doc, end) : undefined))
    .catch(error =>
      context.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'),
    )
}

/**
 * Waits for the end of the work within the inline window; undefined if it takes longer. A polled
 * job waits only until the upstream has accepted it.
 */
async function withinWindow(
  call: Call,
  { ended, accepted: acceptance }: StartedJob,
): Promise<JobEnd | undefined> {
  const spec = call.compiled.route.job!
  if (spec.inline === undefined || spec.skipInline?.(call.scope) === true) return undefined
  const { signal, unlink } = linkedSignal(call.context.halted)
  const windowEnd = call.context.clock.sleep(spec.inline, signal).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([
      ended,
      windowEnd,
      ...(isPolled(call) ? [acceptance.then(() => undefined)] : []),
    ])
  } finally {
    unlink()
  }
}

function isPolled(call: Call): boolean {
  return call.compiled.route.flow === 'polled_job'
}

/**
 * Replies to the waiting caller that the job failed. Releases the authorization, so that the same
 * header can be sent again.
 */
async function failedInline(call: Call, end: FailedJob): Promise<Reply> {
  noteSale(call.charge.record, { why: end.why })
  await release(call, end.error)
  if (end.failure !== undefined) return failed(call, end.failure)
  return refuse(call, 'upstream_failed', { details: end.error, extra: { job_id: call.job } })
}

function describeJob(call: Call): StoredJob {
  const { context, compiled, scope } = call
  const spec = compiled.route.job!
  const id = context.random.hex(16)
  const created = context.clock.now()
  const doc: JobDoc = {
    id,
    route: compiled.route.id,
    catalog: context.catalog.hash,
    status: 'queued',
    created,
    // The list holds before all dates, and JSON has no infinity.
    ...(compiled.offerings.isDated ? { at: Math.max(0, call.offering.since) } : {}),
    stalls: created + spec.stall,
    expires: created + spec.keep,
    payer: call.payer!,
    amount: String(call.quote!.amount),
    price: call.quote!.price,
    lines: linesOfCall(call, call.quote!.amount),
    ids: call.ids,
    sale: saleFacts(call),
    submitted: call.payment!.authorization.key,
    poll_url: pollUrl(context.signer, spec, { id, scope }),
    echo: spec.echo(scope),
    upstream: upstreamOf(call),
    attempts: 0,
    bytes: call.bytes?.length,
  }
  return { key: jobKey(spec.store, id), version: 1, doc }
}

function jobInput(call: Call): JobInput {
  const { body, query, path, read } = call.scope
  const seen = call.compiled.route.reads === undefined ? {} : { read: read as Json }
  return {
    facts: call.facts,
    body: body as Json,
    query: query as Json,
    path: path as Json,
    ...seen,
  }
}
