// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import {
  at, ceilDiv, count, didYouMean, get, hostOf, items, length, max, min, need, say, str,
} from '../../runtime/formula.ts'
import type { Route, Translation } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  chatSearch, chatThinking, messageContent, messageTool, messageToolChoice, messageTurn,
} from '../shapes.ts'
import { calls } from '../upstreams.ts'
import type { ChatRow } from './chat.models.ts'
import type { PostMessagesBody, PostMessagesCountTokensBody } from './messages.requests.ts'
import {
  content_types, image_types, postMessagesTranslation, video_sites,
} from './messages.shared.ts'

/** POST /api/v1/messages: Messages, Anthropic-compatible */
export const postMessages: Route<Call<PostMessagesBody, {}, ChatRow>> = {
  id: 'post_messages', origin: 'catalog/text/messages.routes.yaml:2', family: 'text/messages',
  method: 'POST', path: '/api/v1/messages',
  aliases: [{ method: 'POST', path: '/v1/messages' }],
  prefix: '', summary: 'Messages, Anthropic-compatible', tags: ['chat'], flow: 'stream_or_reply',
  networks: ['base', 'testnet'], envelope: 'messages', challenge: 'after_gates',
  discovery: 'challenge', table: 'chat.models',
  pick: ({ body }) => body.model,
  limits: {
    names: ['free_chat_minute', 'free_chat_hour'],
    when: ({ model }) => model.billing === 'free',
  },
  authorization: 300_000,
  free: ({ model }) => model.billing === 'free',
  unsettled: 'serve', redeliver: 300_000, speaks: 'anthropic_messages',
  streams: ({ body }) => body.stream,
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
  gates: ({ body, model, models, hooks }) => {
    // catalog/templates.yaml:247
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
    // catalog/templates.yaml:252
    if (!body.messages.every(
      m => get(m, 'role') !== 'tool' || get(m, 'tool_call_id') !== undefined,
    )) {
      return {
        status: 400, message: 'A message with the role tool needs tool_call_id',
        code: 'TOOL_ID_FORMAT_ERROR',
      }
    }
    // catalog/templates.yaml:256
    const silent = body.messages.filter(
      m => get(m, 'content') === undefined || get(m, 'content') === null,
    )
    if (!silent.every(
      m =>
        get(m, 'role') === 'assistant'
          && (length(get(m, 'tool_calls')) > 0
            || get(m, 'reasoning_content') !== undefined
            || get(m, 'refusal') !== undefined
            || get(m, 'function_call') !== undefined),
    )) {
      return {
        status: 400,
        message: 'A message needs content; only assistant messages with tool_calls may go without',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:260
    if (!body.messages.some(m => get(m, 'role') !== 'system' && get(m, 'role') !== 'developer'))
      return {
        status: 400, message: 'The conversation has nothing to answer - only system messages',
        code: 'EMPTY_CONVERSATION',
      }
    // catalog/templates.yaml:264
    if (!(model.vision
      || !body.messages.some(m =>
        items(get(m, 'content')).some(part => get(part, 'type') === 'image_url')))) {
      return { status: 400, message: `${model.id} does not take pictures`, code: 'INVALID_REQUEST' }
    }
    // catalog/templates.yaml:268
    if (!(!body.stream || model.streams))
      return {
        status: 400, message: `${model.id} does not answer as a stream`, code: 'STREAM_UNSUPPORTED',
      }
    // catalog/templates.yaml:272
    if (!((body.n ?? 1) === 1 || model.billing !== 'free' && model.many))
      return {
        status: 400,
        message: `${model.id} gives one answer to a call - n can only be 1`,
        code: 'INVALID_PARAMETER',
      }
    // catalog/templates.yaml:276
    const pictures = body.messages.map(
      m => items(get(m, 'content')).filter(part => get(part, 'type') === 'image_url').map(
        part => get(part, 'image_url', 'url') ?? get(part, 'image_url'),
      ),
    )
    if (pictures.some(of => of.some(url =>
      [...video_sites].some(site => ('.' + hostOf(str(url)) + '.').includes(site))))) {
      return {
        status: 400, message: 'A picture must be one - films cannot be given',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:280
    if (!pictures.every(of => of.every(
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
    // catalog/templates.yaml:284
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages, body, model.tokenizer, model.context - min(asked ?? 1024, 1024),
    )
    const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
    if (!(input_tokens >= 0))
      return {
        status: 400,
        message: 'Only words and pictures can be counted - of a PDF send its text, or pictures of its pages, and of what is kept or fetched elsewhere its content',
        code: 'INVALID_REQUEST',
      }
    // catalog/templates.yaml:288
    if (!body.messages.every(m =>
      items(get(m, 'content')).every(part => content_types.has(get(part, 'type'))))) {
      return {
        status: 400,
        message: 'A message holds texts, pictures and files of text - nothing else can be given to a model here',
        code: 'INVALID_REQUEST',
      }
    }
    // catalog/templates.yaml:292
    const ceiling = min(model.max_output, model.context - input_tokens)
    if (!(ceiling > 0))
      return {
        status: 400,
        message: `The conversation has ${input_tokens} tokens, more than the context of ${model.id} (${model.context})`,
        code: 'CONTEXT_LENGTH_EXCEEDED',
      }
    return undefined
  },
  price: {
    micro: ({ body, model, hooks }) => {
      switch (model.billing) {
        // catalog/templates.yaml:297
        case 'token': {
          const asked = body.max_tokens ?? body.max_completion_tokens
          const fitted = hooks.fitMessages(
            body.messages, body, model.tokenizer, model.context - min(asked ?? 1024, 1024),
          )
          const input_tokens = hooks.estimateTokens(fitted, body, model.tokenizer)
          const ceiling = min(model.max_output, model.context - input_tokens)
          const max_tokens = min(asked ?? 8192, ceiling)
          const searches = model.search
            && body.search_parameters !== undefined
            && (body.search_parameters.mode ?? 'auto') !== 'off'
          const sources = searches ? body.search_parameters?.max_search_results ?? 10 : 0
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
        // catalog/templates.yaml:303
        case 'flat': {
          return BigInt(body.n ?? 1) * need(model.flat) * 1000n
        }
        // catalog/templates.yaml:304
        case 'free': {
          return 0n
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    decimals: 6, identify: false,
  },
  probes: [{
    body: {
      model: 'vendorF/small-4', max_tokens: 1000,
      messages: [{ role: 'user', content: 'hi' }],
    },
  }],
  upstream: ({ model }) => at(calls, model.upstream),
  headers: ({ body, model, hooks, requested }) => {
    const asked = body.max_tokens ?? body.max_completion_tokens
    const fitted = hooks.fitMessages(
      body.messages, body, model.tokenizer, model.context - min(asked ?? 1024, 1024),
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

/** POST /api/v1/messages/count_tokens: How many tokens a message has, as its price counts them */
export const postMessagesCountTokens: Route<Call<PostMessagesCountTokensBody, {}, ChatRow>> = {
  id: 'post_messages_count_tokens', origin: 'catalog/text/messages.routes.yaml:66',
  family: 'text/messages', method: 'POST', path: '/api/v1/messages/count_tokens',
  aliases: [{ method: 'POST', path: '/v1/messages/count_tokens' }],
  prefix: '', summary: 'How many tokens a message has, as its price counts them', tags: ['chat'],
  flow: 'free', networks: ['base', 'testnet'], envelope: 'counts', challenge: 'after_gates',
  discovery: 'free', table: 'chat.models',
  pick: ({ body }) => body.model,
  limit: 'counting', authorization: 300_000, bodyLimit: 1_048_576,
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
  gates: ({ body, model, models, hooks }) => {
    // catalog/text/messages.routes.yaml:85
    if (model === undefined)
      return {
        status: 400,
        message: `Unknown model: ${body.model}.${didYouMean(body.model, models.ids)} Full list: GET /v1/models`,
        code: 'UNKNOWN_MODEL',
      }
    // catalog/text/messages.routes.yaml:88
    const chat = hooks.chatOfMessages(body)
    const input_tokens = hooks.estimateTokens(get(chat, 'messages'), chat, model.tokenizer)
    if (!(input_tokens >= 0))
      return {
        status: 400,
        message: 'Only words and pictures can be counted - of a PDF send its text, or pictures of its pages, and of what is kept or fetched elsewhere its content',
      }
    return undefined
  },
  probes: [],
  reply: ({ body, model, hooks }) => {
    const chat = hooks.chatOfMessages(body)
    const input_tokens = hooks.estimateTokens(get(chat, 'messages'), chat, model.tokenizer)
    return { input_tokens }
  },
}
