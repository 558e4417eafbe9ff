// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { predexSend } from '../upstreams/predex.ts'
import type { PostPmVenueAWalletIdentitiesBody } from './pm.requests.ts'
import {
  getPmVenueACryptoUpdownQuery, getPmVenueAEventsQuery, getPmVenueAMarketPriceTokenIdPrice,
  getPmVenueAMarketsPrice, getPmVenueAMarketsQuery, getPmVenueATradesQuery,
  postPmVenueAWalletIdentitiesShared, shared,
} from './pm.shared.ts'

/** GET /api/v1/pm/venue-a/market-price/{token_id}: Price of one outcome token */
export const getPmVenueAMarketPriceTokenId: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_market_price_token_id', origin: 'catalog/data/pm.routes.yaml:12',
  path: '/api/v1/pm/venue-a/market-price/{token_id}', summary: 'Price of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: {
    path: {
      token_id: '83108754451817365144477298122054700450152023883850018374082277700724780100156',
    },
  },
}

/** GET /api/v1/pm/venue-a/candlesticks/{condition_id}: Candles of one market */
export const getPmVenueACandlesticksConditionId: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_candlesticks_condition_id',
  origin: 'catalog/data/pm.routes.yaml:15', path: '/api/v1/pm/venue-a/candlesticks/{condition_id}',
  summary: 'Candles of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: {
    path: { condition_id: '0xd9b6884b74cc16f6ff04512632e73b4f3a9c815d86df4149106f86bf7d23cf45' },
  },
}

/** GET /api/v1/pm/venue-a/candlesticks/token/{token_id}: Candles of one outcome token */
export const getPmVenueACandlesticksTokenTokenId: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_candlesticks_token_token_id',
  origin: 'catalog/data/pm.routes.yaml:18',
  path: '/api/v1/pm/venue-a/candlesticks/token/{token_id}', summary: 'Candles of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/volume-chart/{condition_id}: Volume chart of one market */
export const getPmVenueAVolumeChartConditionId: Route<Call<undefined, { condition_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_volume_chart_condition_id',
  origin: 'catalog/data/pm.routes.yaml:19', path: '/api/v1/pm/venue-a/volume-chart/{condition_id}',
  summary: 'Volume chart of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/markets/{token_id}/volume: Volume of one outcome token */
export const getPmVenueAMarketsTokenIdVolume: Route<Call<undefined, { token_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_markets_token_id_volume', origin: 'catalog/data/pm.routes.yaml:20',
  path: '/api/v1/pm/venue-a/markets/{token_id}/volume', summary: 'Volume of one outcome token',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/markets/{condition_id}/open_interest: Open interest of one market */
export const getPmVenueAMarketsConditionIdOpenInterest: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_markets_condition_id_open_interest',
  origin: 'catalog/data/pm.routes.yaml:21',
  path: '/api/v1/pm/venue-a/markets/{condition_id}/open_interest',
  summary: 'Open interest of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/cohorts/stats: Cohort statistics */
export const getPmVenueACohortsStats: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_cohorts_stats', origin: 'catalog/data/pm.routes.yaml:22',
  path: '/api/v1/pm/venue-a/cohorts/stats', summary: 'Cohort statistics',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/top-holders: Top holders of one market */
export const getPmVenueAMarketConditionIdTopHolders: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_market_condition_id_top_holders',
  origin: 'catalog/data/pm.routes.yaml:23',
  path: '/api/v1/pm/venue-a/market/{condition_id}/top-holders',
  summary: 'Top holders of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/market/{condition_id}/smart-money: Smart money in one market */
export const getPmVenueAMarketConditionIdSmartMoney: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_market_condition_id_smart_money',
  origin: 'catalog/data/pm.routes.yaml:24',
  path: '/api/v1/pm/venue-a/market/{condition_id}/smart-money',
  summary: 'Smart money in one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}: One wallet */
export const getPmVenueAWalletWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet', origin: 'catalog/data/pm.routes.yaml:25',
  path: '/api/v1/pm/venue-a/wallet/{wallet}', summary: 'One wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { path: { wallet: '0x0000000000000000000000000000000000000001' } },
}

/** GET /api/v1/pm/venue-a/wallet/{wallet}/similar: Wallets similar to one */
export const getPmVenueAWalletWalletSimilar: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet_similar', origin: 'catalog/data/pm.routes.yaml:28',
  path: '/api/v1/pm/venue-a/wallet/{wallet}/similar', summary: 'Wallets similar to one',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/wallet/pnl/{wallet}: Profit and loss of a wallet */
export const getPmVenueAWalletPnlWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_pnl_wallet', origin: 'catalog/data/pm.routes.yaml:29',
  path: '/api/v1/pm/venue-a/wallet/pnl/{wallet}', summary: 'Profit and loss of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/wallet/volume-chart/{wallet}: Volume chart of a wallet */
export const getPmVenueAWalletVolumeChartWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_volume_chart_wallet',
  origin: 'catalog/data/pm.routes.yaml:30', path: '/api/v1/pm/venue-a/wallet/volume-chart/{wallet}',
  summary: 'Volume chart of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/wallets/profiles: Wallet profiles, at most 20 */
export const getPmVenueAWalletsProfiles: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_wallets_profiles', origin: 'catalog/data/pm.routes.yaml:31',
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
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { query: { addresses: '0x0000000000000000000000000000000000000001' } },
}

/** GET /api/v1/pm/venue-a/uma/market/{condition_id}: Oracle resolution of one market */
export const getPmVenueAUmaMarketConditionId: Route<Call<undefined, { condition_id: string }>> = {
  ...shared, id: 'get_pm_venue_a_uma_market_condition_id', origin: 'catalog/data/pm.routes.yaml:35',
  path: '/api/v1/pm/venue-a/uma/market/{condition_id}', summary: 'Oracle resolution of one market',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** GET /api/v1/pm/venue-a/wallet/identity/{wallet}: Identity of a wallet */
export const getPmVenueAWalletIdentityWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_identity_wallet', origin: 'catalog/data/pm.routes.yaml:36',
  path: '/api/v1/pm/venue-a/wallet/identity/{wallet}', summary: 'Identity of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
}

/** POST /api/v1/pm/venue-a/wallet/identities: Identities of many wallets */
export const postPmVenueAWalletIdentities: Route<Call<PostPmVenueAWalletIdentitiesBody>> = {
  ...postPmVenueAWalletIdentitiesShared, id: 'post_pm_venue_a_wallet_identities',
  origin: 'catalog/data/pm.routes.yaml:37', method: 'POST',
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
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { body: { addresses: ['0x0000000000000000000000000000000000000001'] } },
  upstream: () => predexSend,
}

/** GET /api/v1/pm/venue-a/wallet/{address}/cluster: Cluster of a wallet */
export const getPmVenueAWalletAddressCluster: Route<Call<undefined, { address: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_address_cluster', origin: 'catalog/data/pm.routes.yaml:44',
  path: '/api/v1/pm/venue-a/wallet/{address}/cluster', summary: 'Cluster of a wallet',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { path: { address: '0x0000000000000000000000000000000000000001' } },
}

/** GET /api/v1/pm/exchange/candles/{symbol}: Exchange candles */
export const getPmExchangeCandlesSymbol: Route<Call<undefined, { symbol: string }>> = {
  ...shared, id: 'get_pm_exchange_candles_symbol', origin: 'catalog/data/pm.routes.yaml:47',
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
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { path: { symbol: 'BTCUSDT' } },
}

/** GET /api/v1/pm/exchange/ticks/{symbol}: Exchange book ticks, in microseconds */
export const getPmExchangeTicksSymbol: Route<Call<undefined, { symbol: string }>> = {
  ...shared, id: 'get_pm_exchange_ticks_symbol', origin: 'catalog/data/pm.routes.yaml:55',
  path: '/api/v1/pm/exchange/ticks/{symbol}', summary: 'Exchange book ticks, in microseconds',
  query: {
    schema: {
      type: 'object',
      properties: { limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 } },
    },
    unknown: 'forward', unchecked: true,
  },
  price: getPmVenueAMarketPriceTokenIdPrice,
  example: { path: { symbol: 'BTCUSDT' } },
}

export const getPmVenueAMarkets: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets', origin: 'catalog/data/pm.routes.yaml:73',
  path: '/api/v1/pm/venue-a/markets', summary: 'Venue A markets', query: getPmVenueAMarketsQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueAMarketsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_keyset', origin: 'catalog/data/pm.routes.yaml:81',
  path: '/api/v1/pm/venue-a/markets/keyset', summary: 'Venue A markets, cursor pagination',
  query: getPmVenueAMarketsQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueAEvents: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events', origin: 'catalog/data/pm.routes.yaml:89',
  path: '/api/v1/pm/venue-a/events', summary: 'Venue A events', query: getPmVenueAEventsQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueAEventsKeyset: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_events_keyset', origin: 'catalog/data/pm.routes.yaml:93',
  path: '/api/v1/pm/venue-a/events/keyset', summary: 'Venue A events, cursor pagination',
  query: getPmVenueAEventsQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueACryptoUpdown: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_crypto_updown', origin: 'catalog/data/pm.routes.yaml:97',
  path: '/api/v1/pm/venue-a/crypto-updown', summary: 'Venue A crypto up or down markets',
  query: getPmVenueACryptoUpdownQuery, price: getPmVenueAMarketsPrice,
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
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueATrades: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_trades', origin: 'catalog/data/pm.routes.yaml:102',
  path: '/api/v1/pm/venue-a/trades', summary: 'Venue A trades', query: getPmVenueATradesQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueAActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_activity', origin: 'catalog/data/pm.routes.yaml:108',
  path: '/api/v1/pm/venue-a/activity', summary: 'Venue A activity', query: getPmVenueATradesQuery,
  price: getPmVenueAMarketsPrice,
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
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueALeaderboard: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_leaderboard', origin: 'catalog/data/pm.routes.yaml:118',
  path: '/api/v1/pm/venue-a/leaderboard', summary: 'Venue A leaderboard',
  query: getPmVenueACryptoUpdownQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueALeaderboardMarketConditionId: Route<
  Call<undefined, { condition_id: string }>
> = {
  ...shared, id: 'get_pm_venue_a_leaderboard_market_condition_id',
  origin: 'catalog/data/pm.routes.yaml:119',
  path: '/api/v1/pm/venue-a/leaderboard/market/{condition_id}',
  summary: 'Leaderboard of one market', query: getPmVenueACryptoUpdownQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueAMarketsSmartActivity: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_markets_smart_activity', origin: 'catalog/data/pm.routes.yaml:120',
  path: '/api/v1/pm/venue-a/markets/smart-activity', summary: 'Markets with smart activity',
  query: getPmVenueACryptoUpdownQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueAWalletWalletMarkets: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_wallet_markets', origin: 'catalog/data/pm.routes.yaml:121',
  path: '/api/v1/pm/venue-a/wallet/{wallet}/markets', summary: 'Markets of a wallet',
  query: getPmVenueACryptoUpdownQuery, price: getPmVenueAMarketsPrice,
}

export const getPmVenueAWalletPositionsWallet: Route<Call<undefined, { wallet: string }>> = {
  ...shared, id: 'get_pm_venue_a_wallet_positions_wallet',
  origin: 'catalog/data/pm.routes.yaml:122', path: '/api/v1/pm/venue-a/wallet/positions/{wallet}',
  summary: 'Positions of a wallet', query: getPmVenueACryptoUpdownQuery,
  price: getPmVenueAMarketsPrice,
}

export const getPmVenueAWalletsFilter: Route<Call> = {
  ...shared, id: 'get_pm_venue_a_wallets_filter', origin: 'catalog/data/pm.routes.yaml:123',
  path: '/api/v1/pm/venue-a/wallets/filter', summary: 'Filter wallets',
  query: getPmVenueACryptoUpdownQuery, price: getPmVenueAMarketsPrice,
}

export * from './pm.2.ts'
