/** Stocks: prices now and in the past, for which each call is paid. */
import { describe, expect, it } from 'vitest'
import { call, paidBy, signed, type Sent } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('pyth')
const get = (path: string, method = 'GET'): Sent => ({ path: `/api/v1${path}`, method })
const asked = (n: number): URL => new URL(desk.tap.seen[n]!.url, 'http://oracle.example')
const from = Math.floor(Date.now() / 1000) - 30 * 86_400

/** The markets, a symbol of each, and the upstream's name of it. */
const MARKETS: [string, string, string][] = [
  ['us', 'AAPL', 'Equity.US.AAPL/USD'],
  ['hk', '0700-HK', 'Equity.HK.0700-HK/HKD'],
  ['jp', '7203', 'Equity.JP.7203/JPY'],
  ['kr', '005930', 'Equity.KR.005930/KRW'],
  ['gb', 'VOD', 'Equity.GB.VOD/GBP'],
  ['de', 'SAP', 'Equity.DE.SAP/EUR'],
  ['fr', 'AIR', 'Equity.FR.AIR/EUR'],
  ['nl', 'ASML', 'Equity.NL.ASML/EUR'],
  ['ie', 'RYA', 'Equity.IE.RYA/EUR'],
  ['lu', 'MT', 'Equity.LU.MT/EUR'],
  ['cn', '600519', 'Equity.CN.600519/CNY'],
  ['ca', 'SHOP', 'Equity.CA.SHOP/CAD'],
]
/** What is sold: the id for its price, and its path. */
const SOLD: [string, string][] = [
  ['MKT-014', '/stocks/us/price/AAPL'],
  ['MKT-015', `/stocks/us/history/AAPL?from=${from}`],
  ['MKT-012', '/usstock/price/AAPL'],
  ['MKT-013', `/usstock/history/AAPL?from=${from}`],
]

describe.each(SOLD)('%s %s', (id, path) => {
  it.each(['GET', 'POST'])(
    `${id} MKT-041 MKT-042 unpaid %s is 402 with the price`,
    async method => {
      const { status, body, challenge } = await call(desk.shop.url, get(path, method))
      expect([status, body.price]).toEqual([402, { amount: '0.0020', currency: 'USD' }])
      expect(body.example).toMatch(/^GET \/api\/v1\/stocks\/us\/(price|history)\/AAPL/)
      for (const { x402Version, accepts } of [body, body.x402, challenge!])
        expect([x402Version, accepts[0].amount, accepts[0].maxTimeoutSeconds]).toEqual([
          2,
          '2000',
          300,
        ])
      expect(desk.tap.seen).toEqual([])
    },
  )

  it.each(['GET', 'POST'])(`${id} MKT-047 paid %s costs 2000 micro-USDC`, async method => {
    const { body } = await desk.costs(2000n, get(path, method))
    expect([body.symbol, body.category, body.source]).toEqual(['AAPL', 'stocks', 'pyth'])
    expect(body).not.toHaveProperty('free')
    expect(body.symbol).toBe('AAPL')
  })
})

describe('markets', () => {
  it.each(MARKETS)('MKT-018 MKT-014 MKT-043 %s has a price of %s', async (market, symbol, name) => {
    const { body } = await desk.costs(2000n, get(`/stocks/${market}/price/${symbol}`))
    expect(body).toEqual({
      symbol,
      category: 'stocks',
      price: expect.any(Number),
      confidence: expect.any(Number),
      publishTime: expect.any(Number),
      timestamp: new Date(body.publishTime * 1000).toISOString(),
      assetType: 'equity',
      feedId: expect.stringMatching(/^[0-9a-f]{64}$/),
      source: 'pyth',
    })
    await desk.costs(2000n, get(`/stocks/${market}/history/${symbol}?from=${from}&resolution=W`))
    expect(asked(3).searchParams.get('symbol')).toBe(name)
  })

  it('MKT-019 an unknown market is 402 unpaid, and 404 with the markets once paid', async () => {
    for (const path of ['/stocks/xx/price/AAPL', `/stocks/xx/history/AAPL?from=${from}`]) {
      expect((await call(desk.shop.url, get(path))).status).toBe(402)
      const { status, body } = await desk.refused(get(path))
      expect([status, body.supported]).toEqual([404, MARKETS.map(([market]) => market)])
    }
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-055 a symbol of another market or feed is 404 with a hint, and costs nothing', async () => {
    for (const [market, symbol] of [
      ['us', '7203'],
      ['jp', 'AAPL'],
      ['us', 'NOBODY'],
      ['us', 'BTC-USD'],
      ['us', 'AAPL.PRE'],
      ['us', 'A'],
      ['hk', '0700'],
      ['us', '%F0%9F%9A%80'],
    ]) {
      const { status, body } = await desk.refused(get(`/stocks/${market}/price/${symbol}`))
      const hint = `Find symbols with GET /api/v1/stocks/${market}/list`
      expect([status, body.hint]).toEqual([404, hint])
      const past = await desk.refused(get(`/stocks/${market}/history/${symbol}?from=${from}`))
      expect([past.status, past.body.hint]).toEqual([404, hint])
    }
  })

  it('MKT-017 usstock is stocks/us: the same record for the same money', async () => {
    for (const path of ['/price/msft', `/history/BRK.B?from=${from}&to=${from + 86_400 * 9}`]) {
      const [long, short] = [
        await desk.costs(2000n, get(`/stocks/us${path}`)),
        await desk.costs(2000n, get(`/usstock${path}`)),
      ]
      const { publishTime, timestamp, ...record } = short.body
      expect(long.body).toMatchObject(record)
    }
    const lists = [
      await call(desk.shop.url, get('/usstock/list')),
      await call(desk.shop.url, get('/stocks/us/list')),
    ]
    expect(lists[0]!.body.symbols).toEqual(lists[1]!.body.symbols)
  })
})

describe('sessions', () => {
  it.each([
    ['MKT-028', '', 'Equity.US.AAPL/USD'],
    ['MKT-027', 'pre', 'Equity.US.AAPL/USD.PRE'],
    ['MKT-027', 'post', 'Equity.US.AAPL/USD.POST'],
    ['MKT-027', 'on', 'Equity.US.AAPL/USD.ON'],
  ])('%s MKT-036 session %j is the feed %s', async (_id, session, name) => {
    const query = session === '' ? '' : `session=${session}`
    const { body } = await desk.costs(2000n, get(`/stocks/us/price/AAPL?${query}`))
    const past = await desk.costs(2000n, get(`/usstock/history/AAPL?from=${from}&${query}`))
    expect([body.symbol, past.body.symbol]).toEqual(['AAPL', 'AAPL'])
    expect(asked(3).searchParams.get('symbol')).toBe(name)
    const listed = await fetch(
      `${desk.shop.world.env.PYTH_URL!.replace('{host}', 'hermes')}/v2/price_feeds?query=AAPL`,
    )
    const feeds = (await listed.json()) as { id: string; attributes: { symbol: string } }[]
    expect(body.feedId).toBe(feeds.find(one => one.attributes.symbol === name)!.id)
  })

  it('MKT-027 another session is 400 once paid, and costs nothing', async () => {
    for (const session of ['regular', 'PRE', '', 'constructor']) {
      const { status } = await desk.refused(get(`/stocks/us/price/AAPL?session=${session}`))
      expect(status).toBe(400)
    }
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-055 a share without such a session is 404, and costs nothing', async () => {
    const { status } = await desk.refused(get('/stocks/jp/price/7203?session=pre'))
    expect(status).toBe(404)
  })
})

describe('what is wrong with a request', () => {
  const wrong: [string, string][] = [
    ['MKT-030', `from=${from}&resolution=2`],
    ['MKT-032', 'resolution=D'],
    ['MKT-033', 'from=0'],
    ['MKT-033', 'from=-1'],
    ['MKT-033', 'from=soon'],
    ['MKT-035', `from=${from}&to=${from}`],
    ['MKT-035', `from=${from}&to=${from - 1}`],
    ['MKT-035', `from=${from}&to=1e21`],
    ['MKT-036', `from=${from}&session=night`],
  ]
  it.each(wrong)('%s MKT-038 MKT-039 ?%s is 402 unpaid, and 400 once paid', async (_id, query) => {
    for (const method of ['GET', 'POST']) {
      const sent = get(`/stocks/us/history/AAPL?${query}`, method)
      const unpaid = await call(desk.shop.url, sent)
      expect([unpaid.status, unpaid.challenge?.accepts[0]!.amount]).toEqual([402, '2000'])
      const { status, headers } = await desk.refused(sent)
      expect([status, headers['payment-required']]).toEqual([400, undefined])
    }
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-037 a window without bars is 404 before any settlement, and the payment stays good', async () => {
    const seen = await desk.refused(get('/stocks/us/history/AAPL?from=100&to=200'))
    expect([seen.status, seen.body.error]).toEqual([404, 'No bars of AAPL in this window'])
    const before = await desk.buyer.balance()
    const again = await call(desk.shop.url, {
      ...get(`/stocks/us/history/AAPL?from=${from}`),
      headers: paidBy(seen.header),
    })
    expect([again.status, before - (await desk.buyer.balance())]).toEqual([200, 2000n])
  })

  it('MKT-037 from in the future, or in the year 9999, is refused and costs nothing', async () => {
    const far = 'from=253402300000'
    expect((await desk.refused(get(`/stocks/us/history/AAPL?${far}`))).status).toBe(400)
    const window = `${far}&to=253402300799`
    expect((await desk.refused(get(`/stocks/us/history/AAPL?${window}`))).status).toBe(404)
  })

  it('MKT-039 a range that the upstream refuses is 400 with its reason, and costs nothing', async () => {
    const { status, body } = await desk.refused(
      get('/stocks/us/history/AAPL?from=1577836800&to=1767225600&resolution=1'),
    )
    expect([status, body]).toEqual([
      400,
      { error: 'Invalid parameters', details: 'Range is too long: at most one year' },
    ])
  })
})

describe('payments', () => {
  const sent = get('/stocks/us/price/AAPL')

  it('MKT-053 a payment of another amount is 402 with details and without a code', async () => {
    const account = desk.buyer.account
    for (const value of ['1999', '2001', '3000', '0']) {
      const header = await signed(desk.shop.url, account, sent, { value })
      const seen = await desk.free(() => call(desk.shop.url, { ...sent, headers: paidBy(header) }))
      expect([seen.status, seen.body.error]).toEqual([402, 'Payment verification failed'])
      expect(seen.body.details).toMatch(/\S/)
      expect(seen.body).not.toHaveProperty('code')
      expect(seen.challenge?.accepts[0]!.amount).toBe('2000')
    }
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-053 a payment that was used is 402 without a code', async () => {
    const { header } = await desk.costs(2000n, sent)
    desk.tap.seen.length = 0
    const again = await desk.free(() => call(desk.shop.url, { ...sent, headers: paidBy(header) }))
    expect([again.status, again.body.error]).toEqual([402, 'Payment verification failed'])
    expect(again.body).not.toHaveProperty('code')
    expect(desk.tap.seen).toEqual([])
  })
})
