// Code generated from catalog/media/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, need } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { faceAsset } from '../shapes.ts'
import { calls } from '../upstreams.ts'
import type { VideosRow } from './videos.models.ts'
import type { PostVideosGenerationsBody, PostVideosGenerationsValues } from './videos.requests.ts'
import { factor, postVideosGenerationsGates, postVideosGenerationsValues } from './videos.shared.ts'

/** Members that /api/v1/videos/generations and one more route share. */
export const shared = {
  family: 'media/videos', method: 'POST', aliases: [], prefix: '/api/v1', tags: ['videos'],
  flow: 'polled_job', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'videos', challenge: 'after_gates', discovery: 'challenge', table: 'videos.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'], authorization: 600_000, bodyLimit: 33_554_432,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', maxLength: 200, default: 'vendorC/imagine-video',
          description: 'one of the model ids',
        },
        prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'what happens' },
        image_url: { type: 'string', description: 'first frame: https URL or data URI' },
        real_face_asset_id: {
          ...faceAsset,
          description: 'ta_ and hex digits; a face that your wallet has enrolled, or a character',
        },
        last_frame_url: { type: 'string', description: 'final frame: https URL or data URI' },
        reference_image_urls: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1, maxItems: 9,
          description: 'https URLs or data URIs of what the clip should show',
        },
        reference_videos: {},
        reference_audios: {},
        video_url: {},
        audio_url: {},
        input_type: {
          type: 'string', maxLength: 32,
          description: 'text, image, first_last_frame or reference: refused unless it matches the fields sent',
        },
        duration_seconds: {
          type: 'integer',
          description: 'length of the clip, which you pay for; by default the model\'s own length',
        },
        resolution: {
          type: 'string', maxLength: 32, description: 'by default the model\'s first resolution',
        },
        aspect_ratio: { type: 'string', maxLength: 32 },
        generate_audio: { type: 'boolean', description: 'by default on, unless images are given' },
        seed: { type: 'integer' },
        watermark: { type: 'boolean', default: false },
        return_last_frame: {
          type: 'boolean', default: false, description: 'also return the final frame as an image',
        },
      },
      required: ['prompt'],
    },
    unknown: 'ignore',
  },
  aka: { length: 'duration_seconds', input_reference: 'image_url', first_frame: 'image_url' },
  values: postVideosGenerationsValues, gates: postVideosGenerationsGates,
  reads: [
    {
      name: 'face', kind: 'enrolled_faces', when: 'request',
      key: ({ body }) => body.real_face_asset_id,
    },
    {
      name: 'portrait', kind: 'portraits', when: 'request',
      key: ({ body }) => body.real_face_asset_id,
    },
  ],
  checks: ({ payer, read }) => {
    // catalog/media/videos.routes.yaml:87
    if (!(read.face === undefined || read.face.owner === need(payer)))
      return { status: 400, message: 'The face was enrolled by another wallet' }
    return undefined
  },
  price: {
    micro: ({ model, values }) => {
      switch (model.billing) {
        case 'per_second': { // catalog/media/videos.routes.yaml:91
          return ceilDiv(need(model.usd_per_second) * BigInt(values.seconds) * 21n + 20_000n, 20n)
        }
        case 'per_resolution': { // catalog/media/videos.routes.yaml:92
          return at(need(model.usd_at), values.resolution) * BigInt(values.seconds)
            + need(model.usd_per_clip)
            + 1000n
        }
        case 'tokens': { // catalog/media/videos.routes.yaml:93
          return ceilDiv(
            BigInt(values.seconds)
              * at(factor, values.resolution)
              * need(model.usd_per_mtok)
              * 45_549n
              + 200_000_000_000n,
            200_000_000n,
          )
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    reads: ({ model }) => {
      switch (model.billing) {
        case 'per_second': {
          return ['values.seconds']
        }
        case 'per_resolution': {
          return ['values.resolution', 'values.seconds']
        }
        case 'tokens': {
          return ['values.seconds', 'values.resolution']
        }
        default:
          return []
      }
    },
    cost: ({ model, values }) => {
      switch (model.billing) {
        case 'per_second': {
          return need(model.usd_per_second) * BigInt(values.seconds)
        }
        case 'tokens': {
          return ceilDiv(
            BigInt(values.seconds)
              * at(factor, values.resolution)
              * need(model.usd_per_mtok)
              * 2169n,
            10_000_000n,
          )
        }
        default:
          return undefined
      }
    },
    units: ({ values }) => ({ videos: 1, seconds: values.seconds }),
    lines: ({ model, values }) => {
      switch (model.billing) {
        case 'per_second': {
          return [
            ['seconds', values.seconds, 1n, need(model.usd_per_second), 1_000_000n],
            ['margin', BigInt(values.seconds) * need(model.usd_per_second), 1_000_000n, 1n, 20n],
            ['fee', 1, 1n, 1n, 1000n],
          ]
        }
        case 'per_resolution': {
          return [
            ['seconds', values.seconds, 1n, at(need(model.usd_at), values.resolution), 1_000_000n],
            ['videos', 1, 1n, need(model.usd_per_clip), 1_000_000n],
            ['fee', 1, 1n, 1n, 1000n],
          ]
        }
        case 'tokens': {
          return [
            [
              'seconds', values.seconds, 1n,
              at(factor, values.resolution) * need(model.usd_per_mtok) * 2169n,
              10_000_000_000_000n,
            ],
            [
              'margin',
              BigInt(values.seconds)
                * (at(factor, values.resolution) * need(model.usd_per_mtok))
                * 2169n,
              10_000_000_000_000n, 1n, 20n,
            ],
            ['fee', 1, 1n, 1n, 1000n],
          ]
        }
        default:
          return undefined
      }
    },
    decimals: 6, identify: false,
  },
  discoveryShow: ({ values }) => ({ models: values.offered }),
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      prompt: 'a paper boat', model: 'vendorC/imagine-video', watermark: false,
      return_last_frame: false,
    },
  }],
  upstream: ({ model }) => at(calls, model.upstream),
  mirror: 'assets',
  reply: ({ price, job, payment, result }) => ({
    id: need(job).id, created: need(job).created, data: need(result).assets, price, payment,
    object: need(job).object, status: 'completed', model: need(job).echo.model,
    usage: need(result).usage,
  }),
  fixed: ['discovery'],
} satisfies Partial<Route<
  Call<PostVideosGenerationsBody, {}, VideosRow, any, PostVideosGenerationsValues>
>>
