/** The local upstream of prediction data keeps its vendor's parameters, limits and errors. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadPaths } from '../helpers/catalog-paths.ts'
import { askUpstream, startUpstreams, type LocalUpstreams } from '../helpers/upstreams.ts'

let up: LocalUpstreams
beforeAll(async () => {
  up = await startUpstreams()
})
afterAll(() => up.stop())

const get = (path: string) => askUpstream(up, 'predex', { path })
const market = async () => (await get('/venue-a/markets?limit=1')).json.markets[0]

it('lists markets with outcomes and a page', async () => {
  const { json } = await get('/venue-a/markets?status=active&sort=liquidity&limit=3')
  expect(json.markets).toHaveLength(3)
  expect(json.markets[0]).toMatchObject({
    condition_id: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    status: 'active',
    outcomes: [{ label: 'Yes' }, { label: 'No' }],
  })
  expect(json.markets[0].liquidity_usd).toBeGreaterThanOrEqual(json.markets[1].liquidity_usd)
  expect(json.pagination).toMatchObject({ limit: 3, offset: 0, has_more: true })
})

it('pages by cursor to the end without a gap or a repetition', async () => {
  const seen: string[] = []
  for (let key: string | null | undefined; key !== null;) {
    const { json } = await get(
      `/venue-a/markets/keyset?limit=25${key ? `&pagination_key=${key}` : ''}`,
    )
    seen.push(...json.markets.map((m: any) => m.condition_id))
    key = json.pagination.pagination_key
  }
  expect(seen).toHaveLength(72)
  expect(new Set(seen).size).toBe(72)
})

it('filters by text and slug; an unknown parameter filters nothing', async () => {
  expect(
    (await get('/venue-a/markets?search=moon')).json.markets.every((m: any) =>
      m.title.includes('Moon'),
    ),
  ).toBe(true)
  const { market_slug, event_slug } = await market()
  expect((await get(`/venue-a/markets?market_slug=${market_slug}`)).json.pagination.total).toBe(1)
  expect((await get(`/venue-a/events?slug=${event_slug}`)).json.events).toHaveLength(1)
  expect((await get('/venue-a/markets?unknown=1')).json.pagination.total).toBe(72)
})

it.each([
  ['/markets/search', 'q', 'missing'],
  ['/venue-a/markets?limit=101', 'limit', 'less_than_equal'],
  ['/venue-a/markets?limit=x', 'limit', 'int_parsing'],
  ['/venue-a/markets?search=ab', 'search', 'string_too_short'],
  ['/venue-a/markets?status=open', 'status', 'literal_error'],
  ['/venue-b/markets?status=active', 'status', 'literal_error'],
  ['/exchange/candles/BTCUSDT?limit=1501', 'limit', 'less_than_equal'],
  ['/exchange/candles/BTCUSDT?interval=2m', 'interval', 'literal_error'],
])('answers %s with 422 that names %s', async (path, name, type) => {
  const { status, json } = await get(path)
  expect(status).toBe(422)
  expect(json.detail[0]).toMatchObject({ loc: ['query', name], type, msg: expect.any(String) })
})

it('knows four symbols and makes as many candles as asked', async () => {
  for (const symbol of ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'])
    expect((await get(`/exchange/ticks/${symbol}`)).status).toBe(200)
  expect((await get('/exchange/ticks/DOGEUSDT')).status).toBe(404)
  const { candles } = (
    await get('/exchange/candles/ETHUSDT?interval=1h&start_time=1780000000&end_time=1780036000')
  ).json
  expect(candles.map((c: any) => c.open_time)).toEqual(
    Array.from({ length: 10 }, (_, n) => Math.floor(1_780_000_000 / 3600) * 3600 + n * 3600),
  )
})

it('takes at most 200 addresses and 20 wallets', async () => {
  const wallet = '0x' + 'ab'.repeat(20)
  const send = (body: unknown) =>
    askUpstream(up, 'predex', { path: '/venue-a/wallet/identities', body })
  expect((await send({ addresses: Array(200).fill(wallet) })).json.identities).toHaveLength(200)
  expect((await send({ addresses: Array(201).fill(wallet) })).status).toBe(422)
  expect((await send({})).json.detail[0]).toMatchObject({
    type: 'missing',
    loc: ['body', 'addresses'],
  })
  const profiles = (n: number) =>
    get(`/venue-a/wallets/profiles?addresses=${Array(n).fill(wallet).join(',')}`)
  expect((await profiles(20)).json.profiles).toHaveLength(20)
  expect((await profiles(21)).status).toBe(422)
})

it('answers 404 for what it does not know and 401 without its key', async () => {
  expect((await get('/venue-a/market-price/1')).json.error).toBe('Not Found')
  expect((await get('/matching-markets')).status).toBe(404)
  expect((await askUpstream(up, 'predex', { path: '/venue-a/markets', key: 'wrong' })).status).toBe(
    401,
  )
})

it('answers every endpoint that the catalog sells', async () => {
  const { condition_id, outcomes } = await market()
  const values: Record<string, string> = {
    condition_id,
    token_id: outcomes[0].token_id,
    symbol: 'BTCUSDT',
    wallet: '0x' + 'ab'.repeat(20),
    address: '0x' + 'cd'.repeat(20),
  }
  const paths = await loadPaths('data/pm.routes.yaml')
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths) {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!)
    const query =
      path === '/markets/search'
        ? '?q=moon'
        : path === '/venue-a/wallets/profiles'
          ? `?addresses=${values.wallet}`
          : ''
    const { status, json } = await get(filled + query)
    expect([path, status]).toEqual([path, 200])
    expect(Object.keys(json).length).toBeGreaterThan(0)
  }
})
