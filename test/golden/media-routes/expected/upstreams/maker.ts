// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type { PostEditsBody, PostFilmsBody } from '../tools/things.requests.ts'

/** POST of maker. */
export const makerEdit: UpstreamCall<Call<PostEditsBody, any, ThingsRow, any>> = {
  id: 'maker.edit', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:6', method: 'POST',
  path: () => '/edit',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) =>
    ({ id: model.id, count: body.count, images: body.image, mask: body.mask, tags: body.tags }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
  media: 'made',
}

/** POST of maker. */
export const makerFilm: UpstreamCall<Call<PostFilmsBody, any, ThingsRow, any>> = {
  id: 'maker.film', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:11', method: 'POST',
  path: () => '/film',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) =>
    ({ id: model.id, count: body.count, image: body.image, prompt: body.prompt }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}
