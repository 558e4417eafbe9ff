// Code generated from catalog/media/images.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/images/generations */
export const postImagesGenerationsDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { model: 'vendorA/image-1', prompt: 'a cat' },
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
              prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
              size: { type: 'string', maxLength: 32, default: '1024x1024' },
              n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
              response_format: {},
            },
            required: ['model', 'prompt'],
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

/** POST /v1/images/generations */
export const postV1ImagesGenerationsDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { model: 'vendorA/image-1', prompt: 'a cat' },
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
              prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
              size: { type: 'string', maxLength: 32, default: 'auto' },
              n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
              response_format: { type: 'string', enum: ['url', 'b64_json'], default: 'url' },
              stream: { type: 'boolean', default: false },
            },
            required: ['model', 'prompt'],
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
