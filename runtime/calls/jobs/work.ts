/**
 * Runs the work of one job, when it is its turn in the upstream's queue. A lease keeps other
 * processes from running it too. A failed or stalled job is never charged.
 */
import type { Call } from '../../call.ts'
import type { GatewayContext, CompiledRoute } from '../../context.ts'
import type { Tables } from '../../fetched/copies.ts'
import type { RequestIds } from '../../lib/trace.ts'
import { linkedSignal } from '../../lib/signals.ts'
import { mirrored } from '../stages/mirror.ts'
import { perform } from '../stages/work.ts'
import { StoreUnavailable } from '../../store/store.ts'
import type { UpstreamFailure } from '../../upstream/types.ts'
import { isDone, updateJob } from '../../jobs/documents.ts'
import { storedEnd, writeEnd } from '../../jobs/end.ts'
import { resumedCall, tablesOfJob } from '../../jobs/scope.ts'
import { submitAndPoll } from '../../jobs/two-step.ts'
import type { StoredJob, JobDoc, JobEnd } from '../../jobs/types.ts'

/** Duration of a lease, and the interval of its renewal, in ms. */
export const LEASE = 30_000
const RENEW = 10_000

const INTERRUPTED: JobEnd = { state: 'interrupted' }

/** The parts of a call that its job's work needs. */
export type JobCall = Pick<Call, 'context' | 'compiled' | 'facts' | 'scope' | 'bytes'> & {
  ids?: RequestIds
}

/** A job whose work is to be run. */
export interface JobRun {
  context: GatewayContext
  compiled: CompiledRoute
  job: StoredJob
  /**
   * The submitting call, while its caller waits. If absent, the stored input is read when the work
   * starts.
   */
  call?: JobCall
  /** Called when the upstream has accepted the work and the ticket is stored. */
  onTicket?(): void
}

/**
 * Runs a job to its end, stores the end and then resolves to it. Another process may have stored an
 * end first; then that one is returned. The lease, which the caller has taken, is released.
 */
export function runJob(run: JobRun): Promise<JobEnd> {
  const { context, job } = run
  const ended = context.uses.during(work(run)).finally(() => {
    context.jobs.delete(job.key)
    return context.store
      .unlease(leaseName(job.key), context.settings.instance)
      .catch(() => undefined)
  })
  context.jobs.set(job.key, ended)
  return ended
}

async function work(run: JobRun): Promise<JobEnd> {
  const { context, compiled, job } = run
  const { signal, unlink } = linkedSignal(context.halted)
  try {
    const left = job.doc.created + compiled.route.job!.stall - context.clock.now()
    const end = await Promise.race([
      attempt(run, signal),
      context.clock.sleep(Math.max(0, left), signal).then(
        () => stalledEnd(compiled),
        () => INTERRUPTED,
      ),
      leaseLost(context, job.key, signal).then(() => INTERRUPTED),
    ])
    if (end.state !== 'interrupted') return await writeEnd(context, job.key, end)
    context.observe.job({ route: job.doc.route, end: 'interrupted' })
    return end
  } finally {
    unlink()
  }
}

/** The end of a job that exceeded its time limit. */
export function stalledEnd(compiled: CompiledRoute): JobEnd {
  const minutes = Math.round(compiled.route.job!.stall / 60_000)
  return {
    state: 'failed',
    why: 'job_stalled',
    error: `Job stalled: no result within ${minutes} minutes`,
  }
}

/** Waits for the job's turn in the queue and runs its work. Never rejects. */
async function attempt(run: JobRun, signal: AbortSignal): Promise<JobEnd> {
  const { context, compiled, job } = run
  const { upstream, payer, bytes } = job.doc
  try {
    // Done before the job's turn, so that a missing table keeps no other job waiting.
    const tables = run.call?.scope.fetched ?? (await tablesOfJob(context, compiled, signal))
    const start = () => begin(run, tables, signal)
    return await (upstream === undefined
      ? start()
      : context.queue.run({ upstream, payer, bytes }, start, signal))
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    context.observe.log.error(
      { route: compiled.route.id, job: job.doc.id, err: error },
      'a job failed inside the gateway',
    )
    if (error instanceof StoreUnavailable) return INTERRUPTED
    return {
      state: 'failed',
      why: 'internal_error',
      error: 'The gateway failed to work on this job',
    }
  }
}

async function begin(
  run: JobRun,
  tables: Tables | undefined,
  signal: AbortSignal,
): Promise<JobEnd> {
  const { context, compiled, job } = run
  const started = await updateJob(context, job.key, startChange)
  if (started === undefined || isDone(started.doc.status))
    return storedEnd(context, job.key, started?.doc)
  const call = run.call ?? (await resumedCall(run, started, tables))
  const done = await perform(call, signal, submitAndPoll(context, started, run.onTicket))
  if (signal.aborted) return INTERRUPTED
  const result = 'ok' in done ? done : await mirrored(call, done.given, signal)
  if ('ok' in result && result.ok === false) return failedEnd(result as UpstreamFailure)
  if (signal.aborted) return INTERRUPTED
  return {
    state: 'completed',
    result,
    given: compiled.route.job!.rawInline === true && 'given' in done ? done.given : undefined,
  }
}

/**
 * The change of the job when its work starts. A job that its upstream has accepted already only
 * continues.
 */
function startChange(doc: JobDoc): { change: Partial<JobDoc> } | undefined {
  const isFirstStep = doc.ticket === undefined
  if (isDone(doc.status) || (doc.status === 'in_progress' && !isFirstStep)) return undefined
  return { change: { status: 'in_progress', attempts: doc.attempts + (isFirstStep ? 1 : 0) } }
}

function failedEnd(failure: UpstreamFailure): JobEnd {
  const { details } = failure
  return {
    state: 'failed',
    failure,
    why: failure.kind,
    error: typeof details === 'string' ? details : JSON.stringify(details),
  }
}

/** Returns the name of a job's lease in the store. */
export function leaseName(key: string): string {
  return `job/${key}`
}

/**
 * Renews the lease, also while the job waits in the queue. Resolves when another process holds the
 * lease, or when `signal` aborts.
 */
async function leaseLost(context: GatewayContext, key: string, signal: AbortSignal): Promise<void> {
  const { instance } = context.settings
  for (;;) {
    await context.clock.sleep(RENEW, signal).catch(() => undefined)
    if (signal.aborted) return
    if (!(await context.store.lease(leaseName(key), instance, LEASE).catch(() => true))) return
    if (signal.aborted)
      return context.store.unlease(leaseName(key), instance).catch(() => undefined)
  }
}
