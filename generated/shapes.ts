// Code generated from catalog/schemas/ by "npm run generate". DO NOT EDIT.

/** The schema `micro_amount` of catalog/schemas/people.yaml. */
export const microAmount: object = {
  type: 'string', pattern: '^([1-9][0-9]{0,9}|10000000000)$', examples: ['2000000'],
}

/** The schema `responses_tool` of catalog/schemas/responses.yaml. */
export const responsesTool: object = {
  type: 'object', required: ['type'],
  properties: { type: { type: 'string', minLength: 1 } },
}

/** The schema `quoted_query` of catalog/schemas/quotes.yaml. */
export const quotedQuery: object = {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'boolean', 'array'], items: {} },
}

/** The schema `face_asset` of catalog/schemas/face-asset.yaml. */
export const faceAsset: object = {
  type: 'string', pattern: '^ta_[0-9a-fA-F]{1,64}$',
  examples: ['ta_0123456789abcdef0123456789abcdef'],
}

/** The schema `evm_address` of catalog/schemas/evm-address.yaml. */
export const evmAddress: object = {
  type: 'string', pattern: '^0x[0-9a-fA-F]{40}$',
  examples: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
}

/** The schema `day` of catalog/schemas/search.yaml. */
export const day: object = {
  type: 'string', pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  examples: ['2026-01-31'],
}

/** The schema `swap_signed` of catalog/schemas/swap.yaml. */
export const swapSigned: object = {
  type: 'object', required: ['eip712', 'signature'],
  properties: { eip712: { type: 'object' }, signature: {} },
}

/** The schema `cache_mark` of catalog/schemas/chat.yaml. */
export const cacheMark: object = {
  type: 'object', required: ['type'],
  properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
  additionalProperties: false,
}

/** The schema `websearch_category` of catalog/schemas/websearch.yaml. */
export const websearchCategory: object = {
  type: 'string',
  enum: [
    'github', 'news', 'research paper', 'linkedin profile', 'personal site', 'tweet',
    'financial report', 'pdf', 'company',
  ],
}

/** The schema `iso_date` of catalog/schemas/websearch.yaml. */
export const isoDate: object = {
  type: 'string',
  pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?$',
  examples: ['2026-01-31'],
}

/** The schema `message_tool_choice` of catalog/schemas/chat.yaml. */
export const messageToolChoice: object = {
  oneOf: [
    {
      type: 'object', required: ['type', 'name'],
      properties: { type: { const: 'tool' }, name: { type: 'string', maxLength: 128 } },
    },
    { type: 'object', required: ['type'], properties: { type: { enum: ['auto', 'any', 'none'] } } },
  ],
}

/** The schema `chat_tool_choice` of catalog/schemas/chat.yaml. */
export const chatToolChoice: object = {
  anyOf: [
    { enum: ['auto', 'none', 'required'] },
    {
      type: 'object', required: ['type'],
      properties: {
        type: { type: 'string' },
        function: {
          type: 'object', required: ['name'],
          properties: { name: { type: 'string', maxLength: 128 } },
        },
      },
    },
  ],
}

/** The schema `chat_thinking` of catalog/schemas/chat.yaml. */
export const chatThinking: object = {
  oneOf: [
    {
      type: 'object', required: ['type', 'budget_tokens'],
      properties: { type: { const: 'enabled' }, budget_tokens: { type: 'integer', minimum: 1 } },
    },
    {
      type: 'object', required: ['type'],
      properties: { type: { enum: ['disabled', 'adaptive'] } },
    },
  ],
}

/** The schema `mcp_reply` of catalog/schemas/json-rpc.yaml. */
export const mcpReply: object = {
  type: 'object', required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'number', 'null'] },
    result: { type: 'object' },
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
    },
  },
}

/** The schema `message_leaves` of catalog/schemas/chat.yaml. */
export const messageLeaves: object = {
  anyOf: [
    { type: ['string', 'object', 'null'] },
    { type: 'array', items: { type: 'object', properties: { cache_control: cacheMark } } },
  ],
}

/** The schema `chat_tool_call` of catalog/schemas/chat.yaml. */
export const chatToolCall: object = {
  type: 'object', required: ['id', 'function'],
  properties: {
    id: { type: 'string', minLength: 1 },
    type: { const: 'function' },
    function: {
      type: 'object', required: ['name'],
      properties: { name: { type: 'string', maxLength: 128 }, arguments: { type: 'string' } },
    },
  },
}

/** The schema `message_source` of catalog/schemas/chat.yaml. */
export const messageSource: object = {
  anyOf: [{ type: 'string' }, { type: 'object', properties: { content: messageLeaves } }],
}

/** The schema `message_tool` of catalog/schemas/chat.yaml. */
export const messageTool: object = {
  type: 'object', required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    type: { type: 'string' },
    description: { type: 'string' },
    input_schema: { type: 'object' },
    cache_control: cacheMark,
  },
}

/** The schema `rpc_request` of catalog/schemas/json-rpc.yaml. */
export const rpcRequest: object = {
  type: 'object', required: ['method'],
  properties: { method: { type: 'string', minLength: 1, maxLength: 200 } },
  propertyNames: {
    pattern: '^((jsonrpc|id|method|params)$|(?!([jJ][sSſ][oO][nN][rR][pP][cC]|[iI][dD]|[mM][eE][tT][hH][oO][dD]|[pP][aA][rR][aA][mM][sSſ])$))',
  },
  dependentSchemas: {
    jsonrpc: { required: ['id'], properties: { id: {} }, additionalProperties: true },
  },
}

/** The schema `chat_search` of catalog/schemas/chat.yaml. */
export const chatSearch: object = {
  type: 'object',
  properties: {
    mode: { enum: ['auto', 'on', 'off'] },
    sources: { type: 'array', maxItems: 50 },
    return_citations: { type: 'boolean' },
    from_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-01-31'] },
    to_date: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', examples: ['2026-01-31'] },
    max_search_results: { type: 'integer', minimum: 1, maximum: 50 },
  },
}

/** The schema `quote_line` of catalog/schemas/quotes.yaml. */
export const quoteLine: object = {
  type: 'object', required: ['unit', 'quantity', 'rate', 'total'],
  properties: {
    unit: {
      type: 'string',
      description: 'what is counted, or what is added to it, such as fee, minimum or rounding',
    },
    quantity: { type: 'string', description: 'an exact decimal' },
    rate: { type: 'string', description: 'USD for one, an exact decimal' },
    total: { type: 'string', description: 'quantity times rate, in USD' },
  },
}

/** The schema `chat_format` of catalog/schemas/chat.yaml. */
export const chatFormat: object = {
  oneOf: [
    { type: 'object', required: ['type'], properties: { type: { enum: ['text', 'json_object'] } } },
    {
      type: 'object', required: ['type', 'json_schema'],
      properties: {
        type: { const: 'json_schema' },
        json_schema: {
          type: 'object', required: ['name'],
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
}

/** The schema `chat_tool` of catalog/schemas/chat.yaml. */
export const chatTool: object = {
  type: 'object', required: ['type'],
  properties: {
    type: { type: 'string' },
    function: {
      type: 'object', required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 128 },
        description: { type: 'string' },
        parameters: { type: 'object' },
      },
    },
    cache_control: cacheMark,
  },
}

/** The schema `message_inner` of catalog/schemas/chat.yaml. */
export const messageInner: object = {
  type: 'object',
  properties: { cache_control: cacheMark, source: messageSource, content: messageLeaves },
}

/** The schema `rpc_body` of catalog/schemas/json-rpc.yaml. */
export const rpcBody: object = {
  anyOf: [rpcRequest, { type: 'array', minItems: 1, maxItems: 100, items: rpcRequest }],
}

/** The schema `chat_part` of catalog/schemas/chat.yaml. */
export const chatPart: object = {
  oneOf: [
    {
      type: 'object', required: ['type', 'text'],
      properties: { type: { const: 'text' }, text: { type: 'string' }, cache_control: cacheMark },
    },
    {
      type: 'object', required: ['type', 'image_url'],
      properties: {
        type: { const: 'image_url' },
        image_url: {
          type: 'object', required: ['url'],
          properties: { url: { type: 'string' }, detail: { type: 'string' } },
        },
        cache_control: cacheMark,
      },
    },
    {
      type: 'object', required: ['type'],
      properties: { type: { enum: ['input_audio', 'refusal'] }, cache_control: cacheMark },
    },
    {
      type: 'object', required: ['type', 'file'],
      properties: {
        type: { const: 'file' },
        file: {
          type: 'object', required: ['file_data'],
          properties: { file_data: { type: 'string' }, filename: { type: 'string' } },
          additionalProperties: false,
        },
        cache_control: cacheMark,
      },
    },
  ],
}

/** The schema `message_block` of catalog/schemas/chat.yaml. */
export const messageBlock: object = {
  type: 'object', required: ['type'],
  properties: {
    type: { type: 'string' },
    name: { type: 'string', maxLength: 128 },
    cache_control: cacheMark, source: messageSource,
    content: {
      anyOf: [{ type: ['string', 'object', 'null'] }, { type: 'array', items: messageInner }],
    },
  },
}

/** The schema `message_content` of catalog/schemas/chat.yaml. */
export const messageContent: object = {
  anyOf: [{ type: 'string' }, { type: 'array', items: messageBlock }],
}

/** The schema `message_turn` of catalog/schemas/chat.yaml. */
export const messageTurn: object = {
  type: 'object', required: ['role', 'content'],
  properties: { role: { enum: ['user', 'assistant'] }, content: messageContent },
}

/** The schema `chat_message` of catalog/schemas/chat.yaml. */
export const chatMessage: object = {
  type: 'object', required: ['role'],
  properties: {
    role: { enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
    content: { anyOf: [{ type: 'string' }, { type: 'array', items: chatPart }, { type: 'null' }] },
    name: { type: 'string' },
    tool_call_id: { type: 'string', minLength: 1 },
    tool_calls: { type: 'array', items: chatToolCall },
    function_call: {
      type: 'object', required: ['name'],
      properties: { name: { type: 'string', maxLength: 128 }, arguments: { type: 'string' } },
    },
    reasoning_content: { type: 'string' },
    reasoning_signature: { type: 'string' },
    refusal: { type: 'string' },
    audio: { type: 'object' },
    cache_control: cacheMark,
  },
}
