// Code generated from catalog/text/responses.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/responses */
export const postResponsesDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { model: 'vendorA/chat-6-mini', input: 'Say hello.', max_output_tokens: 1000 },
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
              input: {},
              instructions: { type: 'string' },
              max_output_tokens: { type: 'integer' },
              stream: { type: 'boolean' },
              tools: { type: 'array' },
              tool_choice: {},
              reasoning: { type: 'object' },
              include: { type: 'array' },
              text: { type: 'object' },
              temperature: { type: 'number' },
              top_p: { type: 'number' },
              background: { type: 'boolean' },
              service_tier: { type: 'string' },
              store: { type: 'boolean' },
              previous_response_id: {},
              conversation: {},
              prompt: {},
              context_management: {},
            },
            required: ['model'],
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
