// Code generated from catalog/data/look.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerLook } from '../upstreams/maker.ts'
import type { GetPricesPlaceSymbolQuery } from './look.requests.ts'

/** Members that /api/v1/prices/{place}/{symbol} and 2 more routes share. */
const shared = {
  family: 'data/look', method: 'GET', aliases: [], prefix: '/api/v1', tags: [], flow: 'inline',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576,
  upstream: () => makerLook,
  reply: 'verbatim',
} satisfies Partial<Route<Call<undefined, any, never, any>>>

/** GET /api/v1/prices/{place}/{symbol}: Price of a thing at a place with a name that is long */
export const getPricesPlaceSymbol: Route<
  Call<undefined, { place: string; symbol: string }, never, GetPricesPlaceSymbolQuery>
> = {
  ...shared, id: 'get_prices_place_symbol', origin: 'catalog/data/look.routes.yaml:6',
  path: '/api/v1/prices/{place}/{symbol}',
  summary: 'Price of a thing at a place with a name that is long',
  query: {
    schema: {
      type: 'object',
      properties: { days: { type: 'integer', minimum: 1, maximum: 10, default: 1 } },
    },
    unknown: 'ignore',
  },
  price: {
    micro: ({ query }) => (BigInt(query.days) * 2n + 1n) * 1000n, // catalog/data/look.routes.yaml:9
    reads: ['query.days'],
    lines: ({ query }) => [['days', query.days, 1n, 1n, 500n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: {
    query: { days: '2' },
    path: { place: 'a place', symbol: 'large-things-of-all-sorts' },
  },
  probes: [{
    networks: ['base'],
    query: { days: 2 },
    path: { place: 'a place', symbol: 'large-things-of-all-sorts' },
  }],
}

/** GET /api/v1/files/*: A file */
export const getFilesRest: Route<Call<undefined, { rest: string }>> = {
  ...shared, id: 'get_files_rest', origin: 'catalog/data/look.routes.yaml:16',
  path: '/api/v1/files/*', summary: 'A file',
  query: {
    schema: { type: 'object', properties: { page: { type: 'integer' } } },
    unknown: 'forward', unchecked: true,
  },
  retired: { since: 1_798_761_600_000, use: 'GET /api/v1/prices/{place}/{symbol}' },
  price: {
    micro: () => 5000n, // catalog/data/look.routes.yaml:19
    lines: () => [['call', 1, 1n, 1n, 250n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { path: { rest: 'a/b c' } },
  fixed: ['quote'],
}

/** GET /api/v1/mine: What the wallet that signs has bought */
export const getMine: Route<Call> = {
  ...shared, id: 'get_mine', origin: 'catalog/data/look.routes.yaml:23', path: '/api/v1/mine',
  summary: 'What the wallet that signs has bought',
  price: {
    micro: () => 0n, // catalog/data/look.routes.yaml:25
    lines: () => [],
    decimals: 6, identify: true,
  },
  example: {},
  fixed: ['quote'],
}
