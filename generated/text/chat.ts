// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { didYouMean, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatFormat, chatMessage, chatSearch, chatThinking, chatTool, chatToolChoice,
} from '../shapes.ts'
import type { ChatRow } from './chat.models.ts'
import type { PostChatCompletionsBody, PostChatRestBody } from './chat.requests.ts'
import { postChatCompletionsGates, shared } from './chat.shared.ts'

/** POST /api/v1/chat/completions: Chat completions, OpenAI-compatible */
export const postChatCompletions: Route<Call<PostChatCompletionsBody, {}, ChatRow>> = {
  ...shared, id: 'post_chat_completions', origin: 'catalog/text/chat.routes.yaml:79',
  path: '/api/v1/chat/completions',
  aliases: [{ method: 'POST', path: '/v1/chat/completions' }],
  summary: 'Chat completions, OpenAI-compatible',
  pick: ({ body }) => body.model,
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array', items: chatMessage, minItems: 1, maxItems: 20_000,
          description: 'the conversation. Of one that is longer than the context of its model the oldest turns are left out, which X-Context-Truncated and X-Messages-Removed of the answer tell',
        },
        max_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer; 8192 unless given, and never more than the model can (X-Max-Tokens-Capped, -Requested and -Effective tell)',
        },
        max_completion_tokens: {
          type: 'integer', minimum: 1, description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean', default: false,
          description: 'answer as server-sent events, which all models do but open/small-8b',
        },
        stream_options: { description: 'not looked at: usage is always told' },
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
        prompt_cache: { type: 'boolean', description: 'cache the prompt, where the model can' },
        search_parameters: {
          ...chatSearch, description: 'live search, on models that search; each source costs',
        },
        n: {
          type: 'integer', minimum: 1, maximum: 8,
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
          type: 'string', minLength: 1, maxLength: 200, description: 'one of the model ids',
        },
      },
      required: ['messages', 'model'],
    },
    unknown: 'forward', wrap: ['stop'],
  },
  gates: c => {
    const { body, model, models } = c
    // catalog/templates.yaml:246
    if (model === undefined) {
      const unknown = 'Unknown model: '
        + body.model
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models'
      const near = didYouMean(body.model, models.ids)
      return {
        status: 400, message: `${unknown}.${near}`, code: 'UNKNOWN_MODEL',
        extra: { error: unknown },
      }
    }
    return postChatCompletionsGates(c)
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
}

/** POST /api/v1/chat/*: Chat completions with the model in the path */
export const postChatRest: Route<Call<PostChatRestBody, { rest: string }, ChatRow>> = {
  ...shared, id: 'post_chat_rest', origin: 'catalog/text/chat.routes.yaml:108',
  path: '/api/v1/chat/*',
  aliases: [{ method: 'POST', path: '/v1/chat/*' }],
  summary: 'Chat completions with the model in the path',
  pick: ({ path }) => path.rest,
  body: {
    schema: {
      type: 'object',
      properties: {
        messages: {
          type: 'array', items: chatMessage, minItems: 1, maxItems: 20_000,
          description: 'the conversation. Of one that is longer than the context of its model the oldest turns are left out, which X-Context-Truncated and X-Messages-Removed of the answer tell',
        },
        max_tokens: {
          type: 'integer', minimum: 1,
          description: 'tokens of the answer; 8192 unless given, and never more than the model can (X-Max-Tokens-Capped, -Requested and -Effective tell)',
        },
        max_completion_tokens: {
          type: 'integer', minimum: 1, description: 'the newer name of max_tokens',
        },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: {
          type: 'boolean', default: false,
          description: 'answer as server-sent events, which all models do but open/small-8b',
        },
        stream_options: { description: 'not looked at: usage is always told' },
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
        prompt_cache: { type: 'boolean', description: 'cache the prompt, where the model can' },
        search_parameters: {
          ...chatSearch, description: 'live search, on models that search; each source costs',
        },
        n: {
          type: 'integer', minimum: 1, maximum: 8,
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
    unknown: 'forward', wrap: ['stop'],
  },
  gates: c => {
    const { path, model, models } = c
    // catalog/text/chat.routes.yaml:118
    if (model === undefined) {
      const unknown = 'Unknown model: '
        + path.rest
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models'
      const near = didYouMean(path.rest, models.ids)
      return {
        status: 400, message: `${unknown}.${near}`, code: 'UNKNOWN_MODEL',
        extra: { error: unknown },
      }
    }
    return postChatCompletionsGates(c)
  },
  probes: [{
    body: { messages: [{ role: 'user', content: 'hi' }], max_tokens: 1 },
    path: { rest: 'vendorA/chat-6-mini' },
  }],
}
