/**
 * Results that the catalog does not charge for (`charge_if`) cost us an upstream's answer each: a
 * wallet gets a limited number of them in an hour, of all processes together.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, fails, gives, startCashGateway, until } from '../helpers/cash-gateway.ts'
import type { CashGateway, Seen, World } from '../helpers/cash-gateway.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { redisStore } from '../helpers/store.ts'

const HOUR = 3_600_000
const PRICE = 2000n
const ASK = { text: 'hi' }
const empty = gives({ found: 0 })
const full = gives({ found: 1 })

let world: World
let at: CashGateway

/** A world whose catalog has a bound of its own, or none: then it is 60. */
function worldWith(uncharged?: number, now?: number): World {
  const catalog = cashCatalog([routes.tree!])
  return cashWorld({ ...catalog, gateway: { ...catalog.gateway, uncharged } }, undefined, now)
}

async function start(uncharged?: number): Promise<void> {
  world = worldWith(uncharged)
  at = await startCashGateway(world)
}

/** A payment that is good for two hours. */
async function pay(name = 'ann', by = at): Promise<string> {
  const validBefore = String(Math.floor(world.clock.now() / 1000) + 7200)
  return world.cash.wallet(name).sign(await by.quote('/tree', ASK), { validBefore })
}
const buy = async (name = 'ann', by = at): Promise<Seen> =>
  by.post('/tree', ASK, await pay(name, by))
const asked = (): number => world.vendor.asked.length
const statuses = (seen: readonly Seen[]): number[] => seen.map(({ status }) => status)

async function times(count: number, one: () => Promise<Seen>): Promise<number[]> {
  const seen: Seen[] = []
  for (let i = 0; i < count; i++) seen.push(await one())
  return [...new Set(statuses(seen))]
}
const atOnce = async (count: number, one: () => Promise<Seen>): Promise<Seen[]> =>
  Promise.all(Array.from({ length: count }, () => one()))

/** Resolves once a gateway has tried to claim a payment. */
function claims({ ledger }: CashGateway): Promise<void> {
  const { claim } = ledger
  return new Promise(resolve => {
    ledger.claim = (...args) => claim(...args).finally(resolve)
  })
}

describe('results that are not charged', () => {
  beforeEach(() => start())
  afterEach(() => at.stop())

  it('[charge_if] are limited to sixty an hour: the next call is 429, and no upstream is called', async () => {
    world.vendor.reply = () => empty
    expect(await times(60, () => buy())).toEqual([200])
    const header = await pay()
    const refused = await at.post('/tree', ASK, header)
    expect([refused.status, refused.headers.get('retry-after'), asked()]).toEqual([429, '3600', 60])
    expect(refused.body.details).toMatch(/not charged.*60 in an hour/)
    world.vendor.reply = () => full
    await world.clock.advance(HOUR)
    const later = await at.post('/tree', ASK, header)
    expect([later.status, asked(), world.cash.bank.earned()]).toEqual([200, 61, PRICE])
  })

  it('[charge_if] expire one by one, and the refusal says when the first one expires', async () => {
    world.vendor.reply = () => empty
    await times(30, () => buy())
    await world.clock.advance(600_000)
    await times(30, () => buy())
    await world.clock.advance(600_000)
    const refused = await buy()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2400'])
    await world.clock.advance(2_399_999)
    expect((await buy()).status).toBe(429)
    await world.clock.advance(1)
    expect([await times(30, () => buy()), (await buy()).status]).toEqual([[200], 429])
  })

  it('[charge_if] of one wallet do not count for another one', async () => {
    world.vendor.reply = () => empty
    await times(60, () => buy())
    expect([(await buy('ann')).status, (await buy('ben')).status]).toEqual([429, 200])
  })

  it('[charge_if] count even if one authorization is sent repeatedly', async () => {
    world.vendor.reply = () => empty
    const header = await pay()
    const again = (): Promise<Seen> => at.post('/tree', ASK, header)
    expect([await times(60, again), (await again()).status, asked()]).toEqual([[200], 429, 60])
  })

  it('[charge_if] after 45 of them a wallet can still make sixty charged calls at once', async () => {
    world.vendor.reply = () => empty
    await times(45, () => buy())
    delete world.vendor.reply
    const good = atOnce(60, () => buy())
    await until(() => asked() === 105)
    for (const one of world.vendor.asked.slice(45)) one.answer(full)
    expect(new Set(statuses(await good))).toEqual(new Set([200]))
  })
})

describe('with a bound of two', () => {
  beforeEach(() => start(2))
  afterEach(() => at.stop())

  it('[charge_if] charged calls and failed ones do not count', async () => {
    world.vendor.reply = () => full
    expect(await times(12, () => buy())).toEqual([200])
    world.vendor.reply = () => fails()
    expect(await times(12, () => buy())).toEqual([500])
    world.cash.bank.mode = 'fail'
    world.vendor.reply = () => full
    expect(await times(12, () => buy())).toEqual([402])
    world.cash.bank.mode = 'land'
    world.vendor.reply = () => empty
    expect([await times(2, () => buy()), (await buy()).status]).toEqual([[200], 429])
  })

  it('[charge_if] calls in flight count: a burst gets at most four times the limit', async () => {
    const seen: number[] = []
    const burst = atOnce(12, async () => {
      const one = await buy()
      seen.push(one.status)
      return one
    })
    await until(() => asked() === 8 && seen.length === 4)
    expect(seen).toEqual([429, 429, 429, 429])
    for (const one of world.vendor.asked) one.answer(empty)
    await burst
    expect([seen.filter(status => status === 200).length, (await buy()).status]).toEqual([8, 429])
  })

  it('[charge_if] a payment that is being settled gets its result, even above the limit', async () => {
    world.cash.bank.mode = 'held'
    world.vendor.reply = () => full
    const header = await pay()
    const first = at.post('/tree', ASK, header)
    await until(() => world.cash.bank.attempts.length === 1)
    world.vendor.reply = () => empty
    expect(await times(2, () => buy())).toEqual([200])
    const isClaimed = claims(at)
    const again = at.post('/tree', ASK, header)
    await isClaimed
    world.cash.bank.letGo()
    expect([(await first).status, (await again).body.code]).toEqual([200, 'PAYMENT_REPLAY'])
  })
})

describe('results whose payment failed, of a route that leaves two unpaid', () => {
  beforeEach(async () => {
    const { chargeIf: _, ...always } = routes.tree!
    world = cashWorld(cashCatalog([{ ...always, mostUnpaid: 2 }]))
    at = await startCashGateway(world)
    world.vendor.reply = () => full
  })
  afterEach(() => at.stop())

  it('[settle.unpaid] are limited to two in 30 days: the next call is 429, and no upstream is called', async () => {
    world.cash.bank.mode = 'fail'
    expect(await times(2, () => buy())).toEqual([402])
    world.cash.bank.mode = 'land'
    const refused = await buy()
    expect([refused.status, refused.headers.get('retry-after'), asked()]).toEqual([
      429,
      String((30 * 24 * HOUR) / 1000),
      2,
    ])
    expect(refused.body.details).toMatch(/not paid.*leave 2 unpaid in 30 days.*Nothing was charged/)
    expect((await buy('ben')).status).toBe(200)
  })

  it('[settle.unpaid] paid calls and failed ones do not count', async () => {
    expect(await times(5, () => buy())).toEqual([200])
    world.vendor.reply = () => fails()
    expect(await times(5, () => buy())).toEqual([500])
    world.vendor.reply = () => full
    expect((await buy()).status).toBe(200)
  })

  it('[settle.unpaid] calls in flight count: an unpaid burst is not larger', async () => {
    delete world.vendor.reply
    const burst = atOnce(6, () => buy())
    await until(() => asked() === 2)
    world.cash.bank.mode = 'fail'
    for (const one of world.vendor.asked) one.answer(full)
    expect(statuses(await burst).sort()).toEqual([402, 402, 429, 429, 429, 429])
    expect([(await buy()).status, asked()]).toEqual([429, 2])
  })
})

suitesWith('redis').describe('two gateways on one Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await redis.stop()
  })

  it('[charge_if] count the results of a wallet together', async () => {
    world = worldWith(4, systemClock.now())
    world.vendor.reply = () => empty
    const first = await redisStore(redis)
    const second = await redisStore(redis, first.prefix)
    const on = { settings: { instance: 'two' } }
    at = await startCashGateway(world, { store: first.store })
    const other = await startCashGateway(world, { store: second.store, ...on })
    expect(await times(2, () => buy())).toEqual([200])
    expect(await times(2, () => buy('ann', other))).toEqual([200])
    const refused = [await buy(), await buy('ann', other)]
    expect([statuses(refused), asked()]).toEqual([[429, 429], 4])
    const wait = Number(refused[0]!.headers.get('retry-after'))
    expect(wait > 3000 && wait <= 3600).toBe(true)
    expect((await buy('ben', other)).status).toBe(200)
    await Promise.all([at.stop(), other.stop()])
    await Promise.all([first.stop(), second.stop()])
  })
})
