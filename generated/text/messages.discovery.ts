// Code generated from catalog/text/messages.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/messages */
export const postMessagesDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: {
        model: 'vendorF/small-4',
        max_tokens: 1000,
        messages: [{ role: 'user', content: 'hi' }],
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
              model: { type: 'string', minLength: 1, maxLength: 200 },
              max_tokens: { type: 'integer', minimum: 1 },
              messages: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['role', 'content'],
                  properties: {
                    role: { enum: ['user', 'assistant'] },
                    content: {
                      anyOf: [
                        { type: 'string' },
                        {
                          type: 'array',
                          items: {
                            type: 'object',
                            required: ['type'],
                            properties: {
                              type: { type: 'string' },
                              name: { type: 'string', maxLength: 128 },
                              cache_control: {
                                type: 'object',
                                required: ['type'],
                                properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                                additionalProperties: false,
                              },
                              source: {
                                anyOf: [
                                  { type: 'string' },
                                  {
                                    type: 'object',
                                    properties: {
                                      content: {
                                        anyOf: [
                                          { type: ['string', 'object', 'null'] },
                                          {
                                            type: 'array',
                                            items: {
                                              type: 'object',
                                              properties: {
                                                cache_control: {
                                                  type: 'object',
                                                  required: ['type'],
                                                  properties: {
                                                    type: { const: 'ephemeral' },
                                                    ttl: { const: '5m' },
                                                  },
                                                  additionalProperties: false,
                                                },
                                              },
                                            },
                                          },
                                        ],
                                      },
                                    },
                                  },
                                ],
                              },
                              content: {
                                anyOf: [
                                  { type: ['string', 'object', 'null'] },
                                  {
                                    type: 'array',
                                    items: {
                                      type: 'object',
                                      properties: {
                                        cache_control: {
                                          type: 'object',
                                          required: ['type'],
                                          properties: {
                                            type: { const: 'ephemeral' },
                                            ttl: { const: '5m' },
                                          },
                                          additionalProperties: false,
                                        },
                                        source: {
                                          anyOf: [
                                            { type: 'string' },
                                            {
                                              type: 'object',
                                              properties: {
                                                content: {
                                                  anyOf: [
                                                    { type: ['string', 'object', 'null'] },
                                                    {
                                                      type: 'array',
                                                      items: {
                                                        type: 'object',
                                                        properties: {
                                                          cache_control: {
                                                            type: 'object',
                                                            required: ['type'],
                                                            properties: {
                                                              type: { const: 'ephemeral' },
                                                              ttl: { const: '5m' },
                                                            },
                                                            additionalProperties: false,
                                                          },
                                                        },
                                                      },
                                                    },
                                                  ],
                                                },
                                              },
                                            },
                                          ],
                                        },
                                        content: {
                                          anyOf: [
                                            { type: ['string', 'object', 'null'] },
                                            {
                                              type: 'array',
                                              items: {
                                                type: 'object',
                                                properties: {
                                                  cache_control: {
                                                    type: 'object',
                                                    required: ['type'],
                                                    properties: {
                                                      type: { const: 'ephemeral' },
                                                      ttl: { const: '5m' },
                                                    },
                                                    additionalProperties: false,
                                                  },
                                                },
                                              },
                                            },
                                          ],
                                        },
                                      },
                                    },
                                  },
                                ],
                              },
                            },
                          },
                        },
                      ],
                    },
                  },
                },
                minItems: 1,
                maxItems: 20_000,
              },
              system: {
                anyOf: [
                  { type: 'string' },
                  {
                    type: 'array',
                    items: {
                      type: 'object',
                      required: ['type'],
                      properties: {
                        type: { type: 'string' },
                        name: { type: 'string', maxLength: 128 },
                        cache_control: {
                          type: 'object',
                          required: ['type'],
                          properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                          additionalProperties: false,
                        },
                        source: {
                          anyOf: [
                            { type: 'string' },
                            {
                              type: 'object',
                              properties: {
                                content: {
                                  anyOf: [
                                    { type: ['string', 'object', 'null'] },
                                    {
                                      type: 'array',
                                      items: {
                                        type: 'object',
                                        properties: {
                                          cache_control: {
                                            type: 'object',
                                            required: ['type'],
                                            properties: {
                                              type: { const: 'ephemeral' },
                                              ttl: { const: '5m' },
                                            },
                                            additionalProperties: false,
                                          },
                                        },
                                      },
                                    },
                                  ],
                                },
                              },
                            },
                          ],
                        },
                        content: {
                          anyOf: [
                            { type: ['string', 'object', 'null'] },
                            {
                              type: 'array',
                              items: {
                                type: 'object',
                                properties: {
                                  cache_control: {
                                    type: 'object',
                                    required: ['type'],
                                    properties: {
                                      type: { const: 'ephemeral' },
                                      ttl: { const: '5m' },
                                    },
                                    additionalProperties: false,
                                  },
                                  source: {
                                    anyOf: [
                                      { type: 'string' },
                                      {
                                        type: 'object',
                                        properties: {
                                          content: {
                                            anyOf: [
                                              { type: ['string', 'object', 'null'] },
                                              {
                                                type: 'array',
                                                items: {
                                                  type: 'object',
                                                  properties: {
                                                    cache_control: {
                                                      type: 'object',
                                                      required: ['type'],
                                                      properties: {
                                                        type: { const: 'ephemeral' },
                                                        ttl: { const: '5m' },
                                                      },
                                                      additionalProperties: false,
                                                    },
                                                  },
                                                },
                                              },
                                            ],
                                          },
                                        },
                                      },
                                    ],
                                  },
                                  content: {
                                    anyOf: [
                                      { type: ['string', 'object', 'null'] },
                                      {
                                        type: 'array',
                                        items: {
                                          type: 'object',
                                          properties: {
                                            cache_control: {
                                              type: 'object',
                                              required: ['type'],
                                              properties: {
                                                type: { const: 'ephemeral' },
                                                ttl: { const: '5m' },
                                              },
                                              additionalProperties: false,
                                            },
                                          },
                                        },
                                      },
                                    ],
                                  },
                                },
                              },
                            },
                          ],
                        },
                      },
                    },
                  },
                ],
              },
              temperature: { type: 'number', minimum: 0, maximum: 1 },
              top_p: { type: 'number', minimum: 0, maximum: 1 },
              top_k: { type: 'integer', minimum: 0 },
              stream: { type: 'boolean', default: false },
              stop_sequences: { type: 'array', items: { type: 'string' }, maxItems: 16 },
              tools: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', minLength: 1, maxLength: 128 },
                    type: { type: 'string' },
                    description: { type: 'string' },
                    input_schema: { type: 'object' },
                    cache_control: {
                      type: 'object',
                      required: ['type'],
                      properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                      additionalProperties: false,
                    },
                  },
                },
                maxItems: 1024,
              },
              tool_choice: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['type', 'name'],
                    properties: {
                      type: { const: 'tool' },
                      name: { type: 'string', maxLength: 128 },
                    },
                  },
                  {
                    type: 'object',
                    required: ['type'],
                    properties: { type: { enum: ['auto', 'any', 'none'] } },
                  },
                ],
              },
              thinking: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['type', 'budget_tokens'],
                    properties: {
                      type: { const: 'enabled' },
                      budget_tokens: { type: 'integer', minimum: 1 },
                    },
                  },
                  {
                    type: 'object',
                    required: ['type'],
                    properties: { type: { enum: ['disabled', 'adaptive'] } },
                  },
                ],
              },
              metadata: {},
              output_config: {},
              cache_control: {
                type: 'object',
                required: ['type'],
                properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                additionalProperties: false,
              },
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
