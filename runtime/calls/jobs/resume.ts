/**
 * Resumes jobs whose process died. A job that its upstream has accepted is only polled again, as
 * often as needed. Other work is started at most once more; after that the job fails uncharged.
 */
import type { GatewayContext, CompiledRoute } from '../../context.ts'
import { isDone, readJob } from '../../jobs/documents.ts'
import { documentsOf } from '../../store/pages.ts'
import { serverOfJob, type Editions, type JobServer } from '../../lib/editions.ts'
import { writeEnd } from '../../jobs/end.ts'
import { LEASE, leaseName, runJob, stalledEnd } from './work.ts'
import { closeFailed } from './settle.ts'
import type { StoredJob, JobDoc, JobEnd, JobStatus } from '../../jobs/types.ts'

/** How often the work of a job may be started from its beginning. */
const ATTEMPTS = 2
/** Pause between two searches for jobs without a worker, in ms. */
const EVERY = 15_000
/** Jobs read at a time. */
const PAGE = 100

/**
 * Resumes abandoned jobs now, and again every 15 s until the gateway stops; each with the catalog
 * that serves it.
 */
export async function startJobRecovery(editions: Editions, stop: AbortSignal): Promise<void> {
  const { clock } = editions.current()
  await resumeAll(editions.current())
  void (async () => {
    while (!stop.aborted) {
      await clock.sleep(EVERY, stop).catch(() => undefined)
      if (!stop.aborted) await resumeAll(editions.current())
    }
  })()
}

/** Resumes every unfinished job whose lease has expired; jobs that had begun come first. */
async function resumeAll(context: GatewayContext): Promise<void> {
  for (const status of ['in_progress', 'queued'] satisfies JobStatus[]) {
    try {
      for (const key of await unfinished(context, status)) await resumeOne(context, key)
    } catch (error) {
      context.observe.log.error({ err: error }, 'unfinished jobs could not be listed')
    }
  }
}

/** Resumes one job. A job that cannot be resumed delays no other one; it is tried again later. */
async function resumeOne(context: GatewayContext, key: string): Promise<void> {
  try {
    await resume(context, key)
  } catch (error) {
    context.observe.log.error({ job: key, err: error }, 'a job could not be resumed')
  }
}

/**
 * Keys of the jobs with this status that may be resumed here. It reads all pages, because jobs with
 * a worker may fill the first ones. A job whose route is unknown here may belong to a newer version
 * of the gateway, so it is left alone until its time limit.
 */
async function unfinished(context: GatewayContext, status: JobStatus): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, stored } of documentsOf<JobDoc>(context.store, 'jobs', status, PAGE)) {
    const { doc } = stored
    const mayEnd = serverOfJob(context, doc) !== undefined || context.clock.now() >= doc.stalls
    if (mayEnd) keys.push(key)
  }
  return keys
}

/** Resumes one job if its lease has expired. */
async function resume(context: GatewayContext, key: string): Promise<void> {
  if (context.jobs.has(key) || context.halted.aborted) return
  if (!(await context.store.lease(leaseName(key), context.settings.instance, LEASE))) return
  const job = await readJob(context, key)
  if (job !== undefined && !isDone(job.doc.status)) {
    const server = serverOfJob(context, job.doc)
    const end = finalEnd(context, server?.compiled, job.doc)
    if (server !== undefined && end === undefined) return resumeWork(server, job)
    if (end !== undefined) await failJob(context, job, end)
  }
  await context.store.unlease(leaseName(key), context.settings.instance)
}

/** Returns the end of a job that cannot be resumed; undefined if it can. */
function finalEnd(
  context: GatewayContext,
  compiled: CompiledRoute | undefined,
  doc: JobDoc,
): JobEnd | undefined {
  const isLate =
    context.clock.now() >=
    (compiled === undefined ? doc.stalls : doc.created + compiled.route.job!.stall)
  if (isLate)
    return compiled === undefined
      ? { state: 'failed', why: 'job_stalled', error: 'Job stalled: it is not served any more' }
      : stalledEnd(compiled)
  const hasNoAttemptLeft = doc.ticket === undefined && doc.attempts >= ATTEMPTS
  return hasNoAttemptLeft
    ? { state: 'failed', why: 'job_interrupted', error: 'Job stalled: it was interrupted twice' }
    : undefined
}

function resumeWork({ context, compiled }: JobServer, job: StoredJob): void {
  context.observe.log.warn({ job: job.doc.id, route: job.doc.route }, 'a job is resumed')
  runJob({ context, compiled, job })
    .then(end => (end.state === 'failed' ? closeFailed(context, job.doc, end) : undefined))
    .catch(error =>
      context.observe.log.error({ job: job.doc.id, err: error }, 'a job could not be closed'),
    )
}

async function failJob(
  context: GatewayContext,
  { key, doc }: StoredJob,
  why: JobEnd,
): Promise<void> {
  const end = await writeEnd(context, key, why)
  if (end.state === 'failed') await closeFailed(context, doc, end)
}
