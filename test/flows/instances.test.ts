/** Two gateways over one Redis: whatever one does, the other knows. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { leaseName } from '../../runtime/calls/jobs/work.ts'
import {
  cashWorld,
  gives,
  requirementsOf,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  EVERY,
  jobFlows,
  made,
  pollWith,
  stateOf,
  submitted,
  type Job,
} from '../helpers/cash-jobs.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { redisStore } from '../helpers/store.ts'
import { suitesWith } from '../helpers/servers.ts'

const { describe, it } = suitesWith('redis')

const slow = { model: 'Second/Slow', prompt: 'a cat' }
const image = gives({}, { assets: [{ url: 'http://x/1' }] })

let redis: TestRedis
let world: World
let both: CashGateway[]
let close: (() => Promise<void>)[]

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(async () => {
  await redis.stop()
})
beforeEach(async () => {
  world = cashWorld(undefined, undefined, systemClock.now())
  const first = await redisStore(redis)
  const second = await redisStore(redis, first.prefix)
  close = [first.stop, second.stop]
  both = [
    await startCashGateway(world, { store: first.store, settings: { instance: 'one' } }),
    await startCashGateway(world, { store: second.store, settings: { instance: 'two' } }),
  ]
})
afterEach(async () => {
  for (const at of both) await at.stop()
  for (const stop of close) await stop()
})

/** 50 things done at once, alternating between the two. */
const fifty = <T>(work: (at: CashGateway, i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 50 }, (_, i) => work(both[i % 2]!, i)))

it('PAY-042 PAY-043 50 identical calls over both are served once', async () => {
  const header = world.cash.wallet('ann').sign(await both[0]!.quote('/tree', { text: 'hi' }))
  let answered = 0
  const calls = fifty(async at => {
    const seen = await at.post('/tree', { text: 'hi' }, header)
    answered += 1
    return seen
  })
  await until(() => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(gives({ found: 1 }, { found: 1 }))
  // Time stands still until the reply is delivered; after 5 s without that it would be sent again.
  await until(async () => {
    const [paid] = await both[0]!.store.list<PaymentRecord>('payments', 'settled', 1)
    return paid?.stored.doc.delivered === true
  })
  await until(async () => {
    await world.clock.advance(100)
    return answered === 50
  })
  const all = await calls
  expect(all.filter(seen => seen.status === 200)).toHaveLength(1)
  expect(all.filter(seen => seen.body.code === 'PAYMENT_REPLAY')).toHaveLength(49)
  expect([world.vendor.asked.length, world.cash.bank.attempts.length]).toEqual([1, 1])
})

it('PAY-063 a job of one is polled at the other; 50 polls over both, with two authorizations, settle once', async () => {
  const own = world.cash.wallet('ann').sign(await both[0]!.quote('/images', slow))
  const submit = await both[0]!.post('/images', slow, own)
  const { id } = submit.body
  expect((await both[1]!.fetch(`/images/${id}`, { headers: { 'x-payment': own } })).status).toBe(
    202,
  )
  await until(() => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(image)
  await until(async () => (await both[1]!.store.list('jobs', 'completed', 1)).length === 1)
  const fresh = world.cash.wallet('ann').sign(requirementsOf(await both[1]!.fetch(`/images/${id}`)))
  const all = await fifty((at, i) =>
    at.fetch(`/images/${id}`, { headers: { 'x-payment': i % 3 === 0 ? own : fresh } }),
  )
  expect(all.map(seen => seen.status)).toEqual(Array(50).fill(200))
  expect(all.filter(seen => seen.body.payment.status === 'settled')).toHaveLength(1)
  expect(new Set(all.map(seen => seen.body.payment.tx_hash)).size).toBe(1)
  expect(world.cash.bank.attempts).toHaveLength(1)
  expect(world.cash.bank.earned()).toBe(21_000n)
})

it('a job that one works on is not taken up by the other', async () => {
  const own = world.cash.wallet('ann').sign(await both[0]!.quote('/images', slow))
  await both[0]!.post('/images', slow, own)
  await until(() => world.vendor.asked.length === 1)
  await world.clock.advance(60_000)
  await systemClock.sleep(100)
  expect(world.vendor.asked).toHaveLength(1)
})

describe('a job that its upstream has accepted', () => {
  const film = jobFlows.find(({ path }) => path === '/films')!
  const asked = (id: string): number => world.vendor.asked.filter(one => one.id === id).length
  /** Both look for jobs that nobody works on, and poll. */
  const goOn = async (): Promise<void> => {
    await until(async () => {
      await world.clock.advance(EVERY)
      return asked('vendor.films.poll') > 0
    })
  }

  it.each([
    [
      'closes',
      async () => {
        const closed = both[0]!.gateway.close()
        await world.clock.advance(1)
        await closed
      },
    ],
    [
      'dies',
      async (job: Job) => {
        await both[0]!.crash()
        await both[1]!.store.unlease(leaseName(job.key), 'one')
      },
    ],
  ])(
    'is asked for by the other instance when its own one %s, and never submitted again',
    async (_, end) => {
      const job = await submitted(both[0]!, film)
      await end(job)
      world.vendor.asked.length = 0
      await goOn()
      world.vendor.reply = () => made
      await until(async () => {
        await world.clock.advance(EVERY)
        return (await stateOf(both[1]!, job)) === 'completed'
      })
      expect(asked('vendor.films')).toBe(0)
      const seen = await pollWith(both[1]!, job.poll, job.own)
      expect([seen.status, seen.body.payment.status, seen.body.data]).toEqual([
        200,
        'settled',
        [{ url: 'http://x/1' }],
      ])
      expect([world.cash.bank.attempts.length, world.cash.bank.earned()]).toEqual([1, film.price])
    },
  )

  it('VID-021 is polled by its buyer at both, 50 times at once, and settled once', async () => {
    const job = await submitted(both[0]!, film)
    world.vendor.reply = () => made
    await until(async () => {
      await world.clock.advance(EVERY)
      return (await stateOf(both[1]!, job)) === 'completed'
    })
    const all = await fifty(at => pollWith(at, job.poll, job.own))
    expect(all.map(seen => seen.status)).toEqual(Array(50).fill(200))
    expect(all.filter(seen => seen.body.payment.status === 'settled')).toHaveLength(1)
    expect(world.cash.bank.attempts).toHaveLength(1)
  })
})

it('LIM-014 limits are counted over both', async () => {
  const statuses = []
  for (let i = 0; i < 4; i++) statuses.push((await both[i % 2]!.fetch('/limited')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})
