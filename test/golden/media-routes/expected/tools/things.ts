// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import {
  after, ceilDiv, didYouMean, display, get, join, need, same, say, word,
} from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { makerEdit, makerFilm } from '../upstreams/maker.ts'
import type { ThingsRow } from './things.models.ts'
import type { PostEditsBody, PostFilmsBody, PostFilmsForm } from './things.requests.ts'

/** POST /api/v1/films: the other form of its requests */
const postFilmsTranslation: Translation<Call<PostFilmsForm, {}, ThingsRow>> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', minLength: 1, maxLength: 200,
          description: 'an id; plain ones are of this shop',
        },
        parts: {
          type: 'array',
          items: {},
          minItems: 1, maxItems: 10, description: 'parts {type, text} and {type, image_url}',
        },
        seconds: { type: 'integer', minimum: 1, maximum: 10 },
      },
      required: ['model', 'parts'],
    },
    unknown: 'refuse',
  },
  gates: ({ body }) => {
    // catalog/tools/things.routes.yaml:70
    const images = body.parts.filter(p => get(p, 'type') === 'image_url')
    if (!(images.length <= 1))
      return {
        status: 400, message: `At most one image, not ${images.length}`, code: 'TOO_MANY_IMAGES',
      }
    return undefined
  },
  give: ({ body }) => {
    const images = body.parts.filter(p => get(p, 'type') === 'image_url')
    return {
      model: body.model.startsWith('shop-') ? after(body.model, 'shop-') : body.model,
      prompt: join(
        body.parts.filter(p => get(p, 'type') === 'text').map(p => get(p, 'text')),
        '\n',
      ),
      image: get(images[0], 'image_url', 'url'), count: body.seconds,
    }
  },
}

/** A part of `job` of /api/v1/edits and one more route. */
const postEditsJobPart = {
  object: 'thing.job', store: 'things', stall: 3_600_000, keep: 172_800_000,
  echo: ({ body, model }) => ({ model: model.id, count: body.count }),
  accepted: ({ job }) =>
    ({ id: need(job).id, status: 'queued', ...need(job).echo, poll_url: need(job).poll_url }),
  pending: ({ job }) =>
    ({ id: need(job).id, status: need(job).status, model: need(job).echo.model }),
  failed: ({ job }) => ({ id: need(job).id, model: need(job).echo.model, error: need(job).error }),
  challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
} satisfies Partial<NonNullable<Route<Call<PostEditsBody | PostFilmsBody, {}, ThingsRow>>['job']>>

/** Members that /api/v1/edits and one more route share. */
const shared = {
  family: 'tools/things', method: 'POST', aliases: [], prefix: '/api/v1', tags: [],
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  table: 'things.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 300_000, bodyLimit: 1_048_576,
  price: {
    // catalog/tools/things.routes.yaml:8
    micro: ({ body, model }) => ceilDiv(model.rate * BigInt(body.count) * 21n + 20_000n, 20n),
    reads: ['body.count'],
    lines: ({ body, model }) => [
      ['count', body.count, 1n, model.rate, 1_000_000n],
      ['margin', BigInt(body.count) * model.rate, 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
  },
  reply: ({ job, payment, result }) =>
    ({ id: need(job).id, model: need(job).echo.model, made: need(result).made, payment }),
} satisfies Partial<Route<Call<PostEditsBody | PostFilmsBody, {}, ThingsRow>>>

/** POST /api/v1/edits: Edits things */
export const postEdits: Route<Call<PostEditsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_edits', origin: 'catalog/tools/things.routes.yaml:20', path: '/api/v1/edits',
  summary: 'Edits things', flow: 'hybrid_job',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', default: 'small' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        image: {
          anyOf: [
            { type: 'string', format: 'data-uri' },
            {
              type: 'array',
              items: { type: 'string', format: 'data-uri' },
              minItems: 1, maxItems: 4,
            },
          ],
          description: 'what is edited',
        },
        mask: { type: 'string', format: 'data-uri' },
        tags: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          default: ['plain'], description: 'one or more',
        },
      },
      required: ['image'],
    },
    unknown: 'ignore', wrap: ['image', 'tags'],
  },
  multipart: true,
  gates: ({ body, model, models }) => {
    if (model === undefined) // catalog/tools/things.routes.yaml:4
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)}`,
      }
    // catalog/tools/things.routes.yaml:33
    if (!(body.mask === undefined || body.image.length === 1))
      return { status: 400, message: 'mask is not offered by this model' }
    // catalog/tools/things.routes.yaml:6
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  failureReceipt: true,
  example: { body: { image: 'data:image/png;base64,AAAA' } },
  probes: [{
    networks: ['base'],
    body: { image: ['data:image/png;base64,AAAA'], model: 'small', count: 1, tags: ['plain'] },
  }],
  upstream: () => makerEdit,
  mirror: 'made',
  embed: ({ job }) => same(need(job).echo.count, 2),
  file: ({ job }) => same(need(job).echo.count, 1),
  headers: ({ job }) => ({ 'x-model': say(need(job).echo.model) }),
  status: ({ job }) => same(need(job).echo.model, 'large') ? 201 : 200,
  job: {
    ...postEditsJobPart, poll: '/api/v1/edits/{id}', inline: 30_000,
    completed: ({ job, payment, result }) => ({
      id: need(job).id, status: 'completed', count: need(job).echo.count, made: need(result).made,
      payment,
    }),
    rawInline: true,
  },
}

/** POST /api/v1/films: Makes films */
export const postFilms: Route<Call<PostFilmsBody, {}, ThingsRow>> = {
  ...shared, id: 'post_films', origin: 'catalog/tools/things.routes.yaml:49', path: '/api/v1/films',
  summary: 'Makes films', flow: 'polled_job',
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        prompt: { type: 'string', minLength: 1, maxLength: 1000 },
        image: { type: 'string' },
        count: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
        made: { type: 'boolean' },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  translate: postFilmsTranslation as Translation,
  gates: ({ body, model, models }) => {
    if (model === undefined) // catalog/tools/things.routes.yaml:4
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)}`,
      }
    // catalog/tools/things.routes.yaml:6
    if (!(body.count <= model.most)) return { status: 400, message: `At most ${model.most}` }
    return undefined
  },
  discoveryShow: ({ route, models }) => ({
    models: models.rows.map(m => ({ id: m.id, rate: display(m.rate, 1_000_000n) })),
    at: route.path,
  }),
  example: {
    body: {
      model: 'shop-small',
      parts: [{ type: 'text', text: 'a boat' }, { type: 'text', text: 'at sea' }],
      seconds: 2,
    },
  },
  probes: [{ networks: ['base'], body: { model: 'small', prompt: 'a boat\nat sea', count: 2 } }],
  upstream: () => makerFilm,
  job: {
    ...postEditsJobPart, poll: '/api/v1/films/{id}', inline: 20_000,
    signed: ({ body, model }) => ({
      model: model.id, count: String(body.count), i2v: String(body.image !== undefined),
      image: word(body.image), made: word(body.made),
    }),
  },
}
