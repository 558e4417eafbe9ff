/** Venue A: markets, events, prices and trades. */
import { notFound, page } from './params.ts'
import type { Params } from './params.ts'
import type { Handlers } from './routes.ts'
import { book, hash, iso, markets, round, series, trade } from './world.ts'
import type { Market } from './world.ts'

const byCondition = (id: string): Market => {
  const market = markets.find(m => m.condition_id === id.toLowerCase())
  if (!market) throw notFound(`Market ${id} not found`)
  return market
}

const byToken = (id: string): { market: Market; side: 0 | 1 } => {
  const market = markets.find(m => m.tokens.includes(id))
  if (!market) throw notFound(`Token ${id} not found`)
  return { market, side: market.tokens[0] === id ? 0 : 1 }
}

const priceOf = (market: Market, side: 0 | 1): number =>
  round(side === 0 ? market.yes : 1 - market.yes, 3)

const shown = (m: Market) => ({
  condition_id: m.condition_id,
  question_id: '0x' + hash(`question ${m.slug}`),
  market_id: m.slug,
  market_slug: m.slug,
  title: m.title,
  description: `${m.title} Resolves by the official record.`,
  status: m.status,
  winning_side: m.status === 'active' ? null : 'Yes',
  start_time: iso(m.begin),
  end_time: iso(m.end),
  close_time: m.status === 'active' ? null : iso(m.end),
  created_time: iso(m.begin),
  image_url: null,
  event_id: hash(m.event).slice(0, 8),
  event_slug: m.event,
  event_title: m.event.replaceAll('-', ' '),
  outcomes: [
    { label: 'Yes', token_id: m.tokens[0], price: priceOf(m, 0) },
    { label: 'No', token_id: m.tokens[1], price: priceOf(m, 1) },
  ],
  total_volume_usd: m.volume,
  liquidity_usd: m.liquidity,
  tags: [],
  is_neg_risk: false,
  rolling_metrics: { volume_24h_usd: round(m.volume / 30, 2) },
})

const orders = {
  volume: (a: Market, b: Market) => b.volume - a.volume,
  liquidity: (a: Market, b: Market) => b.liquidity - a.liquidity,
  created: (a: Market, b: Market) => b.begin - a.begin,
}

/** The markets that the parameters ask for. An unknown parameter name filters nothing. */
function found(params: Params): Market[] {
  const search = params.text('search', { min: 3, max: 100 })?.toLowerCase()
  const status = params.oneOf('status', ['active', 'closed', 'archived'])
  const sort = params.oneOf('sort', ['volume', 'liquidity', 'created']) ?? 'volume'
  const [event, slug] = [params.get('event_slug'), params.get('market_slug')]
  return markets
    .filter(
      m => (!search || m.title.toLowerCase().includes(search)) && (!status || m.status === status),
    )
    .filter(m => (!event || m.event === event) && (!slug || m.slug === slug))
    .sort(orders[sort])
}

const events = (params: Params) =>
  [...new Set(markets.map(m => m.event))]
    .filter(event => !params.get('slug') || event === params.get('slug'))
    .map(event => ({
      event_id: hash(event).slice(0, 8),
      event_slug: event,
      title: event.replaceAll('-', ' '),
      markets: markets.filter(m => m.event === event).length,
    }))

const trades = (params: Params) =>
  markets
    .filter(m => !params.get('condition_id') || m.condition_id === params.get('condition_id'))
    .flatMap(m => Array.from({ length: 10 }, (_, n) => trade(m, n)))
    .filter(t => !params.get('market_slug') || t.market_slug === params.get('market_slug'))
    .filter(t => !params.get('user') || t.user === params.get('user')?.toLowerCase())

function candles(id: string, middle: number) {
  return series(`candle ${id}`, { count: 24, step: 3600, middle }).map(({ at, value }) => {
    const price = {
      open: value,
      high: round(value * 1.02, 4),
      low: round(value * 0.98, 4),
      close: value,
      mean: value,
      previous: value,
    }
    const dollars = Object.fromEntries(
      Object.entries(price).map(([name, p]) => [`${name}_dollars`, p.toFixed(4)]),
    )
    return {
      end_period_ts: at,
      price: { ...price, ...dollars },
      volume: Math.round(value * 1000),
      trades_count: Math.round(value * 40),
    }
  })
}

/** Paths below `/v2` and what they answer. */
export const venueA: Handlers = {
  '/venue-a/markets': ({ params }) => {
    const { items, pagination } = page(found(params), params)
    return { markets: items.map(shown), pagination }
  },
  '/venue-a/markets/keyset': ({ params }) => {
    const { items, keyset } = page(found(params), params)
    return { markets: items.map(shown), pagination: keyset }
  },
  '/venue-a/events': ({ params }) => {
    const { items, pagination } = page(events(params), params)
    return { events: items, pagination }
  },
  '/venue-a/events/keyset': ({ params }) => {
    const { items, keyset } = page(events(params), params)
    return { events: items, pagination: keyset }
  },
  '/venue-a/crypto-updown': ({ params }) => {
    const { items, pagination } = page(
      markets.filter(m => m.event.includes('bitcoin')),
      params,
    )
    return { markets: items.map(shown), pagination }
  },
  '/venue-a/market-price/{token_id}': ({ path }) => {
    const { market, side } = byToken(path.token_id)
    return { price: priceOf(market, side), timestamp: Math.floor(Date.now() / 1000) }
  },
  '/venue-a/candlesticks/{condition_id}': ({ path }) => ({
    condition_id: path.condition_id,
    candlesticks: candles(path.condition_id, byCondition(path.condition_id).yes),
  }),
  '/venue-a/candlesticks/token/{token_id}': ({ path }) => {
    const { market, side } = byToken(path.token_id)
    return { token_id: path.token_id, candlesticks: candles(path.token_id, priceOf(market, side)) }
  },
  '/venue-a/volume-chart/{condition_id}': ({ path }) => {
    const market = byCondition(path.condition_id)
    return {
      condition_id: market.condition_id,
      data: series(`volume ${market.slug}`, {
        count: 30,
        step: 86_400,
        middle: market.volume / 30,
      }).map(p => ({
        timestamp: p.at,
        volume_usd: p.value,
      })),
    }
  },
  '/venue-a/orderbooks': ({ params }) => {
    const asked = params.get('token_id')
    const { items, pagination } = page(
      asked ? [byToken(asked)] : markets.map(market => ({ market, side: 0 as const })),
      params,
    )
    const snapshot = ({ market, side }: { market: Market; side: 0 | 1 }) => {
      const now = Date.now()
      return {
        ...book(market.tokens[side], priceOf(market, side)),
        assetId: market.tokens[side],
        timestamp: now,
        tickSize: '0.01',
        indexedAt: now,
        market: market.condition_id,
      }
    }
    return { snapshots: items.map(snapshot), pagination }
  },
  '/venue-a/trades': ({ params }) => {
    const { items, pagination } = page(trades(params), params)
    return { trades: items, pagination }
  },
  '/venue-a/activity': ({ params }) => {
    const { items, pagination } = page(trades(params), params)
    return { activities: items.map(t => ({ type: 'TRADE', ...t })), pagination }
  },
  '/venue-a/markets/{token_id}/volume': ({ path }) => {
    const { market } = byToken(path.token_id)
    return {
      token_id: path.token_id,
      data: series(`tv ${market.slug}`, {
        count: 14,
        step: 86_400,
        middle: market.volume / 60,
      }).map(p => ({
        timestamp: p.at,
        volume: p.value,
      })),
    }
  },
  '/venue-a/markets/{condition_id}/open_interest': ({ path }) => {
    const market = byCondition(path.condition_id)
    return {
      condition_id: market.condition_id,
      data: series(`oi ${market.slug}`, { count: 14, step: 86_400, middle: market.liquidity }).map(
        p => ({
          timestamp: p.at,
          open_interest: p.value,
        }),
      ),
    }
  },
  '/venue-a/uma/markets': ({ params }) => {
    const state = params.oneOf('state', [
      'proposed',
      'disputed',
      'resolved',
      'unresolved',
      'settled',
      'reset',
      'flagged',
    ])
    const { items, pagination } = page(
      markets.filter(m => !state || m.uma === state),
      params,
    )
    return {
      markets: items.map(m => ({
        condition_id: m.condition_id,
        market_slug: m.slug,
        title: m.title,
        state: m.uma,
      })),
      pagination,
    }
  },
  '/venue-a/uma/market/{condition_id}': ({ path }) => {
    const market = byCondition(path.condition_id)
    return {
      condition_id: market.condition_id,
      title: market.title,
      state: market.uma,
      timeline: [{ event: 'initialized', timestamp: market.begin }],
    }
  },
}
