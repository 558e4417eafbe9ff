/** The work of one job: who does it, when it ends, and what is stored of it. */
import { describe, expect, it } from 'vitest'
import { LEASE, leaseName, runJob, type JobRun } from '../../runtime/calls/jobs/work.ts'
import { forgetInput, readJob, readResult } from '../../runtime/jobs/documents.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import { KEY } from './desk.ts'
import { STALL, workingDesk } from './working-desk.ts'

/** Starts the work of a job whose lease this process has. */
async function running(
  doc: Partial<JobDoc> = {},
  { run, ...more }: Parameters<typeof workingDesk>[0] & { run?: Partial<JobRun> } = {},
) {
  const desk = workingDesk(more)
  await desk.put(doc)
  await desk.store.lease(leaseName(KEY), 'me', LEASE)
  const job = (await readJob(desk.context, KEY))!
  const ended = runJob({ context: desk.context, compiled: desk.compiled, job, ...run })
  ended.catch(() => undefined)
  const stored = async () => (await readJob(desk.context, KEY))?.doc
  const isFree = () => desk.store.lease(leaseName(KEY), 'other', 1)
  return { ...desk, ended, stored, isFree }
}
const never = (): Promise<never> => new Promise(() => undefined)
/** An upstream that answers only when its call is aborted. */
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })

describe('the work of a job', () => {
  it('is done with its stored input, in the name of the job, and ends with a result', async () => {
    const { ended, stored, requests, context, isFree, counted } = await running()
    expect(context.jobs.has(KEY)).toBe(true)
    expect(await ended).toEqual({ state: 'completed', result: { url: 'u' }, given: undefined })
    expect(requests[0].scope).toMatchObject({ body: { text: 'hi' }, call: { id: 'j1' } })
    expect(String(requests[0].options.body)).toBe('{"text":"hi"}')
    expect(await stored()).toMatchObject({ status: 'completed', attempts: 1 })
    expect(await readResult(context, KEY)).toEqual({ url: 'u' })
    expect([context.jobs.has(KEY), context.uses.count(), await isFree(), counted]).toEqual([
      false,
      0,
      true,
      [{ route: 'post_films', end: 'completed' }],
    ])
  })

  it('has what its caller sent, while the caller waits', async () => {
    const { compiled, context } = workingDesk()
    const call = {
      context,
      compiled,
      facts: {},
      bytes: Buffer.from('sent'),
      ids: { request: 'one' },
      scope: { values: compiled.values({} as never), call: { id: 'claim' } },
    }
    const { requests, ended } = await running({}, { run: { call: call as never } })
    await ended
    expect(requests).toMatchObject([
      {
        scope: { call: { id: 'claim' } },
        options: { body: Buffer.from('sent'), ids: { request: 'one' } },
      },
    ])
  })

  it('shows the media of the upstream to a waiting caller, where the route says so', async () => {
    const job = { stall: STALL, object: 'o', store: 'films', rawInline: true }
    const { ended } = await running({}, { route: { job } })
    expect(await ended).toMatchObject({ result: { url: 'u' }, given: { url: 'u' } })
  })

  it('may have a result with a member of any name', async () => {
    const given = { ok: true, kind: 'x' }
    const reply = { ok: true, status: 200, headers: {}, body: Buffer.from(''), json: {}, given }
    expect(await (await running({}, { reply: () => reply })).ended).toMatchObject({ result: given })
  })

  it('has the fetched tables of its route, or those that its call has already', async () => {
    const route = { fetched: ['list'] }
    const context = { fetched: { current: async () => ({ list: 'new' }) } }
    const resumed = await running({}, { route, context })
    await resumed.ended
    expect(resumed.requests[0].scope.fetched).toEqual({ list: 'new' })
    const { compiled } = workingDesk({ route })
    const scope = { values: compiled.values({} as never), fetched: { list: 'old' } }
    const call = {
      facts: {},
      scope,
      compiled,
      context: { random: { hex: () => 'x' }, catalog: {} },
    } as never
    const current = () => Promise.reject(new Error('it is fetched again'))
    const own = await running({}, { route, context: { fetched: { current } }, run: { call } })
    expect((await own.ended).state).toBe('completed')
  })

  it('has a lease of its own', () => {
    expect(leaseName(KEY)).toBe(`job/${KEY}`)
  })

  it('waits for its turn in the queue of its upstream', async () => {
    const turns: unknown[] = []
    const queue = {
      run: async (of: unknown, start: () => unknown) => {
        turns.push(of)
        return start()
      },
    }
    const { ended } = await running({ upstream: 'vendor', bytes: 3 }, { context: { queue } })
    expect((await ended).state).toBe('completed')
    expect(turns).toEqual([{ upstream: 'vendor', payer: '0xAnn', bytes: 3 }])
  })

  it('is not begun by a second process', async () => {
    const { ended, requests } = await running({ status: 'completed' })
    expect([await ended, requests]).toEqual([{ state: 'completed', result: {} }, []])
    const desk = workingDesk()
    await desk.put()
    const job = (await readJob(desk.context, KEY))!
    await desk.store.commit([{ do: 'remove', in: 'jobs', key: KEY }, ...forgetInput(KEY, job.doc)])
    const gone = await runJob({ context: desk.context, compiled: desk.compiled, job })
    expect([gone, desk.requests]).toEqual([{ state: 'interrupted' }, []])
  })

  it.each<[Partial<JobDoc>, number]>([
    [{ status: 'queued', attempts: 0 }, 1],
    [{ status: 'in_progress', attempts: 1 }, 2],
  ])('counts how often it began: %o', async (doc, attempts) => {
    const { ended, stored } = await running(doc)
    await ended
    expect((await stored())?.attempts).toBe(attempts)
  })
})

describe('work that fails', () => {
  it.each([
    ['broke', 'broke'],
    [{ code: 7 }, '{"code":7}'],
  ])('ends the job with the failure: %j', async (details, error) => {
    const failure = { ok: false, kind: 'upstream_failed', details, source: 'v' }
    const { ended, stored } = await running({}, { reply: () => failure })
    expect(await ended).toEqual({ state: 'failed', failure, why: 'upstream_failed', error })
    expect(await stored()).toMatchObject({ status: 'failed', why: 'upstream_failed', error })
  })

  it('because its media cannot be given ends the job too', async () => {
    const mirror = { mirror: async () => [] }
    const { ended } = await running(
      {},
      {
        route: { mirror: 'url' },
        reply: () => ({
          ok: true,
          status: 200,
          headers: {},
          body: Buffer.from(''),
          json: {},
          given: { url: [{ path: '/1' }] },
        }),
        context: { mirror },
      },
    )
    expect(await ended).toMatchObject({ state: 'failed', why: 'upstream_failed' })
  })

  it('inside the gateway ends the job, and is logged', async () => {
    const error = new Error('a fault')
    const { ended, logged } = await running({}, { reply: () => Promise.reject(error) })
    expect(await ended).toEqual({
      state: 'failed',
      why: 'internal_error',
      error: 'The gateway failed to work on this job',
    })
    expect(logged).toEqual([
      {
        level: 'error',
        message: 'a job failed inside the gateway',
        route: 'post_films',
        job: 'j1',
        err: error,
      },
    ])
  })

  it('because the store is away is interrupted, and is done again later', async () => {
    const error = new StoreUnavailable('away')
    const { ended, stored, counted } = await running({}, { reply: () => Promise.reject(error) })
    expect([await ended, (await stored())?.status, counted]).toEqual([
      { state: 'interrupted' },
      'in_progress',
      [{ route: 'post_films', end: 'interrupted' }],
    ])
  })
})

describe('work that takes too long', () => {
  it('ends the job at its time limit, which began with the submit', async () => {
    const desk = workingDesk({ reply: never })
    await desk.put()
    const job = (await readJob(desk.context, KEY))!
    await desk.clock.skip(60_000)
    const ended = runJob({ context: desk.context, compiled: desk.compiled, job })
    await desk.clock.advance(STALL - 60_001)
    expect(desk.context.jobs.has(KEY)).toBe(true)
    await desk.clock.advance(1)
    expect(await ended).toEqual({
      state: 'failed',
      why: 'job_stalled',
      error: 'Job stalled: no result within 10 minutes',
    })
    expect([desk.requests[0].options.signal.aborted, desk.clock.sleepers()]).toEqual([true, 0])
  })

  it('is done by no other process meanwhile: its lease is renewed', async () => {
    const { clock, isFree } = await running({}, { reply: never })
    await clock.advance(3 * LEASE)
    expect(await isFree()).toBe(false)
  })

  it('is interrupted once another process has its lease', async () => {
    const { clock, ended, store, stored } = await running({}, { reply: untilAborted })
    await store.unlease(leaseName(KEY), 'me')
    await store.lease(leaseName(KEY), 'other', LEASE)
    await clock.advance(9_999)
    expect((await stored())?.status).toBe('in_progress')
    await clock.advance(1)
    expect(await ended).toEqual({ state: 'interrupted' })
    expect(await store.lease(leaseName(KEY), 'other', LEASE)).toBe(true)
  })

  it('goes on while its lease cannot be renewed', async () => {
    const { clock, store, context } = await running({}, { reply: never })
    store.lease = () => Promise.reject(new StoreUnavailable('away'))
    await clock.advance(3 * LEASE)
    expect(context.jobs.has(KEY)).toBe(true)
  })

  it('is interrupted when the gateway closes, and its lease is free at once', async () => {
    const { halt, ended, isFree, clock, logged } = await running({}, { reply: untilAborted })
    await clock.settle()
    halt()
    expect(await ended).toEqual({ state: 'interrupted' })
    expect([await isFree(), logged]).toEqual([true, []])
  })
})
