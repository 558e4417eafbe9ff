/**
 * Routes whose price changes at an instant, and routes that are retired at one: all processes
 * switch by the clock, the quote of a moment ago is still payable, and jobs end.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalog, Route } from '../../runtime/contract.ts'
import { selfQuotes } from '../../runtime/releases/self-quotes.ts'
import { dayOf, SALES } from '../../runtime/sales/line.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { recompute } from '../../scripts/reports/recompute.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { ends, jobFlows, pollWith, submitted } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const SALE = START + HOUR
const END = START + 2 * HOUR
const GONE = START + 24 * HOUR
const flow = jobFlows[0]!

const price = (micro: bigint): NonNullable<Route['price']> => ({
  micro: () => micro,
  decimals: 6,
  identify: false,
})

/** A route without rows, whose 402 is made once for each price. */
const fare: Route = {
  ...routes.tree!,
  id: 'get_fare',
  method: 'GET',
  path: '/fare',
  body: undefined,
  table: undefined,
  pick: undefined,
  pickAt: undefined,
  gates: undefined,
  show: undefined,
  aliases: [{ method: 'GET', path: '/fare/again' }],
  challenge: 'before_gates',
  fixed: ['quote'],
  values: { cost: () => 'list' },
  headers: c => ({ 'X-Cost': c.values.cost }),
  price: price(50_000n),
  dated: [
    { from: SALE, until: END, route: { price: price(40_000n), values: { cost: () => 'sale' } } },
  ],
  retired: { since: GONE, use: 'GET /menu' },
}

function catalogOf(): Catalog {
  const all = Object.values(routes).map(route =>
    route.path === flow.path ? { ...route, retired: { since: GONE, use: 'POST /songs' } } : route,
  )
  return cashCatalog([...all, fare])
}

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(catalogOf())
  world.vendor.reply = () => gives({ found: 1 })
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

const goTo = (ms: number): Promise<void> => world.clock.skip(ms - world.clock.now())
const payer = (): ReturnType<World['cash']['wallet']> => world.cash.wallet('ann')
const pay = (header: string, from = at) =>
  from.fetch('/fare', { headers: { 'payment-signature': header } })
const amountAt = async (from = at): Promise<string> =>
  (await from.fetch('/fare')).body.accepts[0].amount

describe('a dated price of a route', () => {
  it('is quoted from its instant to its end, also where the 402 is kept', async () => {
    const seen: string[] = []
    for (const ms of [SALE - 1, SALE, END - 1, END]) {
      await goTo(ms)
      seen.push(await amountAt(), await amountAt())
    }
    expect(seen.map(Number)).toEqual([
      50_000, 50_000, 40_000, 40_000, 40_000, 40_000, 50_000, 50_000,
    ])
  })

  it('comes with all that the catalog changes on that day', async () => {
    const costs: unknown[] = []
    for (const ms of [SALE - 1, SALE, END]) {
      await goTo(ms)
      const paid = await pay(payer().sign((await at.fetch('/fare')).body.accepts[0]))
      costs.push([paid.status, paid.headers.get('x-cost')])
    }
    expect(costs).toEqual([
      [200, 'list'],
      [200, 'sale'],
      [200, 'list'],
    ])
    expect(world.cash.bank.earned()).toBe(140_000n)
  })

  it('is switched by two gateways at once, which honour the quotes of each other', async () => {
    const held = await embeddedStore(world.clock)
    const two = await Promise.all(
      ['a', 'b'].map(instance =>
        startCashGateway(world, { store: held.store, settings: { instance } }),
      ),
    )
    await goTo(SALE - 1)
    const header = payer().sign((await two[0]!.fetch('/fare')).body.accepts[0])
    await goTo(SALE)
    expect(await Promise.all(two.map(one => amountAt(one)))).toEqual(['40000', '40000'])
    expect((await pay(header, two[1])).status).toBe(200)
    expect((await pay(header, two[0])).status).not.toBe(200)
    expect(world.cash.bank.earned()).toBe(50_000n)
    for (const one of two) await one.stop()
    await held.stop()
  })

  it('is honoured for a moment after its end, with all that was sold then', async () => {
    await goTo(END - 1)
    const header = payer().sign((await at.fetch('/fare')).body.accepts[0])
    await goTo(END + 1000)
    const paid = await pay(header)
    expect([paid.status, paid.headers.get('x-cost')]).toEqual([200, 'sale'])
    expect(world.cash.bank.earned()).toBe(40_000n)
  })

  it('is what a release proves and what a report computes again', async () => {
    const quoted = (ms: number): string | undefined =>
      selfQuotes(world.catalog, 'cash', ms)[fare.id]
    expect([SALE - 1, SALE, END].map(quoted)).toEqual(['50000', '40000', '50000'])
    await goTo(SALE)
    await pay(payer().sign((await at.fetch('/fare')).body.accepts[0]))
    const lines = await at.store.list<SaleLine>(SALES, dayOf(world.clock.now()), 10)
    const line = lines.at(-1)!.stored.doc
    expect(line).toMatchObject({ since: SALE, quoted: '40000' })
    expect(recompute(world.catalog, 'cash', line)).toMatchObject({ isEqual: true })
  })
})

describe('a retired route', () => {
  it('answers 410 with its successor from its instant on, at each address and method', async () => {
    await goTo(GONE - 1)
    const header = payer().sign((await at.fetch('/fare')).body.accepts[0])
    await goTo(GONE)
    for (const path of ['/fare', '/fare/again'])
      expect(await at.fetch(path)).toMatchObject({
        status: 410,
        body: {
          error: `GET ${path} is retired; use GET /menu instead.`,
          code: 'RETIRED',
          successor: 'GET /menu',
        },
      })
    expect((await at.fetch('/fare', { method: 'POST' })).status).toBe(410)
    expect((await pay(header)).status).toBe(410)
    expect(world.cash.bank.earned()).toBe(0n)
  })

  it('lets its jobs end, which are polled and paid for', async () => {
    world.vendor.reply = undefined
    await goTo(GONE - 60_000)
    const job = await submitted(at, flow)
    await goTo(GONE)
    expect((await at.post(flow.path, flow.body)).status).toBe(410)
    expect((await pollWith(at, job.poll)).status).toBe(402)
    await ends(at, job)
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
    expect(world.cash.bank.earned()).toBe(53_500n)
  })

  it('that is retired at once resumes its jobs in another process', async () => {
    world.vendor.reply = undefined
    const job = await submitted(at, flow)
    await at.crash()
    world.vendor.asked = []
    const all = world.catalog.routes.map(route =>
      route.path === flow.path ? { ...route, retired: { use: 'POST /songs' } } : route,
    )
    world.catalog = { ...world.catalog, routes: all }
    at = await startCashGateway(world)
    expect((await at.post(flow.path, flow.body)).status).toBe(410)
    await world.clock.advance(60_000)
    await until(() => world.vendor.asked.length > 0)
    await ends(at, job)
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
  })
})
