/** Jobs in the store: read, made with their input, and changed by one process at a time. */
import { describe, expect, it } from 'vitest'
import {
  forgetInput,
  isDone,
  jobKey,
  newJob,
  readInput,
  readJob,
  readResult,
  retryWrite,
  updateJob,
} from '../../runtime/jobs/documents.ts'
import type { JobInput } from '../../runtime/jobs/types.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import { INPUT, jobDoc, jobsDesk, KEY } from './desk.ts'

/** The most characters of JSON that are stored inside a job. */
const SMALL = 16_384
/** An input whose JSON has so many characters. */
const inputOf = (size: number): JobInput => {
  const bare = JSON.stringify({ ...INPUT, body: '' }).length
  return { ...INPUT, body: 'x'.repeat(size - bare) }
}

it('jobs of two stores with the same id have two keys', () => {
  expect([jobKey('films', 'j1'), jobKey('songs', 'j1')]).toEqual(['films/j1', 'songs/j1'])
})

describe('reading a job', () => {
  it('gives its document and version, until it expires', async () => {
    const { clock, context, put, store } = jobsDesk()
    const doc = await put()
    const found = { key: KEY, version: 1, doc: { ...doc, input: INPUT } }
    expect(await readJob(context, KEY)).toEqual(found)
    expect(await readJob(context, jobKey('films', 'j2'))).toBeUndefined()
    // The document remains in the store here: the time of the job decides.
    await store.commit([{ do: 'replace', in: 'jobs', key: KEY, version: 1, doc }])
    await clock.advance(7_200_000 - 1)
    expect(await readJob(context, KEY)).toMatchObject({ version: 2 })
    await clock.advance(1)
    expect(await readJob(context, KEY)).toBeUndefined()
  })

  it('gives the result of a completed one, if there is one', async () => {
    const { context, store } = jobsDesk()
    expect(await readResult(context, KEY)).toBeUndefined()
    await store.commit([{ do: 'insert', in: 'results', key: KEY, doc: { url: 'u' } }])
    expect(await readResult(context, KEY)).toEqual({ url: 'u' })
  })
})

describe('the input of a job', () => {
  it('is inside the job if both its JSON and the request are small', async () => {
    const { clock, context, put, store } = jobsDesk()
    const doc = jobDoc(clock, { bytes: SMALL })
    const { expires } = doc
    expect(newJob(KEY, doc, inputOf(SMALL))).toEqual([
      {
        do: 'insert',
        in: 'jobs',
        key: KEY,
        doc: { ...doc, input: inputOf(SMALL) },
        tag: 'queued',
        expires,
      },
    ])
    await put({ bytes: SMALL })
    const job = (await readJob(context, KEY))!
    expect(await readInput(context, job)).toEqual(INPUT)
    expect(forgetInput(KEY, job.doc)).toEqual([])
    expect(await store.get('results', `${KEY}#input`)).toBeUndefined()
  })

  it.each([
    ['its JSON', {}, inputOf(SMALL + 1)],
    ['the request', { bytes: SMALL + 1 }, INPUT],
  ])('is stored apart, and as long as the job, if %s is large', async (_, size, input) => {
    const { clock, context, put, store } = jobsDesk()
    const doc = jobDoc(clock, size)
    const { expires } = doc
    expect(newJob(KEY, doc, input)).toEqual([
      { do: 'insert', in: 'jobs', key: KEY, doc, tag: 'queued', expires },
      { do: 'insert', in: 'results', key: `${KEY}#input`, doc: input, expires },
    ])
    await put(size, input)
    const job = (await readJob(context, KEY))!
    expect(job.doc.input).toBeUndefined()
    expect(await readInput(context, job)).toEqual(input)
    await store.commit(forgetInput(KEY, job.doc))
    await expect(readInput(context, job)).rejects.toThrow(`job ${KEY} has lost its input`)
  })
})

describe('a change of a job', () => {
  it('keeps the rest, moves it to the tag of its status, and writes what belongs to it', async () => {
    const { context, put, store } = jobsDesk()
    const doc = { ...(await put()), input: INPUT }
    const changed = await updateJob(context, KEY, () => ({
      change: { status: 'in_progress', attempts: 1 },
      also: [{ do: 'insert', in: 'results', key: 'r', doc: 1 }],
    }))
    const after = { ...doc, status: 'in_progress', attempts: 1 }
    expect(changed).toEqual({ key: KEY, version: 2, doc: after })
    expect(await store.list('jobs', 'queued', 5)).toEqual([])
    expect(await store.list('jobs', 'in_progress', 5)).toEqual([
      { key: KEY, stored: { doc: after, version: 2, tag: 'in_progress' } },
    ])
    expect((await store.get('results', 'r'))?.doc).toBe(1)
  })

  it('lasts as long as the job', async () => {
    const { clock, context, put, store } = jobsDesk()
    await put()
    await updateJob(context, KEY, () => ({ change: { attempts: 1 } }))
    await clock.advance(7_200_000)
    expect(await store.get('jobs', KEY)).toBeUndefined()
  })

  it('is made of what another process has written meanwhile', async () => {
    const { before, context, put } = jobsDesk()
    await put()
    const other = () => updateJob(context, KEY, () => ({ change: { error: 'theirs' } }))
    before('commit replace jobs', other)
    const seen: (string | undefined)[] = []
    const changed = await updateJob(context, KEY, doc => {
      seen.push(doc.error)
      return { change: { attempts: doc.attempts + 1 } }
    })
    expect(seen).toEqual([undefined, 'theirs'])
    expect(changed).toMatchObject({ version: 3, doc: { error: 'theirs', attempts: 1 } })
  })

  it('is none of a job that is gone, or that needs none', async () => {
    const { context, put, steps } = jobsDesk()
    expect(await updateJob(context, KEY, () => ({ change: { attempts: 1 } }))).toBeUndefined()
    await put()
    steps.length = 0
    expect(await updateJob(context, KEY, () => undefined)).toMatchObject({ version: 1 })
    expect(steps).toEqual(['get jobs'])
  })

  it('is given up after 50 others came first', async () => {
    const { context, put, store } = jobsDesk()
    await put()
    const refusing = { ...context, store: { ...store, commit: async () => false } }
    let tries = 0
    const next = () => {
      tries += 1
      return { change: {} }
    }
    await expect(updateJob(refusing, KEY, next)).rejects.toThrow(`${KEY} is changed too often`)
    expect(tries).toBe(50)
  })
})

describe('an essential write', () => {
  /** A write that the store cannot take so many times. */
  function writing(failures: number, error: Error = new StoreUnavailable('no store')) {
    const desk = jobsDesk()
    let tries = 0
    const end = retryWrite(desk.context, async () => {
      tries += 1
      if (tries <= failures) throw error
      return 'written'
    })
    end.catch(() => undefined)
    return { ...desk, end, tries: () => tries }
  }

  it('is tried again each second while the store is unavailable', async () => {
    const { clock, end, tries } = writing(19)
    await clock.advance(18_999)
    expect(tries()).toBe(19)
    await clock.advance(1)
    expect([await end, tries(), clock.sleepers()]).toEqual(['written', 20, 0])
  })

  it('is given up after twenty times', async () => {
    const { clock, end, tries } = writing(100)
    await clock.advance(60_000)
    await expect(end).rejects.toThrow('no store')
    expect(tries()).toBe(20)
  })

  it('is not tried again after another error', async () => {
    const { clock, end, tries } = writing(1, new Error('wrong'))
    await expect(end).rejects.toThrow('wrong')
    expect([tries(), clock.sleepers()]).toEqual([1, 0])
  })

  it('is tried once more, at once, when the gateway halts', async () => {
    const { clock, end, halt, tries } = writing(100)
    await clock.settle()
    halt()
    await clock.settle()
    await expect(end).rejects.toThrow('no store')
    expect(tries()).toBe(2)
  })
})

it('jobs that are completed or failed have ended, others not', () => {
  const all = ['queued', 'in_progress', 'completed', 'failed'] as const
  expect(all.filter(isDone)).toEqual(['completed', 'failed'])
})
