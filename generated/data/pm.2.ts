// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  getPmMatchingMarketsShared, postPmVenueAWalletIdentitiesShared, shared,
} from './pm.shared.ts'

/** GET /api/v1/pm/venue-c/markets: Venue C markets */
export const getPmVenueCMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_c_markets', origin: 'catalog/data/pm.routes.yaml:81',
  path: '/api/v1/pm/venue-c/markets', summary: 'Venue C markets',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-c/orderbooks: Venue C order books */
export const getPmVenueCOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_c_orderbooks', origin: 'catalog/data/pm.routes.yaml:82',
  path: '/api/v1/pm/venue-c/orderbooks', summary: 'Venue C order books',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-d/markets: Venue D markets */
export const getPmVenueDMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_d_markets', origin: 'catalog/data/pm.routes.yaml:83',
  path: '/api/v1/pm/venue-d/markets', summary: 'Venue D markets',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-d/orderbooks: Venue D order books */
export const getPmVenueDOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_d_orderbooks', origin: 'catalog/data/pm.routes.yaml:84',
  path: '/api/v1/pm/venue-d/orderbooks', summary: 'Venue D order books',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-e/markets: Venue E markets */
export const getPmVenueEMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_e_markets', origin: 'catalog/data/pm.routes.yaml:85',
  path: '/api/v1/pm/venue-e/markets', summary: 'Venue E markets',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-e/orderbooks: Venue E order books */
export const getPmVenueEOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_e_orderbooks', origin: 'catalog/data/pm.routes.yaml:86',
  path: '/api/v1/pm/venue-e/orderbooks', summary: 'Venue E order books',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/exchange/candles/{symbol}: Exchange candles */
export const getPmExchangeCandlesSymbol: Route<Call<undefined, { symbol: string }>> = {
  ...shared, id: 'get_pm_exchange_candles_symbol', origin: 'catalog/data/pm.routes.yaml:88',
  path: '/api/v1/pm/exchange/candles/{symbol}', summary: 'Exchange candles',
  query: {
    schema: {
      type: 'object',
      properties: {
        interval: {
          type: 'string', enum: ['1s', '1m', '5m', '15m', '1h', '4h', '1d'], default: '1m',
        },
        start_time: { type: 'integer', description: 'Unix seconds' },
        end_time: { type: 'integer', description: 'Unix seconds' },
        limit: { type: 'integer', minimum: 1, maximum: 1500, default: 500 },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  example: { path: { symbol: 'BTCUSDT' } },
}

/** GET /api/v1/pm/exchange/ticks/{symbol}: Exchange book ticks, in microseconds */
export const getPmExchangeTicksSymbol: Route<Call<undefined, { symbol: string }>> = {
  ...shared, id: 'get_pm_exchange_ticks_symbol', origin: 'catalog/data/pm.routes.yaml:96',
  path: '/api/v1/pm/exchange/ticks/{symbol}', summary: 'Exchange book ticks, in microseconds',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  example: { path: { symbol: 'BTCUSDT' } },
}

/** GET /api/v1/pm/markets/search: Search the markets of all five venues */
export const getPmMarketsSearch: Route<Call> = {
  ...shared, id: 'get_pm_markets_search', origin: 'catalog/data/pm.routes.yaml:100',
  path: '/api/v1/pm/markets/search', summary: 'Search the markets of all five venues',
  query: {
    schema: {
      type: 'object',
      properties: {
        q: { type: 'string', description: 'free text, required by the upstream' },
        venue: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  example: { query: { q: 'bitcoin' } },
}

/** GET /api/v1/pm/sports/*: Sports markets (temporarily unavailable) */
export const getPmSportsRest: Route<Call<undefined, { rest: string }>> = {
  ...postPmVenueAWalletIdentitiesShared, id: 'get_pm_sports_rest',
  origin: 'catalog/data/pm.routes.yaml:115', method: 'GET', path: '/api/v1/pm/sports/*',
  prefix: '/api/v1/pm/sports', summary: 'Sports markets (temporarily unavailable)',
  challenge: 'before_gates',
  suspended: { status: 502, message: 'Sports data is temporarily unavailable' },
  price: {
    // catalog/data/pm.routes.yaml:111
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

export const getPmMatchingMarkets: Route<Call> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_matching_markets', path: '/api/v1/pm/matching-markets',
}

export const getPmMatchingMarketsPairs: Route<Call> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_matching_markets_pairs',
  path: '/api/v1/pm/matching-markets/pairs',
}

export const getPmMarkets: Route<Call> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_markets', path: '/api/v1/pm/markets',
}

export const getPmMarketsListings: Route<Call> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_markets_listings', path: '/api/v1/pm/markets/listings',
}

export const getPmOutcomesId: Route<Call<undefined, { id: string }>> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_outcomes_id', path: '/api/v1/pm/outcomes/{id}',
}

export const getPmDflowRest: Route<Call<undefined, { rest: string }>> = {
  ...getPmMatchingMarketsShared, id: 'get_pm_dflow_rest', path: '/api/v1/pm/dflow/*',
}
