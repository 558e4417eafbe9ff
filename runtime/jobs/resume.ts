/**
 * Takes up jobs whose process died. What a supplier has accepted is only asked for again, as often
 * as it takes; all other work runs once more at most, or fails uncharged.
 */
import type { Core, Live } from '../context.ts'
import { isOver, readJob } from './documents.ts'
import { writeEnd } from './end.ts'
import { LEASE, leaseName, runJob, stalledEnd } from './run.ts'
import { closeFailed } from './settle.ts'
import type { Held, JobDoc, JobEnd, JobStatus } from './types.ts'

/** How often a job may be started from its beginning. */
const ATTEMPTS = 2
/** Pause between two looks for jobs that nobody works on, in ms. */
const EVERY = 15_000
/** Jobs read at a time. */
const PAGE = 100

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
async function resumeAll(core: Core): Promise<void> {
  for (const status of ['in_progress', 'queued'] satisfies JobStatus[]) {
    try {
      for (const key of await unfinished(core, status)) await resume(core, key)
    } catch (error) {
      core.observe.log.error({ err: error }, 'unfinished jobs could not be listed')
    }
  }
}

/**
 * Keys of all jobs with a status that may be taken up here. All are read, so that none is
 * overlooked behind others that somebody works on. A job whose route is not served here may be
 * known to a newer gateway: it is left alone until it is too late for a result.
 */
async function unfinished(core: Core, status: JobStatus): Promise<string[]> {
  const keys: string[] = []
  for (let seen = 0, last = PAGE; last === PAGE; seen += last) {
    const page = await core.store.list<JobDoc>('jobs', status, PAGE, seen)
    for (const {
      key,
      stored: { doc },
    } of page) {
      if (
        !core.jobs.has(key) &&
        (routeOf(core, doc) !== undefined || core.clock.now() >= doc.stalls)
      )
        keys.push(key)
    }
    last = page.length
  }
  return keys
}

/** The route of a job, where it is served here and still makes jobs. */
function routeOf(core: Core, doc: JobDoc): Live | undefined {
  const live = core.routes.get(doc.route)
  return live?.route.job === undefined ? undefined : live
}

/** Takes up one job, if its lease has lapsed. */
async function resume(core: Core, key: string): Promise<void> {
  if (core.jobs.has(key) || core.halted.aborted) return
  if (!(await core.store.lease(leaseName(key), core.settings.instance, LEASE))) return
  const held = await readJob(core, key)
  if (held !== undefined && !isOver(held.doc.status)) {
    const live = routeOf(core, held.doc)
    const end = hopeless(core, live, held.doc)
    if (live !== undefined && end === undefined) return goOn(core, live, held)
    if (end !== undefined) await giveUp(core, held, end)
  }
  await core.store.unlease(leaseName(key), core.settings.instance)
}

/** How a job ends that cannot be worked on any more; undefined while it can. */
function hopeless(core: Core, live: Live | undefined, doc: JobDoc): JobEnd | undefined {
  const isLate =
    core.clock.now() >= (live === undefined ? doc.stalls : doc.created + live.route.job!.stall)
  if (isLate)
    return live === undefined
      ? { state: 'failed', stalled: true, error: 'Job stalled: it is not served any more' }
      : stalledEnd(live)
  const isSpent = doc.ticket === undefined && doc.attempts >= ATTEMPTS
  return isSpent ? { state: 'failed', error: 'Job stalled: it was interrupted twice' } : undefined
}

function goOn(core: Core, live: Live, job: Held): void {
  core.observe.log.warn({ job: job.doc.id, route: job.doc.route }, 'a job is resumed')
  runJob({ core, live, job })
    .then(end => (end.state === 'failed' ? closeFailed(core, job.doc, end.error) : undefined))
    .catch(error =>
      core.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'),
    )
}

async function giveUp(core: Core, { key, doc }: Held, why: JobEnd): Promise<void> {
  const end = await writeEnd(core, key, why)
  if (end.state === 'failed') await closeFailed(core, doc, end.error)
}
