// Code generated from catalog/upstreams/maker.yaml by "npm run generate". DO NOT EDIT.
import { filled, get, items, length, say, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ThingsRow } from '../tools/things.models.ts'
import type {
  PostPhotosBody, PostSketchesBody, PostSongsBody, PostVoicesBody,
} from '../tools/things.requests.ts'

/** The first failure rules of calls of maker. */
const makerCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if (status === 429) return { as: 'rate_limited' } // catalog/upstreams/maker.yaml:8
  // catalog/upstreams/maker.yaml:10
  if ([400, 422].includes(status)
    && (get(reply, 'error', 'code') === 'RealPerson' || get(reply, 'error', 'code') === 'Face')) {
    return {
      as: 'invalid_input', code: 'INPUT_IMAGE_REAL_PERSON', details: get(reply, 'error', 'message'),
    }
  }
  return undefined
}

/** POST of maker. */
export const makerFilm: UpstreamCall<
  Call<PostPhotosBody, any, ThingsRow, any> & { ticket: { id: any; kind: any } }
> = {
  id: 'maker.film', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:17', method: 'POST',
  path: () => '/films',
  timeout: 20_000, retry: 0,
  send: ({ body, model }) => ({ model: model.id, prompt: body.prompt, image: body.image }),
  fail: makerCommonFail,
  ticket: ({ reply }) => ({ id: get(reply, 'id'), kind: 'film' }),
  poll: {
    id: 'maker.film.poll', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:22',
    method: 'GET',
    path: ({ ticket }) => `/films/${segment(say(ticket.id))}`,
    timeout: 15_000, retry: 0, every: 5000,
    pending: ({ reply }) => {
      const working = new Set(['queued', 'running'])
      return working.has(get(reply, 'status'))
    },
    query: ({ ticket }) => ({ kind: ticket.kind }),
    headers: ({ ticket }) => ({ 'X-Kind': say(ticket.kind) }),
    fail: c => {
      const found = makerCommonFail(c)
      if (found !== undefined) return found
      const { reply } = c
      if (get(reply, 'status') === 'failed') // catalog/upstreams/maker.yaml:32
        return { as: 'upstream_failed', details: get(reply, 'reason') }
      return undefined
    },
    give: ({ reply }) => ({ assets: [{ url: get(reply, 'url'), mime: 'video/mp4' }] }),
    media: 'assets',
  },
}

/** POST of maker. */
export const makerWords: UpstreamCall<Call<PostSongsBody, any, any, any>> = {
  id: 'maker.words', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:44', method: 'POST',
  path: () => '/words',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({ prompt: body.prompt }),
  fail: makerCommonFail,
  give: ({ reply }) => ({ words: get(reply, 'words') }),
  resultWhen: ({ reply }) => filled(get(reply, 'words')),
}

/** POST of maker. */
export const makerSong: UpstreamCall<Call<PostSongsBody, any, any, any>> = {
  id: 'maker.song', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:37', method: 'POST',
  path: () => '/songs',
  timeout: 60_000, retry: 0,
  first: { call: makerWords, when: ({ body }) => !body.instrumental && body.words === undefined },
  send: ({ body, earlier }) =>
    ({ words: body.words ?? get(earlier, 'words'), prompt: body.prompt }),
  fail: makerCommonFail,
  give: ({ body, earlier, reply }) =>
    ({ assets: [{ url: get(reply, 'url') }], words: body.words ?? get(earlier, 'words') }),
}

/** POST of maker. */
export const makerVoice: UpstreamCall<
  Call<PostVoicesBody, any, ThingsRow, any> & { reply_body?: any }
> = {
  id: 'maker.voice', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:51', method: 'POST',
  path: ({ model }) => `/voices/${segment(model.id)}`,
  timeout: 30_000, retry: 0, forwards: true,
  query: () => ({ format: 'mp3', owner: undefined }),
  headers: ({ call }) => ({ Accept: 'audio/mpeg', 'Idempotency-Key': call.id }),
  send: ({ body }) => ({ text: body.prompt }),
  bytes: true,
  fail: c => {
    const found = makerCommonFail(c)
    if (found !== undefined) return found
    const { status, reply_body } = c
    // catalog/upstreams/maker.yaml:59
    if (status === 200 && length(reply_body) === 0) return { as: 'upstream_failed' }
    return undefined
  },
  give: ({ reply_body }) => ({ assets: [{ bytes: reply_body, mime: 'audio/mpeg' }] }),
}

/** POST of maker. */
export const makerPhoto: UpstreamCall<Call<PostPhotosBody, any, ThingsRow, any>> = {
  id: 'maker.photo', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:63', method: 'POST',
  path: () => '/photos',
  timeout: 30_000, retry: 0,
  send: async ({ body, model, hooks }) => {
    const frame = body.image !== undefined
      ? await hooks.fitImage(body.image, ['1280x720', '720x1280'])
      : undefined
    return {
      model: model.id, prompt: body.prompt, 'image[]': body.image, frame: get(frame, 'data'),
      size: get(frame, 'size') ?? '1280x720',
    }
  },
  sendAs: 'multipart', files: ['image[]', 'frame'], fail: makerCommonFail,
  give: ({ reply }) => ({ assets: items(get(reply, 'data')).map(i => ({ b64: get(i, 'b64') })) }),
}

/** POST of maker. */
export const makerSketch: UpstreamCall<Call<PostSketchesBody, any, any, any>> = {
  id: 'maker.sketch', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:73', method: 'POST',
  path: () => '/sketches',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({ prompt: body.prompt }),
  fail: makerCommonFail,
  give: ({ reply }) =>
    ({ assets: [{ url: get(reply, 'url'), at: 1, style: { name: 'ink', wide: true } }], cost: 2 }),
  media: 'assets',
}

/** POST of maker. */
export const makerQuick: UpstreamCall<Call<PostSketchesBody, any, any, any>> = {
  id: 'maker.quick', upstream: 'maker', origin: 'catalog/upstreams/maker.yaml:78', method: 'POST',
  path: () => '/quick',
  timeout: 30_000, retry: 0,
  send: ({ body }) => ({ prompt: body.prompt }),
  fail: makerCommonFail,
  give: ({ body, reply }) =>
    ({ assets: [{ url: get(reply, 'url'), at: '2', style: { name: say(body.quick) }, by: 'x' }] }),
  media: 'assets',
}
