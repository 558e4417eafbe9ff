/** Sales lines have what the upstream's work costs us and what was delivered, by what was used. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalog, Route } from '../../runtime/contract.ts'
import { createObserve } from '../../runtime/observe/observe.ts'
import { endLine } from '../../runtime/sales/line.ts'
import { salesLines } from '../../runtime/sales/read.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { chats, listen, openStreams } from '../helpers/cash-streams.ts'

/** What the routes cost us and deliver; the others say nothing of it. */
const SOLD: Record<string, Partial<NonNullable<Route['price']>>> = {
  post_tree: {
    cost: () => 900n,
    actualCost: c => (c.result === undefined ? undefined : BigInt(c.result.found) * 100n),
    units: () => ({ results: 9 }),
    actualUnits: c => (c.result === undefined ? undefined : { results: Number(c.result.found) }),
  },
  post_images: { cost: c => BigInt(c.body.n) * 40_000n, units: c => ({ images: c.body.n }) },
  post_chat: {
    cost: () => 1_500n,
    actualCost: ({ usage }) =>
      usage === undefined ? undefined : BigInt(usage.input + 10 * usage.output),
  },
  post_named: {
    cost: () => {
      throw new RangeError('a faulty cost')
    },
  },
}

/** A free route that asks an upstream. */
function look({ routes }: Catalog): Route {
  const of = (id: string): Route => routes.find(route => route.id === id)!
  const { upstream, reply } = of('post_tree')
  return { ...of('get_hello'), id: 'get_look', path: '/look', fixed: [], upstream, reply }
}

function catalogWithCosts(): Catalog {
  const whole = cashCatalog()
  const catalog = cashCatalog([...whole.routes, look(whole), ...Object.values(chats)])
  const routes = catalog.routes.map(route => {
    const sold = SOLD[route.id]
    return sold && route.price ? { ...route, price: { ...route.price, ...sold } } : route
  })
  return { ...catalog, routes }
}

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(catalogWithCosts())
  world.vendor.reply = () => gives({ found: 3 }, { found: 3, assets: [{ url: 'http://x/1' }] })
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

async function buy(path: string, body: object): Promise<number> {
  const paid = world.cash.wallet('ann').sign(await at.quote(path, body))
  return (await at.post(path, body, paid)).status
}

async function line(): Promise<SaleLine> {
  let found: SaleLine[] = []
  const period = { since: world.clock.now() - 86_400_000, until: world.clock.now() + 1 }
  await until(async () => {
    found = []
    for await (const one of salesLines(at.store, period)) found.push(one.line)
    return found.length > 0
  })
  return found[0]!
}

describe('a line', () => {
  it('has them by what was used, whatever the payment settles', async () => {
    expect(await buy('/tree', { text: 'x' })).toBe(200)
    expect(await line()).toMatchObject({
      outcome: 'charged',
      charged: '2000',
      cost: '300',
      units: { results: 3 },
    })
  })

  it('of a job has them as quoted', async () => {
    expect(await buy('/images', { model: 'one', prompt: 'x', n: 1 })).toBe(200)
    expect(await line()).toMatchObject({ cost: '40000', units: { images: 1 } })
  })

  it('of a stream has its cost by the tokens', async () => {
    const streams = openStreams(world)
    const caller = await listen(
      at,
      '/chat',
      world.cash.wallet('ann').sign(await at.quote('/chat', {})),
    )
    await caller.hears('one')
    streams[0]!.ends({ uncached: 5, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0 })
    await caller.end
    expect(await line()).toMatchObject({ cost: '25', usage: { input: 5, output: 2 } })
  })

  it('of a failure has none', async () => {
    world.vendor.reply = () => fails('upstream_failed')
    await buy('/tree', { text: 'x' })
    const failed = await line()
    expect(failed.outcome).toBe('failed')
    expect([failed.cost, failed.units]).toEqual([undefined, undefined])
  })

  it('of a result that is not charged has its cost, and nothing delivered', async () => {
    world.vendor.reply = () => gives({ found: 0 }, { found: 0 })
    await buy('/tree', { text: 'x' })
    const { outcome, cost, units } = await line()
    expect([outcome, cost, units]).toEqual(['uncharged', '0', undefined])
  })

  it('exists although its cost cannot be computed', async () => {
    expect(await buy('/named', {})).toBe(200)
    expect((await line()).cost).toBeUndefined()
  })
})

it('a line that stands for several has their sums', async () => {
  const record = (): any => ({
    key: 'k',
    version: 2,
    state: 'released',
    route: 'r',
    payer: '0xa',
    amount: '1',
    reason: 'not charged',
    requirements: { amount: '1', network: 'n', scheme: 'exact' },
    updated: 0,
    sale: { quoted: '1', catalog: 'c', cost: '70' },
  })
  const former: SaleLine[] = []
  for (let i = 0; i < 3; i++) {
    const store: any = {
      get: async () => former.at(-1) && { doc: former.at(-1), version: 1, tag: '' },
    }
    const change: any = await endLine(record(), 'release', { store, keepMs: 1 })
    former.push(change.doc)
  }
  expect(former.map(({ times = 1, cost }) => [times, cost])).toEqual([
    [1, '70'],
    [2, '140'],
    [3, '210'],
  ])
})

it('free calls are counted by route and row, and have no line', async () => {
  const streams = openStreams(world)
  const caller = await listen(at, '/free')
  await caller.hears('one')
  streams[0]!.ends()
  await caller.end
  expect((await at.fetch('/hello')).status).toBe(200)
  expect((await at.fetch('/look')).status).toBe(200)
  expect(await buy('/tree', { text: 'x' })).toBe(200)
  expect(
    at.facts.flatMap(({ route, free }) => (free === undefined ? [] : [[route, free]])),
  ).toEqual([
    ['post_free', 'first'],
    ['get_look', '-'],
  ])
  expect((await line()).route).toBe('post_tree')
})

it('the metrics have the free calls that were served', async () => {
  const observe = createObserve({ hash: 'c', clock: world.clock, level: 'silent' })
  const facts = { route: 'r', origin: '', method: 'GET', status: 200, outcome: 'ok', ms: 1 }
  for (const free of [undefined, 'a/one', 'a/one', '-']) observe.request({ ...facts, free })
  expect((await observe.metrics()).match(/^farebox_free_calls_total.*$/gm)).toEqual([
    'farebox_free_calls_total{route="r",model="a/one"} 2',
    'farebox_free_calls_total{route="r",model="-"} 1',
  ])
})
