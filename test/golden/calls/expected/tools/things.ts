// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { at, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { calls } from '../upstreams.ts'
import { makerFilm, makerPhoto, makerSong, makerVoice } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type {
  PostPhotosBody, PostSketchesBody, PostSongsBody, PostVoicesBody,
} from './things.requests.ts'

/** `body` of /api/v1/photos and one more route. */
const postPhotosBody = {
  schema: {
    type: 'object',
    properties: {
      model: { type: 'string' },
      prompt: { type: 'string' },
      image: { type: 'string' },
    },
    required: ['model', 'prompt'],
  },
  unknown: 'ignore',
} satisfies NonNullable<Route<Call<PostPhotosBody, {}, ThingsRow>>['body']>

/** Members that /api/v1/songs and 4 more routes share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '/api/v1', tags: [],
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  gates: ({ body, model }) => {
    // catalog/tools/things.routes.yaml:8
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    return undefined
  },
  price: {
    micro: ({ model }) => model.rate + 1000n, // catalog/tools/things.routes.yaml:10
    lines: ({ model }) => [['call', 1, 1n, model.rate, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'small', prompt: 'hi' } },
  reply: ({ result }) => ({ assets: need(result).assets }),
} satisfies Partial<Route<
  Call<PostPhotosBody | PostSketchesBody | PostSongsBody | PostVoicesBody, {}, ThingsRow>
>>

/** POST /api/v1/songs: Makes songs */
export const postSongs: Route<Call<PostSongsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_songs', origin: 'catalog/tools/things.routes.yaml:16', path: '/api/v1/songs',
  summary: 'Makes songs', flow: 'inline',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        prompt: { type: 'string' },
        words: { type: 'string' },
        instrumental: { type: 'boolean', default: false },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'hi', instrumental: false } }],
  upstream: () => makerSong,
}

/** POST /api/v1/voices: Makes voices */
export const postVoices: Route<Call<PostVoicesBody, {}, ThingsRow>> = {
  ...shared, id: 'post_voices', origin: 'catalog/tools/things.routes.yaml:17',
  path: '/api/v1/voices', summary: 'Makes voices', flow: 'inline',
  body: {
    schema: {
      type: 'object',
      properties: { model: { type: 'string' }, prompt: { type: 'string' } },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'hi' } }],
  upstream: () => makerVoice,
}

/** POST /api/v1/photos: Makes photos */
export const postPhotos: Route<Call<PostPhotosBody, {}, ThingsRow>> = {
  ...shared, id: 'post_photos', origin: 'catalog/tools/things.routes.yaml:18',
  path: '/api/v1/photos', summary: 'Makes photos', flow: 'inline', body: postPhotosBody,
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'hi' } }],
  upstream: () => makerPhoto,
}

/** POST /api/v1/sketches: Makes one of two sketches */
export const postSketches: Route<Call<PostSketchesBody, {}, ThingsRow>> = {
  ...shared, id: 'post_sketches', origin: 'catalog/tools/things.routes.yaml:19',
  path: '/api/v1/sketches', summary: 'Makes one of two sketches', flow: 'inline',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        prompt: { type: 'string' },
        quick: { type: 'boolean', default: false },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'hi', quick: false } }],
  upstream: ({ body }) => at(calls, body.quick ? 'maker.quick' : 'maker.sketch'),
  mirror: 'assets',
  embed: ({ body }) => body.quick,
}

/** POST /api/v1/films: Makes films */
export const postFilms: Route<Call<PostPhotosBody, {}, ThingsRow>> = {
  ...shared, id: 'post_films', origin: 'catalog/tools/things.routes.yaml:25', path: '/api/v1/films',
  summary: 'Makes films', flow: 'hybrid_job', body: postPhotosBody,
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'hi' } }],
  upstream: () => makerFilm,
  mirror: 'assets',
  job: {
    object: 'film.job', store: 'films', poll: '/api/v1/films/{id}', inline: 30_000,
    stall: 3_600_000, keep: 86_400_000,
    echo: () => ({}),
    accepted: ({ job }) => ({ id: need(job).id }),
    pending: ({ job }) => ({ id: need(job).id }),
    failed: ({ job }) => ({ id: need(job).id }),
  },
}
