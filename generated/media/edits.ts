// Code generated from catalog/media/edits.routes.yaml, catalog/media/images.models.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import { at, display, need, say } from '../../runtime/formula.ts'
import type { Call } from '../hooks.ts'
import type { PostImagesImage2ImageBody } from '../requests.ts'
import { calls } from '../upstreams.ts'
import { postImagesImage2ImageDiscovery } from './edits.discovery.ts'
import type { ImagesRow } from './images.models.ts'

/** POST /api/v1/images/image2image: Edit or fuse images by a text */
export const postImagesImage2Image: Route<Call<PostImagesImage2ImageBody, {}, ImagesRow>> = {
  id: 'post_images_image2image',
  origin: 'catalog/media/edits.routes.yaml:2',
  family: 'media/edits',
  method: 'POST',
  path: '/api/v1/images/image2image',
  also: [],
  prefix: '',
  summary: 'Edit or fuse images by a text',
  tags: ['images'],
  flow: 'hybrid_job',
  networks: ['base', 'testnet'],
  envelope: 'edits',
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
        model: { type: 'string', maxLength: 200, default: 'vendorA/image-2', description: 'one of the models that edit' },
        prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'what to change' },
        image: {
          anyOf: [
            { type: 'string', format: 'data-uri' },
            { type: 'array', items: { type: 'string', format: 'data-uri' }, minItems: 1, maxItems: 16 },
          ],
          description: 'data URI of the source, or several to fuse',
        },
        mask: {
          type: 'string',
          format: 'data-uri',
          description: 'data URI of a PNG of the same size; where it is transparent the image may change',
        },
        size: { type: 'string', maxLength: 32, default: '1024x1024', description: 'one of the model\'s sizes' },
        n: { type: 'integer', minimum: 1, maximum: 10, default: 1, description: 'images to make' },
      },
      required: ['prompt', 'image'],
    },
    unknown: 'ignore',
    wrap: ['image'],
  },
  multipart: true,
  aka: { count: 'n', num_images: 'n', number_of_images: 'n', dimensions: 'size', resolution: 'size' },
  gates: ({ body, model, models, hooks }) => {
    // catalog/media/edits.routes.yaml:25
    if (model === undefined) {
      return {
        status: 400,
        message: `Unknown model ${body.model}. Models that edit images - ${say(models.rows.filter(m => m.edits !== undefined).map(m => m.id))}`,
      }
    }
    // catalog/media/edits.routes.yaml:27
    if (model.edits === undefined) {
      return {
        status: 400,
        message: `${body.model} does not edit images. Models that edit images - ${say(models.rows.filter(m => m.edits !== undefined).map(m => m.id))}`,
      }
    }
    // catalog/media/edits.routes.yaml:29
    if (!(body.image.length <= model.edit_images)) {
      return { status: 400, message: `${body.model} accepts at most ${model.edit_images} source images per edit` }
    }
    // catalog/media/edits.routes.yaml:31
    if (!(body.mask === undefined || model.edit_mask)) return { status: 400, message: `${body.model} does not accept a mask` }
    // catalog/media/edits.routes.yaml:33
    if (!(body.mask === undefined || body.image.length === 1)) {
      return { status: 400, message: 'mask cannot be combined with several source images' }
    }
    // catalog/media/edits.routes.yaml:35
    if (!Object.hasOwn(model.sizes, body.size)) {
      return { status: 400, message: `Invalid size ${body.size} for ${body.model}. Valid sizes - ${say(model.sizes)}` }
    }
    // catalog/media/edits.routes.yaml:37
    if (!body.image.every(i => i.startsWith('data:image/'))) {
      return { status: 400, message: 'image must be a data URI that starts with data:image/' }
    }
    // catalog/media/edits.routes.yaml:39
    if (!body.image.every(i => hooks.decodesToImage(i))) {
      return { status: 400, message: 'The image data URI does not decode to a recognizable image' }
    }
    // catalog/media/edits.routes.yaml:41
    if (!(body.mask === undefined || body.mask.startsWith('data:image/'))) {
      return { status: 400, message: 'mask must be a data URI that starts with data:image/' }
    }
    // catalog/media/edits.routes.yaml:43
    if (!(body.mask === undefined || hooks.decodesToImage(body.mask))) {
      return { status: 400, message: 'The mask data URI does not decode to a recognizable image' }
    }
    return undefined
  },
  price: {
    // catalog/media/edits.routes.yaml:47
    micro: ({ body, model }) => (at(model.sizes, body.size) * BigInt(body.n) * 21n + 4n) * 250n,
    decimals: 6,
    identify: false,
    show: ({ body, model }) => ({ pricePerImage: display(at(model.sizes, body.size), 200n), totalImages: body.n }),
  },
  probes: [
    {
      body: {
        prompt: 'add a hat',
        image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
    {
      body: {
        model: 'vendorA/image-1',
        prompt: 'add a hat',
        image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
    },
    {
      body: { model: 'vendorA/image-2', prompt: 'fuse', image: ['data:image/png;base64,eA==', 'data:image/png;base64,eQ=='], n: 2 },
    },
    { body: { model: 'vendorB/image-pro', prompt: 'add a hat', image: 'data:image/png;base64,eA==', size: '4096x4096' } },
  ],
  bazaar: postImagesImage2ImageDiscovery,
  upstream: ({ model }) => at(calls, need(model.edits)),
  mirror: 'assets',
  reply: ({ price, job, payment, result }) => ({
    id: need(job).id,
    created: need(job).created,
    data: need(result).assets,
    price,
    payment,
  }),
  job: {
    object: 'image.edit.job',
    store: 'images',
    poll: '/api/v1/images/generations/{id}',
    inline: 30_000,
    stall: 3_600_000,
    keep: 172_800_000,
    echo: ({ body, model }) => ({ model: model.id, size: body.size, n: body.n }),
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
    rawInline: true,
    challenge: ({ job }) => ({ job_id: need(job).id, model: need(job).echo.model }),
  },
}
