/** Works on one job, under a lease that other instances respect. A failed or stalled job is never charged. */
import type { Call, Core } from '../context.ts'
import { linkedSignal } from '../signals.ts'
import { mirrored } from '../stages/mirror.ts'
import { perform } from '../stages/work.ts'
import { StoreUnavailable } from '../store/store.ts'
import { isOver, readResult, updateJob } from './documents.ts'
import type { Held, JobDoc, JobEnd } from './types.ts'

/** How long a lease lasts, and how often it is renewed, in ms. */
export const LEASE = 30_000
const RENEW = 10_000
/** Attempts and pause, in ms, to write down an end while the store is away. */
const TRIES = 20
const PAUSE = 1_000

const INTERRUPTED: JobEnd = { state: 'interrupted' }

/** The call as far as its work needs it. */
export type JobCall = Pick<Call, 'core' | 'live' | 'facts' | 'scope' | 'bytes'>

/**
 * Runs a job to its end and writes the end down before anyone hears of it. Gives the stored end, which may be another's.
 * The caller holds the lease; it is given back.
 */
export function runJob(call: JobCall, job: Held): Promise<JobEnd> {
  const run = work(call, job).finally(() => {
    call.core.jobs.delete(job.key)
    return call.core.store.unlease(leaseName(job.key), call.core.settings.instance).catch(() => undefined)
  })
  call.core.jobs.set(job.key, run)
  return run
}

async function work(call: JobCall, job: Held): Promise<JobEnd> {
  const { core } = call
  const { signal, unlink } = linkedSignal(core.halted)
  try {
    const left = job.doc.created + call.live.route.job!.stall - core.clock.now()
    const end = await Promise.race([
      attempt(call, job, signal),
      core.clock.sleep(Math.max(0, left), signal).then(() => stalledEnd(call), () => INTERRUPTED),
      leaseLost(core, job.key, signal).then(() => INTERRUPTED),
    ])
    return end.state === 'interrupted' ? end : await writeEnd(core, job.key, end)
  } finally {
    unlink()
  }
}

/** How a job ends that took too long. */
export function stalledEnd(call: Pick<JobCall, 'live'>): JobEnd {
  const minutes = Math.round(call.live.route.job!.stall / 60_000)
  return { state: 'failed', error: `Job stalled: no result within ${minutes} minutes` }
}

async function attempt(call: JobCall, job: Held, signal: AbortSignal): Promise<JobEnd> {
  try {
    const begin = (doc: JobDoc) => (doc.status === 'queued' ? { change: { status: 'in_progress' as const } } : undefined)
    const started = await updateJob(call.core, job.key, begin)
    if (started === undefined || isOver(started.doc.status)) return storedEnd(call.core, job.key, started?.doc)
    const done = await perform(call, signal)
    if (signal.aborted) return { state: 'interrupted' }
    const result = 'ok' in done ? done : await mirrored(call, done.given, signal)
    if ('ok' in result && result.ok === false) {
      const text = typeof result.details === 'string' ? result.details : JSON.stringify(result.details)
      return { state: 'failed', failure: result as Extract<typeof done, { ok: false }>, error: text }
    }
    return signal.aborted ? { state: 'interrupted' } : { state: 'completed', result }
  } catch (error) {
    call.core.observe.log.error({ route: call.live.route.id, job: job.doc.id, err: error }, 'a job failed inside the gateway')
    if (error instanceof StoreUnavailable) return { state: 'interrupted' }
    return { state: 'failed', error: 'The gateway failed to work on this job' }
  }
}

/** Writes the end unless the job has one; what is stored counts. */
export async function writeEnd(core: Core, key: string, end: JobEnd): Promise<JobEnd> {
  for (let tries = 1; ; tries++) {
    try {
      return await storeEnd(core, key, end)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) core.observe.log.error({ job: key, err: error }, 'the end of a job could not be written')
      if (!(error instanceof StoreUnavailable) || tries >= TRIES || core.halted.aborted) return { state: 'interrupted' }
      await core.clock.sleep(PAUSE, core.halted).catch(() => undefined)
    }
  }
}

async function storeEnd(core: Core, key: string, end: JobEnd): Promise<JobEnd> {
  let mine = false
  const held = await updateJob(core, key, doc => {
    mine = !isOver(doc.status)
    if (!mine || end.state === 'interrupted') return undefined
    if (end.state === 'failed') return { change: { status: 'failed', error: end.error } }
    return { change: { status: 'completed' }, also: [{ do: 'insert', in: 'results', key, doc: end.result, expires: doc.expires }] }
  })
  return mine && held !== undefined ? end : storedEnd(core, key, held?.doc)
}

/** The end that a job already has. */
async function storedEnd(core: Core, key: string, doc: JobDoc | undefined): Promise<JobEnd> {
  if (doc?.status === 'completed') return { state: 'completed', result: await readResult(core, key) ?? {} }
  return doc?.status === 'failed' ? { state: 'failed', error: doc.error ?? 'The job failed' } : { state: 'interrupted' }
}

/** Name of a job's lease. */
export function leaseName(key: string): string {
  return `job/${key}`
}

/** Renews the lease; resolves when another instance has it, or when `signal` ends the work. */
async function leaseLost(core: Core, key: string, signal: AbortSignal): Promise<void> {
  const { instance } = core.settings
  for (;;) {
    await core.clock.sleep(RENEW, signal).catch(() => undefined)
    if (signal.aborted) return
    if (!await core.store.lease(leaseName(key), instance, LEASE).catch(() => true)) return
    if (signal.aborted) return core.store.unlease(leaseName(key), instance).catch(() => undefined)
  }
}
