// Code generated from catalog/tools/rpc.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/rpc/{network} */
export const postRpcNetworkDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
      pathParams: { network: 'ethereum' },
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
            anyOf: [
              {
                type: 'object',
                required: ['method'],
                properties: { method: { type: 'string', minLength: 1, maxLength: 200 } },
              },
              {
                type: 'array',
                minItems: 1,
                maxItems: 100,
                items: {
                  type: 'object',
                  required: ['method'],
                  properties: { method: { type: 'string', minLength: 1, maxLength: 200 } },
                },
              },
            ],
          },
          pathParams: {
            type: 'object',
            properties: { network: { type: 'string' } },
            required: ['network'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/rpc/:network',
}
