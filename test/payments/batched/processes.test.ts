/** Batched payments over several processes, crashes and days. */
import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../runtime/lib/clock.ts'
import { expiryOf } from '../../../runtime/payments/ledger/retention.ts'
import type { PaymentRecord } from '../../../runtime/payments/record.ts'
import type { Store } from '../../../runtime/store/store.ts'
import { honestly, late, on } from '../../../scripts/devnet/batched/levers.ts'
import type { BatchedWorld } from '../../../scripts/devnet/batched/world.ts'
import { cashCatalog } from '../../helpers/cash-catalog.ts'
import { cashWorld, gives, startCashGateway, type CashGateway } from '../../helpers/cash-gateway.ts'
import { toHeader } from '../../helpers/chain.ts'
import { startRedis, type TestRedis } from '../../helpers/redis.ts'
import { suitesWith } from '../../helpers/servers.ts'
import { embeddedStore, freshPrefix, redisStore } from '../../helpers/store.ts'
import { DAY, decoded, facts, newAccount, openSide, sign, SPEC, startWorld } from './support.ts'

const PRICE = 53_500n
const BODY = { model: 'first', prompt: 'a fox' }

let world: BatchedWorld
/** How far the time of gateways and facilitator is ahead, ms. */
let ahead = 0
const clock = { ...systemClock, now: () => Date.now() + ahead }
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  world = await startWorld({ now: clock.now })
})
afterAll(() => world?.stop())
afterEach(async () => {
  world.facilitator.lever = honestly
  for (const end of ends.splice(0).reverse()) await end()
  ahead = 0
})

/** A gateway process over a store. `stop` ends it earlier than its test. */
async function open(store: Store, owner: string): Promise<CashGateway & { end(): Promise<void> }> {
  const limits = { verify: 20_000, settle: 20_000, read: 20_000, look: 3000 }
  const side = await openSide(world.url, store, { clock, owner, limits })
  const catalog = cashCatalog()
  catalog.networks = { ...catalog.networks, cash: SPEC }
  const [paymentScheme, ...furtherSchemes] = side.schemes
  const { ledger } = side
  const shop = await startCashGateway(cashWorld(catalog, 'cash', clock.now()), {
    store,
    settings: { instance: owner },
    parts: { paymentScheme, furtherSchemes, ledger, clock, balanceOf: paymentScheme.balanceOf },
  })
  shop.world.vendor.reply = () => gives({}, { assets: [{ url: 'https://pictures.example/1' }] })
  let isOver = false
  const end = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await shop.stop()
    await side.stop()
    rmSync(shop.world.dir, { recursive: true, force: true })
  }
  ends.push(end)
  return { ...shop, end }
}

/** A header of a wallet with deposits, and the wallet. */
async function signed(
  shop: CashGateway,
  changes: Parameters<typeof sign>[2] = {},
): Promise<{ header: string; wallet: string }> {
  const account = newAccount()
  await world.fund(account.address, PRICE * 5n, SPEC.chain)
  const requirements = await shop.quote('/images', BODY)
  const header = toHeader(await sign(account, requirements, { now: clock.now(), ...changes }))
  return { header, wallet: account.address.toLowerCase() }
}
const transfers = (wallet: string): number => world.facilitator.book.list({ from: wallet }).length

suitesWith('redis').describe('two gateways on one Redis', () => {
  let redis: TestRedis | undefined
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis?.stop())

  it('race for one header: one works, one transfer is made', async () => {
    const prefix = freshPrefix()
    const stores = await Promise.all([redisStore(redis!, prefix), redisStore(redis!, prefix)])
    for (const store of stores) ends.push(() => store.stop())
    const shops = [await open(stores[0]!.store, 'one'), await open(stores[1]!.store, 'two')]
    const { header, wallet } = await signed(shops[0]!)
    world.facilitator.lever = on('settle', late(200))
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, i) => shops[i % 2]!.post('/images', BODY, header)),
    )
    expect(shops.reduce((sum, shop) => sum + shop.world.vendor.asked.length, 0)).toBe(1)
    expect(transfers(wallet)).toBe(1)
    const statuses = new Set(replies.map(({ status }) => status))
    expect(statuses.has(200)).toBe(true)
    for (const { status, body } of replies) {
      if (status === 402) expect(body).toMatchObject({ code: 'PAYMENT_REPLAY' })
      else expect([200, 503]).toContain(status)
    }
  })
})

describe('six days later', () => {
  it('another process with the same store knows the payment', async () => {
    const held = await embeddedStore(clock)
    ends.push(() => held.stop())
    const first = await open(held.store, 'one')
    const { header, wallet } = await signed(first)
    expect((await first.post('/images', BODY, header)).status).toBe(200)
    await first.ledger.reconcile()
    await first.end()
    ahead = 6 * DAY * 1000
    const second = await open(held.store, 'two')
    const replies = [
      await second.post('/images', BODY, header),
      await second.post('/images', { ...BODY, prompt: 'a cat' }, header),
    ]
    expect(replies.at(-1)).toMatchObject({ status: 402, body: { code: 'PAYMENT_REPLAY' } })
    expect(second.world.vendor.asked).toEqual([])
    expect(transfers(wallet)).toBe(1)
  })

  it.each([
    ['at once', 0, {}, 'PAYMENT_REPLAY'],
    ['six days later', 6, {}, 'PAYMENT_UNFUNDED'],
    ['six days later, if it was signed for weeks', 6, { validFor: 27 * DAY }, 'PAYMENT_REPLAY'],
  ])(
    'a gateway with a store of its own does not work for it: %s',
    async (_, days, changes, code) => {
      const stores = [await embeddedStore(clock), await embeddedStore(clock)]
      for (const store of stores) ends.push(() => store.stop())
      const first = await open(stores[0]!.store, 'one')
      const { header, wallet } = await signed(first, changes)
      expect((await first.post('/images', BODY, header)).status).toBe(200)
      ahead = days * DAY * 1000
      const second = await open(stores[1]!.store, 'two')
      expect(await second.post('/images', BODY, header)).toMatchObject({
        status: 402,
        body: { code },
      })
      expect(second.world.vendor.asked).toEqual([])
      expect(transfers(wallet)).toBe(1)
    },
  )

  it.each([0, 27 * DAY])('records outlive the signature (valid for %i s more)', async validFor => {
    const held = await embeddedStore(clock)
    ends.push(() => held.stop())
    const side = await openSide(world.url, held.store, { clock })
    ends.push(() => side.stop())
    const [scheme] = side.schemes
    const requirements = scheme.requirements(PRICE, 20)
    const account = newAccount()
    await world.fund(account.address, PRICE)
    const payload = await sign(account, requirements, validFor > 0 ? { validFor } : {})
    const payment = decoded(scheme, payload)
    const { record } = await side.ledger.claim(payment, facts(requirements))
    const { record: settled } = await side.ledger.settle(record)
    const end = Number(payload.payload.authorization.validBefore) * 1000
    for (const state of ['settled', 'failed'] as const) {
      const kept = expiryOf({ ...settled, state } as PaymentRecord, clock.now())
      expect(kept).toBeGreaterThan(end + 3_600_000)
    }
    expect(expiryOf({ ...record, state: 'claimed' }, clock.now())).toBeUndefined()
  })
})
