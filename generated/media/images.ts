// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, didYouMean, display, need, same, say } from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { calls } from '../upstreams.ts'
import type { ImagesRow } from './images.models.ts'
import type {
  GetImagesModelsValues, PostImagesGenerationsBody, PostV1ImagesGenerationsForm,
} from './images.requests.ts'

/** POST /v1/images/generations: the other form of its requests */
const postV1ImagesGenerationsTranslation: Translation<
  Call<PostV1ImagesGenerationsForm, {}, ImagesRow>
> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', maxLength: 200, description: 'one of the model ids' },
        prompt: {
          type: 'string', minLength: 1, maxLength: 32_000, description: 'image description',
        },
        size: {
          type: 'string', maxLength: 32, default: 'auto',
          description: 'one of the model\'s sizes; auto means 1024x1024',
        },
        n: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'images to make' },
        response_format: {
          type: 'string', enum: ['url', 'b64_json'], default: 'url',
          description: 'an address, or the image itself in base64 beside it',
        },
        stream: { type: 'boolean', default: false, description: 'false only' },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'forward',
  },
  gates: ({ body }) => {
    if (body.stream) // catalog/media/images.routes.yaml:42
      return {
        status: 400, message: 'Images are not streamed here - leave `stream` out',
        extra: { param: 'stream' },
      }
    return undefined
  },
  give: ({ body }) => ({
    model: body.model, prompt: body.prompt, size: body.size === 'auto' ? undefined : body.size,
    n: body.n, response_format: body.response_format,
  }),
}

/** A part of `job` of /api/v1/images/generations and one more route. */
const postImagesGenerationsJobPart = {
  object: 'image.generation.job', store: 'images', poll: '/api/v1/images/generations/{id}',
  stall: 3_600_000, keep: 172_800_000,
  echo: ({ body }) => ({
    model: body.model, size: body.size, n: body.n,
    response_format: same(body.response_format, 'b64_json') ? 'b64_json' : undefined,
  }),
  accepted: ({ price, job }) => ({
    id: need(job).id, object: need(job).object, status: 'queued', ...need(job).echo, price,
    payment_status: 'verified', created: need(job).created, poll_url: need(job).poll_url,
    poll_instructions: 'Poll poll_url every 2 to 5 seconds with a payment header signed by the same wallet. Nothing is charged until the job is completed.',
  }),
  pending: ({ job }) => ({
    id: need(job).id, object: need(job).object, status: need(job).status,
    model: need(job).echo.model, payment_status: 'verified',
    note: 'Still generating. Nothing is charged until the job is completed.',
  }),
  failed: ({ job }) => ({
    id: need(job).id, object: need(job).object, status: 'failed', model: need(job).echo.model,
    error: need(job).error, payment_status: 'not_charged',
    note: 'The generation failed. No payment was taken.',
  }),
  challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
} satisfies Partial<NonNullable<Route<Call<PostImagesGenerationsBody, {}, ImagesRow>>['job']>>

/** Members that /api/v1/images/generations and one more route share. */
const shared = {
  family: 'media/images', method: 'POST', aliases: [], prefix: '', tags: ['images'],
  flow: 'hybrid_job', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  challenge: 'after_gates', discovery: 'challenge', table: 'images.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 600_000, bodyLimit: 33_554_432,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', maxLength: 200, description: 'one of the model ids' },
        prompt: {
          type: 'string', minLength: 1, maxLength: 32_000, description: 'image description',
        },
        size: {
          type: 'string', maxLength: 32, default: '1024x1024',
          description: 'one of the model\'s sizes',
        },
        n: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'images to make' },
        response_format: {
          description: 'b64_json - each image also comes in base64, as b64_json beside its address',
        },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  aka: {
    count: 'n', num_images: 'n', number_of_images: 'n', dimensions: 'size', resolution: 'size',
  },
  gates: ({ body, model, models }) => {
    if (model === undefined) // catalog/media/templates.yaml:62
      return {
        status: 400,
        message: `Unknown model ${body.model}.${didYouMean(body.model, models.ids)} Available models - ${say(models.ids)}`,
        code: 'model_not_found',
      }
    if (!Object.hasOwn(model.sizes, body.size)) // catalog/media/templates.yaml:65
      return {
        status: 400,
        message: `Invalid size ${body.size} for ${body.model}. Valid sizes - ${say(model.sizes)}`,
      }
    return undefined
  },
  price: {
    micro: ({ body, model }) => // catalog/media/templates.yaml:69
      ceilDiv(at(model.sizes, body.size) * BigInt(body.n) * 21n + 20_000n, 20n),
    reads: ['body.size', 'body.n'],
    cost: ({ body, model }) => {
      return at(model.sizes, body.size) * BigInt(body.n)
    },
    units: ({ body }) => ({ images: body.n }),
    lines: ({ body, model }) => [
      ['images', body.n, 1n, at(model.sizes, body.size), 1_000_000n],
      ['margin', BigInt(body.n) * at(model.sizes, body.size), 1_000_000n, 1n, 20n],
      ['fee', 1, 1n, 1n, 1000n],
    ],
    decimals: 6, identify: false,
    show: ({ body, model }) =>
      ({ pricePerImage: display(at(model.sizes, body.size), 1_000_000n), totalImages: body.n }),
  },
  show: () => ({
    generation_info: {
      flow: 'hybrid', expected_time: '5 to 120 seconds', inline_window_seconds: 30,
    },
  }),
  example: { body: { model: 'vendorA/image-1', prompt: 'a cat' } },
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  embed: ({ job }) => (need(job).echo.response_format ?? 'url') === 'b64_json',
  reply: ({ price, job, payment, result }) =>
    ({ id: need(job).id, created: need(job).created, data: need(result).assets, price, payment }),
} satisfies Partial<Route<Call<PostImagesGenerationsBody, {}, ImagesRow>>>

/** POST /api/v1/images/generations: Generate images from text */
export const postImagesGenerations: Route<Call<PostImagesGenerationsBody, {}, ImagesRow>> = {
  ...shared, id: 'post_images_generations', origin: 'catalog/media/images.routes.yaml:1',
  path: '/api/v1/images/generations', summary: 'Generate images from text', envelope: 'images',
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { model: 'vendorA/image-1', prompt: 'a cat', size: '1024x1024', n: 1 },
  }],
  job: {
    ...postImagesGenerationsJobPart, inline: 30_000,
    skipInline: ({ model }) => model.always_async,
  },
}

/** POST /v1/images/generations: Generate images from text, as OpenAI's clients ask for it */
export const postV1ImagesGenerations: Route<Call<PostImagesGenerationsBody, {}, ImagesRow>> = {
  ...shared, id: 'post_v1_images_generations', origin: 'catalog/media/images.routes.yaml:25',
  path: '/v1/images/generations',
  summary: 'Generate images from text, as OpenAI\'s clients ask for it', envelope: 'openai_media',
  translate: postV1ImagesGenerationsTranslation as Translation,
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorA/image-1', prompt: 'a cat', n: 1, response_format: 'url', size: '1024x1024',
    },
  }],
  job: { ...postImagesGenerationsJobPart, inline: 240_000, skipInline: () => false },
}

/** GET /api/v1/images/models: Image models with their catalog rates per size */
export const getImagesModels: Route<Call<undefined, {}, ImagesRow, any, GetImagesModelsValues>> = {
  id: 'get_images_models', origin: 'catalog/media/images.routes.yaml:60', family: 'media/images',
  method: 'GET', path: '/api/v1/images/models', aliases: [], prefix: '',
  summary: 'Image models with their catalog rates per size', tags: ['images', 'models'],
  flow: 'free', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'native', challenge: 'after_gates', discovery: 'free', table: 'images.models',
  limit: 'metadata', authorization: 300_000, bodyLimit: 1_048_576,
  values: {
    listed: ({ models }) => models.rows.map(m => ({
      id: m.id, object: 'model', created: m.created, owned_by: m.owner, name: m.name,
      description: m.description, billing_mode: 'per_image', categories: ['image'],
      pricing: {
        sizes: Object.entries(m.sizes).map(([size, price]) =>
          ({ size, price: display(price, 1_000_000n) })),
      },
    })),
  },
  reply: ({ values }) => ({ object: 'list', data: values.listed }),
  fixed: ['reply'],
}
