// Code generated from catalog/upstreams/bank.yaml by "npm run generate". DO NOT EDIT.
import { at, get, items, text } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { PostChangeBody } from '../tools/change.requests.ts'

/** GET of bank. */
export const bankRates: UpstreamCall<Call<any, any, any, any> & { args: { base: string } }> = {
  id: 'bank.rates', upstream: 'bank', origin: 'catalog/upstreams/bank.yaml:6', method: 'GET',
  takes: { base: 'string' },
  path: () => '/rates',
  timeout: 10_000, retry: 0,
  query: ({ args }) => ({ base: args.base }),
  give: ({ reply }) => ({
    rates: items(get(reply, 'data')).map(r => ({
      currency: get(r, 'code'), usd: get(r, 'price'), kind: get(r, 'kind'),
      digits: get(r, 'digits'),
    })),
  }),
}

/** POST of bank. */
export const bankChange: UpstreamCall<Call<PostChangeBody, any, any, any>> = {
  id: 'bank.change', upstream: 'bank', origin: 'catalog/upstreams/bank.yaml:12', method: 'POST',
  path: () => '/change',
  timeout: 20_000, retry: 0,
  send: ({ body, fetched }) => ({
    currency: body.currency, amount: body.amount,
    at: text(at(fetched.rates, body.currency).usd, 1_000_000_000_000n, 6),
  }),
  give: ({ reply }) => ({ id: get(reply, 'id') }),
}
