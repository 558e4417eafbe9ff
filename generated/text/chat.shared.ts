// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import {
  at, before, count, get, hostOf, items, join, min, same, say, str,
} from '../../runtime/formula.ts'
import type { Derived, Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatFormat, chatMessage, chatSearch, chatThinking, chatTool, chatToolChoice,
} from '../shapes.ts'
import { calls } from '../upstreams.ts'
import { postChatCompletionsPrice } from './chat.common.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from './chat.requests.ts'

export const video_sites = new Set(['.youtube.', '.youtu.be.', '.youtube-nocookie.'])

export const image_types = new Set([
  'data:image/png;', 'data:image/jpeg;', 'data:image/jpg;', 'data:image/gif;', 'data:image/webp;',
  'data:image/heic;', 'data:image/heif;',
])

export const content_types = new Set([
  'text', 'image_url', 'input_audio', 'refusal', 'file', 'document', 'image', 'search_result',
  'thinking', 'redacted_thinking', 'tool_use',
])

/** Derived values of /api/v1/chat/completions, /api/v1/chat/*. */
export const postChatCompletionsValues = {
  refused_fields: ({ body }) => join(
    [
      { name: 'best_of', sent: count(body.best_of) !== 0 },
      {
        name: 'service_tier',
        sent: !(count(body.service_tier) === 0
          || same(body.service_tier, 'auto')
          || same(body.service_tier, 'default')),
      },
      { name: 'web_search_options', sent: count(body.web_search_options) !== 0 },
      {
        name: 'modalities',
        sent: !(count(body.modalities) === 0
          || count(body.modalities) === 1 && (get(body.modalities, 0) ?? '') === 'text'),
      },
      { name: 'audio', sent: count(body.audio) !== 0 },
      { name: 'store', sent: !(count(body.store) === 0 || same(body.store, false)) },
      { name: 'models', sent: count(body.models) !== 0 },
      { name: 'provider', sent: count(body.provider) !== 0 },
      { name: 'plugins', sent: count(body.plugins) !== 0 },
      { name: 'min_tokens', sent: count(body.min_tokens) !== 0 },
      { name: 'ignore_eos', sent: count(body.ignore_eos) !== 0 },
      { name: 'max_output_tokens', sent: count(body.max_output_tokens) !== 0 },
      { name: 'enable_search', sent: count(body.enable_search) !== 0 },
      { name: 'max_new_tokens', sent: count(body.max_new_tokens) !== 0 },
      { name: 'candidate_count', sent: count(body.candidate_count) !== 0 },
      { name: 'num_return_sequences', sent: count(body.num_return_sequences) !== 0 },
      { name: 'use_beam_search', sent: count(body.use_beam_search) !== 0 },
      { name: 'prediction', sent: count(body.prediction) !== 0 },
      { name: 'deferred', sent: !(count(body.deferred) === 0 || same(body.deferred, false)) },
      { name: 'anthropic', sent: count(body.anthropic) !== 0 },
    ].filter(
      one => one.sent,
    ).map(
      one => one.name,
    ),
    ', ',
  ),
  asked: ({ body }) => body.max_tokens ?? body.max_completion_tokens,
  fitted: ({ body, model, hooks, values }) => hooks.fitMessages(
    body.messages, body, model.tokenizer, model.context - min(values.asked ?? 1024, 1024),
  ),
  input_tokens: ({ body, model, hooks, values }) =>
    hooks.estimateTokens(values.fitted, body, model.tokenizer),
  ceiling: ({ model, values }) => min(model.max_output, model.context - values.input_tokens),
  max_tokens: ({ values }) => min(values.asked ?? 8192, values.ceiling),
  capped: ({ values }) => values.asked !== undefined && (values.asked ?? 0) > values.max_tokens,
  removed: ({ body, values }) => count(body.messages) - count(values.fitted),
  searches: ({ body, model }) =>
    model.search
      && body.search_parameters !== undefined
      && (body.search_parameters.mode ?? 'auto') !== 'off',
  sources: ({ body, values }) =>
    values.searches ? body.search_parameters?.max_search_results ?? 10 : 0,
  silent: ({ body }) => body.messages.filter(m => m.content === undefined || m.content === null),
  pictures: ({ body }) => body.messages.map(
    m => items(m.content).filter(part => get(part, 'type') === 'image_url').map(
      part => get(part, 'image_url', 'url') ?? get(part, 'image_url'),
    ),
  ),
} satisfies Derived<
  Call<PostChatCompletionsBody | PostChatRestBody, any, ChatRow, any, PostChatCompletionsValues>
>

/** The last gates of /api/v1/chat/completions, /api/v1/chat/*. */
export const postChatCompletionsGates: NonNullable<Route<
  Call<PostChatCompletionsBody | PostChatRestBody, any, ChatRow, any, PostChatCompletionsValues>
>['gates']> = ({ body, model, values }) => {
  if (values.refused_fields !== '') // catalog/text/chat.routes.yaml:29
    return {
      status: 400,
      message: `Not accepted here, because the price does not cover it: ${values.refused_fields}`,
      code: 'INVALID_PARAMETER',
      extra: { param: before(values.refused_fields, ',') },
    }
  // catalog/text/templates.yaml:29
  if (!body.messages.every(m => m.role !== 'tool' || m.tool_call_id !== undefined))
    return {
      status: 400, message: 'A message with the role tool needs tool_call_id',
      code: 'TOOL_ID_FORMAT_ERROR',
    }
  // catalog/text/templates.yaml:33
  if (!values.silent.every(
    m =>
      m.role === 'assistant'
        && ((m.tool_calls?.length ?? 0) > 0
          || m.reasoning_content !== undefined
          || m.refusal !== undefined
          || m.function_call !== undefined),
  )) {
    return {
      status: 400,
      message: 'A message needs content; only assistant messages with tool_calls may omit it',
      code: 'INVALID_REQUEST',
    }
  }
  // catalog/text/templates.yaml:37
  if (!body.messages.some(m => m.role !== 'system' && m.role !== 'developer'))
    return {
      status: 400, message: 'The conversation has only system messages - add a user message',
      code: 'EMPTY_CONVERSATION',
    }
  // catalog/text/templates.yaml:41
  if (!(model.vision
    || !body.messages.some(m =>
      items(m.content).some(part => get(part, 'type') === 'image_url')))) {
    return { status: 400, message: `${model.id} does not take pictures`, code: 'INVALID_REQUEST' }
  }
  if (!(!body.stream || model.streams)) // catalog/text/templates.yaml:45
    return {
      status: 400, message: `${model.id} does not answer as a stream`, code: 'STREAM_UNSUPPORTED',
    }
  // catalog/text/templates.yaml:49
  if (!((body.n ?? 1) === 1 || model.billing !== 'free' && model.many))
    return {
      status: 400,
      message: `${model.id} gives one answer per call - n must be 1`,
      code: 'INVALID_PARAMETER',
    }
  // catalog/text/templates.yaml:53
  if (values.pictures.some(of =>
    of.some(url => [...video_sites].some(site => ('.' + hostOf(str(url)) + '.').includes(site))))) {
    return {
      status: 400, message: 'image_url must be an image - video links are not accepted',
      code: 'INVALID_REQUEST',
    }
  }
  // catalog/text/templates.yaml:57
  if (!values.pictures.every(of => of.every(
    url =>
      hostOf(str(url)) !== ''
        || str(url).includes(';base64,')
          && [...image_types].some(kind => str(url).startsWith(kind)),
  ))) {
    return {
      status: 400,
      message: 'A picture is given by its address (https://...) or as a data URI in base64 - data:image/png;base64,... or jpeg, gif, webp, heic, heif',
      code: 'INVALID_REQUEST',
    }
  }
  if (!(values.input_tokens >= 0)) // catalog/text/templates.yaml:61
    return {
      status: 400,
      message: 'Only text and images can be priced - send a PDF\'s text or page images, and the content of referenced files',
      code: 'INVALID_REQUEST',
    }
  // catalog/text/templates.yaml:65
  if (!body.messages.every(m =>
    items(m.content).every(part => content_types.has(get(part, 'type'))))) {
    return {
      status: 400,
      message: 'A message may contain text, images and text files - nothing else is accepted',
      code: 'INVALID_REQUEST',
    }
  }
  if (!(values.ceiling > 0)) // catalog/text/templates.yaml:69
    return {
      status: 400,
      message: `The conversation has ${values.input_tokens} tokens, more than the context of ${model.id} (${model.context})`,
      code: 'CONTEXT_LENGTH_EXCEEDED',
    }
  // catalog/text/chat.routes.yaml:52
  if (!(body.tools ?? []).every(t => get(t, 'type') === 'function'))
    return {
      status: 400, message: 'Only tools of the type function can be used here',
      code: 'INVALID_PARAMETER',
    }
  return undefined
}

/** A part of `body` of /api/v1/chat/completions and one more route. */
export const postChatCompletionsBodyProperties = {
  messages: {
    type: 'array', items: chatMessage, minItems: 1, maxItems: 20_000,
    description: 'the conversation; if it exceeds the model\'s context, the oldest turns are left out (see X-Context-Truncated and X-Messages-Removed)',
  },
  max_tokens: {
    type: 'integer', minimum: 1,
    description: 'tokens of the answer; 8192 by default, at most the model\'s limit (see X-Max-Tokens-Effective)',
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
  reasoning_effort: { type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] },
  thinking: {
    ...chatThinking, description: '{type - enabled, budget_tokens} or {type - disabled}',
  },
  prompt_cache: { type: 'boolean', description: 'cache the prompt, if the model can' },
  search_parameters: {
    ...chatSearch, description: 'live search, for models that search; you pay for each source',
  },
  n: {
    type: 'integer', minimum: 1, maximum: 8, description: 'answers to one prompt; you pay for each',
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
  deferred: { not: { type: 'null' }, description: 'false only - there are no background answers' },
  anthropic: { not: { type: 'null' }, description: 'refused' },
}

/** Members that /api/v1/chat/completions and one more route share. */
export const shared = {
  family: 'text/chat', method: 'POST', prefix: '/api/v1/chat', tags: ['chat'],
  flow: 'stream_or_reply', networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
  envelope: 'openai', challenge: 'after_gates', discovery: 'challenge', table: 'chat.models',
  limits: {
    names: ['free_chat_minute', 'free_chat_hour'],
    when: ({ model }) => model.billing === 'free',
  },
  authorization: 300_000,
  free: ({ model }) => model.billing === 'free',
  onSettlementFailure: 'serve', redeliver: 300_000, protocol: 'openai_chat',
  streams: ({ body }) => body.stream,
  promptTokens: ({ values }) => values.input_tokens,
  tokenizer: ({ model }) => model.tokenizer,
  fallback: ({ model }) => model.fallback,
  bodyLimit: 10_485_760, price: postChatCompletionsPrice,
  upstream: ({ model }) => at(calls, model.upstream),
  headers: ({ model, requested, values }) => ({
    'X-Free-Model': model.billing === 'free' ? 'true' : undefined,
    'X-Max-Tokens-Capped': values.capped ? 'true' : undefined,
    'X-Max-Tokens-Requested': values.capped ? say(values.asked) : undefined,
    'X-Max-Tokens-Effective': values.capped ? String(values.max_tokens) : undefined,
    'X-Context-Truncated': values.removed > 0 ? 'true' : undefined,
    'X-Messages-Removed': values.removed > 0 ? String(values.removed) : undefined,
    'X-Fallback-Used': requested !== undefined ? 'true' : undefined,
    'X-Original-Model': requested !== undefined ? requested.id : undefined,
    'X-Fallback-Model': requested !== undefined ? model.id : undefined,
  }),
} satisfies Partial<Route<
  Call<PostChatCompletionsBody | PostChatRestBody, any, ChatRow, any, PostChatCompletionsValues>
>>
