// Code generated from catalog/data/defi.routes.yaml by "npm run generate". DO NOT EDIT.
import { split } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { llamaChains, llamaPools, llamaPrices, llamaRead } from '../upstreams/llama.ts'

/** `price` of /api/v1/defi/protocols and 3 more routes. */
const getDefiProtocolsPrice = {
  micro: () => 6000n, // catalog/data/defi.routes.yaml:6
  lines: () => [['call', 1, 1n, 1n, 200n], ['fee', 1, 1n, 1n, 1000n]],
  decimals: 6, identify: false,
} satisfies NonNullable<Route<Call<undefined, any>>['price']>

/** Members that /api/v1/defi/protocols and 4 more routes share. */
const shared = {
  family: 'data/defi', method: 'GET', aliases: [], prefix: '/api/v1/defi', tags: ['defi'],
  flow: 'inline', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'passthrough', challenge: 'before_gates', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576,
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  reply: 'verbatim', fixed: ['quote'],
} satisfies Partial<Route<Call<undefined, any>>>

/** GET /api/v1/defi/protocols: All DeFi protocols with their value locked, several megabytes */
export const getDefiProtocols: Route<Call> = {
  ...shared, id: 'get_defi_protocols', origin: 'catalog/data/defi.routes.yaml:9',
  path: '/api/v1/defi/protocols',
  summary: 'All DeFi protocols with their value locked, several megabytes',
  price: getDefiProtocolsPrice,
  upstream: () => llamaRead,
}

/**
 * GET /api/v1/defi/protocol/{slug}: One protocol with its history, by the slug that the list of
 * protocols gives
 */
export const getDefiProtocolSlug: Route<Call<undefined, { slug: string }>> = {
  ...shared, id: 'get_defi_protocol_slug', origin: 'catalog/data/defi.routes.yaml:13',
  path: '/api/v1/defi/protocol/{slug}',
  summary: 'One protocol with its history, by the slug that the list of protocols gives',
  price: getDefiProtocolsPrice,
  example: { path: { slug: 'aave' } },
  upstream: () => llamaRead,
}

/** GET /api/v1/defi/chains: Value locked on each chain */
export const getDefiChains: Route<Call> = {
  ...shared, id: 'get_defi_chains', origin: 'catalog/data/defi.routes.yaml:17',
  path: '/api/v1/defi/chains', summary: 'Value locked on each chain', price: getDefiProtocolsPrice,
  upstream: () => llamaChains,
}

/**
 * GET /api/v1/defi/yields: All yield pools, for you to filter by chain, project, symbol, apy or
 * tvlUsd
 */
export const getDefiYields: Route<Call> = {
  ...shared, id: 'get_defi_yields', origin: 'catalog/data/defi.routes.yaml:20',
  path: '/api/v1/defi/yields',
  summary: 'All yield pools, for you to filter by chain, project, symbol, apy or tvlUsd',
  price: getDefiProtocolsPrice,
  upstream: () => llamaPools,
}

/**
 * GET /api/v1/defi/prices/{coins}: Current prices of tokens, by comma-separated identifiers such as
 * coingecko:bitcoin
 */
export const getDefiPricesCoins: Route<Call<undefined, { coins: string }>> = {
  ...shared, id: 'get_defi_prices_coins', origin: 'catalog/data/defi.routes.yaml:24',
  path: '/api/v1/defi/prices/{coins}',
  summary: 'Current prices of tokens, by comma-separated identifiers such as coingecko:bitcoin',
  gates: ({ path }) => {
    if (!split(path.coins, ',').every(c => c.includes(':'))) // catalog/data/defi.routes.yaml:29
      return {
        status: 400,
        message: `Invalid identifier ${path.coins}. Write <source>:<id> or <chain>:<address>, with commas between several.`,
      }
    return undefined
  },
  price: {
    micro: () => 2000n, // catalog/data/defi.routes.yaml:27
    lines: () => [['call', 1, 1n, 1n, 1000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: {
    path: { coins: 'coingecko:bitcoin,ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  },
  upstream: () => llamaPrices,
}
