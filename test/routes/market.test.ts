/** Free market data: lists of symbols, prices now, and prices of the past. */
import { describe, expect, it } from 'vitest'
import { call, type Seen } from './client.ts'
import { useDataDesk } from './data-desk.ts'

const desk = useDataDesk('pyth')
const ask = (path: string, more: { method?: string } = {}): Promise<Seen> =>
  call(desk.shop.url, { path: `/api/v1${path}`, ...more })
const asked = (n = 0): URL => new URL(desk.tap.seen[n]!.url, 'http://oracle.example')
const YEAR = 365 * 86_400
const from = Math.floor(Date.now() / 1000) - YEAR

/** The free feeds: path, a symbol, the upstream's name of it, its asset type. */
const FREE = [
  { n: 0, feed: 'crypto', symbol: 'BTC-USD', name: 'Crypto.BTC/USD', type: 'crypto' },
  { n: 1, feed: 'fx', symbol: 'EUR-USD', name: 'FX.EUR/USD', type: 'fx' },
  { n: 2, feed: 'commodity', symbol: 'XAU-USD', name: 'Metal.XAU/USD', type: 'metal' },
]
const MARKETS = ['us', 'hk', 'jp', 'kr', 'gb', 'de', 'fr', 'nl', 'ie', 'lu', 'cn', 'ca']
const LISTS = [
  ['MKT-001', '/crypto'],
  ['MKT-002', '/fx'],
  ['MKT-003', '/commodity'],
  ['MKT-004', '/usstock'],
  ...MARKETS.map(market => ['MKT-005 MKT-018', `/stocks/${market}`]),
] as [string, string][]

describe('lists', () => {
  it.each(LISTS)('%s MKT-050 MKT-051 %s/list is free and has the symbols', async (_id, path) => {
    const { status, body } = await desk.free(() => ask(`${path}/list`))
    expect(status).toBe(200)
    expect(body).toEqual({
      category: path.includes('stock') ? 'stocks' : path.slice(1),
      label: expect.stringMatching(/\w/),
      count: body.symbols.length,
      example: expect.any(String),
      endpoints: {
        price: `/api/v1${path}/price/{symbol}`,
        history: `/api/v1${path}/history/{symbol}`,
      },
      symbols: expect.any(Array),
    })
    for (const one of body.symbols)
      expect(one).toEqual({ symbol: expect.any(String), description: expect.any(String) })
    const { body: only } = await ask(`${path}/list?q=${body.example}`)
    expect(only.symbols.map((one: any) => one.symbol)).toContain(body.example)
  })

  it.each(LISTS)('%s MKT-016 %s/list is for GET: POST is refused', async (_id, path) => {
    const { status, headers } = await ask(`${path}/list`, { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, expect.stringContaining('GET')])
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-023 MKT-024 MKT-025 MKT-026 symbols look as their market writes them', async () => {
    const looks: [string, RegExp][] = [
      ['/crypto', /^[^-/]+-[A-Z]{3}$/],
      ['/fx', /^[A-Z]{3}-[A-Z]{3}$/],
      ['/commodity', /^X[A-Z]{2}-USD$/],
      ['/usstock', /^[A-Z][A-Z0-9.]*$/],
      ['/stocks/us', /^[A-Z][A-Z0-9.]*$/],
      ['/stocks/hk', /^\d{4}-HK$/],
      ['/stocks/jp', /^\d{4}$/],
      ['/stocks/kr', /^\d{6}$/],
      ['/stocks/gb', /^[A-Z]+$/],
      ['/stocks/de', /^[A-Z]+$/],
      ['/stocks/fr', /^[A-Z]+$/],
    ]
    for (const [path, look] of looks) {
      const { body } = await ask(`${path}/list?limit=2000`)
      expect(body.count).toBeGreaterThan(0)
      for (const { symbol } of body.symbols) expect(symbol).toMatch(look)
      const symbols = body.symbols.map((one: any) => one.symbol)
      expect(new Set(symbols).size).toBe(symbols.length)
    }
  })

  it('MKT-020 q is a text that the symbol or the description holds, in any case', async () => {
    const symbols = async (q: string): Promise<string[]> =>
      (await ask(`/crypto/list?q=${encodeURIComponent(q)}`)).body.symbols.map((s: any) => s.symbol)
    expect(await symbols('btc')).toEqual(['BTC-USD', 'ETH-BTC'])
    expect(await symbols('BitCoin')).toEqual(['BTC-USD', 'ETH-BTC'])
    expect(await symbols('h-b')).toEqual(['ETH-BTC'])
    expect(await symbols('été')).toEqual(['ÉTÉ-USD'])
    expect(await symbols('nothing like it')).toEqual([])
    expect(await symbols('.*')).toEqual([])
    expect((await symbols('')).length).toBe(100)
  })

  it('MKT-021 MKT-022 100 symbols unless the caller says how many, and never more than 2000', async () => {
    const count = async (query: string): Promise<[number, number]> => {
      const { status, body } = await ask(`/stocks/us/list${query}`)
      return [status, body.count ?? -1]
    }
    expect(await count('')).toEqual([200, 100])
    expect(await count('?limit=1')).toEqual([200, 1])
    expect(await count('?limit=2000')).toEqual([200, 2000])
    expect(await count('?limit=2001')).toEqual([200, 2000])
    expect(await count('?limit=999999')).toEqual([200, 2000])
    for (const wrong of ['0', '-1', '1.5', 'many'])
      expect((await count(`?limit=${wrong}`))[0]).toBe(400)
  })

  it('are asked for once and then kept, for each market by itself', async () => {
    // Another test may have filled the cache: what counts is that nothing is asked twice.
    for (const path of ['/stocks/kr', '/stocks/ca']) await ask(`${path}/list`)
    desk.tap.seen.length = 0
    const [korea, canada] = [await ask('/stocks/kr/list?q=005930'), await ask('/stocks/ca/list')]
    expect([korea.body.symbols[0].symbol, canada.body.symbols[0].symbol]).toEqual([
      '005930',
      'SHOP',
    ])
    expect(desk.tap.seen).toEqual([])
  })

  it('MKT-019 of an unknown market is 404 with the markets that there are', async () => {
    for (const market of ['xx', 'US2', '%F0%9F%9A%80', '__proto__', 'constructor']) {
      const { status, body } = await desk.free(() => ask(`/stocks/${market}/list`))
      expect([status, body.supported]).toEqual([404, MARKETS])
    }
    expect(desk.tap.seen).toEqual([])
  })
})

describe.each(FREE)('$feed', ({ n, feed, symbol, name, type }) => {
  const priceId = ['MKT-006', 'MKT-007', 'MKT-008'][n]
  const historyId = ['MKT-009', 'MKT-010', 'MKT-011'][n]

  it.each(['GET', 'POST'])(
    `${priceId} MKT-043 MKT-044 MKT-045 MKT-046 MKT-047 a price is free by %s`,
    async method => {
      const { status, body } = await desk.free(() => ask(`/${feed}/price/${symbol}`, { method }))
      expect([status, body]).toEqual([
        200,
        {
          symbol,
          category: feed,
          price: expect.any(Number),
          confidence: expect.any(Number),
          publishTime: expect.any(Number),
          timestamp: new Date(body.publishTime * 1000).toISOString(),
          assetType: type,
          feedId: expect.stringMatching(/^[0-9a-f]{64}$/),
          source: 'pyth',
          free: true,
        },
      ])
      expect(body.confidence).toBeGreaterThan(0)
      expect(Math.abs(body.publishTime - Date.now() / 1000)).toBeLessThan(3600)
      expect(desk.tap.seen.map(one => one.method)).toEqual(['GET', 'GET'])
      expect(asked(1).searchParams.getAll('ids[]')).toEqual([body.feedId])
    },
  )

  it('MKT-029 session means nothing here: any value is accepted', async () => {
    for (const session of ['pre', 'on', 'regular', '%F0%9F%9A%80', ''])
      expect((await ask(`/${feed}/price/${symbol}?session=${session}`)).status).toBe(200)
    expect((await ask(`/${feed}/history/${symbol}?from=${from}&session=whenever`)).status).toBe(200)
  })

  it.each(['GET', 'POST'])(
    `${historyId} MKT-031 MKT-034 MKT-048 MKT-049 history is free by %s, daily and until now unless said`,
    async method => {
      const seen = await desk.free(() => ask(`/${feed}/history/${symbol}?from=${from}`, { method }))
      const { bars, to, ...rest } = seen.body
      expect([seen.status, rest]).toEqual([
        200,
        { symbol, category: feed, resolution: 'D', from, source: 'pyth' },
      ])
      expect(Math.abs(to - Date.now() / 1000)).toBeLessThan(3600)
      expect(bars.length).toBeGreaterThan(360)
      for (const bar of bars) {
        expect(Object.keys(bar)).toEqual(['t', 'o', 'h', 'l', 'c', 'v'])
        expect(bar.t >= from && bar.t <= to && bar.l <= bar.o && bar.h >= bar.c).toBe(true)
      }
      expect(Object.fromEntries(asked(1).searchParams)).toEqual({
        symbol: name,
        resolution: 'D',
        from: String(from),
        to: String(to),
      })
    },
  )

  it('MKT-030 history has eight resolutions', async () => {
    for (const resolution of ['1', '5', '15', '60', '240', 'D', 'W', 'M']) {
      const to = from + 86_400 * (/^\d+$/.test(resolution) ? 2 : 70)
      const path = `/${feed}/history/${symbol}?from=${from}&to=${to}&resolution=${resolution}`
      const { status, body } = await ask(path)
      expect([status, body.resolution, body.to]).toEqual([200, resolution, to])
      expect(body.bars.length).toBeGreaterThan(1)
    }
  })

  it.each([
    ['MKT-030', `from=${from}&resolution=2`],
    ['MKT-030', `from=${from}&resolution=d`],
    ['MKT-030', `from=${from}&resolution=1D`],
    ['MKT-030', `from=${from}&resolution=`],
    ['MKT-032', 'resolution=D'],
    ['MKT-032', 'from='],
    ['MKT-033', 'from=0'],
    ['MKT-033', 'from=-5'],
    ['MKT-033', 'from=yesterday'],
    ['MKT-033', 'from=1.5'],
    ['MKT-033', 'from=1e99'],
    ['MKT-035', `from=${from}&to=${from}`],
    ['MKT-035', `from=${from}&to=${from - 1}`],
    ['MKT-035', `from=${from}&to=0`],
    ['MKT-035', 'from=253402300799'],
  ])('%s MKT-040 ?%s is 400 straight away', async (_id, query) => {
    const { status, body, challenge } = await ask(`/${feed}/history/${symbol}?${query}`)
    expect([status, challenge, desk.tap.seen]).toEqual([400, undefined, []])
    expect(JSON.stringify(body)).toMatch(/resolution|from|to/)
  })

  it('MKT-037 a window without bars is 404', async () => {
    const window = 'from=100&to=200'
    const { status, body } = await ask(`/${feed}/history/${symbol}?${window}`)
    expect([status, body.error]).toEqual([404, `No bars of ${symbol} in this window`])
  })

  it('MKT-034 the year 9999 is a time like any other', async () => {
    const { status, body } = await ask(`/${feed}/history/${symbol}?from=${from}&to=253402300799`)
    expect([status, body.to]).toEqual([200, 253_402_300_799])
    const far = await ask(`/${feed}/history/${symbol}?from=253402300000&to=253402300799`)
    expect(far.status).toBe(404)
  })

  it('MKT-052 HEAD and OPTIONS are answered as free, and nobody is asked', async () => {
    for (const path of ['/list', `/price/${symbol}`, `/history/${symbol}?from=${from}`]) {
      const options = await ask(`/${feed}${path}`, { method: 'OPTIONS' })
      const head = await ask(`/${feed}${path}`, { method: 'HEAD' })
      expect([options.status, options.body.free, head.status]).toEqual([402, true, 402])
      expect([options.challenge, head.challenge]).toEqual([undefined, undefined])
    }
    expect(desk.tap.seen).toEqual([])
  })
})

describe('symbols', () => {
  it.each([
    ['btc-usd', 'BTC-USD'],
    ['ETH-BTC', 'ETH-BTC'],
    ['1INCH-USD', '1INCH-USD'],
    ['%C3%89T%C3%89-USD', 'ÉTÉ-USD'],
    ['%c3%a9t%c3%a9-usd', 'ÉTÉ-USD'],
  ])('%s is found, whatever its case', async (symbol, found) => {
    const { status, body } = await ask(`/crypto/price/${symbol}`)
    expect([status, body.symbol]).toEqual([200, found])
    expect((await ask(`/crypto/history/${symbol}?from=${from}`)).body.symbol).toBe(found)
  })

  it.each([
    'NOBODY-USD',
    'BTC',
    'BTC-',
    '-USD',
    'BTCUSD',
    'EUR-USD',
    'AAPL',
    'Crypto.BTC-USD',
    'BTC-USD.PRE',
    'BTC-USD&asset_type=equity',
    'BTC-USD%3Fquery=x',
    '%F0%9F%9A%80',
    "'%20OR%201=1",
    'x'.repeat(1000),
  ])('MKT-055 %s is 404 with a hint', async symbol => {
    for (const path of [`/crypto/price/${symbol}`, `/crypto/history/${symbol}?from=${from}`]) {
      const { status, body } = await desk.free(() => ask(path))
      expect([status, body.hint]).toEqual([404, 'Find symbols with GET /api/v1/crypto/list'])
    }
    for (const { url } of desk.tap.seen) expect(url).toMatch(/^\/hermes\/v2\/price_feeds\?/)
    expect(asked().searchParams.getAll('asset_type')).toEqual(['crypto'])
  })

  it.each([
    'BTC/USD',
    'BTC%2FUSD',
    'BTC-USD%2F..%2FETH-USD',
    '..%2F..%2Fv2%2Fprice_feeds',
    '../list/x',
    'BTC-USD%00',
    '',
  ])('MKT-055 a symbol is one segment: %j is 404 and goes nowhere', async symbol => {
    expect((await ask(`/crypto/price/${symbol}`)).status).toBe(404)
    expect((await ask(`/crypto/history/${symbol}?from=${from}`)).status).toBe(404)
    expect(desk.tap.seen).toEqual([])
  })
})

describe('numbers', () => {
  const answer = (price: object): void =>
    desk.tap.answer(({ url }) =>
      url.includes('/updates/')
        ? { body: JSON.stringify({ parsed: [{ id: 'ab', price }] }) }
        : undefined,
    )

  it.each([
    [{ price: '6140993501000', conf: '3287868567', expo: -8 }, 61409.93501, 32.87868567],
    [{ price: '1', conf: '0', expo: -18 }, 1e-18, 0],
    [{ price: '-375', conf: '25', expo: -2 }, -3.75, 0.25],
    [{ price: '12', conf: '1', expo: 3 }, 12_000, 1000],
    [{ price: '9007199254740993', conf: '1', expo: -15 }, 9.007199254740993, 1e-15],
  ])('MKT-043 MKT-046 %j is exact', async (price, value, confidence) => {
    answer({ ...price, publish_time: 253_402_300_799 })
    const { status, body } = await ask('/crypto/price/BTC-USD')
    expect([status, body.price, body.confidence]).toEqual([200, value, confidence])
    expect([body.publishTime, body.timestamp]).toEqual([
      253_402_300_799,
      '9999-12-31T23:59:59.000Z',
    ])
  })

  it.each([
    { price: 'NaN', conf: '1', expo: -8 },
    { price: '1', conf: 'x', expo: -8 },
    { price: '1', conf: '1' },
    { conf: '1', expo: -8 },
    { price: '1', conf: '1', expo: -8, publish_time: 0 },
    { price: '1', conf: '1', expo: -8, publish_time: 'now' },
  ])('MKT-056 %j is no price', async price => {
    answer({ publish_time: 1_700_000_000, ...price })
    expect((await ask('/crypto/price/BTC-USD')).status).toBe(502)
  })
})
