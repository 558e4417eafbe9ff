/**
 * Reads and changes jobs in the store. Every change names the version that it was based on, so only
 * one of two processes can make it.
 */
import type { GatewayContext } from '../context.ts'
import { StoreUnavailable, type Change } from '../store/store.ts'
import type { StoredJob, JobDoc, JobInput, JobStatus } from './types.ts'

/**
 * Largest input, in characters of JSON, that is stored inside the job document, which every poll
 * reads.
 */
const SMALL = 16_384
/** Attempts to write while the store is unavailable, and the pause between them, in ms. */
const TRIES = 20
const PAUSE = 1_000

/** Why the authorization of a submit ended when a poll with another one paid for its job. */
export const PAID_OTHERWISE = 'the job was paid with another authorization'

/** Returns the store key of a job. Several routes may share one `store` name. */
export function jobKey(store: string, id: string): string {
  return `${store}/${id}`
}

/** Reads a job; undefined if it does not exist or has expired. */
export async function readJob(
  context: GatewayContext,
  key: string,
): Promise<StoredJob | undefined> {
  const found = await context.store.get<JobDoc>('jobs', key)
  if (found === undefined || found.doc.expires <= context.clock.now()) return undefined
  return { key, version: found.version, doc: found.doc }
}

/** Returns the changes that create a job, for the commit that claims its payment. */
export function newJob(key: string, doc: JobDoc, input: JobInput): Change[] {
  const { expires } = doc
  const tag = doc.status
  if ((doc.bytes ?? 0) <= SMALL && JSON.stringify(input).length <= SMALL)
    return [{ do: 'insert', in: 'jobs', key, doc: { ...doc, input }, tag, expires }]
  return [
    { do: 'insert', in: 'jobs', key, doc, tag, expires },
    { do: 'insert', in: 'results', key: inputKey(key), doc: input, expires },
  ]
}

/** Reads the input of a job. Throws if it is missing. */
export async function readInput(context: GatewayContext, job: StoredJob): Promise<JobInput> {
  if (job.doc.input !== undefined) return job.doc.input
  const found = await context.store.get<JobInput>('results', inputKey(job.key))
  if (found === undefined) throw new Error(`job ${job.key} has lost its input`)
  return found.doc
}

/**
 * Returns the changes that remove the input of a finished job, if it is stored apart from the job.
 */
export function forgetInput(key: string, doc: JobDoc): Change[] {
  return doc.input === undefined ? [{ do: 'remove', in: 'results', key: inputKey(key) }] : []
}

/** Reads the result of a completed job. */
export async function readResult(
  context: GatewayContext,
  key: string,
): Promise<{ readonly [key: string]: any } | undefined> {
  return (await context.store.get<{ readonly [key: string]: any }>('results', key))?.doc
}

/**
 * Changes a job if it is still at the version that was read. Returns the changed job, or undefined
 * if another change came first.
 */
async function changeJob(
  context: GatewayContext,
  job: StoredJob,
  change: Partial<JobDoc>,
  also: Change[] = [],
): Promise<StoredJob | undefined> {
  const doc: JobDoc = { ...job.doc, ...change }
  const { key, version } = job
  const done = await context.store.commit([
    { do: 'replace', in: 'jobs', key, version, doc, tag: doc.status, expires: doc.expires },
    ...also,
  ])
  return done ? { key, version: version + 1, doc } : undefined
}

/**
 * Changes a job, and reads it again whenever another change came first. `next` gets the job and its
 * version, and returns the change, or undefined if none is needed.
 */
export async function updateJob(
  context: GatewayContext,
  key: string,
  next: (doc: JobDoc, version: number) => { change: Partial<JobDoc>; also?: Change[] } | undefined,
): Promise<StoredJob | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const job = await readJob(context, key)
    if (job === undefined) return undefined
    const update = next(job.doc, job.version)
    if (update === undefined) return job
    const changed = await changeJob(context, job, update.change, update.also)
    if (changed !== undefined) return changed
  }
  throw new Error(`job ${key} is changed too often`)
}

/**
 * Runs an essential write, and retries it for a while if the store is unavailable. Rejects as
 * `write` does.
 */
export async function retryWrite<T>(context: GatewayContext, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tries >= TRIES || context.halted.aborted)
        throw error
      await context.clock.sleep(PAUSE, context.halted).catch(() => undefined)
    }
  }
}

/** Whether a job with this status has ended. */
export function isDone(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed'
}

function inputKey(key: string): string {
  return `${key}#input`
}
