// Code generated from catalog/text/search.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/search */
export const postSearchDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { query: 'what happened in space this week' },
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
              query: { type: 'string', minLength: 1, maxLength: 1000 },
              sources: {
                type: 'array',
                items: { type: 'string', enum: ['web', 'news'] },
                minItems: 1,
                maxItems: 2,
                default: ['web'],
              },
              max_results: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
              from_date: {
                type: 'string',
                pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
              },
              to_date: {
                type: 'string',
                pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
              },
            },
            required: ['query'],
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
