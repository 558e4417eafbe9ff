/**
 * Prediction-market data: every path is sold at one price, asked as it came, and answered as the
 * upstream answers.
 */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed, type Sent } from './client.ts'
import { answer, buy, buyer, free, get, PM, shop, useShop, wallet } from './prediction-desk.ts'

useShop()

const post = (path: string, body: unknown): Sent => ({ path: PM + path, body })

const paths: [string, string][] = [
  ['PM-009', '/venue-a/markets'],
  ['PM-010', '/venue-a/markets/keyset'],
  ['PM-011', '/venue-a/events'],
  ['PM-012', '/venue-a/events/keyset'],
  ['PM-013', '/venue-a/crypto-updown'],
  ['PM-014', '/venue-a/market-price/123'],
  ['PM-015', '/venue-a/candlesticks/0xabc'],
  ['PM-016', '/venue-a/candlesticks/token/123'],
  ['PM-017', '/venue-a/volume-chart/0xabc'],
  ['PM-018', '/venue-a/orderbooks'],
  ['PM-019', '/venue-a/trades'],
  ['PM-020', '/venue-a/activity'],
  ['PM-021', '/venue-a/markets/123/volume'],
  ['PM-022', '/venue-a/markets/0xabc/open_interest'],
  ['PM-023', '/venue-a/positions'],
  ['PM-024', '/venue-a/leaderboard'],
  ['PM-025', '/venue-a/leaderboard/market/0xabc'],
  ['PM-026', '/venue-a/cohorts/stats'],
  ['PM-027', '/venue-a/market/0xabc/top-holders'],
  ['PM-028', '/venue-a/market/0xabc/smart-money'],
  ['PM-029', '/venue-a/markets/smart-activity'],
  ['PM-030', `/venue-a/wallet/${wallet}`],
  ['PM-031', `/venue-a/wallet/${wallet}/markets`],
  ['PM-032', `/venue-a/wallet/${wallet}/similar`],
  ['PM-033', `/venue-a/wallet/pnl/${wallet}`],
  ['PM-034', `/venue-a/wallet/positions/${wallet}`],
  ['PM-035', `/venue-a/wallet/volume-chart/${wallet}`],
  ['PM-036', '/venue-a/wallets/profiles'],
  ['PM-037', '/venue-a/wallets/filter'],
  ['PM-038', '/venue-a/uma/markets'],
  ['PM-039', '/venue-a/uma/market/0xabc'],
  ['PM-040', `/venue-a/wallet/identity/${wallet}`],
  ['PM-042', `/venue-a/wallet/${wallet}/cluster`],
  ['PM-043', '/venue-b/markets'],
  ['PM-044', '/venue-b/trades'],
  ['PM-045', '/venue-b/orderbooks'],
  ['PM-046', '/venue-c/markets'],
  ['PM-047', '/venue-c/orderbooks'],
  ['PM-048', '/venue-d/markets'],
  ['PM-049', '/venue-d/orderbooks'],
  ['PM-050', '/venue-e/markets'],
  ['PM-051', '/venue-e/orderbooks'],
  ['PM-052', '/exchange/candles/BTCUSDT'],
  ['PM-053', '/exchange/ticks/ETHUSDT'],
  ['PM-054', '/markets/search'],
]

/** A query that any reading and writing again would change. */
const ODD = "b=2&a=1&a=0&empty=&flag&sp=a+b%20c&pct=%25%2F%2f&u=%C3%BC&q=what?/:@!$'()*,;=~-._&&=x"

/** A reply that any reading and writing again would change. */
const REPLY = '{ "b":1.0,\n\t"a":12345678901234567890, "b":2, "u":"\\u00e9é", "list":[ ] }\n'

describe.each(paths)('%s %s', (id, path) => {
  it(`${id} PM-001 PM-002 PM-003 PM-008 is a 402 of 8500, without any parameter`, async () => {
    const { status, body, challenge } = await call(shop.url, get(path))
    expect([status, body.accepts[0].amount, body.price]).toEqual([
      402,
      '8500',
      { amount: '0.0085', currency: 'USD' },
    ])
    expect(body).toMatchObject({
      endpoint: PM + path,
      method: 'GET',
      description: expect.stringMatching(/\S/),
      category: expect.stringMatching(/\S/),
      tier: expect.stringMatching(/\S/),
    })
    expect(challenge!.resource.url).toBe(shop.url + PM + path)
    expect(shop.taps.predex.seen).toEqual([])
  })

  it(`${id} PM-006 PM-007 ERR3-003 paid, it is asked as it came and answered as the upstream answers, byte for byte`, async () => {
    answer({
      body: REPLY,
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-internal': '1' },
    })
    const before = await buyer.balance()
    const seen = await buy(get(`${path}?${ODD}`))
    expect([seen.status, seen.text, before - (await buyer.balance())]).toEqual([200, REPLY, 8500n])
    expect([
      seen.headers['content-type'],
      seen.headers['x-internal'],
      seen.receipt!.success,
    ]).toEqual(['application/json; charset=utf-8', undefined, true])
    expect(shop.taps.predex.seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', `/v2${path}?${ODD}`, ''],
    ])
  })
})

describe('PM-041 /venue-a/wallet/identities', () => {
  const path = '/venue-a/wallet/identities'
  it('PM-041 PM-001 PM-007 is posted: 402 of 8500; paid, body and reply go through byte for byte', async () => {
    const body = `{ "addresses" : ["${wallet}"],\n"more":{"kept":1.0} }`
    expect((await call(shop.url, post(path, body))).body).toMatchObject({
      price: { amount: '0.0085' },
      endpoint: PM + path,
      method: 'POST',
    })
    answer({ body: REPLY })
    const seen = await buy(post(`${path}?${ODD}`, body))
    expect([seen.status, seen.text]).toEqual([200, REPLY])
    expect(shop.taps.predex.seen.map(one => [one.method, one.url, one.body])).toEqual([
      ['POST', `/v2${path}?${ODD}`, body],
    ])
  })

  it('PM-057 takes 1 to 200 addresses, texts all of them', async () => {
    const many = (count: number): Sent =>
      post(path, { addresses: Array<string>(count).fill(wallet) })
    expect((await buy(many(200))).body.identities).toHaveLength(200)
    shop.taps.predex.seen.length = 0
    for (const sent of [
      many(201),
      many(0),
      post(path, {}),
      post(path, { addresses: wallet }),
      post(path, { addresses: [7] }),
    ]) {
      const { status, body } = await call(shop.url, sent)
      expect([status, body.error, body.details[0].path.split('.')[0]]).toEqual([
        400,
        'Invalid request body',
        'addresses',
      ])
    }
    const header = await signed(shop.url, buyer.account, many(1))
    const before = await buyer.balance()
    expect((await call(shop.url, { ...many(201), headers: paidBy(header) })).status).toBe(400)
    expect([await buyer.balance(), shop.taps.predex.seen.length]).toEqual([before, 0])
  })
})

describe('which path is meant', () => {
  const summaries: [string, string][] = [
    ['/venue-a/wallet/pnl/0x1', 'Profit and loss of a wallet'],
    ['/venue-a/wallet/positions/0x1', 'Positions of a wallet'],
    ['/venue-a/wallet/volume-chart/0x1', 'Volume chart of a wallet'],
    ['/venue-a/wallet/identity/0x1', 'Identity of a wallet'],
    ['/venue-a/wallet/pnl/markets', 'Profit and loss of a wallet'],
    ['/venue-a/wallet/identity/cluster', 'Identity of a wallet'],
    ['/venue-a/wallet/pnl', 'One wallet'],
    ['/venue-a/wallet/0x1/markets', 'Markets of a wallet'],
    ['/venue-a/wallet/0x1/cluster', 'Cluster of a wallet'],
    ['/venue-a/markets/smart-activity', 'Markets with smart activity'],
    ['/venue-a/markets/keyset', 'Venue A markets, cursor pagination'],
    ['/venue-a/markets/smart-activity/volume', 'Volume of one outcome token'],
    ['/venue-a/markets/keyset/open_interest', 'Open interest of one market'],
    ['/venue-a/candlesticks/token/1', 'Candles of one outcome token'],
    ['/venue-a/candlesticks/token', 'Candles of one market'],
    ['/venue-a/leaderboard/market/0x1', 'Leaderboard of one market'],
  ]
  it.each(summaries)('PM-029 PM-033 %s is: %s', async (path, summary) => {
    expect((await call(shop.url, get(path))).body.description).toBe(summary)
  })

  it.each([
    'a%20b',
    '%C3%BC',
    'a:b@c',
    'a+b',
    'a,b;c=d',
    '100%25',
    "~!$&'()*-._",
    '...',
    'x'.repeat(1000),
    '12345678901234567890123456789012345678901234567890123456789012345678901234567',
    '%e2%82%ac',
    '0xABCdef',
  ])('a value such as %s reaches the upstream as it was written', async value => {
    answer({ body: '{}' })
    answer({ body: '{"ok":true}' })
    const seen = await buy(get(`/venue-a/wallet/${value}/markets`))
    expect([seen.status, shop.taps.predex.seen.map(one => one.url)]).toEqual([
      200,
      [`/v2/venue-a/wallet/${value}/markets`],
    ])
  })

  it.each(['..', '%2e%2e', '.', 'a%2Fb', 'a%5Cb', 'a\\b', '%00', '%zz', ''])(
    'a value such as %j, which could mean another path, is 404 and asks nobody',
    async value => {
      const { status } = await call(shop.url, get(`/venue-a/wallet/${value}/markets`))
      expect([404, 400]).toContain(status)
      expect(shop.taps.predex.seen).toEqual([])
    },
  )

  it('nothing of the payment or the caller is forwarded, but our key is', async () => {
    await buy({
      ...get('/venue-a/trades?limit=1'),
      headers: { authorization: 'Bearer mine', cookie: 'a=b', 'x-custom': '1' },
    })
    const { headers } = shop.taps.predex.seen[0]!
    expect(headers['x-api-key']).toBe(shop.world.env.PREDEX_KEY)
    expect(
      Object.keys(headers).filter(name => /payment|authorization|cookie|custom|forward/.test(name)),
    ).toEqual([])
  })
})

describe('retired and suspended', () => {
  it.each([
    ['PM-079', '/matching-markets'],
    ['PM-079', '/matching-markets/pairs'],
    ['PM-080', '/markets'],
    ['PM-080', '/markets/listings'],
    ['PM-081', '/outcomes/1'],
    ['PM-081', '/outcomes/0xabc?x=1'],
    ['PM-082', '/dflow/markets'],
    ['PM-082', '/dflow/a/b/c'],
  ])('%s ERR3-012 %s is 404 Not Found, by any method, paid or not', async (_id, path) => {
    const header = await signed(shop.url, buyer.account, get('/venue-a/trades'))
    for (const method of ['GET', 'POST'])
      for (const headers of [{}, paidBy(header)]) {
        const {
          status,
          body,
          headers: said,
        } = await call(shop.url, { ...get(path), method, headers })
        expect([method, status, body.error, said['payment-required']]).toEqual([
          method,
          404,
          'Not Found',
          undefined,
        ])
      }
  })

  it('PM-080 the search beside them stays live', async () => {
    expect((await call(shop.url, get('/markets/search'))).status).toBe(402)
    expect((await buy(get('/markets/search?q=moon'))).status).toBe(200)
  })

  it.each(['/sports/games', '/sports/nba/2026/odds?x=1', '/sports/a'])(
    'PM-083 %s is 402 unpaid; paid it is 502, free, and claims nothing',
    async path => {
      expect((await call(shop.url, get(path))).body).toMatchObject({
        price: { amount: '0.0085' },
        category: expect.any(String),
        tier: expect.any(String),
      })
      const { header, status, body } = await free(get(path))
      expect([status, typeof body.error]).toEqual([502, 'string'])
      expect((await call(shop.url, { ...get(path), headers: paidBy(header) })).status).toBe(502)
      expect((await call(shop.url, { ...get(path), headers: paidBy('%%%') })).body.code).toBe(
        'PAYMENT_INVALID',
      )
      expect(shop.taps.predex.seen).toEqual([])
    },
  )
})
