// Code generated from catalog/upstreams/zerox.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { GetDexaggPriceQuery } from '../data/swap.requests.ts'
import type { Call } from '../hooks.ts'
import { zeroxReadFail, zeroxSwapFail } from '../upstreams.shared.ts'

/** GET of zerox. */
export const zeroxSwap: UpstreamCall<Call<any, any, any, GetDexaggPriceQuery>> = {
  id: 'zerox.swap', upstream: 'zerox', origin: 'catalog/upstreams/zerox.yaml:20', method: 'GET',
  path: ({ route }) => '/swap/permit2' + route.rest,
  timeout: 30_000, retry: 1, forwards: true,
  query: ({ query, network }) => ({
    sellToken: query.sellToken, swapFeeRecipient: network.treasury, swapFeeBps: String(20),
    swapFeeToken: query.sellToken,
  }),
  fail: zeroxSwapFail,
}

/** GET of zerox. */
export const zeroxGasless: UpstreamCall<Call<any, any, any, GetDexaggPriceQuery>> = {
  id: 'zerox.gasless', upstream: 'zerox', origin: 'catalog/upstreams/zerox.yaml:30', method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 1, forwards: true,
  query: ({ query, network }) => ({
    sellToken: query.sellToken, swapFeeRecipient: network.treasury, swapFeeBps: String(20),
    swapFeeToken: query.sellToken,
  }),
  fail: zeroxSwapFail,
}

/** GET of zerox. */
export const zeroxRead: UpstreamCall<Call<any, any, any, any>> = {
  id: 'zerox.read', upstream: 'zerox', origin: 'catalog/upstreams/zerox.yaml:31', method: 'GET',
  path: ({ route }) => route.rest,
  timeout: 30_000, retry: 1, query: 'forward', fail: zeroxReadFail,
}

/** GET of zerox. */
export const zeroxApprovalTokens: UpstreamCall<Call<any, any, any, any>> = {
  id: 'zerox.approval_tokens', upstream: 'zerox', origin: 'catalog/upstreams/zerox.yaml:36',
  method: 'GET',
  path: () => '/gasless/gasless-approval-tokens',
  timeout: 30_000, retry: 1, query: 'forward', fail: zeroxReadFail,
}

/** POST of zerox. */
export const zeroxSubmit: UpstreamCall<Call<any, any, any, any>> = {
  id: 'zerox.submit', upstream: 'zerox', origin: 'catalog/upstreams/zerox.yaml:37', method: 'POST',
  path: () => '/gasless/submit',
  timeout: 30_000, retry: 0, send: 'verbatim', fail: zeroxReadFail,
}
