/** How jobs end: once, in the store, whoever is there to see it. */
import type { GatewayContext } from '../context.ts'
import { StoreUnavailable } from '../store/store.ts'
import { forgetInput, isDone, retryWrite, readResult, updateJob } from './documents.ts'
import type { JobDoc, JobEnd } from './types.ts'

/**
 * Writes the end unless the job has one; what is stored counts. Where nothing can be written, the
 * job is left to be resumed.
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
  let mine = false
  const held = await updateJob(context, key, doc => {
    mine = !isDone(doc.status)
    if (!mine || end.state === 'interrupted') return undefined
    const also = forgetInput(key, doc)
    const change = { status: end.state, input: undefined }
    if (end.state === 'failed') return { change: { ...change, error: end.error }, also }
    return {
      change,
      also: [...also, { do: 'insert', in: 'results', key, doc: end.result, expires: doc.expires }],
    }
  })
  if (!mine || held === undefined) return storedEnd(context, key, held?.doc)
  const isStalled = end.state === 'failed' && end.stalled === true
  context.observe.job({ route: held.doc.route, end: isStalled ? 'stalled' : end.state })
  return end
}

/** The end that a job already has. */
export async function storedEnd(
  context: GatewayContext,
  key: string,
  doc: JobDoc | undefined,
): Promise<JobEnd> {
  if (doc?.status === 'completed')
    return { state: 'completed', result: (await readResult(context, key)) ?? {} }
  return doc?.status === 'failed'
    ? { state: 'failed', error: doc.error ?? 'The job failed' }
    : { state: 'interrupted' }
}
