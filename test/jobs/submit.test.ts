/** The submit of a job: what is stored, how long its caller waits, and what it gets. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { submit } from '../../runtime/calls/jobs/submit.ts'
import { LEASE, leaseName } from '../../runtime/calls/jobs/work.ts'
import { readJob, readInput } from '../../runtime/jobs/documents.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { fakeCall, fakeScheme, saidIn } from '../stages/desk.ts'
import { STALL, workingDesk } from './working-desk.ts'

const INLINE = 5_000
const KEY = 'films/new'
const REPLY = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from(''),
  json: {},
  given: { url: 'u' },
}
const FAILURE = { ok: false, kind: 'upstream_failed', details: 'broke', source: 'v' }
const LANDED = { state: 'landed', transaction: '0x1' }
const never = (): Promise<never> => new Promise(() => undefined)

interface Submitting {
  flow?: string
  spec?: object
  route?: object
  reply?: () => unknown
  end?: object
  full?: number
  claimed?: object | Error
  read?: object
  isDated?: boolean
}

/** Submits a job of wallet ann. */
async function submitting(more: Submitting = {}) {
  const { flow = 'hybrid_job', reply = () => REPLY, end = LANDED } = more
  const did: unknown[][] = []
  const places: string[] = []
  const upstream = () => ({
    id: 'vendor.call',
    upstream: 'vendor',
    origin: 'here',
    poll: { id: 'p', every: 1 },
  })
  const route = {
    id: 'post_films',
    flow,
    upstream,
    price: { decimals: 6 },
    reply: (c: any) => ({ ...c.result, id: c.job.id }),
    ...more.route,
    job: {
      stall: STALL,
      keep: 2 * STALL,
      object: 'film.job',
      store: 'films',
      inline: INLINE,
      poll: '/films/{id}',
      echo: () => ({ model: 'm' }),
      accepted: (c: any) => ({ accepted: c.job.id, poll: c.job.poll_url }),
      ...more.spec,
    },
  }
  const desk = workingDesk({ route, reply })
  const charge = new Charge()
  charge.move('verify')
  const { call } = fakeCall({
    charge,
    payer: 'ann',
    fingerprint: 'f',
    bytes: Buffer.from('sent'),
    facts: { path: '/films' },
    ids: { request: 'one' },
    offering: { since: Number.NEGATIVE_INFINITY },
    quote: { amount: 53_500n, price: { amount: '0.0535' }, encoded: { accepts: [{}] } },
    payment: {
      payload: {},
      authorization: { key: 'k', from: 'ann', value: 53_500n, validBefore: 2n ** 40n },
      scheme: fakeScheme({}),
    },
    scope: {
      values: valuesOf(route as never)({} as never),
      body: { text: 'hi' },
      path: { p: '1' },
      query: {},
      read: more.read,
    },
  })
  const record = {
    key: 'k',
    state: 'claimed',
    job: { id: 'new' },
    claim: 'c1',
    requirements: { network: 'n' },
    sale: {},
  }
  Object.assign(call, {
    context: Object.assign(desk.context, {
      inFlight: new Map(),
      offers: [],
      spec: { label: 'n' },
      budget: { spend: () => undefined },
      readiness: { problem: async () => undefined },
      reservations: { add: async () => 'added', drop: async () => undefined },
      signer: {},
      catalog: { hash: 'h', calls: {}, upstreams: {} },
      queue: {
        full: () => more.full,
        reserve: (name: string, bytes: number) => {
          places.push(`reserve ${name} ${bytes}`)
          return () => void places.push('leave')
        },
        run: (_of: unknown, start: () => unknown) => start(),
      },
      ledger: {
        get: async () => record,
        claim: async (_: unknown, facts: object, changes: never) => {
          did.push(['claim', facts])
          if (more.claimed instanceof Error) throw more.claimed
          if (more.claimed === undefined) await desk.store.commit(changes)
          return more.claimed ?? { fresh: true, record }
        },
        settle: async (one: object) => (did.push(['settle']), { settlement: end, record: one }),
        release: async (_: unknown, why: string) => void did.push(['release', why]),
        fail: async (_: unknown, why: string) => void did.push(['fail', why]),
      },
    }),
    compiled: {
      ...desk.compiled,
      envelope: call.compiled.envelope,
      offerings: { ...desk.compiled.offerings, isDated: more.isDated === true },
    },
  })
  const run = Promise.resolve(submit(call))
  run.catch(() => undefined)
  const stored = async () => (await readJob(desk.context, KEY))?.doc
  const isFree = () => desk.store.lease(leaseName(KEY), 'other', 1)
  const names = () => did.map(([name]) => name)
  return { ...desk, call, run, did, names, places, stored, isFree, record }
}
const POLL = { accepted: 'new', poll: '/films/new' }

describe('the job of a submit', () => {
  it('is stored with its claim: what it costs, for whom, and until when', async () => {
    const { run, context, did, clock, stored } = await submitting({ reply: never })
    await clock.settle()
    const now = clock.now()
    expect(await stored()).toEqual({
      id: 'new',
      route: 'post_films',
      catalog: 'h',
      status: 'in_progress',
      created: now,
      stalls: now + STALL,
      expires: now + 2 * STALL,
      payer: 'ann',
      amount: '53500',
      price: { amount: '0.0535' },
      ids: { request: 'one' },
      sale: expect.objectContaining({ quoted: '53500' }),
      submitted: 'k',
      poll_url: '/films/new',
      echo: { model: 'm' },
      upstream: 'vendor',
      attempts: 1,
      bytes: 4,
      input: expect.anything(),
    })
    const job = (await readJob(context, KEY))!
    expect(await readInput(context, job)).toEqual({
      facts: { path: '/films' },
      body: { text: 'hi' },
      query: {},
      path: { p: '1' },
    })
    expect(did[0]).toMatchObject(['claim', { job: { id: 'new', poll_url: '/films/new' } }])
    await clock.advance(INLINE)
    await run
  })

  it('has the records that the call has read, and a date where prices have one', async () => {
    const { context, call, clock, stored } = await submitting({
      reply: never,
      route: { reads: [] },
      read: { thing: 1 },
      isDated: true,
    })
    await clock.settle()
    expect(await readInput(context, (await readJob(context, KEY))!)).toMatchObject({
      read: { thing: 1 },
    })
    expect([call.job, (await stored())!.at]).toEqual(['new', 0])
  })

  it('is not stored if the queue of its upstream is full', async () => {
    const { run, names, places } = await submitting({ full: 7 })
    expect(saidIn((await run) ?? undefined)).toMatchObject({ kind: 'busy', retry_after: 7 })
    expect([names(), places]).toEqual([[], []])
  })

  it('has a place in the queue until its work begins', async () => {
    const { run, places, clock } = await submitting({ reply: never })
    await clock.settle()
    expect(places).toEqual(['reserve vendor 4', 'leave'])
    await clock.advance(INLINE)
    await run
    const free = await submitting({ route: { upstream: undefined } })
    await free.run
    expect(free.places).toEqual([])
  })

  it('whose payment is refused leaves nothing behind', async () => {
    const other = { key: 'k', state: 'settled', fingerprint: 'other', payer: 'ann' }
    const { run, context, isFree, places } = await submitting({
      claimed: { fresh: false, record: other },
    })
    expect(saidIn((await run) ?? undefined).kind).toBe('payment_replay')
    expect([context.jobs.size, await isFree(), places.at(-1)]).toEqual([0, true, 'leave'])
    const broken = await submitting({ claimed: new Error('away') })
    await expect(broken.run).rejects.toThrow('away')
    expect([broken.context.jobs.size, broken.places.at(-1)]).toEqual([0, 'leave'])
  })

  it('is worked on by no other process', async () => {
    const { clock, isFree } = await submitting({ reply: never })
    await clock.settle()
    expect(await isFree()).toBe(false)
    await clock.advance(LEASE)
    expect(await isFree()).toBe(false)
  })
})

describe('a caller that waits', () => {
  it('gets the result that is there in time, and pays for it', async () => {
    const { run, names, stored } = await submitting()
    const reply = (await run)!
    expect([reply.status, saidIn(reply), reply.outcome]).toEqual([
      200,
      { url: 'u', id: 'new' },
      'charged',
    ])
    expect([names(), (await stored())!.settled]).toEqual([
      ['claim', 'settle'],
      { key: 'k', transaction: '0x1' },
    ])
  })

  it('gets nothing for a payment that failed or is in doubt', async () => {
    for (const [state, kind] of [
      ['failed', 'settlement_failed'],
      ['unknown', 'settlement_pending'],
    ] as const) {
      const { run, call } = await submitting({ end: { state, reason: 'why' } })
      Object.assign(call.context, { challenges: { get: () => ({ headers: {} }) } })
      expect(saidIn((await run) ?? undefined).kind).toBe(kind)
    }
  })

  it('gets the failure of the upstream, uncharged', async () => {
    const { run, did, record, call } = await submitting({ reply: () => FAILURE })
    expect(saidIn((await run) ?? undefined)).toMatchObject({
      kind: 'upstream_failed',
      details: 'broke',
      source: 'v',
      extra: { job_id: 'new' },
    })
    expect([did.at(-1), record.sale, call.charge.state]).toEqual([
      ['release', 'broke'],
      { why: 'upstream_failed' },
      'released',
    ])
  })

  it('gets a failure of the gateway, uncharged', async () => {
    const { run, did } = await submitting({ reply: () => Promise.reject(new Error('a fault')) })
    expect(saidIn((await run) ?? undefined)).toEqual({
      kind: 'upstream_failed',
      details: 'The gateway failed to work on this job',
      extra: { job_id: 'new' },
    })
    expect(did.at(-1)).toEqual(['release', 'The gateway failed to work on this job'])
  })

  it('gets the address of the poll after its window, uncharged; the job goes on', async () => {
    let finish = (_: unknown): void => undefined
    const reply = () => new Promise(resolve => (finish = resolve))
    const { run, clock, names, call, stored } = await submitting({ reply })
    let isOver = false
    void run.then(() => (isOver = true))
    await clock.advance(INLINE - 1)
    expect(isOver).toBe(false)
    await clock.advance(1)
    const answer = (await run)!
    expect([answer.status, saidIn(answer), answer.outcome]).toEqual([202, POLL, 'accepted'])
    expect([names(), call.charge.state]).toEqual([['claim'], 'entrusted'])
    finish(REPLY)
    await clock.settle()
    expect([(await stored())!.status, names()]).toEqual(['completed', ['claim']])
  })

  it('has left a job that fails then: its payment is closed', async () => {
    let finish = (_: unknown): void => undefined
    const reply = () => new Promise(resolve => (finish = resolve))
    const { run, clock, did } = await submitting({ reply })
    await clock.advance(INLINE)
    await run
    finish(FAILURE)
    await clock.settle()
    expect(did.at(-1)).toEqual(['fail', 'broke'])
  })

  it('has left a job whose payment cannot be closed, which is logged', async () => {
    let finish = (_: unknown): void => undefined
    const reply = () => new Promise(resolve => (finish = resolve))
    const { run, clock, context, logged } = await submitting({ reply })
    await clock.advance(INLINE)
    await run
    context.ledger.get = () => Promise.reject(new Error('away'))
    finish(FAILURE)
    await clock.settle()
    const facts = { job: 'new', err: new Error('away') }
    expect(logged).toEqual([{ level: 'error', message: 'a job could not be closed', ...facts }])
  })

  it.each<[string, Submitting]>([
    ['the route has no window', { spec: { inline: undefined } }],
    ['this call has none', { spec: { skipInline: () => true } }],
  ])('does not wait if %s', async (_, more) => {
    const { run, clock } = await submitting({ reply: never, ...more })
    await clock.settle()
    expect((await run)!.status).toBe(202)
  })

  it('is answered when the gateway closes', async () => {
    const { run, clock, halt } = await submitting({ reply: never })
    await clock.settle()
    halt()
    expect((await run)!.status).toBe(202)
    expect(clock.sleepers()).toBe(0)
  })

  it('gets media from the upstream, where the route says so and none is missing', async () => {
    const files = (...urls: unknown[]) => ({
      ...REPLY,
      given: { files: urls.map(url => ({ url })) },
    })
    const bodyOf = async (urls: unknown[], rawInline: boolean) => {
      const { run, call } = await submitting({
        reply: async () => files(...urls),
        route: { mirror: 'files' },
        spec: { rawInline },
      })
      const hosted = urls.map((_, i) => ({ url: `https://us/${i}` }))
      Object.assign(call.context, { mirror: { mirror: async () => hosted } })
      return saidIn((await run) ?? undefined).files
    }
    expect(await bodyOf(['https://them/1'], true)).toEqual([{ url: 'https://them/1' }])
    expect(await bodyOf(['https://them/1'], false)).toEqual([{ url: 'https://us/0' }])
    expect(await bodyOf(['https://them/1', 5], true)).toEqual([
      { url: 'https://us/0' },
      { url: 'https://us/1' },
    ])
  })
})

describe('a job that only polls pay for', () => {
  const polled = { flow: 'polled_job' }

  it('is answered once its upstream has accepted it', async () => {
    let times = 0
    const ticket = { ...REPLY, ticket: { id: 7 } }
    const reply = () => ((times += 1) > 1 ? never() : ticket)
    const { run, clock, stored, names } = await submitting({ ...polled, reply })
    await clock.settle()
    expect([saidIn((await run) ?? undefined), names()]).toEqual([POLL, ['claim']])
    expect(await stored()).toMatchObject({ ticket: { id: 7 }, ticketOf: 'vendor.call' })
  })

  it('is not charged even if it is done at once', async () => {
    const { run, names } = await submitting(polled)
    expect([(await run)!.status, names()]).toEqual([202, ['claim']])
  })

  it('that fails at once is refused', async () => {
    const { run, did } = await submitting({ ...polled, reply: () => FAILURE })
    expect(saidIn((await run) ?? undefined).kind).toBe('upstream_failed')
    expect(did.at(-1)).toEqual(['release', 'broke'])
  })
})
