// Code generated from catalog/text/chat.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/chat/completions */
export const postChatCompletionsDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { model: 'vendorA/chat-6-mini', messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 },
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
              messages: { type: 'array' },
              max_tokens: { type: 'integer' },
              max_completion_tokens: { type: 'integer' },
              temperature: { type: 'number' },
              top_p: { type: 'number' },
              top_k: { type: 'integer' },
              stream: { type: 'boolean' },
              stream_options: {},
              tools: { type: 'array' },
              tool_choice: {},
              response_format: {},
              stop: {},
              reasoning_effort: { type: 'string' },
              thinking: {},
              prompt_cache: { type: 'boolean' },
              search_parameters: { type: 'object' },
              n: { type: 'integer' },
              best_of: {},
              service_tier: {},
              web_search_options: {},
              modalities: {},
              audio: {},
              store: {},
              models: {},
            },
            required: ['messages', 'model'],
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

/** POST /api/v1/chat/* */
export const postChatRestDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 },
      pathParams: { rest: 'vendorA/chat-6-mini' },
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
              messages: { type: 'array' },
              max_tokens: { type: 'integer' },
              max_completion_tokens: { type: 'integer' },
              temperature: { type: 'number' },
              top_p: { type: 'number' },
              top_k: { type: 'integer' },
              stream: { type: 'boolean' },
              stream_options: {},
              tools: { type: 'array' },
              tool_choice: {},
              response_format: {},
              stop: {},
              reasoning_effort: { type: 'string' },
              thinking: {},
              prompt_cache: { type: 'boolean' },
              search_parameters: { type: 'object' },
              n: { type: 'integer' },
              best_of: {},
              service_tier: {},
              web_search_options: {},
              modalities: {},
              audio: {},
              store: {},
              models: {},
            },
            required: ['messages'],
          },
          pathParams: { type: 'object', properties: { rest: { type: 'string' } }, required: ['rest'] },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
}
