// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerPriceQuery } from '../upstreams.shared.ts'

/** GET of maker. */
export const makerPrice: UpstreamCall<
  Call<any, any, any, any> & { args: { symbol: string; group: string; limit?: number; tags?: any } }
> = {
  id: 'maker.price', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:7', method: 'GET',
  takes: { symbol: 'string', group: 'string', limit: 'integer?', tags: 'json?' },
  path: ({ args }) => `/prices/${segment(args.group)}`,
  timeout: 5000, retry: 1, query: makerPriceQuery,
  fail: ({ args, status }) => {
    // catalog/upstreams/maker.yaml:14
    if (status === 404) return { as: 'invalid_input', details: `There is no ${args.symbol}` }
    return undefined
  },
  give: ({ args, reply }) => ({ made: get(reply, 'price'), symbol: args.symbol }),
}

/** POST of maker. */
export const makerMake: UpstreamCall<
  Call<any, any, any, any> & { args: { symbol: string; group: string; limit?: number; tags?: any } }
> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:16', method: 'POST',
  takes: { symbol: 'string', group: 'string', limit: 'integer?', tags: 'json?' },
  path: ({ args }) => `/make/${segment(args.group)}`,
  timeout: 5000, retry: 1, query: makerPriceQuery,
  send: ({ now, call, args }) => ({ symbol: args.symbol, at: now, label: call.id }),
  fail: ({ args, status }) => {
    // catalog/upstreams/maker.yaml:14
    if (status === 404) return { as: 'invalid_input', details: `There is no ${args.symbol}` }
    return undefined
  },
  give: ({ args, reply }) => ({ made: get(reply, 'price'), symbol: args.symbol }),
}
