// Code generated from catalog/text/ by "npm run generate". DO NOT EDIT.
import { didYouMean, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from './chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from './chat.requests.ts'
import {
  postChatCompletionsBodyProperties, postChatCompletionsGates, postChatCompletionsValues, shared,
} from './chat.shared.ts'

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
        ...postChatCompletionsBodyProperties,
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
    if (model === undefined) // catalog/text/templates.yaml:24
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
        ...postChatCompletionsBodyProperties,
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
    if (model === undefined) // catalog/text/chat.routes.yaml:117
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
