/** What a repeated submit of a job gets: its result, its poll address, or a wait. */
import { describe, expect, it } from 'vitest'
import { Charge } from '../../runtime/calls/stages/charge.ts'
import { earlierJob } from '../../runtime/calls/stages/replay-job.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { fakeCall, fakeScheme } from './desk.ts'

const INLINE = 30_000
const JOB = { id: 'j1', poll_url: '/films/j1' }
const PAID = { state: 'settled', transaction: '0x1' }

/** Repeats the submit of a job whose payment is on record like this. */
async function repeat(
  found: object,
  more: {
    flow?: string
    spec?: object
    isElsewhere?: boolean
    isHere?: boolean
    result?: object
  } = {},
) {
  const { flow = 'hybrid_job', spec, isElsewhere = true, isHere = false, result } = more
  const charge = new Charge()
  charge.move('verify')
  const made = fakeCall({
    route: {
      flow,
      job: { store: 'films', object: 'film.job', inline: INLINE, ...spec },
      reply: (c: any) => ({ ...c.result, id: c.job.id }),
    },
    charge,
    fingerprint: 'f',
    payment: { authorization: { key: 'other' }, scheme: fakeScheme({}) },
  })
  const { clock, call } = made
  const record = {
    key: 'k',
    payer: 'ann',
    fingerprint: 'f',
    created: clock.now(),
    job: JOB,
    requirements: { network: 'n' },
    ...found,
  }
  const store = memoryStore(clock)
  const doc = {
    id: 'j1',
    created: clock.now(),
    expires: clock.now() + 1e9,
    echo: {},
    lines: ['line'],
  }
  await store.commit([
    { do: 'insert', in: 'jobs', key: 'films/j1', doc },
    ...(result === undefined
      ? []
      : [{ do: 'insert' as const, in: 'results' as const, key: 'films/j1', doc: result }]),
  ])
  let requests = 0
  Object.assign(call.context, {
    store,
    jobs: new Map(isHere ? [['films/j1', Promise.resolve()]] : []),
    inFlight: new Map(),
    offers: [],
    settings: {},
    spec: { label: 'n' },
    catalog: { hash: 'h' },
    editions: { all: () => [] },
    routes: new Map(),
    ledger: {
      get: async () => record,
      elsewhere: async () => {
        requests += 1
        return isElsewhere
      },
      resolve: async () => ({ settlement: { state: 'unknown', reason: 'no node' }, record }),
    },
  })
  let end: any = 'waiting'
  const run = earlierJob(call, record as never).then(ended => (end = ended))
  return { ...made, record, run, ended: () => end, requests: () => requests }
}

describe('the submit of a job is answered', () => {
  it.each<[string, object, Parameters<typeof repeat>[1], string]>([
    ['once it was released', { state: 'released' }, {}, 'free'],
    ['once it failed', { state: 'failed' }, {}, 'over'],
    ['once it is settled and delivered', { ...PAID, delivered: true }, {}, 'over'],
    ['once nobody settles it', { state: 'settling' }, { isElsewhere: false }, 'pending'],
    ['once it goes on without its caller', { state: 'claimed' }, { isHere: true }, 'over'],
    [
      'at once, if it has no inline window',
      { state: 'claimed' },
      { spec: { inline: undefined } },
      'over',
    ],
    [
      'at once, if this one is not inline',
      { state: 'claimed' },
      { spec: { skipInline: () => true } },
      'over',
    ],
    ['at once, if only polls pay for it', { state: 'claimed' }, { flow: 'polled_job' }, 'over'],
    ['after its window', { state: 'claimed', created: 0 }, {}, 'over'],
  ])('%s', async (_, found, more, state) => {
    const { run } = await repeat(found, more)
    expect((await run).state).toBe(state)
  })

  it.each<[string, object, Parameters<typeof repeat>[1]]>([
    ['while its window is open', { state: 'claimed' }, { spec: { skipInline: () => false } }],
    ['while another process settles it', { state: 'settling' }, {}],
    ['while another process answers it', PAID, {}],
  ])('not %s', async (_, found, more) => {
    const { clock, ended } = await repeat(found, more)
    await clock.advance(4_000)
    expect(ended()).toBe('waiting')
    await clock.advance(1_000)
    expect(ended()).toMatchObject({ state: 'pending' })
  })
})

describe('a caller that did not get the result of its job', () => {
  const result = { url: 'u' }

  it('gets it with the receipt of the payment', async () => {
    const { run, call, record } = await repeat(PAID, { isElsewhere: false, result })
    const { state, reply } = (await run) as any
    expect([state, JSON.parse(reply.body), reply.outcome, reply.record]).toEqual([
      'ready',
      { url: 'u', id: 'j1' },
      'charged',
      record,
    ])
    expect([call.job, call.jobLines, call.payer, call.charge.transaction]).toEqual([
      'j1',
      ['line'],
      'ann',
      '0x1',
    ])
    expect(call.scope.payment).toMatchObject({ status: 'already_settled', tx_hash: '0x1' })
  })

  it.each<[string, object, Parameters<typeof repeat>[1]]>([
    ['it is polled for', {}, { flow: 'polled_job', result }],
    ['it is not there any more', {}, {}],
    ['the job is gone', { job: { id: 'j2' } }, { result }],
    ['its payment has no transaction', { transaction: undefined }, { result }],
  ])('gets none if %s', async (_, found, more) => {
    const { run, call } = await repeat({ ...PAID, ...found }, { isElsewhere: false, ...more })
    expect([(await run).state, call.charge.state]).toEqual(['over', 'verified'])
  })
})
