// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { at, ceilDiv, max, min, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { chatMessage } from '../shapes.ts'
import { calls } from '../upstreams.ts'
import { talkAResponses } from '../upstreams/talk_a.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostResponsesBody,
} from './chat.requests.ts'

/** Members that /api/v1/chat/completions and one more route share. */
const shared = {
  family: 'tools/chat', method: 'POST', prefix: '', tags: [], flow: 'stream_or_reply',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  authorization: 300_000,
  streams: ({ body }) => body.stream,
  bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<PostChatCompletionsBody | PostResponsesBody, {}, any, any, any>>>

/** POST /api/v1/chat/completions: Chat completions */
export const postChatCompletions: Route<
  Call<PostChatCompletionsBody, {}, ChatRow, any, PostChatCompletionsValues>
> = {
  ...shared, id: 'post_chat_completions', origin: 'catalog/tools/chat.routes.yaml:1',
  path: '/api/v1/chat/completions',
  aliases: [{ method: 'POST', path: '/v1/chat/completions' }],
  summary: 'Chat completions', table: 'chat.models',
  pick: ({ body }) => body.model,
  pickAt: ['body', 'model'],
  limits: { names: ['free_minute', 'free_hour'], when: ({ model }) => model.billing === 'free' },
  free: ({ model }) => model.billing === 'free',
  onSettlementFailure: 'serve', redeliver: 300_000, protocol: 'openai_chat',
  promptTokens: ({ values }) => values.input_tokens,
  tokenizer: ({ model }) => model.tokenizer,
  fallback: ({ model }) => model.fallback,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        messages: { type: 'array', items: chatMessage, minItems: 1 },
        max_tokens: { type: 'integer', minimum: 1 },
        stream: { type: 'boolean', default: false },
        tools: { type: 'array', items: {} },
        background: { type: 'boolean', default: false },
      },
      required: ['model', 'messages'],
    },
    unknown: 'forward',
  },
  values: {
    input_tokens: ({ body, hooks }) => hooks.estimateTokens(body.messages, body.tools),
    ceiling: ({ model, values }) => min(model.max_output, model.context - values.input_tokens),
    max_tokens: ({ body, values }) => min(body.max_tokens ?? 8192, values.ceiling),
  },
  gates: ({ body, model, values }) => {
    // catalog/tools/chat.routes.yaml:28
    if (model === undefined) return { status: 400, message: `Unknown model ${body.model}` }
    if (!body.messages.some(m => m.role !== 'system')) // catalog/tools/chat.routes.yaml:30
      return {
        status: 400, message: 'The conversation has no message to answer',
        code: 'EMPTY_CONVERSATION',
      }
    if (!(values.ceiling > 0)) // catalog/tools/chat.routes.yaml:33
      return {
        status: 400,
        message: `The messages are longer than the context of ${body.model}`,
        code: 'CONTEXT_LENGTH_EXCEEDED',
      }
    return undefined
  },
  checks: async ({ body, hooks, payer }) => {
    // catalog/tools/chat.routes.yaml:38
    if (!(!body.background || await hooks.mayRunLater(need(payer))))
      return { status: 403, message: `Not for the wallet ${say(payer)}` }
    return undefined
  },
  price: {
    micro: ({ model, values }) => {
      switch (model.billing) {
        case 'token': { // catalog/tools/chat.routes.yaml:43
          const long = model.long_above !== undefined && values.input_tokens >= model.long_above
          const input = BigInt(values.input_tokens)
            * need(model.input)
            * (long ? model.long_input_x : 1n)
          const output = BigInt(values.max_tokens)
            * need(model.output)
            * (long ? model.long_output_x : 10n)
          return ceilDiv(
            max(input * 100n + output, 100_000_000_000n) + 100_000_000_000n,
            100_000_000n,
          )
        }
        case 'flat': { // catalog/tools/chat.routes.yaml:49
          return need(model.flat)
        }
        case 'free': { // catalog/tools/chat.routes.yaml:50
          return 0n
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    reads: ({ model }) => {
      switch (model.billing) {
        case 'token': {
          return ['values.input_tokens', 'values.max_tokens']
        }
        default:
          return []
      }
    },
    lines: ({ model, values }) => {
      switch (model.billing) {
        case 'token': {
          const long = model.long_above !== undefined && values.input_tokens >= model.long_above
          const input = BigInt(values.input_tokens)
            * need(model.input)
            * (long ? model.long_input_x : 1n)
          const output = BigInt(values.max_tokens)
            * need(model.output)
            * (long ? model.long_output_x : 10n)
          return [
            [
              'input_tokens', values.input_tokens, 1n,
              need(model.input) * (long ? model.long_input_x : 1n),
              1_000_000_000_000n,
            ],
            [
              'max_tokens', values.max_tokens, 1n,
              need(model.output) * (long ? model.long_output_x : 10n),
              100_000_000_000_000n,
            ],
            [
              'minimum', 1, 1n,
              max(input * 100n + output, 100_000_000_000n) - (input * 100n + output),
              100_000_000_000_000n,
            ],
            ['fee', 1, 1n, 1n, 1000n],
          ]
        }
        case 'flat': {
          return [['call', 1, 1n, need(model.flat), 1_000_000n]]
        }
        case 'free': {
          return []
        }
        default:
          return undefined
      }
    },
    decimals: 6, identify: false,
  },
  example: {
    body: { model: 'acme/large', messages: [{ role: 'user', content: 'hi' }], max_tokens: 10 },
  },
  probes: [{
    networks: ['base'],
    body: {
      model: 'acme/large',
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 10, stream: false, background: false,
    },
  }],
  upstream: ({ model }) => at(calls, model.upstream),
  headers: ({ body, model, requested, values }) => ({
    ...(body.max_tokens !== undefined && body.max_tokens > values.max_tokens
      ? { 'X-Max-Tokens-Effective': String(values.max_tokens) }
      : {}),
    ...(model.billing === 'free' ? { 'X-Free-Model': 'true' } : {}),
    ...(requested !== undefined
      ? {
        'X-Fallback-Used': 'true', 'X-Original-Model': need(requested).id,
        'X-Fallback-Model': model.id,
      }
      : {}),
  }),
}

/** POST /api/v1/responses: Responses */
export const postResponses: Route<Call<PostResponsesBody>> = {
  ...shared, id: 'post_responses', origin: 'catalog/tools/chat.routes.yaml:71',
  path: '/api/v1/responses', aliases: [], summary: 'Responses',
  body: {
    schema: {
      type: 'object',
      properties: { model: { type: 'string' }, stream: { type: 'boolean', default: false } },
      required: ['model'],
    },
    unknown: 'forward',
  },
  price: {
    micro: () => 11_000n, // catalog/tools/chat.routes.yaml:79
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  example: { body: { model: 'large' } },
  upstream: () => talkAResponses,
  reply: 'verbatim', fixed: ['quote'],
}
