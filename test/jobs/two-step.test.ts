/** Work in two steps: submitted once, then asked for with the stored ticket. */
import { describe, expect, it } from 'vitest'
import { readJob, updateJob } from '../../runtime/jobs/documents.ts'
import { submitAndPoll } from '../../runtime/jobs/two-step.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import { jobsDesk, KEY } from './desk.ts'

const EVERY = 5_000
const POLL = { id: 'vendor.films.poll', every: EVERY }
const CALL = { id: 'vendor.films', origin: 'vendors.yaml:3', poll: POLL } as never
const SCOPE = { body: { text: 'hi' } } as never
const IDS = { request: 'r1' } as never
const TICKET = { job: 't1' }

const TAKEN = { ok: true, ticket: TICKET }
const PENDING = { ok: true, pending: true }
const MADE = { ok: true, result: { url: 'u' } }
const BUSY = { ok: false, transient: true, kind: 'rate_limited', status: 429 }
const REFUSED = { ok: false, kind: 'invalid_input' }

/** A call that reached the upstream. */
interface Asked {
  id: string
  ticket: unknown
  signal: unknown
  ids: unknown
}

/** A job whose upstream gives these answers, one after the other. */
async function desk(answers: object[], more: Partial<JobDoc> = {}) {
  const parts = jobsDesk()
  await parts.put({ status: 'in_progress', ...more })
  const asked: Asked[] = []
  const context = {
    ...parts.context,
    catalog: { calls: { 'vendor.films': CALL } },
    upstreams: {
      call: async ({ id }: { id: string }, scope: any, options: any) => {
        asked.push({ id, ticket: scope.ticket, signal: options.signal, ids: options.ids })
        return answers.shift()
      },
    },
  } as never as typeof parts.context
  const job = (await readJob(context, KEY))!
  const stop = new AbortController()
  let stored = 0
  const run = (call = CALL) => {
    const request = submitAndPoll(context, job, () => stored++)
    const end = request(call, SCOPE, { signal: stop.signal, ids: IDS } as never)
    end.catch(() => undefined)
    return end
  }
  const ids = () => asked.map(({ id }) => id)
  return { ...parts, context, job, asked, ids, run, stop, stored: () => stored }
}

describe('a job without a ticket', () => {
  it('is submitted, its ticket is stored, and it is polled until there is a result', async () => {
    const { asked, clock, context, ids, run, stop, stored } = await desk([TAKEN, PENDING, MADE])
    const end = run()
    await clock.settle()
    expect([ids(), stored()]).toEqual([['vendor.films'], 1])
    expect((await readJob(context, KEY))!.doc).toMatchObject({
      ticket: TICKET,
      ticketOf: 'vendor.films',
    })
    await clock.advance(EVERY - 1)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    await clock.advance(EVERY)
    expect(await end).toEqual(MADE)
    expect(asked).toEqual(
      ['vendor.films', POLL.id, POLL.id].map((id, i) => ({
        id,
        ticket: i === 0 ? undefined : TICKET,
        signal: stop.signal,
        ids: IDS,
      })),
    )
  })

  it.each([MADE, REFUSED])('that ends with its submit is not polled (%o)', async answer => {
    const { clock, context, job, ids, run, stored } = await desk([answer])
    expect(await run()).toEqual(answer)
    await clock.advance(EVERY)
    expect([ids(), stored()]).toEqual([['vendor.films'], 0])
    expect(await readJob(context, KEY)).toEqual(job)
  })

  it('that another process has submitted meanwhile is polled with the first ticket', async () => {
    const { asked, clock, context, run } = await desk([TAKEN, MADE])
    const first = { ticket: { job: 't0' }, ticketOf: 'vendor.films' }
    await updateJob(context, KEY, () => ({ change: first }))
    const end = run()
    await clock.advance(EVERY)
    await end
    expect(asked[1]).toMatchObject({ id: POLL.id, ticket: { job: 't0' } })
    expect(await readJob(context, KEY)).toMatchObject({ version: 2, doc: first })
  })

  it('that has ended meanwhile gets no ticket; its work is asked for once more', async () => {
    const { asked, clock, context, run } = await desk([TAKEN, MADE])
    await updateJob(context, KEY, () => ({ change: { status: 'failed' } }))
    const end = run()
    await clock.advance(EVERY)
    await end
    expect(asked[1]).toMatchObject({ ticket: TICKET })
    expect((await readJob(context, KEY))!.doc.ticket).toBeUndefined()
  })

  it('that is gone meanwhile is polled with its ticket, also if nobody waits for that', async () => {
    const { asked, clock, context, job, store } = await desk([TAKEN, MADE])
    await store.commit([{ do: 'remove', in: 'jobs', key: KEY }])
    const end = submitAndPoll(context, job)(CALL, SCOPE, {} as never)
    await clock.advance(EVERY)
    expect(await end).toEqual(MADE)
    expect(asked[1]).toMatchObject({ ticket: TICKET, signal: undefined })
  })

  it('keeps its ticket for a store that is unavailable', async () => {
    const { clock, context, failStore, ids, run } = await desk([TAKEN, MADE])
    failStore(3)
    const end = run()
    await clock.advance(3_000)
    expect(ids()).toEqual(['vendor.films'])
    expect((await readJob(context, KEY))!.doc.ticket).toEqual(TICKET)
    await clock.advance(EVERY)
    expect(await end).toEqual(MADE)
  })

  it('whose call cannot be polled is a mistake of the catalog', async () => {
    const { run } = await desk([TAKEN])
    const single = { id: 'vendor.songs', origin: 'vendors.yaml:9' } as never
    await expect(run(single)).rejects.toThrow('the call vendor.songs at vendors.yaml:9 has no poll')
  })
})

describe('a job with a ticket', () => {
  it('is only polled, by the call that gave the ticket', async () => {
    const ticket = { ticket: TICKET, ticketOf: 'vendor.films' }
    const { asked, clock, run, stop } = await desk([MADE], ticket)
    const end = run({ id: 'other.films', poll: { id: 'other.poll', every: EVERY } } as never)
    await clock.advance(EVERY)
    expect(await end).toEqual(MADE)
    expect(asked).toEqual([{ id: POLL.id, ticket: TICKET, signal: stop.signal, ids: IDS }])
  })

  it.each([undefined, 'gone.films', 'constructor'])(
    'of a call that the catalog does not have any more (%s) is polled by the call of the route',
    async ticketOf => {
      const { clock, ids, run } = await desk([MADE], { ticket: TICKET, ticketOf })
      const end = run({ id: 'other.films', poll: { id: 'other.poll', every: EVERY } } as never)
      await clock.advance(EVERY)
      await end
      expect(ids()).toEqual(['other.poll'])
    },
  )
})

describe('a poll that fails', () => {
  const TICKETED = { ticket: TICKET, ticketOf: 'vendor.films' }

  it('for now is repeated, and logged as a warning once', async () => {
    const { clock, logged, run } = await desk([BUSY, PENDING, BUSY, MADE], TICKETED)
    const end = run()
    await clock.advance(4 * EVERY)
    expect(await end).toEqual(MADE)
    expect(logged).toEqual(
      ['warn', 'debug'].map(level => ({
        level,
        message: 'a poll failed and is repeated',
        job: 'j1',
        call: POLL.id,
        kind: 'rate_limited',
        status: 429,
      })),
    )
  })

  it('for good ends the work', async () => {
    const { clock, logged, run } = await desk([REFUSED], TICKETED)
    const end = run()
    await clock.advance(EVERY)
    expect([await end, logged]).toEqual([REFUSED, []])
  })

  it.each([
    [1, EVERY],
    [8, 8_000],
    [3_600, 60_000],
  ])('with Retry-After: %i is repeated after %i ms', async (retryAfter, pause) => {
    const { asked, clock, run } = await desk([{ ...BUSY, retryAfter }, PENDING, MADE], TICKETED)
    const end = run()
    await clock.advance(EVERY)
    await clock.advance(pause - 1)
    expect(asked).toHaveLength(1)
    await clock.advance(1)
    expect(asked).toHaveLength(2)
    // The pause is that of one answer only.
    await clock.advance(EVERY)
    expect(await end).toEqual(MADE)
  })

  it('because the work was stopped rejects with the reason', async () => {
    const { clock, context, run, stop } = await desk([], TICKETED)
    context.upstreams.call = async () => {
      stop.abort(new Error('stopped'))
      return MADE as never
    }
    const end = run()
    await clock.advance(EVERY)
    await expect(end).rejects.toThrow('stopped')
  })

  it('is not made once the work was stopped', async () => {
    const { asked, clock, run, stop } = await desk([], TICKETED)
    const end = run()
    await clock.settle()
    stop.abort(new Error('stopped'))
    await expect(end).rejects.toThrow('stopped')
    expect([asked, clock.sleepers()]).toEqual([[], 0])
  })
})
