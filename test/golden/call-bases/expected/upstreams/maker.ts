// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { PostThingsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:7', method: 'POST',
  path: () => '/make',
  holes: ({ body, model }) => ({ 'model.id': model.id, 'body.region': body.region }),
  timeout: 20_000, retry: 0, query: 'forward',
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  passes: ({ status, reply }) =>
    (status === 404 || status === 410) && get(reply, 'code') === 'gone',
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}
