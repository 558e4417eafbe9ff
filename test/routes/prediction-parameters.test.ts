/** Parameters of prediction markets, as the upstream takes them. */
import { describe, expect, it } from 'vitest'
import { buy, free, get, shop, useShop, wallet } from './prediction-desk.ts'

/** The last parameter of an address that ends with `=`. */
const nameIn = (path: string): string => /(\w+)=$/.exec(path)![1]!

useShop()

describe('parameters, as the upstream takes them', () => {
  const list = async (path: string): Promise<any> => {
    const { status, body } = await buy(get(path))
    expect([path, status]).toEqual([path, 200])
    return body
  }
  const refused = async (path: string, status = 422): Promise<void> => {
    const seen = await free(get(path))
    expect([path, seen.status, seen.body.error]).toEqual([path, status, 'Bad Request'])
  }

  it('PM-055 PM-056 the search over all venues needs q, not search, and takes a venue', async () => {
    await refused('/markets/search')
    await refused('/markets/search?search=moon')
    const { query, markets } = await list('/markets/search?q=moon&limit=100')
    expect([query, new Set(markets.map((one: any) => one.venue)).size > 1]).toEqual(['moon', true])
    const only = await list('/markets/search?q=moon&venue=venue-d')
    expect(new Set(only.markets.map((one: any) => one.venue))).toEqual(new Set(['venue-d']))
    await refused('/markets/search?q=moon&venue=venue-z')
  })

  it('PM-058 profiles are for 20 wallets at most', async () => {
    const of = (count: number): string => Array<string>(count).fill(wallet).join(',')
    await list(`/venue-a/wallets/profiles?addresses=${of(20)}`)
    await refused(`/venue-a/wallets/profiles?addresses=${of(21)}`)
  })

  it.each(['proposed', 'disputed', 'resolved'])(
    'PM-059 the oracle lists what is %s',
    async state => {
      const { markets } = await list(`/venue-a/uma/markets?state=${state}`)
      expect(new Set(markets.map((one: any) => one.state))).toEqual(new Set([state]))
    },
  )

  it('PM-060 PM-068 search has 3 to 100 characters', async () => {
    for (const venue of ['venue-a', 'venue-b']) {
      for (const length of [3, 100]) await list(`/${venue}/markets?search=${'a'.repeat(length)}`)
      for (const length of [2, 101]) await refused(`/${venue}/markets?search=${'a'.repeat(length)}`)
    }
  })

  it.each([
    ['PM-061', '/venue-a/markets?status=', ['active', 'closed', 'archived'], ['open', 'ACTIVE']],
    [
      'PM-062',
      '/venue-a/markets?sort=',
      ['volume', 'liquidity', 'created'],
      ['price', 'close_time'],
    ],
    ['PM-063', '/venue-a/markets?limit=', ['1', '100'], ['0', '101', 'x']],
    ['PM-067', '/venue-b/markets?status=', ['open', 'closed'], ['active', 'archived']],
    [
      'PM-071',
      '/venue-b/markets?sort=',
      ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'],
      ['liquidity', 'created'],
    ],
    ['PM-072', '/venue-b/markets?limit=', ['1', '100'], ['0', '101', 'x']],
    [
      'PM-074',
      '/exchange/candles/BTCUSDT?interval=',
      ['1s', '1m', '5m', '15m', '1h', '4h', '1d'],
      ['2m', '1w'],
    ],
    ['PM-077', '/exchange/candles/BTCUSDT?limit=', ['1', '1500'], ['0', '1501']],
  ] as const)('%s %s takes its values and no others', async (_id, path, good, bad) => {
    for (const value of good) {
      await list(path + value)
      const { url } = shop.taps.predex.seen.at(-1)!
      expect(url).toMatch(new RegExp(`[?&]${nameIn(path)}=${value}$`))
    }
    for (const value of bad) await refused(path + value)
  })

  it('PM-064 PM-072 a list has 20 entries unless set', async () => {
    for (const venue of ['venue-a', 'venue-b']) {
      expect((await list(`/${venue}/markets`)).markets).toHaveLength(20)
      expect((await list(`/${venue}/markets?limit=3`)).markets).toHaveLength(3)
    }
  })

  it.each([
    ['PM-010 PM-065', '/venue-a/markets'],
    ['PM-010 PM-065', '/venue-a/markets/keyset'],
    ['PM-070', '/venue-b/markets'],
  ])('%s %s goes on at pagination_key', async (_id, path) => {
    const first = await list(`${path}?limit=5`)
    const next = await list(`${path}?limit=5&pagination_key=${first.pagination.pagination_key}`)
    const names = (body: any): string[] =>
      body.markets.map((one: any) => one.condition_id ?? one.ticker)
    expect([names(first).length, names(next).filter(name => names(first).includes(name))]).toEqual([
      5,
      [],
    ])
  })

  it('PM-066 slugs filter: event_slug and market_slug on markets, slug on events', async () => {
    const [market] = (await list('/venue-a/markets?limit=1')).markets
    const all = async (query: string): Promise<any[]> =>
      (await list(`/venue-a/markets?limit=100&${query}`)).markets
    expect(
      new Set((await all(`event_slug=${market.event_slug}`)).map(one => one.event_slug)),
    ).toEqual(new Set([market.event_slug]))
    expect((await all(`market_slug=${market.market_slug}`)).map(one => one.market_slug)).toEqual([
      market.market_slug,
    ])
    expect((await all(`slug=${market.market_slug}`)).length).toBeGreaterThan(1)
    expect(
      (await list(`/venue-a/events?slug=${market.event_slug}`)).events.map(
        (one: any) => one.event_slug,
      ),
    ).toEqual([market.event_slug])
  })

  it('PM-069 PM-070 venue B takes 50 tickers and an event_ticker', async () => {
    const { markets } = await list('/venue-b/markets?limit=100')
    const tickers = markets.map((one: any) => one.ticker)
    expect(
      (await list(`/venue-b/markets?limit=100&ticker=${tickers.slice(0, 50).join(',')}`)).markets,
    ).toHaveLength(50)
    await refused(`/venue-b/markets?ticker=${tickers.slice(0, 51).join(',')}`)
    const event = markets[0].event_ticker
    expect(
      new Set(
        (await list(`/venue-b/markets?event_ticker=${event}`)).markets.map(
          (one: any) => one.event_ticker,
        ),
      ),
    ).toEqual(new Set([event]))
  })

  it.each(['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'])(
    'PM-073 PM-075 PM-076 PM-078 candles of %s: 500 of a minute, or those between two Unix seconds',
    async symbol => {
      const usual = await list(`/exchange/candles/${symbol}`)
      expect([usual.symbol, usual.interval, usual.candles.length]).toEqual([symbol, '1m', 500])
      const { candles } = await list(
        `/exchange/candles/${symbol}?interval=5m&start_time=1780000000&end_time=1780003600`,
      )
      expect(candles).toHaveLength(12)
      for (const { open_time } of candles) {
        expect(open_time).toBeGreaterThanOrEqual(1780000000 - 300)
        expect(open_time).toBeLessThan(1780003600)
      }
      expect((await list(`/exchange/ticks/${symbol}`)).ticks[0].timestamp_us).toBeGreaterThan(1e15)
    },
  )

  it('PM-073 another symbol is refused', () => refused('/exchange/candles/DOGEUSDT', 404))
})
