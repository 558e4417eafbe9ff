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
              model: { type: 'string', minLength: 1, maxLength: 200 },
              input: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'object' } }] },
              instructions: { type: 'string' },
              max_output_tokens: { type: 'integer', minimum: 1 },
              stream: { type: 'boolean', default: false },
              tools: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['type'],
                  properties: { type: { type: 'string', minLength: 1 } },
                },
                maxItems: 1024,
              },
              tool_choice: { type: ['string', 'object'] },
              reasoning: { type: 'object' },
              include: { type: 'array', items: { type: 'string' } },
              text: { type: 'object' },
              temperature: { type: 'number' },
              top_p: { type: 'number' },
              background: { type: 'boolean', default: false },
              service_tier: { type: 'string', enum: ['auto', 'default', 'flex'] },
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
