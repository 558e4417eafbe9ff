// Code generated from catalog/text/chat.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

/** POST /api/v1/chat/completions */
export const postChatCompletionsDiscovery: Json = {
  info: {
    input: {
      type: 'http',
      method: 'POST',
      bodyType: 'json',
      body: {
        model: 'vendorA/chat-6-mini',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1,
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
              messages: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['role'],
                  properties: {
                    role: {
                      enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
                    },
                    content: {
                      anyOf: [
                        { type: 'string' },
                        {
                          type: 'array',
                          items: {
                            oneOf: [
                              {
                                type: 'object',
                                required: ['type', 'text'],
                                properties: {
                                  type: { const: 'text' },
                                  text: { type: 'string' },
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
                              {
                                type: 'object',
                                required: ['type', 'image_url'],
                                properties: {
                                  type: { const: 'image_url' },
                                  image_url: {
                                    type: 'object',
                                    required: ['url'],
                                    properties: {
                                      url: { type: 'string' },
                                      detail: { type: 'string' },
                                    },
                                  },
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
                              {
                                type: 'object',
                                required: ['type'],
                                properties: {
                                  type: { enum: ['input_audio', 'refusal'] },
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
                              {
                                type: 'object',
                                required: ['type', 'file'],
                                properties: {
                                  type: { const: 'file' },
                                  file: {
                                    type: 'object',
                                    required: ['file_data'],
                                    properties: {
                                      file_data: { type: 'string' },
                                      filename: { type: 'string' },
                                    },
                                    additionalProperties: false,
                                  },
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
                            ],
                          },
                        },
                        { type: 'null' },
                      ],
                    },
                    name: { type: 'string' },
                    tool_call_id: { type: 'string', minLength: 1 },
                    tool_calls: {
                      type: 'array',
                      items: {
                        type: 'object',
                        required: ['id', 'function'],
                        properties: {
                          id: { type: 'string', minLength: 1 },
                          type: { const: 'function' },
                          function: {
                            type: 'object',
                            required: ['name'],
                            properties: {
                              name: { type: 'string', maxLength: 128 },
                              arguments: { type: 'string' },
                            },
                          },
                        },
                      },
                    },
                    function_call: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string', maxLength: 128 },
                        arguments: { type: 'string' },
                      },
                    },
                    reasoning_content: { type: 'string' },
                    reasoning_signature: { type: 'string' },
                    refusal: { type: 'string' },
                    audio: { type: 'object' },
                    cache_control: {
                      type: 'object',
                      required: ['type'],
                      properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                      additionalProperties: false,
                    },
                  },
                },
                minItems: 1,
                maxItems: 20_000,
              },
              max_tokens: { type: 'integer', minimum: 1 },
              max_completion_tokens: { type: 'integer', minimum: 1 },
              temperature: { type: 'number', minimum: 0, maximum: 2 },
              top_p: { type: 'number', minimum: 0, maximum: 1 },
              top_k: { type: 'integer', minimum: 0 },
              stream: { type: 'boolean', default: false },
              stream_options: {},
              tools: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['type'],
                  properties: {
                    type: { type: 'string' },
                    function: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string', minLength: 1, maxLength: 128 },
                        description: { type: 'string' },
                        parameters: { type: 'object' },
                      },
                    },
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
                anyOf: [
                  { enum: ['auto', 'none', 'required'] },
                  {
                    type: 'object',
                    required: ['type'],
                    properties: {
                      type: { type: 'string' },
                      function: {
                        type: 'object',
                        required: ['name'],
                        properties: { name: { type: 'string', maxLength: 128 } },
                      },
                    },
                  },
                ],
              },
              response_format: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['type'],
                    properties: { type: { enum: ['text', 'json_object'] } },
                  },
                  {
                    type: 'object',
                    required: ['type', 'json_schema'],
                    properties: {
                      type: { const: 'json_schema' },
                      json_schema: {
                        type: 'object',
                        required: ['name'],
                        properties: {
                          name: { type: 'string', minLength: 1 },
                          schema: { type: 'object' },
                          strict: { type: 'boolean' },
                          description: { type: 'string' },
                        },
                      },
                    },
                  },
                ],
              },
              stop: {
                anyOf: [
                  { type: 'string' },
                  { type: 'array', items: { type: 'string' }, maxItems: 16 },
                ],
              },
              reasoning_effort: {
                type: 'string',
                enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
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
              prompt_cache: { type: 'boolean' },
              search_parameters: {
                type: 'object',
                properties: {
                  mode: { enum: ['auto', 'on', 'off'] },
                  sources: { type: 'array', maxItems: 50 },
                  return_citations: { type: 'boolean' },
                  from_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
                  to_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
                  max_search_results: { type: 'integer', minimum: 1, maximum: 50 },
                },
              },
              n: { type: 'integer', minimum: 1, maximum: 8 },
              best_of: { not: { type: 'null' } },
              service_tier: { not: { type: 'null' } },
              web_search_options: { not: { type: 'null' } },
              modalities: { not: { type: 'null' } },
              audio: { not: { type: 'null' } },
              store: { not: { type: 'null' } },
              models: { not: { type: 'null' } },
              provider: { not: { type: 'null' } },
              plugins: { not: { type: 'null' } },
              min_tokens: { not: { type: 'null' } },
              ignore_eos: { not: { type: 'null' } },
              max_output_tokens: { not: { type: 'null' } },
              enable_search: { not: { type: 'null' } },
              max_new_tokens: { not: { type: 'null' } },
              candidate_count: { not: { type: 'null' } },
              num_return_sequences: { not: { type: 'null' } },
              use_beam_search: { not: { type: 'null' } },
              prediction: { not: { type: 'null' } },
              deferred: { not: { type: 'null' } },
              anthropic: { not: { type: 'null' } },
              model: { type: 'string', minLength: 1, maxLength: 200 },
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
              messages: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['role'],
                  properties: {
                    role: {
                      enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'],
                    },
                    content: {
                      anyOf: [
                        { type: 'string' },
                        {
                          type: 'array',
                          items: {
                            oneOf: [
                              {
                                type: 'object',
                                required: ['type', 'text'],
                                properties: {
                                  type: { const: 'text' },
                                  text: { type: 'string' },
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
                              {
                                type: 'object',
                                required: ['type', 'image_url'],
                                properties: {
                                  type: { const: 'image_url' },
                                  image_url: {
                                    type: 'object',
                                    required: ['url'],
                                    properties: {
                                      url: { type: 'string' },
                                      detail: { type: 'string' },
                                    },
                                  },
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
                              {
                                type: 'object',
                                required: ['type'],
                                properties: {
                                  type: { enum: ['input_audio', 'refusal'] },
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
                              {
                                type: 'object',
                                required: ['type', 'file'],
                                properties: {
                                  type: { const: 'file' },
                                  file: {
                                    type: 'object',
                                    required: ['file_data'],
                                    properties: {
                                      file_data: { type: 'string' },
                                      filename: { type: 'string' },
                                    },
                                    additionalProperties: false,
                                  },
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
                            ],
                          },
                        },
                        { type: 'null' },
                      ],
                    },
                    name: { type: 'string' },
                    tool_call_id: { type: 'string', minLength: 1 },
                    tool_calls: {
                      type: 'array',
                      items: {
                        type: 'object',
                        required: ['id', 'function'],
                        properties: {
                          id: { type: 'string', minLength: 1 },
                          type: { const: 'function' },
                          function: {
                            type: 'object',
                            required: ['name'],
                            properties: {
                              name: { type: 'string', maxLength: 128 },
                              arguments: { type: 'string' },
                            },
                          },
                        },
                      },
                    },
                    function_call: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string', maxLength: 128 },
                        arguments: { type: 'string' },
                      },
                    },
                    reasoning_content: { type: 'string' },
                    reasoning_signature: { type: 'string' },
                    refusal: { type: 'string' },
                    audio: { type: 'object' },
                    cache_control: {
                      type: 'object',
                      required: ['type'],
                      properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
                      additionalProperties: false,
                    },
                  },
                },
                minItems: 1,
                maxItems: 20_000,
              },
              max_tokens: { type: 'integer', minimum: 1 },
              max_completion_tokens: { type: 'integer', minimum: 1 },
              temperature: { type: 'number', minimum: 0, maximum: 2 },
              top_p: { type: 'number', minimum: 0, maximum: 1 },
              top_k: { type: 'integer', minimum: 0 },
              stream: { type: 'boolean', default: false },
              stream_options: {},
              tools: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['type'],
                  properties: {
                    type: { type: 'string' },
                    function: {
                      type: 'object',
                      required: ['name'],
                      properties: {
                        name: { type: 'string', minLength: 1, maxLength: 128 },
                        description: { type: 'string' },
                        parameters: { type: 'object' },
                      },
                    },
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
                anyOf: [
                  { enum: ['auto', 'none', 'required'] },
                  {
                    type: 'object',
                    required: ['type'],
                    properties: {
                      type: { type: 'string' },
                      function: {
                        type: 'object',
                        required: ['name'],
                        properties: { name: { type: 'string', maxLength: 128 } },
                      },
                    },
                  },
                ],
              },
              response_format: {
                oneOf: [
                  {
                    type: 'object',
                    required: ['type'],
                    properties: { type: { enum: ['text', 'json_object'] } },
                  },
                  {
                    type: 'object',
                    required: ['type', 'json_schema'],
                    properties: {
                      type: { const: 'json_schema' },
                      json_schema: {
                        type: 'object',
                        required: ['name'],
                        properties: {
                          name: { type: 'string', minLength: 1 },
                          schema: { type: 'object' },
                          strict: { type: 'boolean' },
                          description: { type: 'string' },
                        },
                      },
                    },
                  },
                ],
              },
              stop: {
                anyOf: [
                  { type: 'string' },
                  { type: 'array', items: { type: 'string' }, maxItems: 16 },
                ],
              },
              reasoning_effort: {
                type: 'string',
                enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
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
              prompt_cache: { type: 'boolean' },
              search_parameters: {
                type: 'object',
                properties: {
                  mode: { enum: ['auto', 'on', 'off'] },
                  sources: { type: 'array', maxItems: 50 },
                  return_citations: { type: 'boolean' },
                  from_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
                  to_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
                  max_search_results: { type: 'integer', minimum: 1, maximum: 50 },
                },
              },
              n: { type: 'integer', minimum: 1, maximum: 8 },
              best_of: { not: { type: 'null' } },
              service_tier: { not: { type: 'null' } },
              web_search_options: { not: { type: 'null' } },
              modalities: { not: { type: 'null' } },
              audio: { not: { type: 'null' } },
              store: { not: { type: 'null' } },
              models: { not: { type: 'null' } },
              provider: { not: { type: 'null' } },
              plugins: { not: { type: 'null' } },
              min_tokens: { not: { type: 'null' } },
              ignore_eos: { not: { type: 'null' } },
              max_output_tokens: { not: { type: 'null' } },
              enable_search: { not: { type: 'null' } },
              max_new_tokens: { not: { type: 'null' } },
              candidate_count: { not: { type: 'null' } },
              num_return_sequences: { not: { type: 'null' } },
              use_beam_search: { not: { type: 'null' } },
              prediction: { not: { type: 'null' } },
              deferred: { not: { type: 'null' } },
              anthropic: { not: { type: 'null' } },
              model: {},
            },
            required: ['messages'],
          },
          pathParams: {
            type: 'object',
            properties: { rest: { type: 'string' } },
            required: ['rest'],
          },
        },
        required: ['type', 'method', 'bodyType', 'body'],
        additionalProperties: false,
      },
      output: { type: 'object', properties: { type: { type: 'string' } } },
    },
    required: ['input'],
  },
  routeTemplate: '/api/v1/chat/:rest',
}
