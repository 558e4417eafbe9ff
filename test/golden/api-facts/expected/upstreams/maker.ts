// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { GetThingsModelQuery, PostManyBody, PostThingsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostManyBody | PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:6', method: 'POST',
  path: () => '/make',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count, size: body.size }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
  media: 'made',
}

/** GET of maker. */
export const makerLook: UpstreamCall<Call<any, any, ThingsRow, GetThingsModelQuery | any>> = {
  id: 'maker.look', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:11', method: 'GET',
  path: ({ model }) => `/look/${segment(model.id)}`,
  timeout: 20_000, retry: 0,
  query: ({ query }) => ({ as: query.as }),
  give: ({ reply }) => ({ seen: get(reply, 'seen') }),
}
