// Code generated from catalog/media/edits.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/images/image2image */
export const postImagesImage2ImageDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: {
        prompt: 'add a hat',
        image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
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
              model: { type: 'string', maxLength: 200, default: 'vendorA/image-2' },
              prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
              image: {
                anyOf: [
                  { type: 'string' },
                  { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 16 },
                ],
              },
              mask: { type: 'string' },
              size: { type: 'string', maxLength: 32, default: '1024x1024' },
              n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
              response_format: {},
            },
            required: ['prompt', 'image'],
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

/** POST /v1/images/edits */
export const postImagesEditsDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: {
        prompt: 'add a hat',
        image: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      },
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
              model: { type: 'string', maxLength: 200, default: 'vendorA/image-2' },
              prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
              image: {
                anyOf: [
                  { type: 'string' },
                  { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 16 },
                ],
              },
              mask: { type: 'string' },
              size: { type: 'string', maxLength: 32, default: 'auto' },
              n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
              response_format: { type: 'string', enum: ['url', 'b64_json'], default: 'url' },
              stream: { type: 'boolean', default: false },
            },
            required: ['prompt', 'image'],
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
