/**
 * Works on one job, under a lease that other instances respect, when its supplier's queue gives it
 * its turn. A failed or stalled job is never charged.
 */
import type { Call, Core, Live } from '../context.ts'
import { linkedSignal } from '../signals.ts'
import { mirrored } from '../stages/mirror.ts'
import { perform } from '../stages/work.ts'
import { StoreUnavailable } from '../store/store.ts'
import type { UpstreamFailure } from '../upstream/types.ts'
import { isOver, updateJob } from './documents.ts'
import { storedEnd, writeEnd } from './end.ts'
import { resumedCall } from './scope.ts'
import { inSteps } from './two-step.ts'
import type { Held, JobDoc, JobEnd } from './types.ts'

/** How long a lease lasts, and how often it is renewed, in ms. */
export const LEASE = 30_000
const RENEW = 10_000

const INTERRUPTED: JobEnd = { state: 'interrupted' }

/** The call as far as its work needs it. */
export type JobCall = Pick<Call, 'core' | 'live' | 'facts' | 'scope' | 'bytes'>

/** A job to be worked on. */
export interface JobRun {
  core: Core
  live: Live
  job: Held
  /**
   * The call that submitted it, while its caller waits; where it is gone, what it asked for is read
   * when the turn comes.
   */
  call?: JobCall
  /** Told when the supplier has accepted the work and that is stored. */
  onTicket?(): void
}

/**
 * Runs a job to its end and writes the end down before anyone hears of it. Gives the stored end,
 * which may be another's. The caller holds the lease; it is given back.
 */
export function runJob(run: JobRun): Promise<JobEnd> {
  const { core, job } = run
  const ended = work(run).finally(() => {
    core.jobs.delete(job.key)
    return core.store.unlease(leaseName(job.key), core.settings.instance).catch(() => undefined)
  })
  core.jobs.set(job.key, ended)
  return ended
}

async function work(run: JobRun): Promise<JobEnd> {
  const { core, live, job } = run
  const { signal, unlink } = linkedSignal(core.halted)
  try {
    const left = job.doc.created + live.route.job!.stall - core.clock.now()
    const end = await Promise.race([
      attempt(run, signal),
      core.clock.sleep(Math.max(0, left), signal).then(
        () => stalledEnd(live),
        () => INTERRUPTED,
      ),
      leaseLost(core, job.key, signal).then(() => INTERRUPTED),
    ])
    if (end.state !== 'interrupted') return await writeEnd(core, job.key, end)
    core.observe.job({ route: job.doc.route, end: 'interrupted' })
    return end
  } finally {
    unlink()
  }
}

/** How a job ends that took too long. */
export function stalledEnd(live: Live): JobEnd {
  const minutes = Math.round(live.route.job!.stall / 60_000)
  return {
    state: 'failed',
    stalled: true,
    error: `Job stalled: no result within ${minutes} minutes`,
  }
}

/** Waits for the job's turn and works on it. Never rejects. */
async function attempt(run: JobRun, signal: AbortSignal): Promise<JobEnd> {
  const { core, live, job } = run
  const { upstream, payer, bytes } = job.doc
  try {
    const begun = () => begin(run, signal)
    return await (upstream === undefined
      ? begun()
      : core.queue.run({ upstream, payer, bytes }, begun, signal))
  } catch (error) {
    if (signal.aborted) return INTERRUPTED
    core.observe.log.error(
      { route: live.route.id, job: job.doc.id, err: error },
      'a job failed inside the gateway',
    )
    if (error instanceof StoreUnavailable) return INTERRUPTED
    return { state: 'failed', error: 'The gateway failed to work on this job' }
  }
}

async function begin(run: JobRun, signal: AbortSignal): Promise<JobEnd> {
  const { core, live, job } = run
  const started = await updateJob(core, job.key, beginning)
  if (started === undefined || isOver(started.doc.status))
    return storedEnd(core, job.key, started?.doc)
  const call = run.call ?? (await resumedCall(core, live, started))
  const done = await perform(call, signal, inSteps(core, started, run.onTicket))
  if (signal.aborted) return INTERRUPTED
  const result = 'ok' in done ? done : await mirrored(call, done.given, signal)
  if ('ok' in result && result.ok === false) return failedEnd(result as UpstreamFailure)
  if (signal.aborted) return INTERRUPTED
  return {
    state: 'completed',
    result,
    given: live.route.job!.rawInline === true && 'given' in done ? done.given : undefined,
  }
}

/** What is written down when work begins. A job whose supplier has it already only goes on. */
function beginning(doc: JobDoc): { change: Partial<JobDoc> } | undefined {
  const isFirstStep = doc.ticket === undefined
  if (isOver(doc.status) || (doc.status === 'in_progress' && !isFirstStep)) return undefined
  return { change: { status: 'in_progress', attempts: doc.attempts + (isFirstStep ? 1 : 0) } }
}

function failedEnd(failure: UpstreamFailure): JobEnd {
  const { details } = failure
  return {
    state: 'failed',
    failure,
    error: typeof details === 'string' ? details : JSON.stringify(details),
  }
}

/** Name of a job's lease. */
export function leaseName(key: string): string {
  return `job/${key}`
}

/**
 * Renews the lease, also while the job waits; resolves when another instance has it, or when
 * `signal` ends the work.
 */
async function leaseLost(core: Core, key: string, signal: AbortSignal): Promise<void> {
  const { instance } = core.settings
  for (;;) {
    await core.clock.sleep(RENEW, signal).catch(() => undefined)
    if (signal.aborted) return
    if (!(await core.store.lease(leaseName(key), instance, LEASE).catch(() => true))) return
    if (signal.aborted) return core.store.unlease(leaseName(key), instance).catch(() => undefined)
  }
}
