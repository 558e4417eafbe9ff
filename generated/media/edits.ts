// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, didYouMean, display, need, same, say } from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { calls } from '../upstreams.ts'
import type {
  PostImagesEditsForm, PostImagesImage2ImageBody, PostImagesImage2ImageValues,
} from './edits.requests.ts'
import type { ImagesRow } from './images.models.ts'

/** The last gates of /api/v1/images/image2image, /v1/images/edits. */
const postImagesImage2ImageGates: NonNullable<Route<
  Call<PostImagesImage2ImageBody, {}, ImagesRow, any, PostImagesImage2ImageValues>
>['gates']> = ({ body, model, hooks, values }) => {
  if (model === undefined) // catalog/media/templates.yaml:120
    return {
      status: 400,
      message: `Unknown model ${body.model}.${didYouMean(body.model, values.editors)} Models that edit images - ${say(values.editors)}`,
      code: 'model_not_found',
    }
  if (model.edits === undefined) // catalog/media/templates.yaml:123
    return {
      status: 400,
      message: `${body.model} does not edit images. Models that edit images - ${say(values.editors)}`,
    }
  if (!(body.image.length <= model.edit_images)) // catalog/media/templates.yaml:125
    return {
      status: 400,
      message: `${body.model} accepts at most ${model.edit_images} source images per edit`,
    }
  if (!(body.mask === undefined || model.edit_mask)) // catalog/media/templates.yaml:127
    return { status: 400, message: `${body.model} does not accept a mask` }
  if (!(body.mask === undefined || body.image.length === 1)) // catalog/media/templates.yaml:129
    return { status: 400, message: 'mask cannot be combined with several source images' }
  if (!Object.hasOwn(model.sizes, body.size)) // catalog/media/templates.yaml:131
    return {
      status: 400,
      message: `Invalid size ${body.size} for ${body.model}. Valid sizes - ${say(model.sizes)}`,
    }
  if (!body.image.every(i => i.startsWith('data:image/'))) // catalog/media/templates.yaml:133
    return { status: 400, message: 'image must be a data URI that starts with data:image/' }
  if (!body.image.every(i => hooks.decodesToImage(i))) // catalog/media/templates.yaml:135
    return { status: 400, message: 'The image data URI does not decode to a recognizable image' }
  // catalog/media/templates.yaml:137
  if (!(body.mask === undefined || body.mask.startsWith('data:image/')))
    return { status: 400, message: 'mask must be a data URI that starts with data:image/' }
  // catalog/media/templates.yaml:139
  if (!(body.mask === undefined || hooks.decodesToImage(body.mask)))
    return { status: 400, message: 'The mask data URI does not decode to a recognizable image' }
  return undefined
}

/** POST /v1/images/edits: the other form of its requests */
const postImagesEditsTranslation: Translation<
  Call<PostImagesEditsForm, {}, ImagesRow, any, PostImagesImage2ImageValues>
> = {
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorA/image-2',
          description: 'one of the models that edit',
        },
        prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'what to change' },
        image: {
          anyOf: [
            { type: 'string', format: 'data-uri' },
            {
              type: 'array',
              items: { type: 'string', format: 'data-uri' },
              minItems: 1, maxItems: 256,
            },
          ],
          description: 'the source image, or several images to combine',
        },
        mask: {
          type: 'string', format: 'data-uri',
          description: 'a PNG of the same size; the image changes where the mask is transparent',
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
      required: ['prompt', 'image'],
    },
    unknown: 'forward', wrap: ['image'],
  },
  gates: ({ body }) => {
    if (body.stream) // catalog/media/edits.routes.yaml:38
      return {
        status: 400, message: 'Images are not streamed here - leave `stream` out',
        extra: { param: 'stream' },
      }
    return undefined
  },
  give: ({ body }) => ({
    model: body.model, prompt: body.prompt, image: body.image, mask: body.mask,
    size: body.size === 'auto' ? undefined : body.size, n: body.n,
    response_format: body.response_format,
  }),
}

/** A part of `job` of /api/v1/images/image2image and one more route. */
const postImagesImage2ImageJobPart = {
  object: 'image.edit.job', store: 'images', poll: '/api/v1/images/generations/{id}',
  stall: 3_600_000, keep: 172_800_000,
  echo: ({ body, model }) => ({
    model: model.id, size: body.size, n: body.n,
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
} satisfies Partial<NonNullable<Route<
  Call<PostImagesImage2ImageBody, {}, ImagesRow, any, PostImagesImage2ImageValues>
>['job']>>

/** Members that /api/v1/images/image2image and one more route share. */
const shared = {
  family: 'media/edits', method: 'POST', aliases: [], prefix: '', tags: ['images'],
  flow: 'hybrid_job', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  challenge: 'after_gates', discovery: 'challenge', table: 'images.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 600_000, bodyLimit: 33_554_432,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorA/image-2',
          description: 'one of the models that edit',
        },
        prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'what to change' },
        image: {
          anyOf: [
            { type: 'string', format: 'data-uri' },
            {
              type: 'array',
              items: { type: 'string', format: 'data-uri' },
              minItems: 1, maxItems: 256,
            },
          ],
          description: 'data URI of the source image, or of several images to combine',
        },
        mask: {
          type: 'string', format: 'data-uri',
          description: 'data URI of a PNG of the same size; the image changes where the mask is transparent',
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
      required: ['prompt', 'image'],
    },
    unknown: 'ignore', wrap: ['image'],
  },
  multipart: true,
  aka: {
    count: 'n', num_images: 'n', number_of_images: 'n', dimensions: 'size', resolution: 'size',
  },
  values: {
    editors: ({ models }) => models.rows.filter(m => m.edits !== undefined).map(m => m.id),
  },
  gates: postImagesImage2ImageGates,
  price: {
    micro: ({ body, model }) => // catalog/media/templates.yaml:143
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
  example: {
    body: {
      prompt: 'add a hat',
      image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
  },
  upstream: ({ model }) => at(calls, need(model.edits)),
  mirror: 'assets',
  embed: ({ job }) => (need(job).echo.response_format ?? 'url') === 'b64_json',
  reply: ({ price, job, payment, result }) =>
    ({ id: need(job).id, created: need(job).created, data: need(result).assets, price, payment }),
} satisfies Partial<Route<
  Call<PostImagesImage2ImageBody, {}, ImagesRow, any, PostImagesImage2ImageValues>
>>

/** POST /api/v1/images/image2image: Edit or fuse images by a text */
export const postImagesImage2Image: Route<
  Call<PostImagesImage2ImageBody, {}, ImagesRow, any, PostImagesImage2ImageValues>
> = {
  ...shared, id: 'post_images_image2image', origin: 'catalog/media/edits.routes.yaml:2',
  path: '/api/v1/images/image2image', summary: 'Edit or fuse images by a text', envelope: 'edits',
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      prompt: 'add a hat',
      image: ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='],
      model: 'vendorA/image-2', size: '1024x1024', n: 1,
    },
  }],
  job: { ...postImagesImage2ImageJobPart, inline: 30_000, rawInline: true },
}

/** POST /v1/images/edits: Edit or fuse images by a text, as OpenAI's clients ask for it */
export const postImagesEdits: Route<
  Call<PostImagesImage2ImageBody, {}, ImagesRow, any, PostImagesImage2ImageValues>
> = {
  ...shared, id: 'post_images_edits', origin: 'catalog/media/edits.routes.yaml:19',
  path: '/v1/images/edits',
  summary: 'Edit or fuse images by a text, as OpenAI\'s clients ask for it',
  envelope: 'openai_media', translate: postImagesEditsTranslation as Translation,
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorA/image-2', prompt: 'add a hat',
      image: ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='],
      n: 1, response_format: 'url', size: '1024x1024',
    },
  }],
  job: { ...postImagesImage2ImageJobPart, inline: 240_000 },
}
