// Code generated from catalog/data/pm.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { predexRead } from '../upstreams/predex.ts'

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
