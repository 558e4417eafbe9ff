// Code generated from catalog/data/swap.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { swapSigned } from '../shapes.ts'
import {
  zeroxApprovalTokens, zeroxGasless, zeroxRead, zeroxSubmit, zeroxSwap,
} from '../upstreams/zerox.ts'
import type { GetDexaggPriceQuery, PostDexaggGaslessSubmitBody } from './swap.requests.ts'

/** `query` of /api/v1/dexagg/price and 3 more routes. */
const getDexaggPriceQuery = {
  schema: {
    type: 'object',
    properties: {
      chainId: {
        type: 'string',
        description: 'chain, e.g. 8453; required by the upstream, like the next three',
      },
      sellToken: {
        type: 'string', description: 'address of the token to sell; the fee is taken in it',
      },
      buyToken: { type: 'string', description: 'address of the token to buy' },
      sellAmount: { type: 'string', description: 'in the smallest unit of sellToken' },
      taker: { type: 'string', description: 'address that swaps; needed for quotes' },
    },
  },
  unknown: 'forward',
} satisfies NonNullable<Route<Call<undefined, {}, never, GetDexaggPriceQuery>>['query']>

/** Members that /api/v1/dexagg/price and 8 more routes share. */
const shared = {
  family: 'data/swap', aliases: [], prefix: '/api/v1/dexagg', tags: ['swaps'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'swap',
  challenge: 'after_gates', discovery: 'none', limit: 'swaps', authorization: 300_000,
  bodyLimit: 1_048_576,
  headers: ({ network }) => ({ 'X-Affiliate': network.treasury }),
  reply: 'verbatim',
} satisfies Partial<Route<Call<any, any, never, any>>>

/** Members that /api/v1/dexagg/* and 2 more routes share. */
const postDexaggRestShared = {
  family: 'data/swap', aliases: [], prefix: '', summary: 'No longer offered', tags: [],
  flow: 'free', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'swap', challenge: 'after_gates', discovery: 'none', authorization: 300_000,
  bodyLimit: 1_048_576, gone: 404,
} satisfies Partial<Route<Call<undefined, any>>>

/** GET /api/v1/dexagg/price: Indicative price of a swap */
export const getDexaggPrice: Route<Call<undefined, {}, never, GetDexaggPriceQuery>> = {
  ...shared, id: 'get_dexagg_price', origin: 'catalog/data/swap.routes.yaml:13', method: 'GET',
  path: '/api/v1/dexagg/price', summary: 'Indicative price of a swap', query: getDexaggPriceQuery,
  upstream: () => zeroxSwap,
}

/** GET /api/v1/dexagg/quote: Firm quote of a swap with the data to sign and send */
export const getDexaggQuote: Route<Call<undefined, {}, never, GetDexaggPriceQuery>> = {
  ...shared, id: 'get_dexagg_quote', origin: 'catalog/data/swap.routes.yaml:18', method: 'GET',
  path: '/api/v1/dexagg/quote', summary: 'Firm quote of a swap with the data to sign and send',
  query: getDexaggPriceQuery,
  upstream: () => zeroxSwap,
}

/** GET /api/v1/dexagg/gasless/price: Indicative price of a swap without gas */
export const getDexaggGaslessPrice: Route<Call<undefined, {}, never, GetDexaggPriceQuery>> = {
  ...shared, id: 'get_dexagg_gasless_price', origin: 'catalog/data/swap.routes.yaml:23',
  method: 'GET', path: '/api/v1/dexagg/gasless/price',
  summary: 'Indicative price of a swap without gas', query: getDexaggPriceQuery,
  upstream: () => zeroxGasless,
}

/** GET /api/v1/dexagg/gasless/quote: Firm quote of a swap without gas with the data to sign */
export const getDexaggGaslessQuote: Route<Call<undefined, {}, never, GetDexaggPriceQuery>> = {
  ...shared, id: 'get_dexagg_gasless_quote', origin: 'catalog/data/swap.routes.yaml:26',
  method: 'GET', path: '/api/v1/dexagg/gasless/quote',
  summary: 'Firm quote of a swap without gas with the data to sign', query: getDexaggPriceQuery,
  upstream: () => zeroxGasless,
}

/** POST /api/v1/dexagg/gasless/submit: Submit a signed swap without gas */
export const postDexaggGaslessSubmit: Route<Call<PostDexaggGaslessSubmitBody>> = {
  ...shared, id: 'post_dexagg_gasless_submit', origin: 'catalog/data/swap.routes.yaml:34',
  method: 'POST', path: '/api/v1/dexagg/gasless/submit',
  summary: 'Submit a signed swap without gas',
  body: {
    schema: {
      type: 'object',
      properties: {
        chainId: { type: ['integer', 'string'], description: 'as in the quote' },
        trade: { ...swapSigned, description: '`trade` of the quote, signed' },
        approval: {
          ...swapSigned, description: '`approval` of the quote, signed, if the quote has one',
        },
      },
      required: ['chainId', 'trade'],
    },
    unknown: 'forward',
  },
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  upstream: () => zeroxSubmit,
}

/**
 * GET /api/v1/dexagg/gasless/status/{trade_hash}: Status of a submitted swap without gas - pending,
 * submitted, confirmed
 */
export const getDexaggGaslessStatusTradeHash: Route<Call<undefined, { trade_hash: string }>> = {
  ...shared, id: 'get_dexagg_gasless_status_trade_hash', origin: 'catalog/data/swap.routes.yaml:42',
  method: 'GET', path: '/api/v1/dexagg/gasless/status/{trade_hash}',
  summary: 'Status of a submitted swap without gas - pending, submitted, confirmed',
  query: {
    schema: { type: 'object', properties: { chainId: { type: 'string' } } },
    unknown: 'forward', unchecked: true,
  },
  instead: ({ path }) =>
    path.trade_hash === '0x0000000000000000000000000000000000000000000000000000000000000000'
      ? {
        status: 'example',
        message: 'Put the tradeHash of POST /api/v1/dexagg/gasless/submit into the path, and its chainId into the query.',
        statuses: ['pending', 'submitted', 'confirmed'],
      }
      : undefined,
  upstream: () => zeroxRead,
}

/** GET /api/v1/dexagg/gasless/approval-tokens: Tokens that can be approved without gas */
export const getDexaggGaslessApprovalTokens: Route<Call> = {
  ...shared, id: 'get_dexagg_gasless_approval_tokens', origin: 'catalog/data/swap.routes.yaml:51',
  method: 'GET', path: '/api/v1/dexagg/gasless/approval-tokens',
  summary: 'Tokens that can be approved without gas',
  query: {
    schema: { type: 'object', properties: { chainId: { type: 'string' } } },
    unknown: 'forward', unchecked: true,
  },
  upstream: () => zeroxApprovalTokens,
}

/** GET /api/v1/dexagg/gasless/chains: Chains on which swaps without gas work */
export const getDexaggGaslessChains: Route<Call> = {
  ...shared, id: 'get_dexagg_gasless_chains', origin: 'catalog/data/swap.routes.yaml:56',
  method: 'GET', path: '/api/v1/dexagg/gasless/chains',
  summary: 'Chains on which swaps without gas work',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  upstream: () => zeroxRead,
}

/** GET /api/v1/dexagg/swap/chains: Chains on which swaps work */
export const getDexaggSwapChains: Route<Call> = {
  ...shared, id: 'get_dexagg_swap_chains', origin: 'catalog/data/swap.routes.yaml:57',
  method: 'GET', path: '/api/v1/dexagg/swap/chains', summary: 'Chains on which swaps work',
  query: { schema: { type: 'object', properties: {} }, unknown: 'forward', unchecked: true },
  upstream: () => zeroxRead,
}

export const postDexaggRest: Route<Call<undefined, { rest: string }>> = {
  ...postDexaggRestShared, id: 'post_dexagg_rest', origin: 'catalog/data/swap.routes.yaml:59',
  method: 'POST', path: '/api/v1/dexagg/*',
}

export const getDexagg: Route<Call> = {
  ...postDexaggRestShared, id: 'get_dexagg', origin: 'catalog/data/swap.routes.yaml:63',
  method: 'GET', path: '/api/v1/dexagg',
}

export const postDexagg: Route<Call> = {
  ...postDexaggRestShared, id: 'post_dexagg', origin: 'catalog/data/swap.routes.yaml:67',
  method: 'POST', path: '/api/v1/dexagg',
}
