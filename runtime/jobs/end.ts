/** Stores the end of jobs: each job ends once, in the store. */
import type { GatewayContext } from '../context.ts'
import { StoreUnavailable } from '../store/store.ts'
import { forgetInput, isDone, retryWrite, readResult, updateJob } from './documents.ts'
import type { JobDoc, JobEnd } from './types.ts'

/**
 * Stores the end of a job and returns it. If the job has ended already, the stored end is returned
 * instead. If the store is unavailable, the result is `interrupted` and the job is resumed later.
 */
export async function writeEnd(context: GatewayContext, key: string, end: JobEnd): Promise<JobEnd> {
  try {
    return await retryWrite(context, () => storeEnd(context, key, end))
  } catch (error) {
    if (!(error instanceof StoreUnavailable))
      context.observe.log.error({ job: key, err: error }, 'the end of a job could not be written')
    return { state: 'interrupted' }
  }
}

async function storeEnd(context: GatewayContext, key: string, end: JobEnd): Promise<JobEnd> {
  let isFirst = false
  const job = await updateJob(context, key, doc => {
    isFirst = !isDone(doc.status)
    if (!isFirst || end.state === 'interrupted') return undefined
    const also = forgetInput(key, doc)
    const change = { status: end.state, input: undefined }
    if (end.state === 'failed')
      return { change: { ...change, error: end.error, why: end.why }, also }
    return {
      change,
      also: [...also, { do: 'insert', in: 'results', key, doc: end.result, expires: doc.expires }],
    }
  })
  if (!isFirst || job === undefined) return storedEnd(context, key, job?.doc)
  const isStalled = end.state === 'failed' && end.why === 'job_stalled'
  context.observe.job({ route: job.doc.route, end: isStalled ? 'stalled' : end.state })
  return end
}

/** Reads the end that a job already has; `interrupted` if it has none. */
export async function storedEnd(
  context: GatewayContext,
  key: string,
  doc: JobDoc | undefined,
): Promise<JobEnd> {
  if (doc?.status === 'completed')
    return { state: 'completed', result: (await readResult(context, key)) ?? {} }
  return doc?.status === 'failed'
    ? { state: 'failed', error: doc.error ?? 'The job failed', why: doc.why }
    : { state: 'interrupted' }
}
