/**
 * Flows `hybrid_job` and `polled_job`: the job is stored in one commit with the claim, its work
 * begins, and the caller waits for the inline window. Of a hybrid job, what is finished by then is
 * settled and answered; of a polled one, the caller hears no more than that its supplier has
 * accepted it. What goes on is polled, and nothing is charged before a poll.
 */
import type { Call, Reply, Stage } from '../../context.ts'
import type { Json } from '../../contract.ts'
import { refuse } from '../../replies/answer.ts'
import { release } from '../../replies/release.ts'
import { jobKey, newJob } from '../../jobs/documents.ts'
import { LEASE, leaseName, runJob, type JobRun } from './work.ts'
import { jobFacts } from '../../jobs/scope.ts'
import { closeFailed } from './settle.ts'
import { pollUrl } from '../../jobs/signed-poll.ts'
import type { Held, JobDoc, JobEnd, JobInput } from '../../jobs/types.ts'
import { linkedSignal } from '../../lib/signals.ts'
import { claimWith } from '../stages/claim.ts'
import { admitToQueue } from '../stages/admission.ts'
import { failed, upstreamOf } from '../stages/work.ts'
import { accepted, finishedInline } from './submitted.ts'

export const submit: Stage = async call => {
  // Others may have come while this call's payment was looked at; from here to the place in the
  // queue nobody can.
  const refused = await admitToQueue(call)
  if (refused !== undefined) return refused
  const job = describeJob(call)
  const leave =
    job.doc.upstream === undefined
      ? () => undefined
      : call.context.queue.reserve(job.doc.upstream, job.doc.bytes)
  try {
    call.scope.job = jobFacts(call.compiled, job)
    return (await claimJob(call, job)) ?? (await serve(call, job, leave))
  } finally {
    leave()
  }
}

/** Takes the job's lease before anyone can see the job, then stores it with the claim. */
async function claimJob(call: Call, job: Held): Promise<Reply | undefined> {
  const { context } = call
  const { id, poll_url, expires } = job.doc
  context.jobs.set(job.key, Promise.resolve())
  let refused: Reply | undefined
  try {
    await context.store.lease(leaseName(job.key), context.settings.instance, LEASE)
    refused = await claimWith(call, {
      changes: newJob(job.key, job.doc, jobInput(call)),
      job: { id, poll_url, expires },
    })
    return refused
  } finally {
    if (!call.charge.holds) context.jobs.delete(job.key)
    if (refused !== undefined)
      await context.store.unlease(leaseName(job.key), context.settings.instance)
  }
}

/** A job that was just begun: its run, its end, and the stored acceptance of its supplier. */
interface Begun {
  run: JobRun
  ended: Promise<JobEnd>
  taken: Promise<void>
}

/** Races the work against the window. From here on the job, not this call, owns the payment. */
async function serve(call: Call, job: Held, leave: () => void): Promise<Reply> {
  call.job = job.doc.id
  const begun = begin(call, job)
  leave()
  const end = await withinWindow(call, begun)
  if (end === undefined || end.state === 'interrupted') {
    letGo(begun)
    return accepted(call)
  }
  if (end.state === 'failed') return failedInline(call, end)
  return isPolled(call) ? accepted(call) : finishedInline(call, job, end)
}

function begin(call: Call, job: Held): Begun {
  const { context, compiled } = call
  let taken = (): void => undefined
  const accepted = new Promise<void>(resolve => {
    taken = resolve
  })
  const run: JobRun = { context, compiled, job, call, onTicket: () => taken() }
  return { run, ended: runJob(run), taken: accepted }
}

/**
 * The caller is told to poll: the job keeps nothing of its request in memory while it waits, and
 * closes its own payment if it fails.
 */
function letGo({ run, ended }: Begun): void {
  const { context, job } = run
  run.call = undefined
  ended
    .then(end => (end.state === 'failed' ? closeFailed(context, job.doc, end.error) : undefined))
    .catch(error =>
      context.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'),
    )
}

/**
 * The work's end, if it comes within the inline window. A polled job waits no longer than until its
 * supplier has accepted it.
 */
async function withinWindow(call: Call, { ended, taken }: Begun): Promise<JobEnd | undefined> {
  const spec = call.compiled.route.job!
  if (spec.inline === undefined || spec.skipInline?.(call.scope) === true) return undefined
  const { signal, unlink } = linkedSignal(call.context.halted)
  const patience = call.context.clock.sleep(spec.inline, signal).then(
    () => undefined,
    () => undefined,
  )
  try {
    return await Promise.race([
      ended,
      patience,
      ...(isPolled(call) ? [taken.then(() => undefined)] : []),
    ])
  } finally {
    unlink()
  }
}

function isPolled(call: Call): boolean {
  return call.compiled.route.flow === 'polled_job'
}

/**
 * A failure that the caller still hears of frees the authorization, so that the same header can be
 * sent again.
 */
async function failedInline(call: Call, end: Extract<JobEnd, { state: 'failed' }>): Promise<Reply> {
  call.context.reservations.drop(call.payment!.authorization.key)
  await release(call, end.error)
  if (end.failure !== undefined) return failed(call, end.failure)
  return refuse(call, 'upstream_failed', { details: end.error, extra: { job_id: call.job } })
}

function describeJob(call: Call): Held {
  const { context, compiled, scope } = call
  const spec = compiled.route.job!
  const id = context.random.hex(16)
  const created = context.clock.now()
  const doc: JobDoc = {
    id,
    route: compiled.route.id,
    status: 'queued',
    created,
    stalls: created + spec.stall,
    expires: created + spec.keep,
    payer: call.payer!,
    amount: String(call.quote!.amount),
    price: call.quote!.price,
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
  const { body, query, path } = call.scope
  return { facts: call.facts, body: body as Json, query: query as Json, path: path as Json }
}
