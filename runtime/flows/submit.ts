/**
 * Flow `hybrid_job`: the job is stored in one commit with the claim, its work begins, and the caller waits for the inline window.
 * What is finished by then is settled and answered; what is not becomes a job to be polled, and nothing is charged before a poll.
 */
import type { Call, Reply, Stage } from '../context.ts'
import type { Json } from '../contract.ts'
import { release } from '../errors/release.ts'
import { openHeaders } from '../http/cors.ts'
import { jobKey, newJob } from '../jobs/documents.ts'
import { LEASE, leaseName, runJob } from '../jobs/run.ts'
import { jobFacts } from '../jobs/scope.ts'
import { closeFailed, settleJob } from '../jobs/settle.ts'
import { linkedSignal } from '../signals.ts'
import type { Held, JobDoc, JobEnd, JobInput } from '../jobs/types.ts'
import { claimFacts } from '../stages/claim-facts.ts'
import { claimWith } from '../stages/claim.ts'
import { rehearse } from '../stages/kept.ts'
import { render, withReceipt } from '../stages/reply.ts'
import { failed } from '../stages/work.ts'
import { refuse } from '../errors/answer.ts'
import { settlementFailed, settlementPending } from '../errors/settlement.ts'

export const submit: Stage = async call => {
  const job = describeJob(call)
  call.scope.job = jobFacts(call.live, job, call.scope)
  const refused = await claimJob(call, job)
  if (refused !== undefined) return refused
  call.job = job.doc.id
  return serve(call, job)
}

/** Takes the job's lease before anyone can see the job, then stores it with the claim. */
async function claimJob(call: Call, job: Held): Promise<Reply | undefined> {
  const { core } = call
  const { id, poll_url, expires } = job.doc
  core.jobs.set(job.key, Promise.resolve())
  let refused: Reply | undefined
  try {
    await core.store.lease(leaseName(job.key), core.settings.instance, LEASE)
    refused = await claimWith(call, { changes: newJob(job.key, job.doc, jobInput(call)), job: { id, poll_url, expires } })
    return refused
  } finally {
    if (call.record === undefined) core.jobs.delete(job.key)
    if (refused !== undefined) await core.store.unlease(leaseName(job.key), core.settings.instance)
  }
}

/** Races the work against the window. From here on the job, not this call, owns the payment. */
async function serve(call: Call, job: Held): Promise<Reply> {
  const watch = { waiting: true }
  const run = runJob(call, job).then(async end => {
    if (!watch.waiting && end.state === 'failed') await closeFailed(call.core, job.doc, end.error)
    return end
  })
  run.catch(error => call.core.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'))
  const end = await withinWindow(call, run)
  watch.waiting = false
  if (end === undefined || end.state === 'interrupted') return accepted(call)
  return end.state === 'failed' ? failedInline(call, end) : finishedInline(call, job, end.result)
}

/** The work's end, if it comes within the inline window. */
async function withinWindow(call: Call, run: Promise<JobEnd>): Promise<JobEnd | undefined> {
  const spec = call.live.route.job!
  if (spec.inline === undefined || spec.skipInline?.(call.scope) === true) return undefined
  const { signal, unlink } = linkedSignal(call.core.halted)
  try {
    return await Promise.race([run, call.core.clock.sleep(spec.inline, signal).then(() => undefined, () => undefined)])
  } finally {
    unlink()
  }
}

/** 202: the job goes on without its caller. */
function accepted(call: Call): Reply {
  const headers = { ...openHeaders, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  call.record = undefined
  return { status: 202, headers, body: JSON.stringify(call.live.route.job!.accepted(call.scope)), outcome: 'accepted' }
}

/** A failure that the caller still hears of frees the authorization, so that the same header can be sent again. */
async function failedInline(call: Call, end: Extract<JobEnd, { state: 'failed' }>): Promise<Reply> {
  call.core.promised.drop(call.payment!.authorization.key)
  await release(call, end.error)
  if (end.failure !== undefined) return failed(call, end.failure)
  return refuse(call, 'upstream_failed', { details: end.error, extra: { job_id: call.job } })
}

async function finishedInline(call: Call, job: Held, result: { readonly [key: string]: any }): Promise<Reply> {
  call.scope.result = result
  await rehearse(call)
  call.settling = true
  const end = await settleJob(call.core, job.key, { payment: call.payment!, facts: claimFacts(call, job.doc), record: call.record })
  if (end.state === 'failed') return settlementFailed(call, end.reason)
  if (end.state !== 'settled' && end.state !== 'already_settled') return settlementPending(call)
  call.transaction = end.transaction
  call.scope.payment = { status: end.state, tx_hash: end.transaction, network: call.core.spec.label }
  call.record = undefined
  return withReceipt(call, await render(call), end.transaction)
}

function describeJob(call: Call): Held {
  const { core, live } = call
  const spec = live.route.job!
  const id = core.random.hex(16)
  const created = core.clock.now()
  const doc: JobDoc = {
    id, route: live.route.id, status: 'queued', created, expires: created + spec.keep, payer: call.payer!,
    amount: String(call.quote!.amount), price: call.quote!.price, submitted: call.payment!.authorization.key,
    poll_url: spec.poll.replace('{id}', id), attempts: 1,
  }
  return { key: jobKey(spec.store, id), version: 1, doc }
}

function jobInput(call: Call): JobInput {
  const { body, query, path } = call.scope
  return { facts: call.facts, body: body as Json, query: query as Json, path: path as Json }
}
