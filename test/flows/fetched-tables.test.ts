/**
 * Fetched tables (`catalog/fetched/`): lists that an upstream has, read by gates, prices and
 * replies, fetched again now and then, and used up to an age.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { FetchedTable, Route } from '../../runtime/contract.ts'
import { createFetchedCopies, type FetchParts } from '../../runtime/fetched/copies.ts'
import { readRows } from '../../runtime/fetched/rows.ts'
import type { Requirements } from '../../runtime/payments/payment.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  requirementsOf,
  startCashGateway,
  until,
} from '../helpers/cash-gateway.ts'
import type { Asked, CashGateway, Seen, World } from '../helpers/cash-gateway.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const USD = 10n ** 12n
const { chargeIf: _, ...tree } = routes.tree!

const TABLE: FetchedTable = {
  name: 'rates',
  call: 'bank.rates',
  rows: 'rates',
  key: 'code',
  columns: {
    code: { is: 'string', needed: true },
    usd: { is: 'usd', needed: true },
    kind: { is: 'string', among: ['coin', 'note'] },
    digits: { is: 'integer' },
  },
  every: 10 * MINUTE,
  atMost: HOUR,
  most: 3,
  definition: 'one',
}

const ROUTE: Route = {
  ...tree,
  fetched: ['rates'],
  gates: c =>
    Object.hasOwn(c.fetched.rates, c.body.text)
      ? undefined
      : { status: 404, message: `No rate of ${c.body.text}` },
  price: {
    micro: c => (c.fetched.rates[c.body.text].usd * 1_000_000n) / USD,
    decimals: 6,
    identify: false,
  },
  fixed: undefined,
  probes: undefined,
  show: undefined,
  reply: c => ({ paid: c.price!.amount, usd: String(c.fetched.rates[c.body.text].usd) }),
}

let world: World
let at: CashGateway
let rate = '1.1'
afterEach(() => at.stop())

const rates = (usd: string): unknown => [{ code: 'EUR', usd }]
const fetches = (): Asked[] => world.vendor.asked.filter(one => one.id === 'bank.rates')
const answer = ({ id }: Asked) =>
  id === 'bank.rates' ? gives({}, { rates: rates(rate) }) : gives({ found: 1 }, { found: 1 })

async function start(route = ROUTE): Promise<void> {
  rate = '1.1'
  const calls = { 'bank.rates': { ...tree.upstream!({} as never), id: 'bank.rates' } }
  world = cashWorld({ ...cashCatalog([route]), calls, fetched: { rates: TABLE } })
  world.vendor.reply = answer
  at = await startCashGateway(world)
}
const ask = (text = 'EUR', header?: string): Promise<Seen> => at.post('/tree', { text }, header)
const quoted = (): Promise<Requirements> => at.quote('/tree', { text: 'EUR' })
const pay = (required: Requirements): Promise<Seen> =>
  ask('EUR', world.cash.wallet('ann').sign(required))
/** The quote once the table has been fetched again, so many ms later. */
async function refreshed(after: number): Promise<Requirements> {
  const count = fetches().length
  await world.clock.advance(after)
  await quoted()
  await until(() => fetches().length > count)
  return quoted()
}

describe('a fetched table', () => {
  it('[fetched] is fetched once for calls that come together, and not again while it is fresh', async () => {
    await start()
    delete world.vendor.reply
    const burst = [ask(), ask(), ask('XAU')]
    await until(() => fetches().length === 1)
    fetches()[0]!.answer(gives({}, { rates: rates('1.1') }))
    expect((await Promise.all(burst)).map(({ status }) => status)).toEqual([402, 402, 404])
    await world.clock.advance(10 * MINUTE - 1)
    expect((await quoted()).amount).toBe('1100000')
    expect(fetches()).toHaveLength(1)
  })

  it('[fetched] keeps no call waiting while an old copy may be used, then gives 503 and charges nothing', async () => {
    await start()
    const header = world.cash.wallet('ann').sign(await quoted())
    delete world.vendor.reply
    await world.clock.advance(10 * MINUTE)
    // The fetch hangs. Calls use the old copy, and no other fetch begins.
    expect([(await ask()).status, (await ask()).status]).toEqual([402, 402])
    expect(fetches()).toHaveLength(2)
    fetches()[1]!.answer(fails())
    world.vendor.reply = () => fails()
    await world.clock.advance(50 * MINUTE - 1)
    expect((await ask()).status).toBe(402)
    await world.clock.advance(1)
    const late = await ask('EUR', header)
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '5'])
    expect(late.text).toContain('A list that this endpoint needs is not available')
    const tried = fetches().length
    expect((await ask()).status).toBe(503)
    expect(fetches()).toHaveLength(tried)
    expect(world.cash.bank.earned()).toBe(0n)
    world.vendor.reply = answer
    await world.clock.advance(MINUTE)
    expect((await ask()).status).toBe(402)
  })

  it('[fetched] sells for the quoted price while its authorization may live, with the rows of the quote', async () => {
    await start()
    const [first, late] = [await quoted(), await quoted()]
    await world.clock.advance(10 * MINUTE - 1)
    rate = '2.2'
    const next = await refreshed(1)
    expect(next.amount).toBe('2200000')
    const paid = await pay(first)
    expect([paid.status, paid.body]).toEqual([200, { paid: '1.100000', usd: '1100000000000' }])
    expect(world.cash.bank.earned()).toBe(1_100_000n)
    // What was never quoted gets the present price.
    const refused = await pay({ ...next, amount: '2100000' })
    expect([refused.status, requirementsOf(refused).amount]).toEqual([402, '2200000'])
    // And so does a quote for which no authorization can live any more.
    rate = '3.3'
    expect((await refreshed(10 * MINUTE)).amount).toBe('3300000')
    const over = await pay(late)
    expect([over.status, requirementsOf(over).amount]).toEqual([402, '3300000'])
    expect((await pay(next)).body).toEqual({ paid: '2.200000', usd: '2200000000000' })
    expect(world.cash.bank.earned()).toBe(3_300_000n)
  })

  it.each(['before_gates', 'after_gates'] as const)(
    '[fetched] gives a request without a body the price of the example, or what its gates say (%s)',
    async challenge => {
      const probes = [{ networks: ['cash'], body: { text: 'EUR' } }]
      await start({ ...ROUTE, challenge, probes })
      for (const method of ['POST', 'GET']) {
        const asked = await at.fetch('/tree', { method })
        expect([asked.status, requirementsOf(asked).amount]).toEqual([402, '1100000'])
      }
      world.vendor.reply = () => gives({}, { rates: [{ code: 'XAU', usd: '4000' }] })
      await world.clock.advance(HOUR)
      for (const method of ['POST', 'GET']) {
        const { status, text } = await at.fetch('/tree', { method })
        expect([status, text]).toEqual([404, expect.stringContaining('No rate of EUR')])
      }
    },
  )

  it('[fetched] lives on in a catalog that defines it in the same way, and no longer', async () => {
    await start()
    const copies = createFetchedCopies()
    const asked: string[] = []
    const upstreams = {
      call: async ({ id }: { id: string }) => {
        asked.push(id)
        return gives({}, { rates: rates('1.1') })
      },
    }
    const partsOf = (definition: string): FetchParts =>
      ({
        clock: world.clock,
        random: { hex: () => 'id' },
        hooks: {},
        upstreams,
        scopeNetwork: {},
        catalog: { ...world.catalog, fetched: { rates: { ...TABLE, definition } } },
      }) as unknown as FetchParts
    await copies.current(partsOf('one'), ['rates'])
    expect(copies.current(partsOf('one'), ['rates'])).not.toBeInstanceOf(Promise)
    expect(asked).toHaveLength(1)
    await copies.current(partsOf('two'), ['rates'])
    expect(asked).toHaveLength(2)
  })
})

describe('the rows of a fetched table', () => {
  const read = (rows: unknown): unknown => Object.values(readRows(TABLE, rows).rows)

  it('[fetched] are those whose values have the types of their columns', () => {
    const good = { code: 'EUR', usd: 1e-7, kind: 'coin', digits: 2, more: 'left out' }
    const bad = [
      { ...good, code: 7 },
      { ...good, code: '' },
      { ...good, usd: '-1' },
      { ...good, usd: 'free' },
      { ...good, usd: '2e9' },
      { ...good, usd: null },
      { ...good, kind: 'card' },
      { ...good, digits: 1.5 },
      { usd: 1 },
      null,
      'EUR',
    ]
    const { more: _more, ...kept } = { ...good, usd: 100_000n }
    for (const one of bad) expect(read([good, { ...good, usd: 9 }, one]), `${one}`).toEqual([kept])
    expect(read([{ code: '__proto__', usd: '0.0000000000001' }])).toEqual([
      { code: '__proto__', usd: 1n },
    ])
    expect(read([{ code: 'EUR', usd: 2, kind: null }])).toEqual([{ code: 'EUR', usd: 2n * USD }])
  })

  it('[fetched] are none where there is no list, where it is too long, or has nothing of use', () => {
    const row = { code: 'EUR', usd: 1 }
    expect(() => read(undefined)).toThrow('no list')
    expect(() => read([row, row, row, row])).toThrow('there are 4 rows, and at most 3 fit')
    expect(() => read([{ code: 'EUR' }])).toThrow('none of 1 rows can be used')
    expect(() => read([])).toThrow('none of 0 rows can be used')
  })
})
