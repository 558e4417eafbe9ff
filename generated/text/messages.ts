// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import {
  at, count, didYouMean, get, hostOf, items, length, min, say, str,
} from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatSearch, chatThinking, messageContent, messageTool, messageToolChoice, messageTurn,
} from '../shapes.ts'
import { calls } from '../upstreams.ts'
import { postChatCompletionsPrice } from './chat.common.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostMessagesBody, PostMessagesCountTokensBody, PostMessagesCountTokensValues, PostMessagesValues,
} from './messages.requests.ts'
import {
  content_types, image_types, postMessagesTranslation, shared, video_sites,
} from './messages.shared.ts'

/** POST /api/v1/messages: Messages, Anthropic-compatible */
export const postMessages: Route<Call<PostMessagesBody, {}, ChatRow, any, PostMessagesValues>> = {
  ...shared, id: 'post_messages', origin: 'catalog/text/messages.routes.yaml:2',
  path: '/api/v1/messages',
  aliases: [{ method: 'POST', path: '/v1/messages' }],
  summary: 'Messages, Anthropic-compatible', flow: 'stream_or_reply', envelope: 'messages',
  discovery: 'challenge',
  limits: {
    names: ['free_chat_minute', 'free_chat_hour'],
    when: ({ model }) => model.billing === 'free',
  },
  free: ({ model }) => model.billing === 'free',
  onSettlementFailure: 'serve', redeliver: 300_000, protocol: 'anthropic_messages',
  streams: ({ body }) => body.stream,
  promptTokens: ({ values }) => values.input_tokens,
  tokenizer: ({ model }) => model.tokenizer,
  fallback: ({ model }) => model.fallback,
  bodyLimit: 10_485_760,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string', minLength: 1, maxLength: 200 },
        messages: { type: 'array', items: {}, minItems: 1 },
        max_tokens: { type: 'integer', minimum: 1 },
        max_completion_tokens: { type: 'integer', minimum: 1 },
        temperature: { type: 'number', minimum: 0, maximum: 2 },
        top_p: { type: 'number', minimum: 0, maximum: 1 },
        top_k: { type: 'integer', minimum: 0 },
        stream: { type: 'boolean', default: false },
        n: { type: 'integer', minimum: 1, maximum: 8 },
        tools: { type: 'array', items: {} },
        tool_choice: {},
        response_format: {},
        reasoning_effort: {
          type: 'string', enum: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
        },
        thinking: {},
        prompt_cache: { type: 'boolean' },
        search_parameters: chatSearch,
      },
      required: ['model', 'messages'],
    },
    unknown: 'forward',
  },
  translate: postMessagesTranslation as Translation,
  values: {
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
    silent: ({ body }) =>
      body.messages.filter(m => get(m, 'content') === undefined || get(m, 'content') === null),
    pictures: ({ body }) => body.messages.map(
      m => items(get(m, 'content')).filter(part => get(part, 'type') === 'image_url').map(
        part => get(part, 'image_url', 'url') ?? get(part, 'image_url'),
      ),
    ),
    unknown: ({ body, models }) =>
      'Unknown model: '
        + body.model
        + '. Try one of: '
        + say(models.ids)
        + '. Full list: GET /v1/models',
    near: ({ body, models }) => didYouMean(body.model, models.ids),
  },
  gates: ({ body, model, values }) => {
    if (model === undefined) // catalog/text/templates.yaml:24
      return {
        status: 400, message: `${values.unknown}.${values.near}`, code: 'UNKNOWN_MODEL',
        extra: { error: values.unknown },
      }
    // catalog/text/templates.yaml:29
    if (!body.messages.every(
      m => get(m, 'role') !== 'tool' || get(m, 'tool_call_id') !== undefined,
    )) {
      return {
        status: 400, message: 'A message with the role tool needs tool_call_id',
        code: 'TOOL_ID_FORMAT_ERROR',
      }
    }
    // catalog/text/templates.yaml:33
    if (!values.silent.every(
      m =>
        get(m, 'role') === 'assistant'
          && (length(get(m, 'tool_calls')) > 0
            || get(m, 'reasoning_content') !== undefined
            || get(m, 'refusal') !== undefined
            || get(m, 'function_call') !== undefined),
    )) {
      return {
        status: 400,
        message: 'A message needs content; only assistant messages with tool_calls may omit it',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/text/templates.yaml:37
    if (!body.messages.some(m => get(m, 'role') !== 'system' && get(m, 'role') !== 'developer'))
      return {
        status: 400, message: 'The conversation has only system messages - add a user message',
        code: 'EMPTY_CONVERSATION',
      }
    // catalog/text/templates.yaml:41
    if (!(model.vision
      || !body.messages.some(m =>
        items(get(m, 'content')).some(part => get(part, 'type') === 'image_url')))) {
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
    if (values.pictures.some(of => of.some(url =>
      [...video_sites].some(site => ('.' + hostOf(str(url)) + '.').includes(site))))) {
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
      items(get(m, 'content')).every(part => content_types.has(get(part, 'type'))))) {
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
    return undefined
  },
  price: postChatCompletionsPrice,
  example: {
    body: {
      model: 'vendorF/small-4', max_tokens: 1000,
      messages: [{ role: 'user', content: 'hi' }],
    },
  },
  probes: [{
    networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'],
    body: {
      model: 'vendorF/small-4', max_tokens: 1000,
      messages: [{ role: 'user', content: 'hi' }],
      stream: false,
    },
  }],
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
}

/** POST /api/v1/messages/count_tokens: How many tokens a message has, as its price counts them */
export const postMessagesCountTokens: Route<
  Call<PostMessagesCountTokensBody, {}, ChatRow, any, PostMessagesCountTokensValues>
> = {
  ...shared, id: 'post_messages_count_tokens', origin: 'catalog/text/messages.routes.yaml:69',
  path: '/api/v1/messages/count_tokens',
  aliases: [{ method: 'POST', path: '/v1/messages/count_tokens' }],
  summary: 'How many tokens a message has, as its price counts them', flow: 'free',
  envelope: 'counts', discovery: 'free', limit: 'counting', bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: {
          type: 'string', minLength: 1, maxLength: 200,
          description: 'one of the model ids; vendorF/ may be left out',
        },
        messages: {
          type: 'array', items: messageTurn, minItems: 1, maxItems: 20_000,
          description: 'the conversation',
        },
        system: { ...messageContent, description: 'text, or text blocks' },
        tools: {
          type: 'array', items: messageTool, maxItems: 1024,
          description: 'tools that the model may use',
        },
        tool_choice: messageToolChoice, thinking: chatThinking,
      },
      required: ['model', 'messages'],
    },
    unknown: 'forward',
  },
  values: {
    chat: ({ body, hooks }) => hooks.chatOfMessages(body),
    input_tokens: ({ model, hooks, values }) =>
      hooks.estimateTokens(get(values.chat, 'messages'), values.chat, model.tokenizer),
  },
  gates: ({ body, model, models, values }) => {
    if (model === undefined) // catalog/text/messages.routes.yaml:89
      return {
        status: 400,
        message: `Unknown model: ${body.model}.${didYouMean(body.model, models.ids)} Full list: GET /v1/models`,
        code: 'UNKNOWN_MODEL',
      }
    if (!(values.input_tokens >= 0)) // catalog/text/messages.routes.yaml:92
      return {
        status: 400,
        message: 'Only text and images can be priced - send a PDF\'s text or page images, and the content of referenced files',
      }
    return undefined
  },
  reply: ({ values }) => ({ input_tokens: values.input_tokens }),
}
