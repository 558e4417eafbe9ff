// Code generated from catalog/media/speech.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/audio/speech */
export const postAudioSpeechDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { input: 'The quick brown fox jumps over the lazy dog.' },
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
              model: { type: 'string', maxLength: 200, default: 'vendorH/speech-flash' },
              input: { type: 'string', minLength: 1, maxLength: 40_000 },
              voice: { type: 'string', maxLength: 64, default: 'sarah' },
              response_format: {
                type: 'string',
                enum: ['mp3', 'opus', 'pcm', 'wav'],
                default: 'mp3',
              },
              speed: { type: 'number', minimum: 0.7, maximum: 1.2, default: 1 },
            },
            required: ['input'],
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

/** POST /v1/audio/speech */
export const postV1AudioSpeechDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { input: 'The quick brown fox jumps over the lazy dog.', voice: 'alloy' },
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
              model: { type: 'string', maxLength: 200, default: 'vendorH/speech-flash' },
              input: { type: 'string', minLength: 1, maxLength: 40_000 },
              voice: { type: 'string', maxLength: 64, default: 'sarah' },
              response_format: {
                type: 'string',
                enum: ['mp3', 'opus', 'pcm', 'wav'],
                default: 'mp3',
              },
              speed: { type: 'number', minimum: 0.7, maximum: 1.2, default: 1 },
              stream_format: { type: 'string', maxLength: 32, default: 'audio' },
            },
            required: ['input'],
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

/** POST /api/v1/audio/sound-effects */
export const postAudioSoundEffectsDiscovery: Json = {
  info: {
    input: { type: 'http', method: 'POST', bodyType: 'json', body: { text: 'rain on a tin roof' } },
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
              text: { type: 'string', minLength: 1, maxLength: 1000 },
              duration_seconds: { type: 'number', minimum: 0.5, maximum: 22 },
              prompt_influence: { type: 'number', minimum: 0, maximum: 1, default: 0.3 },
              response_format: { type: 'string', enum: ['mp3', 'opus', 'pcm'], default: 'mp3' },
            },
            required: ['text'],
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
