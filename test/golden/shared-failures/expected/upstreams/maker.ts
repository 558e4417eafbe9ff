// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import { makerMakeFail, makerMoreFail } from '../upstreams.shared.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<any, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:7', method: 'POST',
  path: () => '/make',
  timeout: 20_000, retry: 0,
  send: ({ model }) => ({ id: model.id }),
  fail: c => {
    const { model, status } = c
    // catalog/upstreams/maker.yaml:13
    if (status === 429 && model.kind === 'cheap') return { as: 'rate_limited', retryAfter: '30' }
    return makerMakeFail(c)
  },
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** POST of maker. */
export const makerMore: UpstreamCall<Call<any, any, ThingsRow, any>> = {
  id: 'maker.more', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:17', method: 'POST',
  path: () => '/more',
  timeout: 20_000, retry: 0,
  send: ({ model }) => ({ id: model.id }),
  fail: makerMoreFail,
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** POST of maker. */
export const makerMost: UpstreamCall<Call<any, any, ThingsRow, any>> = {
  id: 'maker.most', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:18', method: 'POST',
  path: () => '/most',
  timeout: 20_000, retry: 0,
  send: ({ model }) => ({ id: model.id }),
  fail: makerMoreFail,
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}
