// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { didYouMean, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatFormat, chatMessage, chatSearch, chatThinking, chatTool, chatToolChoice,
} from '../shapes.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from './chat.requests.ts'
import { postChatCompletionsGates, postChatCompletionsValues, shared } from './chat.shared.ts'

/** POST /api/v1/chat/completions: Chat completions, OpenAI-compatible */
export const postChatCompletions: Route<
  Call<PostChatCompletionsBody, {}, ChatRow, any, PostChatCompletionsValues>
> = {
  ...shared, id: 'post_chat_completions', origin: 'catalog/text/chat.routes.yaml:57',
  path: '/api/v1/chat/completions',
  aliases: [{ method: 'POST', path: '/v1/chat/completions' }],
  summary: 'Chat completions, OpenAI-compatible',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'],
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array', items: chatMessage, minItems: 1, maxItems: 20_000,
          description: 'the conversation; if it exceeds the model\'s context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed)',
        },
        max_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer; 8192 by default, at most the model\'s limit (see X-Max-Tokens-Capped, -Requested and -Effective)',
        },
        max_completion_tokens: {
          type: 'integer', minimum: 1, description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean', default: false,
          description: 'answer as server-sent events; open/small-8b cannot',
        },
        stream_options: { description: 'ignored - the answer always has usage' },
        tools: {
          type: 'array', items: chatTool, maxItems: 1024,
          description: 'functions that the model may call',
        },
        tool_choice: {
          ...chatToolChoice, description: 'auto, none, required, or {type, function - {name}}',
        },
        response_format: {
          ...chatFormat,
          description: '{type - json_object}, or {type - json_schema, json_schema - {name, schema}}',
        },
        stop: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 16 }],
          description: 'where the answer ends',
        },
        reasoning_effort: {
          type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
        },
        thinking: {
          ...chatThinking, description: '{type - enabled, budget_tokens} or {type - disabled}',
        },
        prompt_cache: { type: 'boolean', description: 'cache the prompt, if the model can' },
        search_parameters: {
          ...chatSearch,
          description: 'live search, for models that search; you pay for each source',
        },
        n: {
          type: 'integer', minimum: 1, maximum: 8,
          description: 'answers to one prompt; you pay for each',
        },
        best_of: { not: { type: 'null' }, description: 'refused' },
        service_tier: { not: { type: 'null' }, description: 'auto or default only' },
        web_search_options: { not: { type: 'null' }, description: 'refused' },
        modalities: { not: { type: 'null' }, description: '[text] only' },
        audio: { not: { type: 'null' }, description: 'refused' },
        store: { not: { type: 'null' }, description: 'false only - answers are not stored' },
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
        deferred: {
          not: { type: 'null' },
          description: 'false only - there are no background answers',
        },
        anthropic: { not: { type: 'null' }, description: 'refused' },
        model: {
          type: 'string', minLength: 1, maxLength: 200, description: 'one of the model ids',
        },
      },
      required: ['messages', 'model'],
    },
    unknown: 'forward', wrap: ['stop'],
  },
  values: {
    ...postChatCompletionsValues,
    unknown: ({ body, models }) =>
      'Unknown model: '
        + body.model
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models',
    near: ({ body, models }) => didYouMean(body.model, models.ids),
  },
  gates: c => {
    const { model, values } = c
    // catalog/text/templates.yaml:24
    if (model === undefined)
      return {
        status: 400, message: `${values.unknown}.${values.near}`, code: 'UNKNOWN_MODEL',
        extra: { error: values.unknown },
      }
    return postChatCompletionsGates(c)
  },
  example: {
    body: {
      model: 'vendorA/chat-6-mini', max_tokens: 1,
      messages: [{ role: 'user', content: 'hi' }],
    },
  },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorA/chat-6-mini', max_tokens: 1,
      messages: [{ role: 'user', content: 'hi' }],
      stream: false,
    },
  }],
}

/** POST /api/v1/chat/*: Chat completions with the model in the path */
export const postChatRest: Route<
  Call<PostChatRestBody, { rest: string }, ChatRow, any, PostChatCompletionsValues>
> = {
  ...shared, id: 'post_chat_rest', origin: 'catalog/text/chat.routes.yaml:106',
  path: '/api/v1/chat/*',
  aliases: [{ method: 'POST', path: '/v1/chat/*' }],
  summary: 'Chat completions with the model in the path',
  pick: ({ path }) => path.rest,
  pickAt: ['path', 'rest'],
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array', items: chatMessage, minItems: 1, maxItems: 20_000,
          description: 'the conversation; if it exceeds the model\'s context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed)',
        },
        max_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer; 8192 by default, at most the model\'s limit (see X-Max-Tokens-Capped, -Requested and -Effective)',
        },
        max_completion_tokens: {
          type: 'integer', minimum: 1, description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean', default: false,
          description: 'answer as server-sent events; open/small-8b cannot',
        },
        stream_options: { description: 'ignored - the answer always has usage' },
        tools: {
          type: 'array', items: chatTool, maxItems: 1024,
          description: 'functions that the model may call',
        },
        tool_choice: {
          ...chatToolChoice, description: 'auto, none, required, or {type, function - {name}}',
        },
        response_format: {
          ...chatFormat,
          description: '{type - json_object}, or {type - json_schema, json_schema - {name, schema}}',
        },
        stop: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, maxItems: 16 }],
          description: 'where the answer ends',
        },
        reasoning_effort: {
          type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
        },
        thinking: {
          ...chatThinking, description: '{type - enabled, budget_tokens} or {type - disabled}',
        },
        prompt_cache: { type: 'boolean', description: 'cache the prompt, if the model can' },
        search_parameters: {
          ...chatSearch,
          description: 'live search, for models that search; you pay for each source',
        },
        n: {
          type: 'integer', minimum: 1, maximum: 8,
          description: 'answers to one prompt; you pay for each',
        },
        best_of: { not: { type: 'null' }, description: 'refused' },
        service_tier: { not: { type: 'null' }, description: 'auto or default only' },
        web_search_options: { not: { type: 'null' }, description: 'refused' },
        modalities: { not: { type: 'null' }, description: '[text] only' },
        audio: { not: { type: 'null' }, description: 'refused' },
        store: { not: { type: 'null' }, description: 'false only - answers are not stored' },
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
        deferred: {
          not: { type: 'null' },
          description: 'false only - there are no background answers',
        },
        anthropic: { not: { type: 'null' }, description: 'refused' },
        model: { description: 'ignored - the path names the model' },
      },
      required: ['messages'],
    },
    unknown: 'forward', wrap: ['stop'],
  },
  values: {
    ...postChatCompletionsValues,
    unknown: ({ path, models }) =>
      'Unknown model: '
        + path.rest
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models',
    near: ({ path, models }) => didYouMean(path.rest, models.ids),
  },
  gates: c => {
    const { model, values } = c
    // catalog/text/chat.routes.yaml:117
    if (model === undefined)
      return {
        status: 400, message: `${values.unknown}.${values.near}`, code: 'UNKNOWN_MODEL',
        extra: { error: values.unknown },
      }
    return postChatCompletionsGates(c)
  },
  example: {
    body: { max_tokens: 1, messages: [{ role: 'user', content: 'hi' }] },
    path: { rest: 'vendorA/chat-6-mini' },
  },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: { max_tokens: 1, messages: [{ role: 'user', content: 'hi' }], stream: false },
    path: { rest: 'vendorA/chat-6-mini' },
  }],
}
