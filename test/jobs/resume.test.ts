/** Jobs whose process died: which of them are done again, and which end. */
import { describe, expect, it } from 'vitest'
import { startJobRecovery } from '../../runtime/calls/jobs/resume.ts'
import { LEASE, leaseName } from '../../runtime/calls/jobs/work.ts'
import { newJob, readJob, readResult } from '../../runtime/jobs/documents.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { INPUT, jobDoc, KEY } from './desk.ts'
import { STALL, workingDesk } from './working-desk.ts'

/** Puts a job into the store, and searches for jobs without a worker. */
async function recover(doc: Partial<JobDoc>, more: Parameters<typeof workingDesk>[0] = {}) {
  const desk = workingDesk(more)
  await desk.put(doc)
  const stop = new AbortController()
  await startJobRecovery(desk.context.editions, stop.signal)
  await desk.clock.settle()
  const job = async () => (await readJob(desk.context, KEY))?.doc
  const isLeased = async () => !(await desk.store.lease(leaseName(KEY), 'other', 1))
  return { ...desk, stop, job, isLeased }
}

describe('a job without a worker', () => {
  it.each([
    ['queued', 0, 1],
    ['in_progress', 1, 2],
  ] as const)('that is %s is done again', async (status, attempts, now) => {
    const { context, job, logged, isLeased, closed } = await recover({ status, attempts })
    expect(await job()).toMatchObject({ status: 'completed', attempts: now })
    expect(await readResult(context, KEY)).toEqual({ url: 'u' })
    expect([logged, await isLeased(), closed]).toEqual([
      [{ level: 'warn', message: 'a job is resumed', job: 'j1', route: 'post_films' }],
      false,
      [],
    ])
  })

  it('that fails closes its payment', async () => {
    const failure = { ok: false, kind: 'upstream_failed', details: 'broke', source: '' }
    const { job, closed } = await recover({}, { reply: () => failure })
    expect([(await job())?.status, closed]).toEqual(['failed', [[expect.any(String), 'broke']]])
  })

  it.each<[string, Partial<JobDoc>, string, string]>([
    [
      'began twice',
      { status: 'in_progress', attempts: 2 },
      'job_interrupted',
      'Job stalled: it was interrupted twice',
    ],
    ['is over its time', { created: 0 }, 'job_stalled', 'Job stalled: no result within 10 minutes'],
    [
      'is over its time, and not served any more',
      { route: 'gone', stalls: Date.UTC(2026, 0, 1) },
      'job_stalled',
      'Job stalled: it is not served any more',
    ],
  ])('fails if it %s', async (_, doc, why, error) => {
    const { job, requests, closed, isLeased } = await recover(doc)
    expect(await job()).toMatchObject({ status: 'failed', why, error })
    expect([requests, closed, await isLeased()]).toEqual([[], [[expect.any(String), error]], false])
  })

  it('that its upstream has accepted is polled, however often it began', async () => {
    const poll = { id: 'vendor.poll', every: 1_000 }
    const { job, requests, clock } = await recover(
      { status: 'in_progress', attempts: 2, ticket: { id: 7 }, ticketOf: 'vendor.call' },
      { context: { catalog: { hash: 'h', calls: { 'vendor.call': { poll } } } } },
    )
    await clock.advance(1_000)
    expect(requests).toMatchObject([{ call: poll, scope: { ticket: { id: 7 } } }])
    expect(await job()).toMatchObject({ status: 'completed', attempts: 2 })
  })
})

describe('a job is left alone', () => {
  it.each<[string, Partial<JobDoc>]>([
    ['that is done', { status: 'completed' }],
    ['that another version of the gateway may serve', { route: 'gone' }],
  ])('%s', async (_, doc) => {
    const { job, requests, isLeased, steps } = await recover(doc)
    expect(steps.filter(one => one.startsWith('get jobs'))).toEqual([])
    expect([(await job())?.status, requests, await isLeased()]).toEqual([
      doc.status ?? 'queued',
      [],
      false,
    ])
  })

  it('that this process works on', async () => {
    const { requests } = await recover(
      {},
      { context: { jobs: new Map([[KEY, Promise.resolve()]]) } },
    )
    expect(requests).toEqual([])
  })

  it('that another process works on, until its lease ends', async () => {
    const desk = workingDesk()
    await desk.put()
    await desk.store.lease(leaseName(KEY), 'other', LEASE)
    await startJobRecovery(desk.context.editions, new AbortController().signal)
    await desk.clock.advance(15_000)
    expect(desk.requests).toEqual([])
    await desk.clock.advance(15_000)
    expect(desk.requests).toHaveLength(1)
  })

  it('by a gateway that closes', async () => {
    const desk = workingDesk()
    await desk.put()
    desk.halt()
    await startJobRecovery(desk.context.editions, new AbortController().signal)
    await desk.clock.advance(15_000)
    expect(desk.requests).toEqual([])
  })
})

describe('the search', () => {
  it('begins with the jobs that had begun, and finds more than a page of them', async () => {
    const desk = workingDesk()
    const commit = (id: string, more: Partial<JobDoc>) =>
      desk.store.commit(newJob(`films/${id}`, jobDoc(desk.clock, { id, ...more }), INPUT))
    for (let i = 0; i < 101; i++) await commit(`busy${i}`, { route: 'gone' })
    await commit('queued', {})
    await commit('begun', { status: 'in_progress', attempts: 1 })
    await startJobRecovery(desk.context.editions, new AbortController().signal)
    await desk.clock.settle()
    expect(desk.requests.map(({ scope }) => scope.job.id)).toEqual(['begun', 'queued'])
  })

  it('is repeated every 15 s until the gateway stops', async () => {
    const desk = await recover({ status: 'completed' })
    await desk.store.commit(newJob('films/j2', jobDoc(desk.clock, { id: 'j2' }), INPUT))
    await desk.clock.advance(14_999)
    expect(desk.requests).toEqual([])
    await desk.clock.advance(1)
    expect(desk.requests).toHaveLength(1)
    desk.stop.abort()
    await desk.store.commit(newJob('films/j3', jobDoc(desk.clock, { id: 'j3' }), INPUT))
    await desk.clock.advance(60_000)
    expect([desk.requests.length, desk.clock.sleepers()]).toEqual([1, 0])
  })

  it('goes on after a job that cannot be resumed, and after a store that fails', async () => {
    const desk = workingDesk()
    await desk.put()
    await desk.store.commit(newJob('films/j2', jobDoc(desk.clock, { id: 'j2' }), INPUT))
    desk.before('get jobs', () => Promise.reject(new Error('broken')))
    await startJobRecovery(desk.context.editions, new AbortController().signal)
    await desk.clock.settle()
    expect([desk.requests.length, desk.logged[0]]).toEqual([
      1,
      { level: 'error', message: 'a job could not be resumed', job: KEY, err: new Error('broken') },
    ])
    const away = workingDesk()
    await away.put()
    away.before('list jobs', () => Promise.reject(new Error('away')))
    await startJobRecovery(away.context.editions, new AbortController().signal)
    await away.clock.settle()
    expect([away.requests.length, away.logged[0]]).toEqual([
      1,
      { level: 'error', message: 'unfinished jobs could not be listed', err: new Error('away') },
    ])
  })

  it('is not stopped by a payment that cannot be closed', async () => {
    const ledger = { get: () => Promise.reject(new Error('no ledger')) }
    const failure = { ok: false, kind: 'upstream_failed', details: 'broke', source: '' }
    const { logged } = await recover({}, { reply: () => failure, context: { ledger } })
    expect(logged.at(-1)).toEqual({
      level: 'error',
      message: 'a job could not be closed',
      job: 'j1',
      err: new Error('no ledger'),
    })
  })
})

it('a job may take as long as its route says', async () => {
  const never = (): Promise<never> => new Promise(() => undefined)
  const { clock, job } = await recover({}, { reply: never })
  await clock.advance(STALL - 1)
  expect((await job())?.status).toBe('in_progress')
  await clock.advance(1)
  expect(await job()).toMatchObject({ status: 'failed', why: 'job_stalled' })
})
