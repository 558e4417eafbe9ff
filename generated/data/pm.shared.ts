// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { predexRead } from '../upstreams/predex.ts'

/** `price` of /api/v1/pm/venue-a/market-price/{token_id} and 19 more routes. */
export const getPmVenueAMarketPriceTokenIdPrice = {
  micro: () => 8500n, // catalog/data/pm.routes.yaml:7
  lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
  decimals: 4, identify: false,
} satisfies NonNullable<Route<Call<any, any>>['price']>

/** `query` of /api/v1/pm/venue-a/markets and one more route. */
export const getPmVenueAMarketsQuery = {
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
} satisfies NonNullable<Route<Call>['query']>

/** `price` of /api/v1/pm/venue-a/markets and 25 more routes. */
export const getPmVenueAMarketsPrice = {
  micro: () => 8500n, // catalog/data/pm.routes.yaml:65
  lines: () => [['call', 1, 1n, 3n, 400n], ['fee', 1, 1n, 1n, 1000n]],
  decimals: 4, identify: false,
} satisfies NonNullable<Route<Call<undefined, any>>['price']>

/** `query` of /api/v1/pm/venue-a/events and one more route. */
export const getPmVenueAEventsQuery = {
  schema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      pagination_key: { type: 'string', description: 'cursor' },
      slug: { type: 'string' },
    },
  },
  unknown: 'forward', unchecked: true,
} satisfies NonNullable<Route<Call>['query']>

/** `query` of /api/v1/pm/venue-a/crypto-updown and 6 more routes. */
export const getPmVenueACryptoUpdownQuery = {
  schema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      pagination_key: { type: 'string', description: 'cursor' },
    },
  },
  unknown: 'forward', unchecked: true,
} satisfies NonNullable<Route<Call<undefined, any>>['query']>

/** `query` of /api/v1/pm/venue-a/trades and one more route. */
export const getPmVenueATradesQuery = {
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
} satisfies NonNullable<Route<Call>['query']>

/** `query` of /api/v1/pm/venue-b/trades and 4 more routes. */
export const getPmVenueBTradesQuery = {
  schema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      pagination_key: { type: 'string', description: 'cursor' },
      ticker: { type: 'string', description: 'up to 50, comma-separated' },
    },
  },
  unknown: 'forward', unchecked: true,
} satisfies NonNullable<Route<Call>['query']>

/** `query` of /api/v1/pm/venue-c/markets and 2 more routes. */
export const getPmVenueCMarketsQuery = {
  schema: {
    type: 'object',
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      pagination_key: { type: 'string', description: 'cursor' },
      search: { type: 'string', minLength: 3, maxLength: 100 },
      status: { type: 'string', enum: ['open', 'closed'] },
    },
  },
  unknown: 'forward', unchecked: true,
} satisfies NonNullable<Route<Call>['query']>

/** Members that /api/v1/pm/venue-a/market-price/{token_id} and 44 more routes share. */
export const shared = {
  family: 'data/pm', method: 'GET', aliases: [], prefix: '/api/v1/pm', tags: ['prediction-markets'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'predictions', challenge: 'before_gates', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576,
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    category: 'prediction-markets', tier: 'standard',
  }),
  upstream: () => predexRead,
  reply: 'verbatim', fixed: ['quote'],
} satisfies Partial<Route<Call<undefined, any>>>

/** Members that /api/v1/pm/matching-markets and 5 more routes share. */
export const getPmMatchingMarketsShared = {
  origin: 'catalog/data/pm.routes.yaml:192', family: 'data/pm', method: 'GET', aliases: [],
  prefix: '/api/v1/pm', summary: 'No longer offered', tags: [], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'predictions',
  challenge: 'after_gates', discovery: 'none', authorization: 300_000, bodyLimit: 1_048_576,
  gone: 404,
} satisfies Partial<Route<Call<undefined, any>>>

/** Members that /api/v1/pm/venue-a/wallet/identities and one more route share. */
export const postPmVenueAWalletIdentitiesShared = {
  family: 'data/pm', aliases: [], tags: ['prediction-markets'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'predictions',
  discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    category: 'prediction-markets', tier: 'standard',
  }),
  reply: 'verbatim', fixed: ['quote'],
} satisfies Partial<Route<Call<any, any>>>
