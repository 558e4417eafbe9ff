/**
 * Jobs whose work the gateway itself cannot finish: a fault ends the job uncharged, a store that is
 * away does not, and nobody's work is begun more than twice.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeFailed } from '../../runtime/calls/jobs/settle.ts'
import type { JobDoc } from '../../runtime/jobs/types.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import {
  cashWorld,
  fails,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  docOf,
  ends,
  headerFor,
  jobFlows,
  made,
  pollWith,
  stateOf,
  submits,
  submitted,
  twoSteps,
} from '../helpers/cash-jobs.ts'

const images = jobFlows[0]!
const film = jobFlows.find(({ path }) => path === '/films')!
const song = jobFlows.find(({ path }) => path === '/songs')!

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

const bank = () => world.cash.bank
/** The process dies, and another one starts in the same world. */
async function restart(reply?: typeof world.vendor.reply): Promise<void> {
  await at.crash()
  world.vendor = { asked: [], reply }
  at = await startCashGateway(world)
}
/** The end of the one sale, once it is written. */
async function saleLine(): Promise<SaleLine> {
  const found: SaleLine[] = []
  await until(async () => {
    const period = { since: 0, until: world.clock.now() + 1 }
    for await (const { line } of salesLines(at.store, period)) found.push(line)
    return found.length > 0
  })
  return found[0]!
}
const failedPayments = async (): Promise<number> =>
  (await at.store.list('payments', 'failed', 9)).length

it('a fault of the gateway fails the job, uncharged, and shows no details', async () => {
  world.vendor.reply = () => {
    throw new Error('a secret of the gateway')
  }
  const own = await headerFor(at, song)
  const { body } = await at.post(song.path, song.body, own)
  const { doc } = (await at.store.get<any>('jobs', `songs/${body.job_id}`))!
  expect([doc.status, doc.error]).toEqual(['failed', 'The gateway failed to work on this job'])
  expect((await saleLine()).reason).toBe('internal_error')
  expect(bank().attempts).toEqual([])
})

it('a store that is away during the work does not end the job: it is resumed, and paid for once', async () => {
  world.vendor.reply = () => {
    throw new StoreUnavailable('away')
  }
  const own = await headerFor(at, images)
  const { status, body } = await at.post(images.path, images.body, own)
  expect([status, await stateOf(at, { key: `images/${body.id}` })]).toEqual([202, 'in_progress'])
  world.vendor.reply = () => made
  await until(async () => {
    await world.clock.advance(15_000)
    return (await stateOf(at, { key: `images/${body.id}` })) === 'completed'
  })
  expect((await pollWith(at, body.poll_url, own)).body.payment.status).toBe('settled')
  expect([submits(at), bank().attempts.length]).toEqual([2, 1])
})

it('a job that was interrupted twice is failed, uncharged, and says so', async () => {
  const job = await submitted(at, images)
  await restart()
  await until(() => submits(at) === 1)
  await restart()
  expect(await docOf(at, job.key)).toMatchObject({
    status: 'failed',
    error: 'Job stalled: it was interrupted twice',
    attempts: 2,
  })
  expect(submits(at)).toBe(0)
  expect((await saleLine()).reason).toBe('job_interrupted')
  expect([await failedPayments(), bank().attempts]).toEqual([1, []])
})

it('a job that its upstream has accepted is resumed although its attempts are used up', async () => {
  const job = await submitted(at, film)
  const { doc, version } = (await at.store.get<any>('jobs', job.key))!
  const twice = { ...doc, attempts: 2 }
  const change = {
    in: 'jobs',
    key: job.key,
    version,
    tag: doc.status,
    expires: doc.expires,
  } as const
  await at.store.commit([{ do: 'replace', ...change, doc: twice }])
  await restart(twoSteps(made))
  await ends(at, job)
  expect((await pollWith(at, job.poll, job.own)).body.payment.status).toBe('settled')
  expect(submits(at)).toBe(0)
})

it('a job that fails after it was resumed closes its payment', async () => {
  const job = await submitted(at, images)
  await restart(() => fails('upstream_failed', { details: 'it broke' }))
  await until(async () => (await stateOf(at, job)) === 'failed')
  await until(async () => (await failedPayments()) === 1)
  expect((await saleLine()).reason).toBe('upstream_failed')
})

it('a job whose time is over when its process is replaced says how long it had', async () => {
  const job = await submitted(at, images)
  const { stalls } = await docOf(at, job.key)
  await at.crash()
  await world.clock.skip(stalls - world.clock.now())
  world.vendor = { asked: [] }
  at = await startCashGateway(world)
  expect(await docOf(at, job.key)).toMatchObject({
    status: 'failed',
    error: 'Job stalled: no result within 60 minutes',
  })
  expect((await saleLine()).reason).toBe('job_stalled')
})

it('a poll of a job whose time is over fails it at once, and closes its payment', async () => {
  const job = await submitted(at, images)
  const { stalls, ...doc } = await docOf(at, job.key)
  const { version } = (await at.store.get('jobs', job.key))!
  const created = world.clock.now() - 3_600_000
  const change = {
    in: 'jobs',
    key: job.key,
    version,
    tag: doc.status,
    expires: doc.expires,
  } as const
  await at.store.commit([{ do: 'replace', ...change, doc: { ...doc, stalls, created } }])
  expect((await pollWith(at, job.poll, job.own)).body).toMatchObject({
    status: 'failed',
    error: 'Job stalled: no result within 60 minutes',
  })
  expect((await saleLine()).reason).toBe('job_stalled')
  expect([await failedPayments(), bank().attempts]).toEqual([1, []])
})

it('a job whose lease another process has got is left to it, and its caller polls', async () => {
  const asked = at.post(images.path, images.body, await headerFor(at, images))
  await until(() => world.vendor.asked.length === 1)
  const { lease } = at.store
  at.store.lease = async () => false
  await world.clock.advance(10_000)
  expect((await asked).status).toBe(202)
  at.store.lease = lease
})

describe('the payment of a job that failed', () => {
  const job = { id: 'own' }
  const close = async (record?: object): Promise<unknown[]> => {
    const failed: unknown[] = []
    const ledger = { get: async () => record, fail: async (...of: unknown[]) => failed.push(of) }
    const why = { error: 'it broke', why: 'upstream_failed' } as const
    await closeFailed({ ledger } as never, job as JobDoc, why)
    return failed
  }

  it('is closed with the reason', async () => {
    const record = { state: 'claimed', job, sale: {} }
    expect(await close(record)).toEqual([[record, 'it broke']])
    expect(record.sale).toEqual({ why: 'upstream_failed' })
  })

  it.each([
    ['is not on record any more', undefined],
    ['pays for no job by now', { state: 'claimed' }],
    ['pays for another job by now', { state: 'claimed', job: { id: 'another' } }],
    ['is being settled', { state: 'settling', job }],
    ['is settled', { state: 'settled', job }],
  ])('is not closed if it %s', async (_, record) => {
    expect(await close(record)).toEqual([])
  })
})
