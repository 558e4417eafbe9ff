// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import {
  at, before, ceilDiv, count, didYouMean, get, hostOf, items, join, max, min, need, same, say, str,
} from '../../runtime/formula.ts'
import type { Call } from '../hooks.ts'
import type { PostChatCompletionsBody, PostChatRestBody } from '../requests.ts'
import { calls } from '../upstreams.ts'
import { postChatCompletionsDiscovery, postChatRestDiscovery } from './chat.discovery.ts'
import type { ChatRow } from './chat.models.ts'

/** POST /api/v1/chat/completions: Chat completions, OpenAI-compatible */
export const postChatCompletions: Route<Call<PostChatCompletionsBody, {}, ChatRow>> = {
  id: 'post_chat_completions',
  origin: 'catalog/text/chat.routes.yaml:79',
  family: 'text/chat',
  method: 'POST',
  path: '/api/v1/chat/completions',
  also: [{ method: 'POST', path: '/v1/chat/completions' }],
  prefix: '/api/v1/chat',
  summary: 'Chat completions, OpenAI-compatible',
  tags: ['chat'],
  flow: 'stream_or_reply',
  networks: ['base', 'testnet'],
  envelope: 'openai',
  challenge: 'after_gates',
  discovery: 'challenge',
  table: 'chat.models',
  pick: ({ body }) => body.model,
  limits: {
    names: ['free_chat_minute', 'free_chat_hour'],
    when: ({ model }) => model.billing === 'free',
  },
  authorization: 300_000,
  free: ({ model }) => model.billing === 'free',
  unsettled: 'serve',
  redeliver: 300_000,
  speaks: 'openai_chat',
  streams: ({ body }) => body.stream,
  fallback: ({ model }) => model.fallback,
  bodyLimit: 10_485_760,
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array',
          items: {
            type: 'object',
            required: ['role'],
            properties: {
              role: { enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { url: { type: 'string' }, detail: { type: 'string' } },
                            },
                            cache_control: {
                              type: 'object',
                              required: ['type'],
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
          description: 'the conversation. Of one that is longer than the context of its model the oldest turns are left out, which X-Context-Truncated and X-Messages-Removed of the answer tell',
        },
        max_tokens: {
          type: 'integer',
          minimum: 1,
          description: 'tokens of the answer; 8192 unless given, and never more than the model can (X-Max-Tokens-Capped, -Requested and -Effective tell)',
        },
        max_completion_tokens: {
          type: 'integer',
          minimum: 1,
          description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean',
          default: false,
          description: 'answer as server-sent events, which all models do but open/small-8b',
        },
        stream_options: { description: 'not looked at: usage is always told' },
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
          description: 'functions that the model may call',
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
          description: 'auto, none, required, or {type, function - {name}}',
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
          description: '{type - json_object}, or {type - json_schema, json_schema - {name, schema}}',
        },
        stop: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 16 }],
          description: 'where the answer ends',
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
          description: '{type - enabled, budget_tokens} or {type - disabled}',
        },
        prompt_cache: { type: 'boolean', description: 'cache the prompt, where the model can' },
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
          description: 'live search, on models that search; each source costs',
        },
        n: {
          type: 'integer',
          minimum: 1,
          maximum: 8,
          description: 'answers to one prompt; each is paid for',
        },
        best_of: { not: { type: 'null' }, description: 'refused' },
        service_tier: { not: { type: 'null' }, description: 'auto or default only' },
        web_search_options: { not: { type: 'null' }, description: 'refused' },
        modalities: { not: { type: 'null' }, description: '[text] only' },
        audio: { not: { type: 'null' }, description: 'refused' },
        store: { not: { type: 'null' }, description: 'false only - nothing is kept' },
        models: { not: { type: 'null' }, description: 'refused' },
        provider: { not: { type: 'null' }, description: 'refused' },
        plugins: { not: { type: 'null' }, description: 'refused' },
        min_tokens: { not: { type: 'null' }, description: 'refused' },
        ignore_eos: { not: { type: 'null' }, description: 'refused' },
        max_output_tokens: { not: { type: 'null' }, description: 'refused' },
        enable_search: { not: { type: 'null' }, description: 'refused' },
        max_new_tokens: { not: { type: 'null' }, description: 'refused' },
        candidate_count: { not: { type: 'null' }, description: 'refused' },
        num_return_sequences: { not: { type: 'null' }, description: 'refused' },
        use_beam_search: { not: { type: 'null' }, description: 'refused' },
        prediction: { not: { type: 'null' }, description: 'refused' },
        deferred: { not: { type: 'null' }, description: 'false only - answers are given at once' },
        anthropic: { not: { type: 'null' }, description: 'refused' },
        model: {
          type: 'string',
          minLength: 1,
          maxLength: 200,
          description: 'one of the model ids',
        },
      },
      required: ['messages', 'model'],
    },
    unknown: 'forward',
    wrap: ['stop'],
  },
  gates: ({ body, model, models, hooks }) => {
    // catalog/templates.yaml:232
    if (model === undefined) {
      const unknown = 'Unknown model: '
        + body.model
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models'
      const near = didYouMean(body.model, models.ids)
      return {
        status: 400,
        message: `${unknown}.${near}`,
        code: 'UNKNOWN_MODEL',
        extra: { error: unknown },
      }
    }
    // catalog/templates.yaml:237
    if (!body.messages.every(m => m.role !== 'tool' || m.tool_call_id !== undefined)) {
      return {
        status: 400,
        message: 'A message with the role tool needs tool_call_id',
        code: 'TOOL_ID_FORMAT_ERROR',
      }
    }
    // catalog/templates.yaml:241
    if (!body.messages.every(
      m =>
        m.content !== undefined && m.content !== null
          || m.role === 'assistant'
            && ((m.tool_calls?.length ?? 0) > 0
              || m.reasoning_content !== undefined
              || m.refusal !== undefined
              || m.function_call !== undefined),
    )) {
      return {
        status: 400,
        message: 'A message needs content; only assistant messages with tool_calls may go without',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:247
    if (!body.messages.some(m => m.role !== 'system' && m.role !== 'developer')) {
      return {
        status: 400,
        message: 'The conversation has nothing to answer - only system messages',
        code: 'EMPTY_CONVERSATION',
      }
    }
    // catalog/templates.yaml:251
    if (!(model.vision
      || !body.messages.some(m =>
        items(m.content).some(part => get(part, 'type') === 'image_url')))) {
      return { status: 400, message: `${model.id} does not take pictures`, code: 'INVALID_REQUEST' }
    }
    // catalog/templates.yaml:255
    if (!(!body.stream || model.streams)) {
      return {
        status: 400,
        message: `${model.id} does not answer as a stream`,
        code: 'STREAM_UNSUPPORTED',
      }
    }
    // catalog/templates.yaml:259
    if (!((body.n ?? 1) === 1 || model.billing !== 'free' && model.many)) {
      return {
        status: 400,
        message: `${model.id} gives one answer to a call - n can only be 1`,
        code: 'INVALID_PARAMETER',
      }
    }
    // catalog/templates.yaml:263
    if (body.messages.some(
      m =>
        items(m.content).filter(part => get(part, 'type') === 'image_url').map(
          part => '.' + hostOf(str(get(part, 'image_url', 'url') ?? get(part, 'image_url'))) + '.',
        ).some(site =>
          ['.youtube.', '.youtu.be.', '.youtube-nocookie.'].some(name => site.includes(name))),
    )) {
      return {
        status: 400,
        message: 'A picture must be one - films cannot be given',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:269
    if (body.messages.some(
      m =>
        items(m.content).filter(part => get(part, 'type') === 'image_url').map(
          part => get(part, 'image_url', 'url') ?? get(part, 'image_url'),
        ).some(
          url =>
            hostOf(str(url)) === ''
              && !([
                'data:image/png;', 'data:image/jpeg;', 'data:image/jpg;', 'data:image/gif;',
                'data:image/webp;', 'data:image/heic;', 'data:image/heif;',
              ].some(kind => str(url).startsWith(kind))
                && str(url).includes(';base64,')),
        ),
    )) {
      return {
        status: 400,
        message: 'A picture is given by its address (https://...) or as a data URI in base64 - data:image/png;base64,... or jpeg, gif, webp, heic, heif',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:276
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    if (!(input_tokens >= 0)) {
      return {
        status: 400,
        message: 'Only words and pictures can be counted - of a PDF send its text, or pictures of its pages, and of what is kept or fetched elsewhere its content',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:280
    if (!body.messages.every(m => items(m.content).every(
      part =>
        [
          'text', 'image_url', 'input_audio', 'refusal', 'file', 'document', 'image',
          'search_result', 'thinking', 'redacted_thinking', 'tool_use',
        ].includes(get(part, 'type')),
    ))) {
      return {
        status: 400,
        message: 'A message holds texts, pictures and files of text - nothing else can be given to a model here',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:286
    const ceiling = min(model.max_output, model.context - input_tokens)
    if (!(ceiling > 0)) {
      return {
        status: 400,
        message: `The conversation has ${input_tokens} tokens, more than the context of ${model.id} (${model.context})`,
        code: 'CONTEXT_LENGTH_EXCEEDED',
      }
    }
    // catalog/text/chat.routes.yaml:69
    const strange = join(
      [
        { name: 'best_of', sent: count(body.best_of) > 0 },
        { name: 'web_search_options', sent: count(body.web_search_options) > 0 },
        { name: 'audio', sent: count(body.audio) > 0 },
        { name: 'models', sent: count(body.models) > 0 },
        { name: 'provider', sent: count(body.provider) > 0 },
        { name: 'plugins', sent: count(body.plugins) > 0 },
        { name: 'min_tokens', sent: count(body.min_tokens) > 0 },
        { name: 'ignore_eos', sent: count(body.ignore_eos) > 0 },
        { name: 'max_output_tokens', sent: count(body.max_output_tokens) > 0 },
        { name: 'enable_search', sent: count(body.enable_search) > 0 },
        { name: 'max_new_tokens', sent: count(body.max_new_tokens) > 0 },
        { name: 'candidate_count', sent: count(body.candidate_count) > 0 },
        { name: 'num_return_sequences', sent: count(body.num_return_sequences) > 0 },
        { name: 'use_beam_search', sent: count(body.use_beam_search) > 0 },
        { name: 'prediction', sent: count(body.prediction) > 0 },
        { name: 'anthropic', sent: count(body.anthropic) > 0 },
        {
          name: 'modalities',
          sent: count(body.modalities) > 1
            || count(body.modalities) === 1 && (get(body.modalities, 0) ?? '') !== 'text',
        },
        { name: 'store', sent: count(body.store) > 0 && !same(body.store, false) },
        { name: 'deferred', sent: count(body.deferred) > 0 && !same(body.deferred, false) },
        {
          name: 'service_tier',
          sent: count(body.service_tier) > 0
            && !same(body.service_tier, 'auto')
            && !same(body.service_tier, 'default'),
        },
      ].filter(
        one => one.sent,
      ).map(
        one => one.name,
      ),
      ', ',
    )
    if (strange !== '') {
      return {
        status: 400,
        message: `Not taken here, because the price knows nothing of it: ${strange}`,
        code: 'INVALID_PARAMETER',
        extra: { param: before(strange, ',') },
      }
    }
    // catalog/text/chat.routes.yaml:74
    if (!(body.tools ?? []).every(t => get(t, 'type') === 'function')) {
      return {
        status: 400,
        message: 'Only tools of the type function can be used here',
        code: 'INVALID_PARAMETER',
      }
    }
    return undefined
  },
  price: {
    micro: ({ body, model, hooks }) => {
      switch (model.billing) {
        // catalog/templates.yaml:291
        case 'token': {
          const asked = body.max_tokens ?? body.max_completion_tokens
          const fitted = hooks.fitMessages(
            body.messages,
            body,
            model.tokenizer,
            model.context - min(asked ?? 1024, 1024),
          )
          const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
          const ceiling = min(model.max_output, model.context - input_tokens)
          const max_tokens = min(asked ?? 8192, ceiling)
          const sources = model.search
            && body.search_parameters !== undefined
            && (body.search_parameters.mode ?? 'auto') !== 'off'
            ? body.search_parameters.max_search_results ?? 10
            : 0
          const long = input_tokens >= model.long_above
          const input = BigInt(input_tokens) * need(model.input) * (long ? model.long_input_x : 1n)
          const output = BigInt(body.n ?? 1)
            * BigInt(max_tokens)
            * need(model.output)
            * (long ? model.long_output_x : 2n)
          return ceilDiv(
            max(input * 5n + output + BigInt(sources) * 5250000n, 200000n) + 200000n,
            200n,
          )
        }
        // catalog/templates.yaml:297
        case 'flat': {
          return BigInt(body.n ?? 1) * need(model.flat) * 1000n
        }
        // catalog/templates.yaml:298
        case 'free': {
          return 0n
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    decimals: 6,
    identify: false,
  },
  probes: [
    {
      body: {
        model: 'vendorA/chat-6-mini',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1,
      },
    },
    { body: { model: 'vendorA/chat-6', messages: [{ role: 'user', content: 'hi' }] } },
    {
      body: {
        model: 'vendorB/pro-3',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1000,
      },
    },
    {
      body: {
        model: 'vendorB/pro-3',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1000,
      },
    },
    {
      body: {
        model: 'vendorC/think-5',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1,
        search_parameters: { mode: 'auto' },
      },
    },
    {
      body: {
        model: 'vendorC/think-5',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: 1,
        search_parameters: { mode: 'off' },
      },
    },
    { body: { model: 'open/large-400b', messages: [{ role: 'user', content: 'hi' }] } },
    { body: { model: 'open/small-8b', messages: [{ role: 'user', content: 'hi' }] } },
    { body: { model: 'vendorA/chat-6', n: 8, messages: [{ role: 'user', content: 'hi' }] } },
    { body: { model: 'open/small-8b', n: 3, messages: [{ role: 'user', content: 'hi' }] } },
  ],
  bazaar: postChatCompletionsDiscovery,
  upstream: ({ model }) => at(calls, model.upstream),
  headers: ({ body, model, hooks, requested }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    const capped = asked !== undefined && (asked ?? 0) > max_tokens
    const removed = count(body.messages) - count(fitted)
    return {
      'X-Free-Model': model.billing === 'free' ? 'true' : undefined,
      'X-Max-Tokens-Capped': capped ? 'true' : undefined,
      'X-Max-Tokens-Requested': capped ? say(asked) : undefined,
      'X-Max-Tokens-Effective': capped ? String(max_tokens) : undefined,
      'X-Context-Truncated': removed > 0 ? 'true' : undefined,
      'X-Messages-Removed': removed > 0 ? String(removed) : undefined,
      'X-Fallback-Used': requested !== undefined ? 'true' : undefined,
      'X-Original-Model': requested !== undefined ? requested.id : undefined,
      'X-Fallback-Model': requested !== undefined ? model.id : undefined,
    }
  },
}

/** POST /api/v1/chat/*: Chat completions with the model in the path */
export const postChatRest: Route<Call<PostChatRestBody, { rest: string }, ChatRow>> = {
  id: 'post_chat_rest',
  origin: 'catalog/text/chat.routes.yaml:108',
  family: 'text/chat',
  method: 'POST',
  path: '/api/v1/chat/*',
  also: [{ method: 'POST', path: '/v1/chat/*' }],
  prefix: '/api/v1/chat',
  summary: 'Chat completions with the model in the path',
  tags: ['chat'],
  flow: 'stream_or_reply',
  networks: ['base', 'testnet'],
  envelope: 'openai',
  challenge: 'after_gates',
  discovery: 'challenge',
  table: 'chat.models',
  pick: ({ path }) => path.rest,
  limits: {
    names: ['free_chat_minute', 'free_chat_hour'],
    when: ({ model }) => model.billing === 'free',
  },
  authorization: 300_000,
  free: ({ model }) => model.billing === 'free',
  unsettled: 'serve',
  redeliver: 300_000,
  speaks: 'openai_chat',
  streams: ({ body }) => body.stream,
  fallback: ({ model }) => model.fallback,
  bodyLimit: 10_485_760,
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array',
          items: {
            type: 'object',
            required: ['role'],
            properties: {
              role: { enum: ['system', 'developer', 'user', 'assistant', 'tool', 'function'] },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { url: { type: 'string' }, detail: { type: 'string' } },
                            },
                            cache_control: {
                              type: 'object',
                              required: ['type'],
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
                              properties: { type: { const: 'ephemeral' }, ttl: { const: '5m' } },
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
          description: 'the conversation. Of one that is longer than the context of its model the oldest turns are left out, which X-Context-Truncated and X-Messages-Removed of the answer tell',
        },
        max_tokens: {
          type: 'integer',
          minimum: 1,
          description: 'tokens of the answer; 8192 unless given, and never more than the model can (X-Max-Tokens-Capped, -Requested and -Effective tell)',
        },
        max_completion_tokens: {
          type: 'integer',
          minimum: 1,
          description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean',
          default: false,
          description: 'answer as server-sent events, which all models do but open/small-8b',
        },
        stream_options: { description: 'not looked at: usage is always told' },
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
          description: 'functions that the model may call',
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
          description: 'auto, none, required, or {type, function - {name}}',
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
          description: '{type - json_object}, or {type - json_schema, json_schema - {name, schema}}',
        },
        stop: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 16 }],
          description: 'where the answer ends',
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
          description: '{type - enabled, budget_tokens} or {type - disabled}',
        },
        prompt_cache: { type: 'boolean', description: 'cache the prompt, where the model can' },
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
          description: 'live search, on models that search; each source costs',
        },
        n: {
          type: 'integer',
          minimum: 1,
          maximum: 8,
          description: 'answers to one prompt; each is paid for',
        },
        best_of: { not: { type: 'null' }, description: 'refused' },
        service_tier: { not: { type: 'null' }, description: 'auto or default only' },
        web_search_options: { not: { type: 'null' }, description: 'refused' },
        modalities: { not: { type: 'null' }, description: '[text] only' },
        audio: { not: { type: 'null' }, description: 'refused' },
        store: { not: { type: 'null' }, description: 'false only - nothing is kept' },
        models: { not: { type: 'null' }, description: 'refused' },
        provider: { not: { type: 'null' }, description: 'refused' },
        plugins: { not: { type: 'null' }, description: 'refused' },
        min_tokens: { not: { type: 'null' }, description: 'refused' },
        ignore_eos: { not: { type: 'null' }, description: 'refused' },
        max_output_tokens: { not: { type: 'null' }, description: 'refused' },
        enable_search: { not: { type: 'null' }, description: 'refused' },
        max_new_tokens: { not: { type: 'null' }, description: 'refused' },
        candidate_count: { not: { type: 'null' }, description: 'refused' },
        num_return_sequences: { not: { type: 'null' }, description: 'refused' },
        use_beam_search: { not: { type: 'null' }, description: 'refused' },
        prediction: { not: { type: 'null' }, description: 'refused' },
        deferred: { not: { type: 'null' }, description: 'false only - answers are given at once' },
        anthropic: { not: { type: 'null' }, description: 'refused' },
        model: { description: 'not looked at - the path says it' },
      },
      required: ['messages'],
    },
    unknown: 'forward',
    wrap: ['stop'],
  },
  gates: ({ body, path, model, models, hooks }) => {
    // catalog/text/chat.routes.yaml:118
    if (model === undefined) {
      const unknown = 'Unknown model: '
        + path.rest
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models'
      const near = didYouMean(path.rest, models.ids)
      return {
        status: 400,
        message: `${unknown}.${near}`,
        code: 'UNKNOWN_MODEL',
        extra: { error: unknown },
      }
    }
    // catalog/templates.yaml:237
    if (!body.messages.every(m => m.role !== 'tool' || m.tool_call_id !== undefined)) {
      return {
        status: 400,
        message: 'A message with the role tool needs tool_call_id',
        code: 'TOOL_ID_FORMAT_ERROR',
      }
    }
    // catalog/templates.yaml:241
    if (!body.messages.every(
      m =>
        m.content !== undefined && m.content !== null
          || m.role === 'assistant'
            && ((m.tool_calls?.length ?? 0) > 0
              || m.reasoning_content !== undefined
              || m.refusal !== undefined
              || m.function_call !== undefined),
    )) {
      return {
        status: 400,
        message: 'A message needs content; only assistant messages with tool_calls may go without',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:247
    if (!body.messages.some(m => m.role !== 'system' && m.role !== 'developer')) {
      return {
        status: 400,
        message: 'The conversation has nothing to answer - only system messages',
        code: 'EMPTY_CONVERSATION',
      }
    }
    // catalog/templates.yaml:251
    if (!(model.vision
      || !body.messages.some(m =>
        items(m.content).some(part => get(part, 'type') === 'image_url')))) {
      return { status: 400, message: `${model.id} does not take pictures`, code: 'INVALID_REQUEST' }
    }
    // catalog/templates.yaml:255
    if (!(!body.stream || model.streams)) {
      return {
        status: 400,
        message: `${model.id} does not answer as a stream`,
        code: 'STREAM_UNSUPPORTED',
      }
    }
    // catalog/templates.yaml:259
    if (!((body.n ?? 1) === 1 || model.billing !== 'free' && model.many)) {
      return {
        status: 400,
        message: `${model.id} gives one answer to a call - n can only be 1`,
        code: 'INVALID_PARAMETER',
      }
    }
    // catalog/templates.yaml:263
    if (body.messages.some(
      m =>
        items(m.content).filter(part => get(part, 'type') === 'image_url').map(
          part => '.' + hostOf(str(get(part, 'image_url', 'url') ?? get(part, 'image_url'))) + '.',
        ).some(site =>
          ['.youtube.', '.youtu.be.', '.youtube-nocookie.'].some(name => site.includes(name))),
    )) {
      return {
        status: 400,
        message: 'A picture must be one - films cannot be given',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:269
    if (body.messages.some(
      m =>
        items(m.content).filter(part => get(part, 'type') === 'image_url').map(
          part => get(part, 'image_url', 'url') ?? get(part, 'image_url'),
        ).some(
          url =>
            hostOf(str(url)) === ''
              && !([
                'data:image/png;', 'data:image/jpeg;', 'data:image/jpg;', 'data:image/gif;',
                'data:image/webp;', 'data:image/heic;', 'data:image/heif;',
              ].some(kind => str(url).startsWith(kind))
                && str(url).includes(';base64,')),
        ),
    )) {
      return {
        status: 400,
        message: 'A picture is given by its address (https://...) or as a data URI in base64 - data:image/png;base64,... or jpeg, gif, webp, heic, heif',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:276
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    if (!(input_tokens >= 0)) {
      return {
        status: 400,
        message: 'Only words and pictures can be counted - of a PDF send its text, or pictures of its pages, and of what is kept or fetched elsewhere its content',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:280
    if (!body.messages.every(m => items(m.content).every(
      part =>
        [
          'text', 'image_url', 'input_audio', 'refusal', 'file', 'document', 'image',
          'search_result', 'thinking', 'redacted_thinking', 'tool_use',
        ].includes(get(part, 'type')),
    ))) {
      return {
        status: 400,
        message: 'A message holds texts, pictures and files of text - nothing else can be given to a model here',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:286
    const ceiling = min(model.max_output, model.context - input_tokens)
    if (!(ceiling > 0)) {
      return {
        status: 400,
        message: `The conversation has ${input_tokens} tokens, more than the context of ${model.id} (${model.context})`,
        code: 'CONTEXT_LENGTH_EXCEEDED',
      }
    }
    // catalog/text/chat.routes.yaml:69
    const strange = join(
      [
        { name: 'best_of', sent: count(body.best_of) > 0 },
        { name: 'web_search_options', sent: count(body.web_search_options) > 0 },
        { name: 'audio', sent: count(body.audio) > 0 },
        { name: 'models', sent: count(body.models) > 0 },
        { name: 'provider', sent: count(body.provider) > 0 },
        { name: 'plugins', sent: count(body.plugins) > 0 },
        { name: 'min_tokens', sent: count(body.min_tokens) > 0 },
        { name: 'ignore_eos', sent: count(body.ignore_eos) > 0 },
        { name: 'max_output_tokens', sent: count(body.max_output_tokens) > 0 },
        { name: 'enable_search', sent: count(body.enable_search) > 0 },
        { name: 'max_new_tokens', sent: count(body.max_new_tokens) > 0 },
        { name: 'candidate_count', sent: count(body.candidate_count) > 0 },
        { name: 'num_return_sequences', sent: count(body.num_return_sequences) > 0 },
        { name: 'use_beam_search', sent: count(body.use_beam_search) > 0 },
        { name: 'prediction', sent: count(body.prediction) > 0 },
        { name: 'anthropic', sent: count(body.anthropic) > 0 },
        {
          name: 'modalities',
          sent: count(body.modalities) > 1
            || count(body.modalities) === 1 && (get(body.modalities, 0) ?? '') !== 'text',
        },
        { name: 'store', sent: count(body.store) > 0 && !same(body.store, false) },
        { name: 'deferred', sent: count(body.deferred) > 0 && !same(body.deferred, false) },
        {
          name: 'service_tier',
          sent: count(body.service_tier) > 0
            && !same(body.service_tier, 'auto')
            && !same(body.service_tier, 'default'),
        },
      ].filter(
        one => one.sent,
      ).map(
        one => one.name,
      ),
      ', ',
    )
    if (strange !== '') {
      return {
        status: 400,
        message: `Not taken here, because the price knows nothing of it: ${strange}`,
        code: 'INVALID_PARAMETER',
        extra: { param: before(strange, ',') },
      }
    }
    // catalog/text/chat.routes.yaml:74
    if (!(body.tools ?? []).every(t => get(t, 'type') === 'function')) {
      return {
        status: 400,
        message: 'Only tools of the type function can be used here',
        code: 'INVALID_PARAMETER',
      }
    }
    return undefined
  },
  price: {
    micro: ({ body, model, hooks }) => {
      switch (model.billing) {
        // catalog/templates.yaml:291
        case 'token': {
          const asked = body.max_tokens ?? body.max_completion_tokens
          const fitted = hooks.fitMessages(
            body.messages,
            body,
            model.tokenizer,
            model.context - min(asked ?? 1024, 1024),
          )
          const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
          const ceiling = min(model.max_output, model.context - input_tokens)
          const max_tokens = min(asked ?? 8192, ceiling)
          const sources = model.search
            && body.search_parameters !== undefined
            && (body.search_parameters.mode ?? 'auto') !== 'off'
            ? body.search_parameters.max_search_results ?? 10
            : 0
          const long = input_tokens >= model.long_above
          const input = BigInt(input_tokens) * need(model.input) * (long ? model.long_input_x : 1n)
          const output = BigInt(body.n ?? 1)
            * BigInt(max_tokens)
            * need(model.output)
            * (long ? model.long_output_x : 2n)
          return ceilDiv(
            max(input * 5n + output + BigInt(sources) * 5250000n, 200000n) + 200000n,
            200n,
          )
        }
        // catalog/templates.yaml:297
        case 'flat': {
          return BigInt(body.n ?? 1) * need(model.flat) * 1000n
        }
        // catalog/templates.yaml:298
        case 'free': {
          return 0n
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    decimals: 6,
    identify: false,
  },
  probes: [{
    body: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 },
    path: { rest: 'vendorA/chat-6-mini' },
  }],
  bazaar: postChatRestDiscovery,
  upstream: ({ model }) => at(calls, model.upstream),
  headers: ({ body, model, hooks, requested }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages,
      body,
      model.tokenizer,
      model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(asked ?? 8192, ceiling)
    const capped = asked !== undefined && (asked ?? 0) > max_tokens
    const removed = count(body.messages) - count(fitted)
    return {
      'X-Free-Model': model.billing === 'free' ? 'true' : undefined,
      'X-Max-Tokens-Capped': capped ? 'true' : undefined,
      'X-Max-Tokens-Requested': capped ? say(asked) : undefined,
      'X-Max-Tokens-Effective': capped ? String(max_tokens) : undefined,
      'X-Context-Truncated': removed > 0 ? 'true' : undefined,
      'X-Messages-Removed': removed > 0 ? String(removed) : undefined,
      'X-Fallback-Used': requested !== undefined ? 'true' : undefined,
      'X-Original-Model': requested !== undefined ? requested.id : undefined,
      'X-Fallback-Model': requested !== undefined ? model.id : undefined,
    }
  },
}
