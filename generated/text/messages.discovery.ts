// Code generated from catalog/text/messages.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/messages */
export const postMessagesDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { model: 'vendorF/small-4', max_tokens: 1000, messages: [{ role: 'user', content: 'hi' }] },
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
              model: { type: 'string' },
              max_tokens: { type: 'integer' },
              messages: { type: 'array' },
              system: {},
              temperature: { type: 'number' },
              top_p: { type: 'number' },
              top_k: { type: 'integer' },
              stream: { type: 'boolean' },
              stop_sequences: { type: 'array' },
              tools: { type: 'array' },
              tool_choice: {},
              thinking: {},
              metadata: {},
              output_config: {},
              cache_control: { type: 'object' },
              context_management: {},
              thread: {},
            },
            required: ['model', 'max_tokens', 'messages'],
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
