// Code generated from catalog/data/surf.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { surfRead, surfSend } from '../upstreams/surf.ts'
import type { PostSurfRestBody } from './surf.requests.ts'

/** Members that /api/v1/surf/* and one more route share. */
const shared = {
  family: 'data/surf', path: '/api/v1/surf/*', aliases: [], prefix: '/api/v1/surf', tags: ['surf'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'passthrough', discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  price: {
    micro: () => 9500n, // catalog/data/surf.routes.yaml:6
    lines: () => [['call', 1, 1n, 17n, 2000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  reply: 'verbatim', fixed: ['quote'],
} satisfies Partial<Route<Call<any, { rest: string }>>>

/** GET /api/v1/surf/*: Crypto market and on-chain data, by an upstream path such as market/price */
export const getSurfRest: Route<Call<undefined, { rest: string }>> = {
  ...shared, id: 'get_surf_rest', origin: 'catalog/data/surf.routes.yaml:8', method: 'GET',
  summary: 'Crypto market and on-chain data, by an upstream path such as market/price',
  challenge: 'before_gates',
  example: { query: { symbol: 'BTC' }, path: { rest: 'market/price' } },
  upstream: () => surfRead,
}

/**
 * POST /api/v1/surf/*: Crypto market and on-chain queries, by a path and body of the upstream such
 * as onchain/sql
 */
export const postSurfRest: Route<Call<PostSurfRestBody, { rest: string }>> = {
  ...shared, id: 'post_surf_rest', origin: 'catalog/data/surf.routes.yaml:13', method: 'POST',
  summary: 'Crypto market and on-chain queries, by a path and body of the upstream such as onchain/sql',
  challenge: 'after_gates',
  body: { schema: { type: 'object', properties: {} }, unknown: 'forward' },
  example: { body: { sql: 'select 1' }, path: { rest: 'onchain/sql' } },
  upstream: () => surfSend,
}
