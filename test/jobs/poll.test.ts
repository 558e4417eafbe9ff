/** Polls of a job: who may poll, what each gets, and which of them pays. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { pollStages } from '../../runtime/calls/jobs/poll.ts'
import { readJob } from '../../runtime/jobs/documents.ts'
import type { JobDoc, StoredJob } from '../../runtime/jobs/types.ts'
import { createBudget } from '../../runtime/limits/budget.ts'
import { takeTurnsBy } from '../../runtime/lib/turns.ts'
import { fakeCall, fakeScheme, HEADER, saidIn } from '../stages/desk.ts'
import { jobsDesk, KEY } from './desk.ts'

const ANN = '0xAnn'
const STALL = 600_000
const SIGNED = { x402Version: 2, payload: { s: 1 } }
const LANDED = { state: 'landed', transaction: '0x1' }
const OWN = {
  key: 'k',
  state: 'claimed',
  payer: ANN,
  job: { id: 'j1' },
  payload: SIGNED,
  requirements: { network: 'n' },
}
const ENCODED = { accepts: [{ amount: '53500' }], headers: { named: '1' }, resource: {} }

interface Polling {
  doc?: Partial<JobDoc>
  verdict?: object
  records?: any[]
  end?: object
  fresh?: boolean
  spec?: object
  header?: string
  maxPrice?: string
  result?: object
  from?: string
}

/** Polls a job with a payment of key `k`. */
async function polling(more: Polling = {}) {
  const { doc, records = [], end = LANDED, fresh = true, spec, result = { url: 'u' } } = more
  const parts = jobsDesk()
  await parts.put({ status: 'completed', submitted: 'k', lines: ['line'] as never, ...doc })
  await parts.store.commit([{ do: 'insert', in: 'results', key: KEY, doc: result }])
  const job = (await readJob(parts.context, KEY)) as StoredJob
  const did: unknown[][] = []
  const all = new Map(records.map(one => [one.key, one]))
  const { from = ANN, verdict = { ok: true, payer: from } } = more
  const scheme = fakeScheme({ key: 'k', from, value: 53_500n, signed: { s: 1 } }, verdict)
  const rejected: unknown[] = []
  const { call } = fakeCall({
    route: {
      price: { decimals: 6 },
      job: {
        store: 'films',
        object: 'film.job',
        stall: STALL,
        pending: (c: any) => ({ pending: c.job.id, status: c.job.status }),
        failed: (c: any) => ({ failed: c.job.error }),
        ...spec,
      },
      reply: (c: any) => ({ ...c.result, id: c.job.id }),
    },
    context: {
      offers: [scheme],
      spec: { ...scheme.spec, asset: { symbol: 'USDC' } },
      settings: {},
      catalog: { hash: 'h' },
      challenges: { get: (key: string) => (did.push(['encode', key]), ENCODED) },
      quotes: { get: () => undefined, set: () => undefined },
      firstPolls: takeTurnsBy(),
      budget: createBudget(parts.clock),
      ledger: {
        get: async (key: string) => all.get(key),
        claim: async (_: unknown, facts: object) => {
          did.push(['claim', facts])
          return { fresh, record: all.get('k') ?? OWN }
        },
        settle: async (record: object) => {
          did.push(['settle'])
          return { settlement: end, record }
        },
        fail: async (...of: unknown[]) => void did.push(['fail', ...of.slice(1)]),
      },
      noteRejection: (one: object) => rejected.push(one),
      ...Object.fromEntries(
        ['store', 'clock', 'observe', 'halted'].map(n => [n, (parts.context as any)[n]]),
      ),
    },
    compiled: { offerings: { isDated: false } },
    charge: new Charge(),
    facts: { origin: 'http://us', path: '/films/j1', search: 'a=1' },
    ids: { request: 'one' },
    offering: { since: 0 },
    scope: { path: { id: 'j1' } },
    params: { id: 'j1' },
    header: HEADER,
    conflict: false,
    requestedScheme: '',
    ip: '1.2.3.4',
    maxPrice: more.maxPrice,
  })
  if ('header' in more) Object.assign(call, { header: more.header })
  const run = async () => {
    for (const stage of pollStages(job)) {
      const reply = await stage(call)
      if (reply !== undefined) return reply
    }
    return undefined
  }
  const stored = async () => (await readJob(parts.context, KEY))!.doc
  const names = () => did.map(([name]) => name).filter(name => name !== 'encode')
  return { ...parts, call, scheme, did, names, run, stored, rejected }
}
const bodyOf = async (more: Polling) => saidIn(await (await polling(more)).run())
const bad = (code: string, more: object = {}) => ({
  ok: false,
  rejection: { code, details: 'why', payer: ANN, ...more },
})

describe('a poll without a payment', () => {
  it('gets a challenge with the price of the job, at the address of the poll', async () => {
    const { run, call, did } = await polling({ header: undefined })
    expect(saidIn(await run())).toMatchObject({
      kind: 'payment_required',
      price: { amount: '0.0535', currency: 'USD' },
      extra: { job_id: 'j1' },
    })
    expect([call.quote!.amount, call.quote!.url, call.jobLines]).toEqual([
      53_500n,
      'http://us/films/j1',
      ['line'],
    ])
    expect(did).toEqual([['encode', '-53500 r http://us/films/j1']])
  })

  it('gets a challenge for the whole address if that is signed', async () => {
    const { run, call } = await polling({ header: undefined, spec: { signed: () => ({}) } })
    await run()
    expect(call.quote!.url).toBe('http://us/films/j1?a=1')
  })

  it('is shown what the route has for it, and is refused above its own price', async () => {
    const challenge = () => ({ film: 'j1' })
    expect((await bodyOf({ header: undefined, spec: { challenge } })).extra).toEqual({ film: 'j1' })
    expect(await bodyOf({ header: undefined, maxPrice: '0.01' })).toMatchObject({ status: 412 })
  })
})

describe('the wallet that bought a job', () => {
  it('polls with any good payment, and with that of the submit without verifying it', async () => {
    const fresh = await polling({ doc: { status: 'queued' } })
    expect((await fresh.run())!.status).toBe(202)
    expect(fresh.scheme.required).toHaveLength(1)
    const own = await polling({ doc: { status: 'queued' }, records: [OWN] })
    expect([(await own.run())!.status, own.call.payer]).toEqual([202, ANN])
    expect(own.scheme.required).toEqual([])
  })

  it('verifies its payment again before that pays for the finished job', async () => {
    const { run, scheme } = await polling({ records: [OWN] })
    expect((await run())!.status).toBe(200)
    expect(scheme.required).toHaveLength(1)
  })

  it.each([
    ['that cannot be read', { header: 'x' }, 'payment_invalid'],
    ['of another wallet', { from: '0xBob' }, 'payer_mismatch'],
    ['of another purchase', { records: [{ ...OWN, job: { id: 'j2' } }] }, 'payment_replay'],
    ['of no job', { records: [{ ...OWN, job: undefined }] }, 'payment_replay'],
    ['that is not good', { verdict: bad('PAYMENT_INVALID') }, 'payment_invalid'],
  ])('cannot poll with a payment %s', async (_, more, kind) => {
    expect((await bodyOf({ doc: { status: 'queued' }, ...more })).kind).toBe(kind)
  })

  it.each<[string, Polling]>([
    ['a wallet without money', { verdict: bad('PAYMENT_UNFUNDED') }],
    [
      'a used payment that is on record',
      { verdict: bad('PAYMENT_REPLAY'), records: [{ ...OWN, state: 'released' }] },
    ],
  ])('is known by %s while nothing is to be paid', async (_, more) => {
    const { run, call } = await polling({ doc: { status: 'in_progress' }, ...more })
    expect([(await run())!.status, call.payer]).toEqual([202, ANN])
  })

  it.each<[string, object]>([
    ['a used payment that is not on record', bad('PAYMENT_REPLAY')],
    ['a signature of another time', bad('PAYMENT_UNFUNDED', { untimely: true })],
    ['the name of a wallet', bad('PAYMENT_UNFUNDED', { payer: undefined })],
    ['a payment of another signer', bad('PAYMENT_UNFUNDED', { payer: '0xBob' })],
  ])('is not known by %s', async (_, verdict) => {
    expect((await bodyOf({ doc: { status: 'in_progress' }, verdict })).kind).toMatch(/^payment_/)
  })

  it('is not known by a bad payment that is on record', async () => {
    const records = [{ ...OWN, state: 'released' }]
    const verdict = bad('PAYMENT_INVALID')
    expect((await bodyOf({ doc: { status: 'in_progress' }, verdict, records })).kind).toBe(
      'payment_invalid',
    )
  })

  it('needs money to get the finished job, and may poll again with another payment', async () => {
    const again =
      'The finished job keeps its result: poll again with a payment that can be settled.'
    const verdict = bad('PAYMENT_UNFUNDED', { message: 'No money.' })
    expect(await bodyOf({ verdict })).toMatchObject({ message: `No money. ${again}` })
    expect(await bodyOf({ verdict: bad('PAYMENT_UNFUNDED') })).toMatchObject({ message: again })
    expect((await bodyOf({ verdict: bad('PAYMENT_INVALID') })).message).toBe(undefined)
  })

  it('needs none if its payment has paid meanwhile', async () => {
    const { run, store, context } = await polling({ verdict: bad('PAYMENT_UNFUNDED') })
    const { version, doc } = (await readJob(context, KEY))!
    const paid = { ...doc, settled: { key: 'k', transaction: '0x7' } }
    await store.commit([{ do: 'replace', in: 'jobs', key: KEY, version, doc: paid }])
    expect((await run())!.status).toBe(200)
  })

  it('is another one, whether it has money or not', async () => {
    const verdict = bad('PAYMENT_UNFUNDED', { payer: '0xBob' })
    expect(await bodyOf({ from: '0xBob', verdict })).toEqual({
      kind: 'payer_mismatch',
      payer: '0xBob',
    })
  })
})

describe('a poll gets', () => {
  it.each([
    [{ status: 'queued' }, 202, 'accepted', { pending: 'j1', status: 'queued' }],
    [{ status: 'in_progress' }, 202, 'accepted', { pending: 'j1', status: 'in_progress' }],
    [{ status: 'failed', error: 'no luck' }, 200, 'failed', { failed: 'no luck' }],
  ] as const)('of the job %o the status %s', async (doc, status, outcome, body) => {
    const { run, names } = await polling({ doc })
    const reply = (await run())!
    expect([reply.status, reply.outcome, saidIn(reply), names()]).toEqual([
      status,
      outcome,
      body,
      [],
    ])
  })

  it.each(['queued', 'in_progress'] as const)(
    'the failure of a job that is %s when its time is over, which is stored',
    async status => {
      const { run, stored, names } = await polling({
        doc: { status, created: 0, submitted: 'submit' },
        records: [{ ...OWN, key: 'submit' }],
      })
      const error = 'Job stalled: no result within 10 minutes'
      expect([saidIn(await run()), await stored(), names()]).toMatchObject([
        { failed: error },
        { status: 'failed', error },
        ['fail'],
      ])
    },
  )

  it('the end that another process has stored meanwhile', async () => {
    const { run, store, context } = await polling({ doc: { status: 'in_progress', created: 0 } })
    const { version, doc } = (await readJob(context, KEY))!
    await store.commit([
      { do: 'replace', in: 'jobs', key: KEY, version, doc: { ...doc, status: 'completed' } },
    ])
    expect(saidIn(await run())).toEqual({ url: 'u', id: 'j1' })
  })

  it('a job in progress while its end cannot be written', async () => {
    const { run, failStore, clock } = await polling({ doc: { status: 'in_progress', created: 0 } })
    failStore(1, new Error('broken'))
    const reply = run()
    await clock.settle()
    expect(saidIn(await reply)).toEqual({ pending: 'j1', status: 'in_progress' })
  })
})

describe('the first poll of a finished job', () => {
  it('pays for it, and gets the result with its receipt', async () => {
    const { run, names, stored, did } = await polling()
    const reply = (await run())!
    expect([reply.status, saidIn(reply), reply.outcome, reply.record]).toEqual([
      200,
      { url: 'u', id: 'j1' },
      'charged',
      OWN,
    ])
    expect([names(), (await stored()).settled]).toEqual([
      ['claim', 'settle'],
      { key: 'k', transaction: '0x1' },
    ])
    expect(did.find(([name]) => name === 'claim')![1]).toMatchObject({ job: { id: 'j1' } })
  })

  it('may get another form of the result', async () => {
    const completed = (c: any) => ({ film: c.result.url })
    expect(await bodyOf({ spec: { completed } })).toEqual({ film: 'u' })
  })

  it('gets nothing if its payment fails or is in doubt', async () => {
    expect((await bodyOf({ end: { state: 'failed', reason: 'why' } })).kind).toBe(
      'settlement_failed',
    )
    expect((await bodyOf({ end: { state: 'unknown', reason: 'why' } })).kind).toBe(
      'settlement_pending',
    )
  })

  it('cannot pay with a payment that belongs to something else', async () => {
    const records = [{ ...OWN, state: 'released', job: { id: 'j2' } }]
    expect((await bodyOf({ records, fresh: false })).kind).toBe('payment_replay')
  })

  it('pays nothing for a result that is gone, or that cannot be rendered', async () => {
    const gone = await polling()
    await gone.store.commit([{ do: 'remove', in: 'results', key: KEY }])
    expect([saidIn(await gone.run()).kind, gone.names()]).toEqual(['job_not_found', []])
    const broken = await polling({
      spec: {
        completed: () => {
          throw new Error('a fault')
        },
      },
    })
    await expect(broken.run()).rejects.toThrow('a fault')
    expect(broken.names()).toEqual([])
  })

  it('pays nothing if the job goes meanwhile', async () => {
    const { run, store, before, names } = await polling()
    before('get results', () => store.commit([{ do: 'remove', in: 'jobs', key: KEY }]))
    expect([saidIn(await run()).kind, names()]).toEqual(['job_not_found', []])
  })
})

describe('a later poll of a finished job', () => {
  const paid = { settled: { key: 'k', transaction: '0x7' } }

  it('gets the result again, and pays nothing', async () => {
    const { run, names } = await polling({ doc: paid })
    const reply = (await run())!
    expect([reply.status, saidIn(reply), reply.outcome, names()]).toEqual([
      200,
      { url: 'u', id: 'j1' },
      'ok',
      [],
    ])
  })

  it('counts in the budget of its caller', async () => {
    const { run, call } = await polling({ doc: paid })
    call.context.budget.spend([{ key: ANN, times: 1 }], { bytes: 1e12, ms: 0 })
    expect(saidIn(await run())).toMatchObject({ details: 'This result was sent too often.' })
    const other = await polling()
    other.call.context.budget.spend([{ key: ANN, times: 1 }], { bytes: 1e12, ms: 0 })
    expect((await other.run())!.status).toBe(200)
  })

  it('that waits for the first one pays nothing, and counts too', async () => {
    const first = await polling()
    const second = await polling()
    Object.assign(second.call.context, first.call.context, {
      firstPolls: first.call.context.firstPolls,
    })
    second.call.context.budget.spend([{ key: ANN, times: 1 }], { bytes: 1e12, ms: 0 })
    const replies = await Promise.all([first.run(), second.run()])
    expect([replies[0]!.status, saidIn(replies[1]).details, first.names()]).toEqual([
      200,
      'This result was sent too often.',
      ['claim', 'settle'],
    ])
  })
})
