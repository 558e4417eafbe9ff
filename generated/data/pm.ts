// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { predexSend } from '../upstreams/predex.ts'
import type { PostPmVenueAWalletIdentitiesBody } from './pm.requests.ts'
import { postPmVenueAWalletIdentitiesShared, shared } from './pm.shared.ts'

/** GET /api/v1/pm/venue-a/markets: Venue A markets */
export const getPmVenueAMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets', origin: 'catalog/data/pm.routes.yaml:12',
  path: '/api/v1/pm/venue-a/markets', summary: 'Venue A markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        search: { type: 'string', minLength: 3, maxLength: 100, description: 'free text' },
        status: { type: 'string', enum: ['active', 'closed', 'archived'] },
        sort: { type: 'string', enum: ['volume', 'liquidity', 'created'] },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string', description: 'cursor' },
        event_slug: { type: 'string' },
        market_slug: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
}

/** GET /api/v1/pm/venue-a/markets/keyset: Venue A markets, cursor pagination */
export const getPmVenueAMarketsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_keyset', origin: 'catalog/data/pm.routes.yaml:22',
  path: '/api/v1/pm/venue-a/markets/keyset', summary: 'Venue A markets, cursor pagination',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/events: Venue A events */
export const getPmVenueAEvents: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events', origin: 'catalog/data/pm.routes.yaml:23',
  path: '/api/v1/pm/venue-a/events', summary: 'Venue A events',
  query: {
    schema: { type: 'object', properties: { slug: { type: 'string' } } },
    unknown: 'forward', unchecked: true,
  },
}

/** GET /api/v1/pm/venue-a/events/keyset: Venue A events, cursor pagination */
export const getPmVenueAEventsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events_keyset', origin: 'catalog/data/pm.routes.yaml:26',
  path: '/api/v1/pm/venue-a/events/keyset', summary: 'Venue A events, cursor pagination',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/crypto-updown: Venue A crypto up or down markets */
export const getPmVenueACryptoUpdown: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_crypto_updown', origin: 'catalog/data/pm.routes.yaml:27',
  path: '/api/v1/pm/venue-a/crypto-updown', summary: 'Venue A crypto up or down markets',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/market-price/{token_id}: Price of one outcome token */
export const getPmVenueAMarketPriceTokenId: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_market_price_token_id', origin: 'catalog/data/pm.routes.yaml:28',
  path: '/api/v1/pm/venue-a/market-price/{token_id}', summary: 'Price of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/candlesticks/{condition_id}: Candles of one market */
export const getPmVenueACandlesticksConditionId: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_candlesticks_condition_id',
  origin: 'catalog/data/pm.routes.yaml:29', path: '/api/v1/pm/venue-a/candlesticks/{condition_id}',
  summary: 'Candles of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/candlesticks/token/{token_id}: Candles of one outcome token */
export const getPmVenueACandlesticksTokenTokenId: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_candlesticks_token_token_id',
  origin: 'catalog/data/pm.routes.yaml:30',
  path: '/api/v1/pm/venue-a/candlesticks/token/{token_id}', summary: 'Candles of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/volume-chart/{condition_id}: Volume chart of one market */
export const getPmVenueAVolumeChartConditionId: Route<Call<undefined, { condition_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_volume_chart_condition_id',
  origin: 'catalog/data/pm.routes.yaml:31', path: '/api/v1/pm/venue-a/volume-chart/{condition_id}',
  summary: 'Volume chart of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/orderbooks: Venue A order books */
export const getPmVenueAOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_orderbooks', origin: 'catalog/data/pm.routes.yaml:32',
  path: '/api/v1/pm/venue-a/orderbooks', summary: 'Venue A order books',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/trades: Venue A trades */
export const getPmVenueATrades: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_trades', origin: 'catalog/data/pm.routes.yaml:33',
  path: '/api/v1/pm/venue-a/trades', summary: 'Venue A trades',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/activity: Venue A activity */
export const getPmVenueAActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_activity', origin: 'catalog/data/pm.routes.yaml:34',
  path: '/api/v1/pm/venue-a/activity', summary: 'Venue A activity',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/markets/{token_id}/volume: Volume of one outcome token */
export const getPmVenueAMarketsTokenIdVolume: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_markets_token_id_volume', origin: 'catalog/data/pm.routes.yaml:35',
  path: '/api/v1/pm/venue-a/markets/{token_id}/volume', summary: 'Volume of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/markets/{condition_id}/open_interest: Open interest of one market */
export const getPmVenueAMarketsConditionIdOpenInterest: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_markets_condition_id_open_interest',
  origin: 'catalog/data/pm.routes.yaml:36',
  path: '/api/v1/pm/venue-a/markets/{condition_id}/open_interest',
  summary: 'Open interest of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/positions: Venue A positions */
export const getPmVenueAPositions: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_positions', origin: 'catalog/data/pm.routes.yaml:37',
  path: '/api/v1/pm/venue-a/positions', summary: 'Venue A positions',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/leaderboard: Venue A leaderboard */
export const getPmVenueALeaderboard: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_leaderboard', origin: 'catalog/data/pm.routes.yaml:38',
  path: '/api/v1/pm/venue-a/leaderboard', summary: 'Venue A leaderboard',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/leaderboard/market/{condition_id}: Leaderboard of one market */
export const getPmVenueALeaderboardMarketConditionId: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_leaderboard_market_condition_id',
  origin: 'catalog/data/pm.routes.yaml:39',
  path: '/api/v1/pm/venue-a/leaderboard/market/{condition_id}',
  summary: 'Leaderboard of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/cohorts/stats: Cohort statistics */
export const getPmVenueACohortsStats: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_cohorts_stats', origin: 'catalog/data/pm.routes.yaml:40',
  path: '/api/v1/pm/venue-a/cohorts/stats', summary: 'Cohort statistics',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/top-holders: Top holders of one market */
export const getPmVenueAMarketConditionIdTopHolders: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_market_condition_id_top_holders',
  origin: 'catalog/data/pm.routes.yaml:41',
  path: '/api/v1/pm/venue-a/market/{condition_id}/top-holders',
  summary: 'Top holders of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/smart-money: Smart money in one market */
export const getPmVenueAMarketConditionIdSmartMoney: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_market_condition_id_smart_money',
  origin: 'catalog/data/pm.routes.yaml:42',
  path: '/api/v1/pm/venue-a/market/{condition_id}/smart-money',
  summary: 'Smart money in one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/markets/smart-activity: Markets with smart activity */
export const getPmVenueAMarketsSmartActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_smart_activity', origin: 'catalog/data/pm.routes.yaml:43',
  path: '/api/v1/pm/venue-a/markets/smart-activity', summary: 'Markets with smart activity',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}: One wallet */
export const getPmVenueAWalletWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet', origin: 'catalog/data/pm.routes.yaml:44',
  path: '/api/v1/pm/venue-a/wallet/{wallet}', summary: 'One wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/markets: Markets of a wallet */
export const getPmVenueAWalletWalletMarkets: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet_markets', origin: 'catalog/data/pm.routes.yaml:45',
  path: '/api/v1/pm/venue-a/wallet/{wallet}/markets', summary: 'Markets of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/similar: Wallets similar to one */
export const getPmVenueAWalletWalletSimilar: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet_similar', origin: 'catalog/data/pm.routes.yaml:46',
  path: '/api/v1/pm/venue-a/wallet/{wallet}/similar', summary: 'Wallets similar to one',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/pnl/{wallet}: Profit and loss of a wallet */
export const getPmVenueAWalletPnlWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_pnl_wallet', origin: 'catalog/data/pm.routes.yaml:47',
  path: '/api/v1/pm/venue-a/wallet/pnl/{wallet}', summary: 'Profit and loss of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/positions/{wallet}: Positions of a wallet */
export const getPmVenueAWalletPositionsWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_positions_wallet', origin: 'catalog/data/pm.routes.yaml:48',
  path: '/api/v1/pm/venue-a/wallet/positions/{wallet}', summary: 'Positions of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/volume-chart/{wallet}: Volume chart of a wallet */
export const getPmVenueAWalletVolumeChartWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_volume_chart_wallet',
  origin: 'catalog/data/pm.routes.yaml:49', path: '/api/v1/pm/venue-a/wallet/volume-chart/{wallet}',
  summary: 'Volume chart of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallets/profiles: Wallet profiles, at most 20 */
export const getPmVenueAWalletsProfiles: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_wallets_profiles', origin: 'catalog/data/pm.routes.yaml:50',
  path: '/api/v1/pm/venue-a/wallets/profiles', summary: 'Wallet profiles, at most 20',
  query: {
    schema: {
      type: 'object',
      properties: {
        addresses: {
          type: 'string', description: 'wallets, comma-separated; required by the upstream',
        },
      },
    },
    unknown: 'forward', unchecked: true,
  },
  example: { query: { addresses: '0x0000000000000000000000000000000000000001' } },
}

/** GET /api/v1/pm/venue-a/wallets/filter: Filter wallets */
export const getPmVenueAWalletsFilter: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_wallets_filter', origin: 'catalog/data/pm.routes.yaml:54',
  path: '/api/v1/pm/venue-a/wallets/filter', summary: 'Filter wallets',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/uma/markets: Oracle resolution of markets */
export const getPmVenueAUmaMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_uma_markets', origin: 'catalog/data/pm.routes.yaml:55',
  path: '/api/v1/pm/venue-a/uma/markets', summary: 'Oracle resolution of markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        state: { type: 'string', description: 'proposed, disputed, resolved and others' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
}

/** GET /api/v1/pm/venue-a/uma/market/{condition_id}: Oracle resolution of one market */
export const getPmVenueAUmaMarketConditionId: Route<Call<undefined, { condition_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_uma_market_condition_id', origin: 'catalog/data/pm.routes.yaml:58',
  path: '/api/v1/pm/venue-a/uma/market/{condition_id}', summary: 'Oracle resolution of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-a/wallet/identity/{wallet}: Identity of a wallet */
export const getPmVenueAWalletIdentityWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_identity_wallet', origin: 'catalog/data/pm.routes.yaml:59',
  path: '/api/v1/pm/venue-a/wallet/identity/{wallet}', summary: 'Identity of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** POST /api/v1/pm/venue-a/wallet/identities: Identities of many wallets */
export const postPmVenueAWalletIdentities: Route<Call<PostPmVenueAWalletIdentitiesBody>> = {
  ...postPmVenueAWalletIdentitiesShared, id: 'post_pm_venue_a_wallet_identities',
  origin: 'catalog/data/pm.routes.yaml:60', method: 'POST',
  path: '/api/v1/pm/venue-a/wallet/identities', prefix: '/api/v1/pm',
  summary: 'Identities of many wallets', challenge: 'after_gates',
  body: {
    schema: {
      type: 'object',
      properties: {
        addresses: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1, maxItems: 200, description: 'wallet addresses',
        },
      },
      required: ['addresses'],
    },
    unknown: 'ignore',
  },
  price: {
    // catalog/data/pm.routes.yaml:7
    micro: () => 8500n,
    lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 4, identify: false,
  },
  example: { body: { addresses: ['0x0000000000000000000000000000000000000001'] } },
  upstream: () => predexSend,
}

/** GET /api/v1/pm/venue-a/wallet/{address}/cluster: Cluster of a wallet */
export const getPmVenueAWalletAddressCluster: Route<Call<undefined, { address: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_address_cluster', origin: 'catalog/data/pm.routes.yaml:67',
  path: '/api/v1/pm/venue-a/wallet/{address}/cluster', summary: 'Cluster of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-b/markets: Venue B markets */
export const getPmVenueBMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_markets', origin: 'catalog/data/pm.routes.yaml:69',
  path: '/api/v1/pm/venue-b/markets', summary: 'Venue B markets',
  query: {
    schema: {
      type: 'object',
      properties: {
        status: { type: 'string', enum: ['open', 'closed'] },
        search: { type: 'string', minLength: 3, maxLength: 100 },
        ticker: { type: 'string', description: 'up to 50, comma-separated' },
        event_ticker: { type: 'string' },
        sort: {
          type: 'string',
          enum: ['volume', 'open_interest', 'price_desc', 'price_asc', 'close_time'],
        },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
        pagination_key: { type: 'string' },
      },
    },
    unknown: 'forward', unchecked: true,
  },
}

/** GET /api/v1/pm/venue-b/trades: Venue B trades */
export const getPmVenueBTrades: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_trades', origin: 'catalog/data/pm.routes.yaml:79',
  path: '/api/v1/pm/venue-b/trades', summary: 'Venue B trades',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

/** GET /api/v1/pm/venue-b/orderbooks: Venue B order books */
export const getPmVenueBOrderbooks: Route<Call> = {
  ...shared, id: 'get_pm_venue_b_orderbooks', origin: 'catalog/data/pm.routes.yaml:80',
  path: '/api/v1/pm/venue-b/orderbooks', summary: 'Venue B order books',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
}

export * from './pm.2.ts'
