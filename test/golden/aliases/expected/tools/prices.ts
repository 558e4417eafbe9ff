// Code generated from catalog/tools/prices.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** GET /api/v1/{chain}/price/{symbol}: Price of a token */
export const getChainPriceSymbol: Route<Call<undefined, { chain: string; symbol: string }>> = {
  id: 'get_chain_price_symbol', origin: 'catalog/tools/prices.routes.yaml:1',
  family: 'tools/prices', method: 'GET', path: '/api/v1/{chain}/price/{symbol}',
  aliases: [
    { method: 'GET', path: '/api/v1/price/{chain}/{symbol}' },
    { method: 'GET', path: '/api/v1/eth/price/{symbol}', with: { chain: 'ethereum' } },
    { method: 'POST', path: '/api/v1/bitcoin', with: { chain: 'bitcoin', symbol: 'btc' } },
  ],
  prefix: '', summary: 'Price of a token', tags: [], flow: 'free', networks: ['base'],
  envelope: 'native', challenge: 'after_gates', discovery: 'none', authorization: 300_000,
  bodyLimit: 1_048_576,
  reply: ({ path }) => ({ chain: path.chain, symbol: path.symbol }),
}
