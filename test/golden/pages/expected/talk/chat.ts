// Code generated from catalog/talk/chat.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { chatMessage } from '../shapes.ts'
import { talkChat } from '../upstreams/talk.ts'
import type { PostChatCompletionsBody } from './chat.requests.ts'

/** Members that /api/v1/chat/completions and one more route share. */
const shared = {
  family: 'talk/chat', method: 'POST', prefix: '/api/v1', tags: [], flow: 'stream_or_reply',
  networks: ['base'], envelope: 'native', challenge: 'after_gates', discovery: 'challenge',
  authorization: 300_000,
  streams: ({ body }) => body.stream,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        model: { type: 'string' },
        messages: { type: 'array', items: chatMessage, minItems: 1 },
        max_tokens: { type: 'integer', minimum: 1, default: 100 },
        stream: { type: 'boolean', default: false },
      },
      required: ['model', 'messages'],
    },
    unknown: 'forward',
  },
  price: {
    micro: () => 11_000n, // catalog/talk/chat.routes.yaml:11
    lines: () => [['call', 1, 1n, 1n, 100n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  upstream: () => talkChat,
  fixed: ['quote'],
} satisfies Partial<Route<Call<PostChatCompletionsBody>>>

/** POST /api/v1/chat/completions: Chat completions */
export const postChatCompletions: Route<Call<PostChatCompletionsBody>> = {
  ...shared, id: 'post_chat_completions', origin: 'catalog/talk/chat.routes.yaml:13',
  path: '/api/v1/chat/completions',
  aliases: [{ method: 'POST', path: '/v1/chat/completions' }],
  summary: 'Chat completions', protocol: 'openai_chat',
  example: { body: { model: 'large', messages: [{ role: 'user', content: 'it\'s me' }] } },
}

/** POST /api/v1/messages: Messages */
export const postMessages: Route<Call<PostChatCompletionsBody>> = {
  ...shared, id: 'post_messages', origin: 'catalog/talk/chat.routes.yaml:19',
  path: '/api/v1/messages',
  aliases: [
    { method: 'POST', path: '/v1/messages' },
    { method: 'POST', path: '/anthropic/v1/messages' },
  ],
  summary: 'Messages', protocol: 'anthropic_messages',
  example: { body: { model: 'large', max_tokens: 5, messages: [{ role: 'user', content: 'hi' }] } },
}
