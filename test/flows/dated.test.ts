/**
 * Prices that change at an instant: every call has one price from its quote to its settlement, and
 * the quote of a moment ago is still payable.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Catalog, Route } from '../../runtime/contract.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { docOf, ends, jobFlows, pollWith, submitted } from '../helpers/cash-jobs.ts'
import { embeddedStore } from '../helpers/store.ts'

/** The clock of these tests begins here. */
const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
/** When a promotion begins, when it ends, and when `first` is retired. */
const SALE = START + HOUR
const END = START + 2 * HOUR
const GONE = START + 24 * HOUR
/** How long a quote stays payable: the lifetime of its authorization, and the slack. */
const LIFETIME = 306_000
/** A purchase that makes a job. */
const flow = jobFlows[0]!

/** A route whose 402 is the same for each request, and shows what is sold. */
const menu: Route = {
  ...routes.tree!,
  id: 'get_menu',
  method: 'GET',
  path: '/menu',
  body: undefined,
  table: 'models',
  challenge: 'before_gates',
  show: c => ({ prices: c.models.rows.map((row: any) => String(row.price)) }),
}

/** A free list of the models, rendered once. */
const list: Route = {
  ...routes.hello!,
  id: 'get_list',
  path: '/list',
  table: 'models',
  fixed: ['reply'],
  reply: c => ({ ids: c.models.ids, prices: c.models.rows.map((row: any) => String(row.price)) }),
}

/** The price document, which can be asked for another day. */
const prices: Route = {
  ...routes.document!,
  id: 'get_prices',
  path: '/prices',
  documentAt: c => c.query.at,
}

function datedCatalog(): Catalog {
  const catalog = cashCatalog([...Object.values(routes), menu, list, prices])
  const { rows } = catalog.tables.models!
  const table = {
    name: 'models',
    rows,
    dated: [{ from: SALE, until: END, row: { ...rows[0]!, price: 40_000n } }],
    retired: [{ id: 'first', since: GONE, use: 'Second/Slow' }],
  }
  const dates = [SALE, END].map(since => ({ since, folder: '', files: [] }))
  return { ...catalog, tables: { models: table }, dates }
}

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(datedCatalog())
  world.vendor.reply = () => gives({ found: 1 })
  const documents = (name: string, since?: number): string => JSON.stringify({ name, since })
  at = await startCashGateway(world, { settings: { documents } })
})
afterEach(() => at.stop())

const amountOf = (seen: Seen): string => seen.body.accepts[0].amount
const write = (header?: string): Promise<Seen> => at.post('/write/first', { text: 'x' }, header)
/** Moves the clock to an instant. */
const goTo = (ms: number): Promise<void> => world.clock.skip(ms - world.clock.now())
const sign = (wanted: Requirements): string => world.cash.wallet('ann').sign(wanted)

describe('a dated price', () => {
  it('is quoted from its instant on, and the list price again from its end on', async () => {
    const seen: [number, string][] = []
    for (const ms of [SALE - 1, SALE, END - 1, END]) {
      await goTo(ms)
      seen.push([ms - SALE, amountOf(await write())])
    }
    expect(seen).toEqual([
      [-1, '53500'],
      [0, '40000'],
      [HOUR - 1, '40000'],
      [HOUR, '53500'],
    ])
  })

  it('is shown by prepared quotes and rendered lists from its instant on', async () => {
    const shown = async () => {
      const [first, again] = [await at.fetch('/menu'), await at.fetch('/menu')]
      const { prices } = (await at.fetch('/list')).body
      return [first.body.prices[0], again.body.prices[0], prices[0]]
    }
    expect(await shown()).toEqual(['53500', '53500', '53500'])
    await goTo(SALE)
    expect(await shown()).toEqual(['40000', '40000', '40000'])
    await goTo(END)
    expect(await shown()).toEqual(['53500', '53500', '53500'])
  })

  it('is in the documents of now, and in those of any instant that is asked for', async () => {
    const since = async (query = ''): Promise<number | undefined> =>
      (await at.fetch(`/prices${query}`)).body.since
    expect(await since()).toBeUndefined()
    expect(await since('?at=2026-01-01T01:30:00Z')).toBe(SALE)
    expect(await since('?at=2026-01-02')).toBe(END)
    await goTo(SALE)
    expect([await since(), await since('?at=2026-01-01')]).toEqual([SALE, undefined])
    expect((await at.fetch('/document.json')).body.since).toBe(SALE)
  })

  it.each(['tomorrow', '2026-02-30', '2026-01-01T25:00:00Z', '1', ''])(
    'cannot be asked for %j',
    async text => {
      const seen = await at.fetch(`/prices?at=${text}`)
      expect(seen).toMatchObject({ status: 400, body: { details: [{ path: 'at', in: 'query' }] } })
    },
  )

  it('is one price for each of 1,000 requests around the instant', async () => {
    await goTo(SALE - 500)
    let seed = 7
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    for (let i = 0; i < 1000; i++) {
      const n = 1 + Math.floor(random() * 10)
      const text = 'abc'.slice(0, 1 + Math.floor(random() * 3))
      const asked = at.post('/write/first', { text, n })
      if (random() < 0.5) await world.clock.skip(1)
      const { body } = await asked
      const each = body.price.each as string
      expect(['53500', '40000']).toContain(each)
      expect(body.accepts[0].amount).toBe(String(BigInt(each) * BigInt(n)))
      if (world.clock.now() < SALE) expect(each).toBe('53500')
    }
    expect(amountOf(await write())).toBe('40000')
  })
})

describe('a quote of a moment ago', () => {
  it.each([
    ['higher', SALE, '53500'],
    ['cheaper', END, '40000'],
  ])('is honoured when it is %s than the current one', async (_, change, amount) => {
    await goTo(change - 1)
    const header = sign((await write()).body.accepts[0])
    await goTo(change + 1000)
    const paid = await write(header)
    expect(paid.status).toBe(200)
    expect(world.cash.bank.earned()).toBe(BigInt(amount))
  })

  it('is honoured as long as an authorization for it may live, and not longer', async () => {
    await goTo(SALE - 1)
    const wanted = (await write()).body.accepts[0]
    await goTo(SALE + LIFETIME - 1)
    expect((await write(sign(wanted))).status).toBe(200)
    await goTo(SALE + LIFETIME)
    const late = await write(sign(wanted))
    expect(late.status).toBe(402)
    expect(late.body.code).toBe('PAYMENT_INVALID')
  })

  it('of another amount is refused, and the 402 has the current price', async () => {
    await goTo(SALE - 1)
    const wanted = (await write()).body.accepts[0]
    await goTo(SALE)
    for (const amount of ['53499', '39999', '47000'])
      expect((await write(sign({ ...wanted, amount }))).status).toBe(402)
    expect(amountOf(await write())).toBe('40000')
    expect(world.cash.bank.earned()).toBe(0n)
  })

  it('of the coming price is not payable before its instant', async () => {
    await goTo(SALE - 1)
    const wanted = (await write()).body.accepts[0]
    expect((await write(sign({ ...wanted, amount: '40000' }))).status).toBe(402)
  })
})

describe('a job that is bought before the instant', () => {
  beforeEach(async () => {
    world.vendor.reply = undefined
    await goTo(SALE - 60_000)
  })

  it('is polled and settled at its price', async () => {
    const job = await submitted(at, flow)
    await goTo(SALE + 100_000)
    expect(amountOf(await pollWith(at, job.poll))).toBe('53500')
    await ends(at, job)
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
    expect(world.cash.bank.earned()).toBe(53_500n)
  })

  it('is resumed by another process with the row that it was bought with', async () => {
    const job = await submitted(at, flow)
    expect((await docOf(at, job.key)).at).toBe(0)
    await at.crash()
    world.vendor.asked = []
    await goTo(SALE + 100_000)
    at = await startCashGateway(world)
    await world.clock.advance(60_000)
    await until(() => world.vendor.asked.length > 0)
    expect(world.vendor.asked[0]!.scope.model.price).toBe(53_500n)
  })

  it('with the quote of a moment ago keeps the row of that quote', async () => {
    const header = sign(await at.quote(flow.path, flow.body))
    await goTo(SALE + 1)
    const asked = at.post(flow.path, flow.body, header)
    await until(() => world.vendor.asked.length > 0)
    expect(world.vendor.asked[0]!.scope.model.price).toBe(53_500n)
    await world.clock.advance(flow.window)
    const { body } = await asked
    expect(await docOf(at, `images/${body.id}`)).toMatchObject({ amount: '53500', at: 0 })
  })
})

describe('a retired model', () => {
  it('is refused from its instant on, with its successor, and is in no list', async () => {
    await goTo(GONE - 1)
    expect((await write()).status).toBe(402)
    await goTo(GONE)
    for (const path of ['/write/first', '/write/ONE'])
      expect(await at.post(path, { text: 'x' })).toMatchObject({
        status: 410,
        body: {
          error: 'first is retired; use Second/Slow instead.',
          supported: ['Second/Slow'],
          successor: 'Second/Slow',
        },
      })
    expect((await at.post('/write/other', { text: 'x' })).status).toBe(400)
    expect((await at.fetch('/list')).body.ids).toEqual(['Second/Slow'])
  })

  it('lets the jobs end that were bought before, also when it is retired at once', async () => {
    world.vendor.reply = undefined
    const job = await submitted(at, flow)
    await at.crash()
    world.vendor.asked = []
    const table = world.catalog.tables.models!
    const retired = [{ id: 'first', use: 'Second/Slow' }]
    world.catalog = { ...world.catalog, tables: { models: { ...table, retired } } }
    at = await startCashGateway(world)
    expect((await write()).status).toBe(410)
    await world.clock.advance(60_000)
    await until(() => world.vendor.asked.length > 0)
    await ends(at, job)
    expect((await pollWith(at, job.poll, job.own)).status).toBe(200)
    expect(world.cash.bank.earned()).toBe(53_500n)
  })
})

describe('two gateways on one store', () => {
  it('switch at the same instant, and honour the quotes of each other', async () => {
    const held = await embeddedStore(world.clock)
    const two = await Promise.all(
      ['a', 'b'].map(instance =>
        startCashGateway(world, { store: held.store, settings: { instance } }),
      ),
    )
    const quotes = async (): Promise<string[]> =>
      Promise.all(two.map(async one => amountOf(await one.post('/write/first', { text: 'x' }))))
    await goTo(SALE - 1)
    expect(await quotes()).toEqual(['53500', '53500'])
    const header = sign(await two[0]!.quote('/write/first', { text: 'x' }))
    await goTo(SALE)
    expect(await quotes()).toEqual(['40000', '40000'])
    expect((await two[1]!.post('/write/first', { text: 'x' }, header)).status).toBe(200)
    expect((await two[0]!.post('/write/first', { text: 'x' }, header)).body.code).toBe(
      'PAYMENT_REPLAY',
    )
    expect(world.cash.bank.earned()).toBe(53_500n)
    for (const one of two) await one.stop()
    await held.stop()
  })
})
