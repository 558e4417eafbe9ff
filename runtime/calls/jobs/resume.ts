/**
 * Takes up jobs whose process died. What a supplier has accepted is only asked for again, as often
 * as it takes; all other work runs once more at most, or fails uncharged.
 */
import type { GatewayContext, CompiledRoute } from '../../context.ts'
import { isDone, readJob } from '../../jobs/documents.ts'
import { writeEnd } from '../../jobs/end.ts'
import { LEASE, leaseName, runJob, stalledEnd } from './work.ts'
import { closeFailed } from './settle.ts'
import type { Held, JobDoc, JobEnd, JobStatus } from '../../jobs/types.ts'

/** How often a job may be started from its beginning. */
const ATTEMPTS = 2
/** Pause between two looks for jobs that nobody works on, in ms. */
const EVERY = 15_000
/** Jobs read at a time. */
const PAGE = 100

/** Looks now, and from then on every 15 s until the gateway is halted. */
export async function keepResuming(context: GatewayContext, stop: AbortSignal): Promise<void> {
  await resumeAll(context)
  void (async () => {
    while (!stop.aborted) {
      await context.clock.sleep(EVERY, stop).catch(() => undefined)
      if (!stop.aborted) await resumeAll(context)
    }
  })()
}

/** Takes up every unfinished job whose lease has lapsed; those that were begun come first. */
async function resumeAll(context: GatewayContext): Promise<void> {
  for (const status of ['in_progress', 'queued'] satisfies JobStatus[]) {
    try {
      for (const key of await unfinished(context, status)) await resume(context, key)
    } catch (error) {
      context.observe.log.error({ err: error }, 'unfinished jobs could not be listed')
    }
  }
}

/**
 * Keys of all jobs with a status that may be taken up here. All are read, so that none is
 * overlooked behind others that somebody works on. A job whose route is not served here may be
 * known to a newer gateway: it is left alone until it is too late for a result.
 */
async function unfinished(context: GatewayContext, status: JobStatus): Promise<string[]> {
  const keys: string[] = []
  for (let seen = 0, last = PAGE; last === PAGE; seen += last) {
    const page = await context.store.list<JobDoc>('jobs', status, PAGE, seen)
    for (const {
      key,
      stored: { doc },
    } of page) {
      if (
        !context.jobs.has(key) &&
        (routeOf(context, doc) !== undefined || context.clock.now() >= doc.stalls)
      )
        keys.push(key)
    }
    last = page.length
  }
  return keys
}

/** The route of a job, where it is served here and still makes jobs. */
function routeOf(context: GatewayContext, doc: JobDoc): CompiledRoute | undefined {
  const compiled = context.routes.get(doc.route)
  return compiled?.route.job === undefined ? undefined : compiled
}

/** Takes up one job, if its lease has lapsed. */
async function resume(context: GatewayContext, key: string): Promise<void> {
  if (context.jobs.has(key) || context.halted.aborted) return
  if (!(await context.store.lease(leaseName(key), context.settings.instance, LEASE))) return
  const held = await readJob(context, key)
  if (held !== undefined && !isDone(held.doc.status)) {
    const compiled = routeOf(context, held.doc)
    const end = hopeless(context, compiled, held.doc)
    if (compiled !== undefined && end === undefined) return goOn(context, compiled, held)
    if (end !== undefined) await giveUp(context, held, end)
  }
  await context.store.unlease(leaseName(key), context.settings.instance)
}

/** How a job ends that cannot be worked on any more; undefined while it can. */
function hopeless(
  context: GatewayContext,
  compiled: CompiledRoute | undefined,
  doc: JobDoc,
): JobEnd | undefined {
  const isLate =
    context.clock.now() >=
    (compiled === undefined ? doc.stalls : doc.created + compiled.route.job!.stall)
  if (isLate)
    return compiled === undefined
      ? { state: 'failed', stalled: true, error: 'Job stalled: it is not served any more' }
      : stalledEnd(compiled)
  const isSpent = doc.ticket === undefined && doc.attempts >= ATTEMPTS
  return isSpent ? { state: 'failed', error: 'Job stalled: it was interrupted twice' } : undefined
}

function goOn(context: GatewayContext, compiled: CompiledRoute, job: Held): void {
  context.observe.log.warn({ job: job.doc.id, route: job.doc.route }, 'a job is resumed')
  runJob({ context, compiled, job })
    .then(end => (end.state === 'failed' ? closeFailed(context, job.doc, end.error) : undefined))
    .catch(error =>
      context.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'),
    )
}

async function giveUp(context: GatewayContext, { key, doc }: Held, why: JobEnd): Promise<void> {
  const end = await writeEnd(context, key, why)
  if (end.state === 'failed') await closeFailed(context, doc, end.error)
}
