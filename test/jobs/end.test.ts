/** The end of a job: stored once, whoever comes with which one. */
import { describe, expect, it } from 'vitest'
import { readJob, readResult } from '../../runtime/jobs/documents.ts'
import { storedEnd, writeEnd } from '../../runtime/jobs/end.ts'
import type { JobEnd } from '../../runtime/jobs/types.ts'
import { INPUT, jobsDesk, KEY } from './desk.ts'

const COMPLETED: JobEnd = { state: 'completed', result: { url: 'u' } }
const FAILED: JobEnd = { state: 'failed', error: 'no luck', why: 'upstream_failed' as never }
const INTERRUPTED: JobEnd = { state: 'interrupted' }
const LARGE = { bytes: 100_000 }

describe('the end of a job', () => {
  it.each([{}, LARGE])('with a result: the result is stored, the input goes (%o)', async size => {
    const { clock, context, counted, put, store } = jobsDesk()
    await put(size)
    expect(await writeEnd(context, KEY, COMPLETED)).toEqual(COMPLETED)
    const { doc } = (await readJob(context, KEY))!
    expect([doc.status, doc.input, doc.error]).toEqual(['completed', undefined, undefined])
    expect(await readResult(context, KEY)).toEqual({ url: 'u' })
    expect(await store.get('results', `${KEY}#input`)).toBeUndefined()
    expect(counted).toEqual([{ route: 'post_films', end: 'completed' }])
    await clock.advance(7_200_000)
    expect(await readResult(context, KEY)).toBeUndefined()
  })

  it.each([{}, LARGE])('with a failure: its reason is stored, the input goes (%o)', async size => {
    const { context, counted, put, store } = jobsDesk()
    await put(size)
    expect(await writeEnd(context, KEY, FAILED)).toEqual(FAILED)
    const { doc } = (await readJob(context, KEY))!
    expect(doc).toMatchObject({ status: 'failed', error: 'no luck', why: 'upstream_failed' })
    expect(doc.input).toBeUndefined()
    expect(await readResult(context, KEY)).toBeUndefined()
    expect(await store.get('results', `${KEY}#input`)).toBeUndefined()
    expect(counted).toEqual([{ route: 'post_films', end: 'failed' }])
  })

  it('that stalled is counted as such', async () => {
    const { context, counted, put } = jobsDesk()
    await put()
    await writeEnd(context, KEY, { ...FAILED, why: 'job_stalled' })
    expect(counted).toEqual([{ route: 'post_films', end: 'stalled' }])
  })

  it.each([
    [COMPLETED, FAILED],
    [FAILED, COMPLETED],
    [FAILED, INTERRUPTED],
  ])('is the first one: %o stays, not %o', async (first, second) => {
    const { context, counted, put } = jobsDesk()
    await put()
    await writeEnd(context, KEY, first)
    const before = await readJob(context, KEY)
    expect(await writeEnd(context, KEY, second)).toEqual(first)
    expect(await readJob(context, KEY)).toEqual(before)
    expect(counted).toHaveLength(1)
  })

  it('is the first one also if two processes write at once', async () => {
    const { before, context, counted, put } = jobsDesk()
    await put()
    before('commit replace jobs', () => writeEnd(context, KEY, FAILED))
    expect(await writeEnd(context, KEY, COMPLETED)).toEqual(FAILED)
    expect(await readResult(context, KEY)).toBeUndefined()
    expect(counted).toEqual([{ route: 'post_films', end: 'failed' }])
  })

  it('that was interrupted changes nothing: the job is resumed', async () => {
    const { context, put } = jobsDesk()
    await put()
    expect(await writeEnd(context, KEY, INTERRUPTED)).toEqual(INTERRUPTED)
    expect(await readJob(context, KEY)).toMatchObject({
      version: 1,
      doc: { status: 'queued', input: INPUT },
    })
  })

  it('of a job that is gone is none', async () => {
    const { context, counted } = jobsDesk()
    expect(await writeEnd(context, KEY, COMPLETED)).toEqual(INTERRUPTED)
    expect(counted).toEqual([])
  })

  it('waits for a store that is unavailable, and leaves the job to be resumed if it stays so', async () => {
    const { clock, context, failStore, logged, put } = jobsDesk()
    await put()
    failStore(2)
    const late = writeEnd(context, KEY, COMPLETED)
    await clock.advance(2_000)
    expect(await late).toEqual(COMPLETED)
    failStore(100)
    const never = writeEnd(context, KEY, FAILED)
    await clock.advance(60_000)
    expect([await never, logged]).toEqual([INTERRUPTED, []])
  })

  it('that cannot be written for another reason is logged, and the job is resumed', async () => {
    const { context, failStore, logged, put } = jobsDesk()
    await put()
    const err = new Error('wrong')
    failStore(1, err)
    expect(await writeEnd(context, KEY, COMPLETED)).toEqual(INTERRUPTED)
    expect(logged).toEqual([
      { level: 'error', message: 'the end of a job could not be written', job: KEY, err },
    ])
  })
})

describe('the stored end', () => {
  it('of a job that works, or is gone, is none', async () => {
    const { context, put } = jobsDesk()
    expect(await storedEnd(context, KEY, undefined)).toEqual(INTERRUPTED)
    expect(await storedEnd(context, KEY, await put({ status: 'in_progress' }))).toEqual(INTERRUPTED)
  })

  it('of a completed job whose result was removed is empty', async () => {
    const { context, put } = jobsDesk()
    const doc = await put({ status: 'completed' })
    expect(await storedEnd(context, KEY, doc)).toEqual({ state: 'completed', result: {} })
  })

  it('of a failed job without a reason says so', async () => {
    const { context, put } = jobsDesk()
    const doc = await put({ status: 'failed' })
    expect(await storedEnd(context, KEY, doc)).toEqual({
      state: 'failed',
      error: 'The job failed',
      why: undefined,
    })
  })
})
