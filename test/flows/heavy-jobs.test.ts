/**
 * Jobs whose requests are large: bounded by bytes as well as by number, and kept where they trouble
 * nobody.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { made, pollWith, stateOf, submits } from '../helpers/cash-jobs.ts'
import { Redis } from 'ioredis'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { redisStore } from '../helpers/store.ts'
import { suitesWith } from '../helpers/servers.ts'

// As much room as two of these requests need.
vi.mock('../../runtime/jobs/queue.ts', async original => {
  const real = await original<typeof import('../../runtime/jobs/queue.ts')>()
  return {
    ...real,
    createQueue: (...[capacities, clock]: Parameters<typeof real.createQueue>) =>
      real.createQueue(capacities, clock, 2_500_000),
  }
})

const small = { model: 'Second/Slow', prompt: 'a cat' }
const heavy = { ...small, prompt: 'x'.repeat(1_000_000) }
const catalog = () => cashCatalog([{ ...routes.job!, bodyLimit: 2_000_000 }])

let at: CashGateway
afterEach(async () => {
  await at.stop()
})

const buy = async (body: object, header?: string): Promise<Seen> =>
  at.post(
    '/images',
    body,
    header ?? at.world.cash.wallet('ann').sign(await at.quote('/images', small)),
  )

describe('the bytes of all that is asked for', () => {
  it('have a bound: what is too much is refused before any payment and costs nothing; small jobs still find room', async () => {
    at = await startCashGateway(cashWorld(catalog()))
    const paid = at.world.cash.wallet('ann').sign(await at.quote('/images', heavy))
    expect([(await buy(heavy)).status, (await buy(heavy)).status]).toEqual([202, 202])
    for (const header of [undefined, paid]) {
      const seen = await at.post('/images', heavy, header)
      expect([seen.status, seen.body.error, seen.headers.get('payment-required')]).toEqual([
        503,
        'Service busy',
        null,
      ])
      expect(Number(seen.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await buy(small)).status).toBe(202)
    expect(await at.store.list('payments', 'claimed of a job', 9)).toHaveLength(3)
    await until(() => submits(at) === 3)
    at.world.vendor.asked[0]!.answer(made)
    await until(async () => (await at.store.list('jobs', 'completed', 1)).length === 1)
    expect((await at.post('/images', heavy, paid)).status).toBe(202)
  })

  it('are counted by the next process too, for jobs that it takes up', async () => {
    const world = cashWorld(catalog())
    at = await startCashGateway(world)
    for (let i = 0; i < 2; i++) expect((await buy(heavy)).status).toBe(202)
    await until(() => submits(at) === 2)
    await at.crash()
    world.vendor = { asked: [] }
    at = await startCashGateway(world)
    await until(() => submits(at) === 2)
    expect((await at.post('/images', heavy)).status).toBe(503)
    expect((await at.post('/images', small)).status).toBe(402)
  })
})

suitesWith('redis', 'own').describe('in Redis', () => {
  let redis: PrivateRedis
  let client: Redis
  beforeAll(async () => {
    redis = await spawnRedis()
    client = new Redis({ path: redis.path })
  })
  afterAll(async () => {
    client.disconnect()
    await redis.stop()
  })

  it('what a large job was asked for is there for another instance, and is gone when the job is over', async () => {
    const { store, prefix, stop } = await redisStore(redis)
    const world: World = cashWorld(catalog(), undefined, systemClock.now())
    at = await startCashGateway(world, { store })
    const own = world.cash.wallet('ann').sign(await at.quote('/images', heavy))
    const { id } = (await at.post('/images', heavy, own)).body
    await until(() => submits(at) === 1)
    expect(await client.keys(`{${prefix}}:b:*`)).toHaveLength(1)
    const closed = at.gateway.close()
    await world.clock.advance(1)
    await closed
    world.vendor.asked.length = 0
    const next = await startCashGateway(world, { store, settings: { instance: 'two' } })
    await until(() => submits(next) === 1)
    // Compared as a whole, so that a difference is not printed letter by letter.
    expect((world.vendor.asked[0]!.scope.body as typeof heavy).prompt === heavy.prompt).toBe(true)
    world.vendor.asked[0]!.answer(made)
    await until(async () => (await stateOf(next, { key: `images/${id}` })) === 'completed')
    expect(await client.keys(`{${prefix}}:b:*`)).toEqual([])
    expect((await pollWith(next, `/images/${id}`, own)).status).toBe(200)
    await next.stop()
    await stop()
  })
})
