/** Market data when its upstream or the settlement fails: nothing is charged. */
import { describe, expect, it } from 'vitest'
import type { Behaviour, Mode } from '../../scripts/devnet/upstreams/index.ts'
import { call, paidBy, signed, type Seen, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'
import { windClock } from './wind-clock.ts'

const clock = windClock()
const desk = useDataDesk('pyth', clock)
const from = Math.floor(Date.now() / 1000) - 30 * 86_400
const PRICE: Sent = { path: '/api/v1/stocks/us/price/AAPL' }
const HISTORY: Sent = { path: `/api/v1/stocks/us/history/AAPL?from=${from}` }
const FREE: Sent[] = [
  { path: '/api/v1/crypto/price/BTC-USD' },
  { path: `/api/v1/fx/history/EUR-USD?from=${from}` },
]
const UNAVAILABLE = { error: 'Price feed unavailable', details: expect.stringMatching(/\S/) }

const FAULTS: [string, Mode | Behaviour][] = [
  ['500', { mode: 'fail', status: 500 }],
  ['503', { mode: 'fail', status: 503 }],
  ['403', { mode: 'refuse' }],
  ['a broken connection', 'reset'],
  ['nothing', 'empty'],
  ['a web page', 'garbage'],
  ['half of an answer', 'cut'],
]
/** The calls of a price and of a history, by a part of their paths. */
const CALLS: [string, Sent, string][] = [
  ['the search of a price', PRICE, 'price_feeds'],
  ['a price', PRICE, 'updates'],
  ['the search of a history', HISTORY, 'price_feeds'],
  ['a history', HISTORY, 'history'],
]

describe.each(CALLS)('%s', (_call, sent, path) => {
  it.each(FAULTS)(
    'MKT-056 that ends in %s is 502, costs nothing, and the same payment buys when it works again',
    async (_what, fault) => {
      const behaviour = typeof fault === 'string' ? { mode: fault } : fault
      desk.shop.world.upstreams.set('pyth', { ...behaviour, path })
      const seen = await desk.refused(sent)
      expect([seen.status, seen.body]).toEqual([502, UNAVAILABLE])
      desk.shop.world.upstreams.reset()
      const before = await desk.buyer.balance()
      const again = await call(desk.shop.url, { ...sent, headers: paidBy(seen.header) })
      expect([again.status, before - (await desk.buyer.balance())]).toEqual([200, 2000n])
    },
  )

  it('MKT-056 LIM2-009 that is never answered is asked twice, 5 s each, and then 502', async () => {
    const header = await signed(desk.shop.url, desk.buyer.account, sent)
    desk.shop.world.upstreams.set('pyth', { mode: 'hang', path })
    const tries = (): number => desk.tap.seen.filter(({ url }) => url.includes(path)).length
    let seen: Seen | undefined
    await desk.free(async () => {
      const answer = call(desk.shop.url, { ...sent, headers: paidBy(header) })
      void answer.then(one => (seen = one))
      await expect.poll(tries).toBe(1)
      await clock.wind(4900)
      await new Promise(resolve => setTimeout(resolve, 50))
      expect([tries(), seen]).toEqual([1, undefined])
      await clock.wind(200)
      await expect.poll(tries).toBe(2)
      await clock.wind(4000)
      await new Promise(resolve => setTimeout(resolve, 50))
      expect([tries(), seen]).toEqual([2, undefined])
      await clock.wind(1000)
      const { status, body, receipt } = await answer
      expect([status, body, receipt, tries()]).toEqual([502, UNAVAILABLE, undefined, 2])
    })
    desk.shop.world.upstreams.reset()
    expect((await call(desk.shop.url, { ...sent, headers: paidBy(header) })).status).toBe(200)
  })

  it('MKT-056 that fails once is asked again, and is paid once', async () => {
    for (const fault of [{ mode: 'reset' }, { mode: 'fail', status: 503 }] as const) {
      desk.shop.world.upstreams.set('pyth', { ...fault, path, times: 1 })
      await desk.costs(2000n, sent)
    }
  })
})

describe('a price that the upstream no longer has', () => {
  it('MKT-056 is 502 and costs nothing', async () => {
    desk.tap.answer(({ url }) =>
      url.includes('updates')
        ? {
            status: 404,
            body: 'Price ids not found: 0x00',
            headers: { 'content-type': 'text/plain' },
          }
        : undefined,
    )
    const { status, body } = await desk.refused(PRICE)
    expect([status, body.error]).toEqual([502, 'Price feed unavailable'])
  })
})

describe('a history that cannot be read', () => {
  const bars = { s: 'ok', t: [1, 2], o: [1, 2], h: [1, 2], l: [1, 2], c: [1, 2], v: [0, 0] }
  it.each([
    { ...bars, c: [1] },
    { ...bars, v: undefined },
    { ...bars, t: [1, 2, 3] },
    { ...bars, o: { 0: 1, 1: 2, 2: 3 } },
    { ...bars, s: 'maybe' },
    { ...bars, s: undefined },
    [],
    { s: 'error', errmsg: 'down', status: 503 },
  ])('MKT-056 %j is 502 and costs nothing', async reply => {
    desk.tap.answer(({ url }) =>
      url.includes('history')
        ? { status: 'status' in reply ? reply.status : 200, body: JSON.stringify(reply) }
        : undefined,
    )
    const { status, body } = await desk.refused(HISTORY)
    expect([status, body]).toEqual([502, UNAVAILABLE])
  })

  it('MKT-037 one that says that there is no data is 404, with or without lists', async () => {
    for (const more of [{}, { ...bars, s: undefined, t: [], o: [] }]) {
      desk.tap.answer(({ url }) =>
        url.includes('history') ? { body: JSON.stringify({ ...more, s: 'no_data' }) } : undefined,
      )
      expect((await desk.refused(HISTORY)).status).toBe(404)
    }
  })
})

describe('free feeds', () => {
  it.each(FAULTS)('MKT-056 %s is 502', async (_what, fault) => {
    desk.shop.world.upstreams.set('pyth', fault)
    for (const sent of FREE) {
      const { status, body } = await call(desk.shop.url, sent)
      expect([status, body]).toEqual([502, UNAVAILABLE])
    }
  })

  it('MKT-056 a list that cannot be had is 502, and is not kept', async () => {
    for (const fault of ['garbage', 'empty', 'reset'] as const) {
      desk.shop.world.upstreams.set('pyth', fault)
      const { status } = await call(desk.shop.url, { path: '/api/v1/commodity/list' })
      expect(status).toBe(502)
    }
    desk.shop.world.upstreams.reset()
    const { status, body } = await call(desk.shop.url, { path: '/api/v1/commodity/list' })
    expect([status, body.count]).toEqual([200, 4])
  })

  it('the capacity of the upstream is 429 with the time to wait', async () => {
    desk.shop.world.upstreams.set('pyth', { mode: 'rate_limit', retry_after: 9 })
    const { status, headers, body } = await desk.refused(PRICE)
    expect([status, headers['retry-after'], body.source]).toEqual([429, '9', 'pyth'])
  })
})

describe('the settlement', () => {
  it('MKT-054 that fails is 402 with errorReason, gives nothing and costs nothing', async () => {
    const wallet = await desk.shop.buyer()
    const open = desk.tap.hold()
    const header = await signed(desk.shop.url, wallet.account, PRICE)
    const answer = call(desk.shop.url, { ...PRICE, headers: paidBy(header) })
    await expect.poll(() => desk.tap.seen.length).toBe(1)
    await desk.shop.world.chain.freeze(wallet.account.address, true)
    open()
    const { status, body, receipt } = await answer
    expect([status, body.error, body.price, receipt?.success]).toEqual([
      402,
      'Payment settlement failed',
      undefined,
      false,
    ])
    expect(receipt).toMatchObject({ errorReason: expect.stringMatching(/\w/) })
    expect(await wallet.balance()).toBe(10_000_000n)
  })
})
