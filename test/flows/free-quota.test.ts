/**
 * Free quotas (`pay.free_quota`): so many results of an address or a wallet are free in a period,
 * counted for all processes and across crashes.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import type { LimitSpec, Route } from '../../runtime/contract.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  receiptOf,
  startCashGateway,
  until,
} from '../helpers/cash-gateway.ts'
import type { CashGateway, Seen, World } from '../helpers/cash-gateway.ts'
import { chats, chatWorld, listen, openStreams } from '../helpers/cash-streams.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const DAY = 86_400_000
const QUARTER = 900_000
const SECOND = 1_000
const PRICE = 2000n
const full = gives({ found: 1 }, { found: 1 })
const { chargeIf: _, ...tree } = routes.tree!
const LIMITS: readonly LimitSpec[] = [
  { name: 'taste', max: 2, per: DAY, by: 'ip', style: 'reset' },
  { name: 'few_of_user', max: 1, per: DAY, by: 'key', style: 'reset' },
  { name: 'of_wallet', max: 2, per: DAY, by: 'payer', style: 'reset' },
]

/** Where prices are asked for. */
const QUOTES: Route = {
  ...tree,
  id: 'post_quote',
  path: '/quote',
  flow: 'free',
  price: undefined,
  fixed: undefined,
  upstream: undefined,
  serves: 'quote',
  body: { schema: { type: 'object' }, unknown: 'forward' },
}

let world: World
let at: CashGateway
afterEach(() => at.stop())

function catalogOf(quota: Route['quota']): World['catalog'] {
  const catalog = cashCatalog([
    QUOTES,
    { ...tree, quota, reply: c => ({ price: c.price, who: c.payer ?? '' }) },
  ])
  const limits = Object.fromEntries(LIMITS.map(one => [one.name, one]))
  return { ...catalog, limits: { ...catalog.limits, ...limits } }
}

async function start(quota: Route['quota'], reply: World['vendor']['reply'] = () => full) {
  world = cashWorld(catalogOf(quota))
  world.vendor.reply = reply
  at = await startCashGateway(world)
}
const ask = (by = at, text = 'hi'): Promise<Seen> => by.post('/tree', { text })
const buy = async (name = 'ann'): Promise<Seen> => {
  const requirements = JSON.parse(
    Buffer.from((await ask()).headers.get('payment-required')!, 'base64').toString(),
  ).accepts[0]
  return at.post('/tree', { text: 'hi' }, world.cash.wallet(name).sign(requirements))
}
const statuses = async (all: readonly Promise<Seen>[]): Promise<number[]> =>
  (await Promise.all(all)).map(({ status }) => status).sort()
const counted = async (): Promise<number> => {
  const { doc } = (await at.store.get<any>('gateway.quotas', 'taste|127.0.0.1')) ?? {}
  return Object.values(doc?.taken ?? {}).filter(
    end => (end as number) > world.clock.now() + QUARTER,
  ).length
}
const isCounted = (count: number): Promise<void> => until(async () => (await counted()) === count)

describe('a quota of an address', () => {
  it('[free_quota] serves so many results without a payment, then the price holds, and each counts for the period', async () => {
    await start({ names: ['taste'] })
    const first = await ask()
    expect([first.status, first.body]).toEqual([
      200,
      { price: { amount: '0.000000', currency: 'USD' }, who: '' },
    ])
    expect(first.headers.get('payment-response')).toBeNull()
    await isCounted(1)
    await world.clock.advance(DAY / 2)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(402)
    expect((await buy()).status).toBe(200)
    expect(world.cash.bank.earned()).toBe(PRICE)
    await isCounted(2)
    await world.clock.advance(DAY / 2)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 402])
  })

  it('[free_quota] does not count what fails, nor what is paid for', async () => {
    await start({ names: ['taste'] }, () => fails())
    for (let i = 0; i < 4; i++) expect((await ask()).status).toBe(500)
    world.vendor.reply = () => full
    const paid = world.cash.wallet('ann').sign((await quoted())!)
    expect(receiptOf(await at.post('/tree', { text: 'hi' }, paid)).success).toBe(true)
    expect(await statuses([ask()])).toEqual([200])
    expect(await statuses([ask()])).toEqual([200])
    expect(await statuses([ask()])).toEqual([402])
  })

  it('[free_quota] counts calls under way, of all processes that share the store', async () => {
    world = cashWorld(catalogOf({ names: ['taste'] }))
    const store = memoryStore(world.clock, { docs: world.docs })
    at = await startCashGateway(world, { store })
    const other = await startCashGateway(world, { store, settings: { instance: 'two' } })
    const burst = Array.from({ length: 6 }, (_one, i) => ask(i % 2 === 0 ? at : other))
    const refused = Promise.all(burst.map(one => Promise.race([one, until(() => asked() === 2)])))
    await refused
    for (const one of world.vendor.asked) one.answer(full)
    expect(await statuses(burst)).toEqual([200, 200, 402, 402, 402, 402])
    expect(asked()).toBe(2)
    await other.stop()
  })

  it('[free_quota] remembers results after a crash, and gives back the places of calls that died', async () => {
    await start({ names: ['taste'] })
    expect((await ask()).status).toBe(200)
    await isCounted(1)
    delete world.vendor.reply
    const died = ask().catch(() => 'dropped')
    await until(() => asked() === 2)
    await at.crash()
    await died
    world.vendor = { asked: [], reply: () => full }
    at = await startCashGateway(world)
    expect((await ask()).status).toBe(402)
    await world.clock.advance(QUARTER)
    expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(402)
  })

  it('[free_quota] refuses calls without a payment once it is used up, where it says so', async () => {
    await start({ names: ['taste'], when: c => c.body.text === 'hi', usedUp: 'refuse' })
    expect((await ask(at, 'no')).status).toBe(402)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200])
    await isCounted(2)
    await world.clock.advance(DAY / 4)
    const refused = await ask()
    const asks = { path: '/tree', method: 'POST', body: { text: 'hi' } }
    const quote = await at.post('/quote', asks)
    for (const one of [refused, quote]) {
      expect([one.status, one.headers.get('retry-after')]).toEqual([429, '64800'])
      expect(one.headers.get('payment-required')).toBeNull()
    }
    const required = await quoted()
    const paid = await at.post('/tree', { text: 'hi' }, world.cash.wallet('ann').sign(required))
    expect([paid.status, world.cash.bank.earned()]).toEqual([200, PRICE])
    await world.clock.advance((DAY / 4) * 3)
    expect((await ask()).status).toBe(200)
  })

  it('[free_quota] that refuses asks for no payment while the store cannot say', async () => {
    await start({ names: ['taste'], usedUp: 'refuse' })
    const { get } = at.store
    at.store.get = async (collection: any, key: string) => {
      if (collection === 'gateway.quotas') throw new Error('away')
      return get(collection, key) as any
    }
    expect((await ask()).status).toBeGreaterThanOrEqual(500)
  })

  it('[free_quota] counts by a formula beside the address, and only the calls that it names', async () => {
    const key = (c: any): string => c.body.text
    await start({ names: ['taste', 'few_of_user'], key, when: c => c.body.text !== 'no' })
    expect((await ask(at, 'no')).status).toBe(402)
    expect([(await ask(at, 'a')).status, (await ask(at, 'a')).status]).toEqual([200, 402])
    expect([(await ask(at, 'b')).status, (await ask(at, 'c')).status]).toEqual([200, 402])
  })

  it('[free_quota] quotes a call as free while something is left, and takes nothing', async () => {
    await start({ names: ['taste'] })
    const quote = async (): Promise<unknown> =>
      (await at.post('/quote', { path: '/tree', method: 'POST', body: { text: 'hi' } })).body.free
    expect([await quote(), await quote(), await quote()]).toEqual([true, true, true])
    expect([(await ask()).status, await quote(), (await ask()).status]).toEqual([200, true, 200])
    expect([await quote(), asked()]).toEqual([false, 2])
  })

  it('[free_quota] charges while the store cannot say', async () => {
    await start({ names: ['taste'] })
    const { get } = at.store
    at.store.get = async (collection: any, key: string) => {
      if (collection === 'gateway.quotas') throw new Error('away')
      return get(collection, key) as any
    }
    expect((await ask()).status).toBe(402)
  })
})

describe('what counts as a free result', () => {
  it('[free_quota] is a result with any status, and nothing of what `charge_if` does not charge to a wallet', async () => {
    const odd = { ...tree, id: 'post_odd', path: '/odd', quota: { names: ['taste'] } }
    const some = { ...tree, id: 'post_some', path: '/some', quota: { names: ['of_wallet'] } }
    const base = catalogOf(undefined)
    world = cashWorld({
      ...base,
      routes: [
        { ...odd, status: () => 404 },
        { ...some, chargeIf: c => c.reply.found > 0 },
      ],
    })
    world.vendor.reply = () => full
    at = await startCashGateway(world)
    const texts = { text: 'hi' }
    expect((await at.post('/odd', texts)).status).toBe(404)
    await isCounted(1)
    expect((await at.post('/odd', texts)).status).toBe(404)
    expect((await at.post('/odd', texts)).status).toBe(402)
    const required = await at.quote('/some', texts)
    const one = (): Promise<Seen> =>
      at.post('/some', texts, world.cash.wallet('ann').sign(required))
    world.vendor.reply = () => gives({ found: 0 }, { found: 0 })
    for (let i = 0; i < 3; i++) expect((await one()).status).toBe(200)
    world.vendor.reply = () => full
    expect([(await one()).status, (await one()).status]).toEqual([200, 200])
    expect(world.cash.bank.attempts).toEqual([])
    expect([(await one()).status, world.cash.bank.earned()]).toEqual([200, PRICE])
  })

  it('[free_quota] is for a while one that was delivered by a process that died before it counted it', async () => {
    await start({ names: ['taste'] })
    const { commit } = at.store
    let counts = 0
    // The second change of the document is the count, which the process does not live to see.
    at.store.commit = changes =>
      changes.some(one => one.in === 'gateway.quotas') && ++counts > 1
        ? new Promise(() => {})
        : commit(changes)
    expect((await ask()).status).toBe(200)
    await until(() => counts === 2)
    await at.crash()
    at = await startCashGateway(world)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 402])
    await world.clock.advance(QUARTER - SECOND)
    expect((await ask()).status).toBe(402)
    await world.clock.advance(SECOND)
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 402])
  })
})

suitesWith('redis').describe('two gateways on one Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis.stop())

  it('[free_quota] give no wallet and no address more than its results, however they race', async () => {
    const catalog = catalogOf({ names: ['of_wallet'] })
    const open = { ...tree, id: 'post_open', path: '/open', quota: { names: ['taste'] } }
    const all = { ...catalog, routes: [...catalog.routes, open] }
    world = cashWorld(all, undefined, systemClock.now())
    world.vendor.reply = () => full
    const first = await redisStore(redis)
    const second = await redisStore(redis, first.prefix)
    at = await startCashGateway(world, { store: first.store })
    const on = { settings: { instance: 'two' } }
    const other = await startCashGateway(world, { store: second.store, ...on })
    const required = await at.quote('/tree', { text: 'hi' })
    const race = (count: number, name: (i: number) => string): Promise<Seen[]> =>
      Promise.all(
        Array.from({ length: count }, (_one, i) => {
          const header = world.cash.wallet(name(i)).sign(required)
          return (i % 2 === 0 ? at : other).post('/tree', { text: 'hi' }, header)
        }),
      )
    const paid = (all: readonly Seen[]): number =>
      all.filter(one => receiptOf(one).transaction !== '').length
    const ofOne = await race(20, () => 'ann')
    expect(new Set(ofOne.map(({ status }) => status))).toEqual(new Set([200]))
    expect(paid(ofOne)).toBe(18)
    const ofMany = await race(50, i => `wallet ${i % 25}`)
    expect([new Set(ofMany.map(({ status }) => status)), paid(ofMany)]).toEqual([new Set([200]), 0])
    expect(world.cash.bank.earned()).toBe(18n * PRICE)
    const unpaid = Array.from({ length: 50 }, (_one, i) =>
      (i % 2 === 0 ? at : other).post('/open', { text: 'hi' }),
    )
    const free = (await statuses(unpaid)).filter(status => status === 200)
    expect(free).toHaveLength(2)
    await Promise.all([at.stop(), other.stop()])
    await Promise.all([first.stop(), second.stop()])
  })
})

describe('a quota of an address, of a stream', () => {
  it('[free_quota] counts a stream that was served, and not one that broke off', async () => {
    const { catalog } = chatWorld()
    const list = [{ ...chats.chat!, quota: { names: ['taste'] } }]
    const limits = { ...catalog.limits, taste: { ...LIMITS[0]!, max: 1 } }
    world = cashWorld({ ...catalog, routes: list, limits })
    const opened = openStreams(world)
    at = await startCashGateway(world)
    const broken = await listen(at, '/chat')
    opened[0]!.breaks('cut')
    await broken.end
    await until(async () => (await taken()) === 0)
    const whole = await listen(at, '/chat')
    opened[1]!.ends()
    expect([whole.status, await whole.end]).toEqual([200, 'whole'])
    await isCounted(1)
    expect((await listen(at, '/chat')).status).toBe(402)
    expect(world.cash.bank.attempts).toEqual([])
  })
})

describe('a quota of a wallet', () => {
  it('[free_quota] closes what was signed for so many results, then settles', async () => {
    await start({ names: ['of_wallet'] })
    const first = await buy()
    expect([first.status, first.body.price.amount]).toEqual([200, '0.000000'])
    expect(receiptOf(first)).toMatchObject({ success: true, transaction: '', amount: '0' })
    expect((await buy()).status).toBe(200)
    expect(world.cash.bank.attempts).toEqual([])
    const third = await buy()
    expect([third.status, world.cash.bank.earned()]).toEqual([200, PRICE])
    expect(receiptOf(await buy('ben')).transaction).toBe('')
  })

  it('[free_quota] refuses a wallet uncharged once it is used up, where it says so', async () => {
    await start({ names: ['of_wallet'], when: () => true, usedUp: 'refuse' })
    expect([(await buy()).status, (await buy()).status]).toEqual([200, 200])
    const header = world.cash.wallet('ann').sign((await quoted())!)
    const refused = await at.post('/tree', { text: 'hi' }, header)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '86400'])
    expect([asked(), world.cash.bank.attempts]).toEqual([2, []])
    await world.clock.advance(DAY)
    expect((await buy()).status).toBe(200)
  })

  it('[free_quota] gives the place of a call that fails back', async () => {
    await start({ names: ['of_wallet'] }, () => fails())
    for (let i = 0; i < 3; i++) expect((await buy()).status).toBe(500)
    world.vendor.reply = () => full
    expect([(await buy()).status, (await buy()).status]).toEqual([200, 200])
    expect(world.cash.bank.attempts).toEqual([])
  })
})

const asked = (): number => world.vendor.asked.length

/** Places that are taken, by results and by calls under way. */
const taken = async (): Promise<number> => {
  const { doc } = (await at.store.get<any>('gateway.quotas', 'taste|127.0.0.1')) ?? {}
  return Object.keys(doc?.taken ?? {}).length
}

/** What a call costs, asked while the quota still has room. */
async function quoted(): Promise<any> {
  const seen = await at.fetch('/tree', { method: 'POST' })
  return JSON.parse(Buffer.from(seen.headers.get('payment-required')!, 'base64').toString())
    .accepts[0]
}
