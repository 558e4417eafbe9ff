// Code generated from catalog/media/images.models.yaml, catalog/media/images.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import { at, display, need, say } from '../../runtime/formula.ts'
import type { Call } from '../hooks.ts'
import type { PostImagesGenerationsBody } from '../requests.ts'
import { calls } from '../upstreams.ts'
import { postImagesGenerationsDiscovery } from './images.discovery.ts'
import type { ImagesRow } from './images.models.ts'

/** POST /api/v1/images/generations: Generate images from text */
export const postImagesGenerations: Route<Call<PostImagesGenerationsBody, {}, ImagesRow>> = {
  id: 'post_images_generations',
  origin: 'catalog/media/images.routes.yaml:1',
  family: 'media/images',
  method: 'POST',
  path: '/api/v1/images/generations',
  also: [],
  prefix: '',
  summary: 'Generate images from text',
  tags: ['images'],
  flow: 'hybrid_job',
  networks: ['base', 'testnet'],
  envelope: 'images',
  challenge: 'after_gates',
  discovery: 'challenge',
  table: 'images.models',
  pick: ({ body }) => body.model,
  authorization: 600_000,
  bodyLimit: 33_554_432,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', maxLength: 200, description: 'one of the model ids' },
        prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'image description' },
        size: { type: 'string', maxLength: 32, default: '1024x1024', description: 'one of the model\'s sizes' },
        n: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'images to make' },
      },
      required: ['model', 'prompt'],
    },
    unknown: 'ignore',
  },
  aka: { count: 'n', num_images: 'n', number_of_images: 'n', dimensions: 'size', resolution: 'size' },
  gates: ({ body, model, models }) => {
    // catalog/media/images.routes.yaml:21
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}. Available models - ${say(models.ids)}` }
    // catalog/media/images.routes.yaml:23
    if (!Object.hasOwn(model.sizes, body.size)) {
      return { status: 400, message: `Invalid size ${body.size} for ${body.model}. Valid sizes - ${say(model.sizes)}` }
    }
    return undefined
  },
  price: {
    // catalog/media/images.routes.yaml:27
    micro: ({ body, model }) => (at(model.sizes, body.size) * BigInt(body.n) * 21n + 4n) * 250n,
    decimals: 6,
    identify: false,
    show: ({ body, model }) => ({ pricePerImage: display(at(model.sizes, body.size), 200n), totalImages: body.n }),
  },
  show: () => ({ generation_info: { flow: 'hybrid', expected_time: '5 to 120 seconds', inline_window_seconds: 30 } }),
  probes: [
    { body: { model: 'vendorA/image-1', prompt: 'a cat' } },
    { body: { model: 'vendorA/image-2', prompt: 'a cat', size: '1536x1024' } },
    { body: { model: 'vendorB/image-fast', prompt: 'a cat' } },
    { body: { model: 'vendorB/image-fast', prompt: 'a cat', n: 10 } },
    { body: { model: 'vendorE/image-4', prompt: 'a cat' } },
    { body: { model: 'vendorC/imagine-image-pro', prompt: 'a cat' } },
    { body: { model: 'vendorD/image-5-pro', prompt: 'a cat', size: '2848x1600' } },
  ],
  bazaar: postImagesGenerationsDiscovery,
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  reply: ({ price, job, payment, result }) => ({
    id: need(job).id,
    created: need(job).created,
    data: need(result).assets,
    price,
    payment,
  }),
  job: {
    object: 'image.generation.job',
    store: 'images',
    poll: '/api/v1/images/generations/{id}',
    inline: 30_000,
    stall: 3_600_000,
    keep: 172_800_000,
    skipInline: ({ model }) => model.always_async,
    echo: ({ body }) => ({ model: body.model, size: body.size, n: body.n }),
    accepted: ({ price, job }) => ({
      id: need(job).id,
      object: need(job).object,
      status: 'queued',
      ...need(job).echo,
      price,
      payment_status: 'verified',
      created: need(job).created,
      poll_url: need(job).poll_url,
      poll_instructions: 'Poll poll_url every 2 to 5 seconds with a payment header signed by the same wallet. Nothing is charged until the job is completed.',
    }),
    pending: ({ job }) => ({
      id: need(job).id,
      object: need(job).object,
      status: need(job).status,
      model: need(job).echo.model,
      payment_status: 'verified',
      note: 'Still generating. Nothing is charged until the job is completed.',
    }),
    failed: ({ job }) => ({
      id: need(job).id,
      object: need(job).object,
      status: 'failed',
      model: need(job).echo.model,
      error: need(job).error,
      payment_status: 'not_charged',
      note: 'The generation failed. No payment was taken.',
    }),
    challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
  },
}

/** GET /api/v1/images/models: Image models with their catalog rates per size */
export const getImagesModels: Route<Call<undefined, {}, ImagesRow>> = {
  id: 'get_images_models',
  origin: 'catalog/media/images.routes.yaml:57',
  family: 'media/images',
  method: 'GET',
  path: '/api/v1/images/models',
  also: [],
  prefix: '',
  summary: 'Image models with their catalog rates per size',
  tags: ['images', 'models'],
  flow: 'free',
  networks: ['base', 'testnet'],
  envelope: 'native',
  challenge: 'after_gates',
  discovery: 'free',
  table: 'images.models',
  limit: 'metadata',
  authorization: 300_000,
  bodyLimit: 1_048_576,
  probes: [],
  reply: ({ models }) => ({
    object: 'list',
    data: models.rows.map(m => ({
      id: m.id,
      object: 'model',
      created: m.created,
      owned_by: m.owner,
      name: m.name,
      description: m.description,
      billing_mode: 'per_image',
      categories: ['image'],
      pricing: { sizes: Object.entries(m.sizes).map(([size, price]) => ({ size, price: display(price, 200n) })) },
    })),
  }),
  fixed: true,
}
