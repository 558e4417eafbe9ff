/**
 * Reads and changes jobs in the store. Every change names the version it was made from, so that two
 * instances never both make one.
 */
import type { GatewayContext } from '../context.ts'
import { StoreUnavailable, type Change } from '../store/store.ts'
import type { StoredJob, JobDoc, JobInput, JobStatus } from './types.ts'

/** Largest input, in characters of JSON, that is kept inside the job, where every poll reads it. */
const SMALL = 16_384
/** Attempts and pause, in ms, to write something down while the store is away. */
const TRIES = 20
const PAUSE = 1_000

/** Key of a job: routes may share a store. */
export function jobKey(store: string, id: string): string {
  return `${store}/${id}`
}

/** A live job; undefined when there is none, or it is past its time. */
export async function readJob(
  context: GatewayContext,
  key: string,
): Promise<StoredJob | undefined> {
  const found = await context.store.get<JobDoc>('jobs', key)
  if (found === undefined || found.doc.expires <= context.clock.now()) return undefined
  return { key, version: found.version, doc: found.doc }
}

/** The changes that make a new job, for the commit that claims its payment. */
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

/** What a job was asked for. */
export async function readInput(context: GatewayContext, held: StoredJob): Promise<JobInput> {
  if (held.doc.input !== undefined) return held.doc.input
  const found = await context.store.get<JobInput>('results', inputKey(held.key))
  if (found === undefined) throw new Error(`job ${held.key} has lost its input`)
  return found.doc
}

/**
 * Removes what a job was asked for, where it is kept apart, once the job is over: nobody works on
 * it again.
 */
export function forgetInput(key: string, doc: JobDoc): Change[] {
  return doc.input === undefined ? [{ do: 'remove', in: 'results', key: inputKey(key) }] : []
}

/** The result of a completed job. */
export async function readResult(
  context: GatewayContext,
  key: string,
): Promise<{ readonly [key: string]: any } | undefined> {
  return (await context.store.get<{ readonly [key: string]: any }>('results', key))?.doc
}

/** Changes a job if it is still as read; the changed job, or undefined when another was faster. */
async function changeJob(
  context: GatewayContext,
  held: StoredJob,
  change: Partial<JobDoc>,
  also: Change[] = [],
): Promise<StoredJob | undefined> {
  const doc: JobDoc = { ...held.doc, ...change }
  const { key, version } = held
  const done = await context.store.commit([
    { do: 'replace', in: 'jobs', key, version, doc, tag: doc.status, expires: doc.expires },
    ...also,
  ])
  return done ? { key, version: version + 1, doc } : undefined
}

/**
 * Changes a job, reading it again as often as others are faster. `next` gives no change when there
 * is nothing left to do.
 */
export async function updateJob(
  context: GatewayContext,
  key: string,
  next: (doc: JobDoc) => { change: Partial<JobDoc>; also?: Change[] } | undefined,
): Promise<StoredJob | undefined> {
  for (let tries = 0; tries < 50; tries++) {
    const held = await readJob(context, key)
    if (held === undefined) return undefined
    const wanted = next(held.doc)
    if (wanted === undefined) return held
    const changed = await changeJob(context, held, wanted.change, wanted.also)
    if (changed !== undefined) return changed
  }
  throw new Error(`job ${key} is changed too often`)
}

/**
 * Writes what must not be lost: tries again while the store is away, for some time. Rejects as
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

/** Whether a status is final. */
export function isDone(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed'
}

function inputKey(key: string): string {
  return `${key}#input`
}
