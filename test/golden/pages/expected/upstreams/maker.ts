// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { PostThingsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:6', method: 'POST',
  path: () => '/make',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** GET of maker. */
export const makerLook: UpstreamCall<Call<any, any, any, any>> = {
  id: 'maker.look', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:11', method: 'GET',
  path: () => '/look',
  timeout: 20_000, retry: 0,
}
