/** The other venues, exchange data, and the search over all venues. */
import { notFound, page } from './params.ts'
import type { Params } from './params.ts'
import type { Handlers } from './routes.ts'
import { book, fraction, hash, iso, markets, round, series } from './world.ts'
import type { Market } from './world.ts'

const symbols = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT']
const middles: Readonly<Record<string, number>> = {
  BTCUSDT: 110_000,
  ETHUSDT: 4200,
  SOLUSDT: 190,
  XRPUSDT: 2.4,
}
const seconds: Readonly<Record<string, number>> = {
  '1s': 1,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
}

const ticker = (m: Market): string => 'KX' + hash(m.slug).slice(0, 8).toUpperCase()
const eventTicker = (m: Market): string => 'KX' + hash(m.event).slice(0, 6).toUpperCase()

const contract = (m: Market) => ({
  ticker: ticker(m),
  event_ticker: eventTicker(m),
  title: m.title,
  yes_subtitle: 'Yes',
  no_subtitle: 'No',
  status: m.status === 'active' ? 'open' : 'closed',
  result: m.status === 'active' ? null : 'yes',
  outcomes: [
    { label: 'Yes', bid: round(m.yes - 0.01, 3), ask: round(m.yes + 0.01, 3) },
    { label: 'No', bid: round(0.99 - m.yes, 3), ask: round(1.01 - m.yes, 3) },
  ],
  last_price: m.yes,
  volume: Math.round(m.volume),
  open_interest: Math.round(m.liquidity),
  dollar_volume: m.volume,
  close_time: iso(m.end),
  event: { event_ticker: eventTicker(m), title: m.event.replaceAll('-', ' ') },
})

const orders: Readonly<Record<string, (a: Market, b: Market) => number>> = {
  volume: (a, b) => b.volume - a.volume,
  open_interest: (a, b) => b.liquidity - a.liquidity,
  price_desc: (a, b) => b.yes - a.yes,
  price_asc: (a, b) => a.yes - b.yes,
  close_time: (a, b) => a.end - b.end,
}

function contracts(params: Params): Market[] {
  const search = params.text('search', { min: 3, max: 100 })?.toLowerCase()
  const status = params.oneOf('status', ['open', 'closed'])
  const sort =
    params.oneOf('sort', ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time']) ??
    'volume'
  const tickers = params.list('ticker', 50)
  const event = params.get('event_ticker')
  return markets
    .filter(
      m =>
        (!search || m.title.toLowerCase().includes(search)) &&
        (!status || (status === 'open') === (m.status === 'active')),
    )
    .filter(
      m =>
        (tickers.length === 0 || tickers.includes(ticker(m))) &&
        (!event || eventTicker(m) === event),
    )
    .sort(orders[sort])
}

const listedMarkets = ({ params }: { params: Params }) => {
  const { items, pagination } = page(contracts(params), params)
  return { markets: items.map(contract), pagination }
}

const listedBooks = ({ params }: { params: Params }) => {
  const { items, pagination } = page(contracts(params), params)
  return {
    orderbooks: items.map(m => ({
      ticker: ticker(m),
      ...book(ticker(m), m.yes),
      timestamp: Date.now(),
    })),
    pagination,
  }
}

const listedTrades = ({ params }: { params: Params }) => {
  const { items, pagination } = page(contracts(params), params)
  return {
    trades: items.map(m => ({
      ticker: ticker(m),
      yes_price: m.yes,
      count: 1 + Math.floor(90 * fraction(m.slug)),
      taker_side: 'yes',
      created_time: iso(m.begin),
    })),
    pagination,
  }
}

function symbolOf(symbol: string): string {
  if (!symbols.includes(symbol.toUpperCase()))
    throw notFound(`Unknown symbol ${symbol}; allowed are ${symbols.join(', ')}`)
  return symbol.toUpperCase()
}

function candles(symbol: string, params: Params) {
  const interval = params.oneOf('interval', Object.keys(seconds)) ?? '1m'
  const limit = params.whole('limit', { min: 1, max: 1500, or: 500 })
  const step = seconds[interval]!
  const end = params.whole('end_time', { min: 0, max: 4e9, or: Math.floor(Date.now() / 1000) })
  const start = params.whole('start_time', { min: 0, max: 4e9, or: end - step * limit })
  const count = Math.max(0, Math.min(limit, Math.floor((end - start) / step)))
  const first = Math.floor(start / step) * step
  const points = series(`${symbol}${interval}${first}`, { count, step, middle: middles[symbol]! })
  return {
    symbol,
    interval,
    candles: points.map(({ value }, n) => ({
      open_time: first + n * step,
      open: value,
      high: round(value * 1.001, 4),
      low: round(value * 0.999, 4),
      close: value,
      volume: round(9 * fraction(`${symbol}${n}`), 4),
    })),
  }
}

function ticks(symbol: string, params: Params) {
  const limit = params.whole('limit', { min: 1, max: 1000, or: 100 })
  const now = BigInt(Date.now()) * 1000n
  const points = series(`tick ${symbol}`, { count: limit, step: 1, middle: middles[symbol]! })
  return {
    symbol,
    ticks: points.map(({ value }, n) => ({
      timestamp_us: Number(now - BigInt(limit - n) * 250n),
      bid: value,
      ask: round(value * 1.0001, 4),
      bid_size: 1.5,
      ask_size: 1.2,
    })),
  }
}

const venues = ['venue-a', 'venue-b', 'venue-c', 'venue-d', 'venue-e'] as const

/** Paths below `/v2` and what they answer. */
export const otherVenues: Handlers = {
  '/venue-b/markets': listedMarkets,
  '/venue-b/trades': listedTrades,
  '/venue-b/orderbooks': listedBooks,
  '/venue-c/markets': listedMarkets,
  '/venue-c/orderbooks': listedBooks,
  '/venue-d/markets': listedMarkets,
  '/venue-d/orderbooks': listedBooks,
  '/venue-e/markets': listedMarkets,
  '/venue-e/orderbooks': listedBooks,
  '/exchange/candles/{symbol}': ({ path, params }) => candles(symbolOf(path.symbol), params),
  '/exchange/ticks/{symbol}': ({ path, params }) => ticks(symbolOf(path.symbol), params),
  '/markets/search': ({ params }) => {
    const q = params.required('q').toLowerCase()
    const venue = params.oneOf('venue', venues)
    const all = markets
      .filter(m => m.title.toLowerCase().includes(q))
      .flatMap(m =>
        (venue ? [venue] : venues.slice(0, 2)).map(name => ({
          venue: name,
          title: m.title,
          status: m.status,
          price: m.yes,
          url_slug: m.slug,
        })),
      )
    const { items, pagination } = page(all, params)
    return { query: params.get('q'), markets: items, pagination }
  },
}
