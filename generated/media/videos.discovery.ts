// Code generated from catalog/media/videos.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/videos/generations */
export const postVideosGenerationsDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body: { prompt: 'a paper boat' } },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['POST'] },
          bodyType: { type: 'string', enum: ['json'] },
          body: {
            type: 'object',
            properties: {
              model: { type: 'string', maxLength: 200, default: 'vendorC/imagine-video' },
              prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
              image_url: { type: 'string' },
              real_face_asset_id: { type: 'string', pattern: '^ta_[0-9a-fA-F]{1,64}$' },
              last_frame_url: { type: 'string' },
              reference_image_urls: {
                type: 'array',
                items: { type: 'string' },
                minItems: 1,
                maxItems: 9,
              },
              reference_videos: {},
              reference_audios: {},
              video_url: {},
              audio_url: {},
              input_type: {
                type: 'string',
                enum: ['text', 'image', 'first_last_frame', 'reference'],
              },
              duration_seconds: { type: 'integer' },
              resolution: { type: 'string', maxLength: 32 },
              aspect_ratio: { type: 'string', maxLength: 32 },
              generate_audio: { type: 'boolean' },
              seed: { type: 'integer' },
              watermark: { type: 'boolean', default: false },
              return_last_frame: { type: 'boolean', default: false },
            },
            required: ['prompt'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}

/** POST /api/v1/videos */
export const postVideosDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { content: [{ type: 'text', text: 'a paper boat' }] },
    },
    output: { type: 'json' },
  },
  schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      input: {
        type: 'object',
        properties: {
          type: { type: 'string', const: 'http' },
          method: { type: 'string', enum: ['POST'] },
          bodyType: { type: 'string', enum: ['json'] },
          body: {
            type: 'object',
            properties: {
              model: { type: 'string', maxLength: 200 },
              content: { type: 'array', items: {}, minItems: 1, maxItems: 100 },
              ratio: { type: 'string', maxLength: 32 },
              duration: { type: 'integer' },
              image_url: {},
              aspect_ratio: {},
              duration_seconds: {},
            },
            required: ['content'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}
