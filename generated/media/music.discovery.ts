// Code generated from catalog/media/music.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/audio/generations */
export const postAudioGenerationsDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body: { prompt: 'a slow waltz' } },
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
              model: { type: 'string', maxLength: 200, default: 'vendorG/music-2.5+' },
              prompt: { type: 'string', minLength: 1, maxLength: 1900 },
              instrumental: { type: 'boolean', default: false },
              lyrics: { type: 'string', maxLength: 3500, default: '' },
              duration_seconds: { type: 'integer', minimum: 5, maximum: 240, default: 30 },
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
