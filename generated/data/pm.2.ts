// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { shared } from './pm.shared.ts'

/** GET /api/v1/pm/venue-a/markets: Venue A markets */
export const getPmVenueAMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets', origin: 'catalog/data/pm.routes.yaml:73',
  path: '/api/v1/pm/venue-a/markets', summary: 'Venue A markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        search: { type: 'string', minLength: 3, maxLength: 100, description: 'free text' },
        status: { type: 'string', enum: ['active', 'closed', 'archived'] },
        sort: { type: 'string', enum: ['volume', 'liquidity', 'created'] },
        event_slug: { type: 'string' },
        market_slug: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/markets/keyset: Venue A markets, cursor pagination */
export const getPmVenueAMarketsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_keyset', origin: 'catalog/data/pm.routes.yaml:81',
  path: '/api/v1/pm/venue-a/markets/keyset', summary: 'Venue A markets, cursor pagination',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        search: { type: 'string', minLength: 3, maxLength: 100, description: 'free text' },
        status: { type: 'string', enum: ['active', 'closed', 'archived'] },
        sort: { type: 'string', enum: ['volume', 'liquidity', 'created'] },
        event_slug: { type: 'string' },
        market_slug: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/events: Venue A events */
export const getPmVenueAEvents: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events', origin: 'catalog/data/pm.routes.yaml:89',
  path: '/api/v1/pm/venue-a/events', summary: 'Venue A events',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        slug: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/events/keyset: Venue A events, cursor pagination */
export const getPmVenueAEventsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events_keyset', origin: 'catalog/data/pm.routes.yaml:93',
  path: '/api/v1/pm/venue-a/events/keyset', summary: 'Venue A events, cursor pagination',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        slug: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/crypto-updown: Venue A crypto up or down markets */
export const getPmVenueACryptoUpdown: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_crypto_updown', origin: 'catalog/data/pm.routes.yaml:97',
  path: '/api/v1/pm/venue-a/crypto-updown', summary: 'Venue A crypto up or down markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/orderbooks: Venue A order books */
export const getPmVenueAOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_orderbooks', origin: 'catalog/data/pm.routes.yaml:98',
  path: '/api/v1/pm/venue-a/orderbooks', summary: 'Venue A order books',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        token_id: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/trades: Venue A trades */
export const getPmVenueATrades: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_trades', origin: 'catalog/data/pm.routes.yaml:102',
  path: '/api/v1/pm/venue-a/trades', summary: 'Venue A trades',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        condition_id: { type: 'string' },
        market_slug: { type: 'string' },
        user: { type: 'string', description: 'wallet' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/activity: Venue A activity */
export const getPmVenueAActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_activity', origin: 'catalog/data/pm.routes.yaml:108',
  path: '/api/v1/pm/venue-a/activity', summary: 'Venue A activity',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        condition_id: { type: 'string' },
        market_slug: { type: 'string' },
        user: { type: 'string', description: 'wallet' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/positions: Venue A positions */
export const getPmVenueAPositions: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_positions', origin: 'catalog/data/pm.routes.yaml:114',
  path: '/api/v1/pm/venue-a/positions', summary: 'Venue A positions',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        user: { type: 'string', description: 'wallet' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/leaderboard: Venue A leaderboard */
export const getPmVenueALeaderboard: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_leaderboard', origin: 'catalog/data/pm.routes.yaml:118',
  path: '/api/v1/pm/venue-a/leaderboard', summary: 'Venue A leaderboard',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/leaderboard/market/{condition_id}: Leaderboard of one market */
export const getPmVenueALeaderboardMarketConditionId: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_leaderboard_market_condition_id',
  origin: 'catalog/data/pm.routes.yaml:119',
  path: '/api/v1/pm/venue-a/leaderboard/market/{condition_id}',
  summary: 'Leaderboard of one market',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/markets/smart-activity: Markets with smart activity */
export const getPmVenueAMarketsSmartActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_smart_activity', origin: 'catalog/data/pm.routes.yaml:120',
  path: '/api/v1/pm/venue-a/markets/smart-activity', summary: 'Markets with smart activity',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/markets: Markets of a wallet */
export const getPmVenueAWalletWalletMarkets: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet_markets', origin: 'catalog/data/pm.routes.yaml:121',
  path: '/api/v1/pm/venue-a/wallet/{wallet}/markets', summary: 'Markets of a wallet',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/wallet/positions/{wallet}: Positions of a wallet */
export const getPmVenueAWalletPositionsWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_positions_wallet',
  origin: 'catalog/data/pm.routes.yaml:122', path: '/api/v1/pm/venue-a/wallet/positions/{wallet}',
  summary: 'Positions of a wallet',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}

/** GET /api/v1/pm/venue-a/wallets/filter: Filter wallets */
export const getPmVenueAWalletsFilter: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_wallets_filter', origin: 'catalog/data/pm.routes.yaml:123',
  path: '/api/v1/pm/venue-a/wallets/filter', summary: 'Filter wallets',
  query: {
    schema: {
      type: 'object',
      properties: {
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  price: {
    // catalog/data/pm.routes.yaml:65
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
}
