// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get, say, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { PostThingsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:7', method: 'POST',
  path: () => '/make',
  holes: () => ({ host: 'api' }),
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** POST of maker. */
export const makerNear: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.near', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:14', method: 'POST',
  path: () => '/make',
  holes: ({ model }) => ({ host: model.id }),
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** POST of maker. */
export const makerSlow: UpstreamCall<Call<any, any, any, any> & { ticket: { id: any } }> = {
  id: 'maker.slow', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:16', method: 'POST',
  path: () => '/films',
  holes: () => ({ host: 'jobs.eu' }),
  timeout: 20_000, retry: 0,
  ticket: ({ reply }) => ({ id: get(reply, 'id') }),
  poll: {
    id: 'maker.slow.poll', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:21',
    method: 'GET',
    path: ({ ticket }) => `/films/${segment(say(ticket.id))}`,
    holes: () => ({ host: 'jobs.eu' }),
    timeout: 15_000, retry: 0, every: 5000,
    pending: ({ reply }) => get(reply, 'status') === 'running',
    give: ({ reply }) => ({ assets: [{ url: get(reply, 'url') }] }),
    media: 'assets',
  },
}
