// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  getPmMatchingMarketsShared, getPmVenueAMarketsPrice, getPmVenueBTradesQuery,
  getPmVenueCMarketsQuery, postPmVenueAWalletIdentitiesShared, shared,
} from './pm.shared.ts'

/** GET /api/v1/pm/venue-a/uma/markets: Oracle resolution of markets */
export const getPmVenueAUmaMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_uma_markets', origin: 'catalog/data/pm.routes.yaml:124',
  path: '/api/v1/pm/venue-a/uma/markets', summary: 'Oracle resolution of markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        state: { type: 'string', description: 'proposed, disputed, resolved and others' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: getPmVenueAMarketsPrice,
}

/** GET /api/v1/pm/venue-b/markets: Venue B markets */
export const getPmVenueBMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_markets', origin: 'catalog/data/pm.routes.yaml:128',
  path: '/api/v1/pm/venue-b/markets', summary: 'Venue B markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        status: { type: 'string', enum: ['open', 'closed'] },
        search: { type: 'string', minLength: 3, maxLength: 100 },
        ticker: { type: 'string', description: 'up to 50, comma-separated' },
        event_ticker: { type: 'string' },
        sort: {
          type: 'string',
          enum: ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'],
        },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueBTrades: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_trades', origin: 'catalog/data/pm.routes.yaml:136',
  path: '/api/v1/pm/venue-b/trades', summary: 'Venue B trades', query: getPmVenueBTradesQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueBOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_orderbooks', origin: 'catalog/data/pm.routes.yaml:140',
  path: '/api/v1/pm/venue-b/orderbooks', summary: 'Venue B order books',
  query: getPmVenueBTradesQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueCMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_c_markets', origin: 'catalog/data/pm.routes.yaml:144',
  path: '/api/v1/pm/venue-c/markets', summary: 'Venue C markets', query: getPmVenueCMarketsQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueCOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_c_orderbooks', origin: 'catalog/data/pm.routes.yaml:149',
  path: '/api/v1/pm/venue-c/orderbooks', summary: 'Venue C order books',
  query: getPmVenueBTradesQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueDMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_d_markets', origin: 'catalog/data/pm.routes.yaml:153',
  path: '/api/v1/pm/venue-d/markets', summary: 'Venue D markets', query: getPmVenueCMarketsQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueDOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_d_orderbooks', origin: 'catalog/data/pm.routes.yaml:158',
  path: '/api/v1/pm/venue-d/orderbooks', summary: 'Venue D order books',
  query: getPmVenueBTradesQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueEMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_e_markets', origin: 'catalog/data/pm.routes.yaml:162',
  path: '/api/v1/pm/venue-e/markets', summary: 'Venue E markets', query: getPmVenueCMarketsQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueEOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_e_orderbooks', origin: 'catalog/data/pm.routes.yaml:167',
  path: '/api/v1/pm/venue-e/orderbooks', summary: 'Venue E order books',
  query: getPmVenueBTradesQuery, price: getPmVenueAMarketsPrice,
}

/** GET /api/v1/pm/markets/search: Search the markets of all five venues */
export const getPmMarketsSearch: Route<Call> = {
  ...shared, id: 'get_pm_markets_search', origin: 'catalog/data/pm.routes.yaml:171',
  path: '/api/v1/pm/markets/search', summary: 'Search the markets of all five venues',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        q: { type: 'string', description: 'free text, required by the upstream' },
        venue: { type: 'string', enum: ['venue-a', 'venue-b', 'venue-c', 'venue-d', 'venue-e'] },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: getPmVenueAMarketsPrice,
  example: { query: { q: 'bitcoin' } },
}

/** GET /api/v1/pm/sports/*: Sports markets (temporarily unavailable) */
export const getPmSportsRest: Route<Call<undefined, { rest: string }>> = {
  ...postPmVenueAWalletIdentitiesShared, id: 'get_pm_sports_rest',
  origin: 'catalog/data/pm.routes.yaml:187', method: 'GET', path: '/api/v1/pm/sports/*',
  prefix: '/api/v1/pm/sports', summary: 'Sports markets (temporarily unavailable)',
  challenge: 'before_gates',
  suspended: { status: 502, message: 'Sports data is temporarily unavailable' },
  price: {
    micro: () => 8500n, // catalog/data/pm.routes.yaml:183
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
