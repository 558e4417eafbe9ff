/**
 * Takes up jobs whose process died. What a supplier has accepted is only asked for again, as often as it takes; all other work runs once
 * more at most, or fails uncharged.
 */
import type { Core } from '../context.ts'
import { isOver, readJob } from './documents.ts'
import { writeEnd } from './end.ts'
import { LEASE, leaseName, runJob, stalledEnd } from './run.ts'
import { closeFailed } from './settle.ts'
import type { JobDoc, JobEnd, JobStatus } from './types.ts'

/** How often a job may be started from its beginning. */
const ATTEMPTS = 2
/** Pause between two looks for jobs that nobody works on, in ms. */
const EVERY = 15_000
/** Jobs looked at each time, oldest first. */
const MOST = 500

/** Looks now, and from then on every 15 s until the gateway is halted. */
export async function keepResuming(core: Core, stop: AbortSignal): Promise<void> {
  await resumeAll(core)
  void (async () => {
    while (!stop.aborted) {
      await core.clock.sleep(EVERY, stop).catch(() => undefined)
      if (!stop.aborted) await resumeAll(core)
    }
  })()
}

/** Takes up every unfinished job whose lease has lapsed; those that were begun come first. */
export async function resumeAll(core: Core): Promise<void> {
  for (const status of ['in_progress', 'queued'] satisfies JobStatus[]) {
    try {
      const found = await core.store.list<JobDoc>('jobs', status, MOST)
      for (const { key } of found) await resume(core, key)
    } catch (error) {
      core.observe.log.error({ err: error }, 'unfinished jobs could not be looked for')
    }
  }
}

async function resume(core: Core, key: string): Promise<void> {
  if (core.jobs.has(key) || core.halted.aborted) return
  if (!await core.store.lease(leaseName(key), core.settings.instance, LEASE)) return
  const held = await readJob(core, key)
  const live = held === undefined ? undefined : core.routes.get(held.doc.route)
  if (held === undefined || live?.route.job === undefined || isOver(held.doc.status) || core.jobs.has(key)) return
  const isLate = core.clock.now() >= held.doc.created + live.route.job.stall
  const isSpent = held.doc.ticket === undefined && held.doc.attempts >= ATTEMPTS
  if (isLate || isSpent) return giveUp(core, held.doc, { key, isLate, stalled: stalledEnd(live) })
  core.observe.log.warn({ job: held.doc.id, route: held.doc.route }, 'a job is taken up again')
  runJob({ core, live, job: held }).then(end => (end.state === 'failed' ? closeFailed(core, held.doc, end.error) : undefined))
    .catch(error => core.observe.log.error({ job: held.doc.id, err: error }, 'a job could not be closed'))
}

async function giveUp(core: Core, doc: JobDoc, why: { key: string; isLate: boolean; stalled: JobEnd }): Promise<void> {
  const twice: JobEnd = { state: 'failed', error: 'Job stalled: it was interrupted twice' }
  const end = await writeEnd(core, why.key, why.isLate ? why.stalled : twice)
  if (end.state === 'failed') await closeFailed(core, doc, end.error)
  await core.store.unlease(leaseName(why.key), core.settings.instance)
}
