// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import type { UpstreamCall, UpstreamSpec } from '../runtime/contract.ts'
import { get, min } from '../runtime/formula.ts'
import type { Call } from './hooks.ts'
import type { PostChatCompletionsBody, PostResponsesBody, PostThingsBody } from './requests.ts'
import type { ChatRow } from './tools/chat.models.ts'
import type { ThingsRow } from './tools/things.models.ts'

/** Suppliers. `{key}` in a header stands for the key from the environment. */
export const upstreams: Readonly<Record<string, UpstreamSpec>> = {
  maker: {
    name: 'maker',
    env: 'MAKER',
    base: 'https://api.maker.example',
    source: 'maker',
    headers: { 'x-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  talk_a: {
    name: 'talk_a',
    env: 'TALK_A',
    base: 'https://api.talk-a.example',
    source: 'talk_a',
    headers: { Authorization: 'Bearer {key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
  talk_b: {
    name: 'talk_b',
    env: 'TALK_B',
    base: 'https://api.talk-b.example',
    source: 'talk_b',
    headers: { 'x-key': '{key}' },
    capacity: { at_once: 32, waiting: 512 },
  },
}

/** Members of requests that may reach the upstream. */
export const talkAChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'max_tokens', 'tools',
]

/** Members of requests that may reach the upstream. */
export const talkAResponsesAllow: readonly string[] = [
  'model', 'input', 'store', 'reasoning.effort',
]

/** POST of maker. */
export const makerMake: UpstreamCall<Call<PostThingsBody, any, ThingsRow, any>> = {
  id: 'maker.make',
  upstream: 'maker',
  origin: 'catalog/upstreams/maker.yaml:6',
  method: 'POST',
  path: () => '/make',
  timeout: 20_000,
  retry: 0,
  send: ({ body, model }) => ({ id: model.id, count: body.count }),
  give: ({ reply }) => ({ made: get(reply, 'made') }),
}

/** POST of talk_a. */
export const talkAChat: UpstreamCall<Call<PostChatCompletionsBody, any, ChatRow, any>> = {
  id: 'talk_a.chat',
  upstream: 'talk_a',
  origin: 'catalog/upstreams/talkers.yaml:6',
  method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const input_tokens = hooks.estimateTokens(body.messages, body.tools)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(body.max_tokens ?? 8192, ceiling)
    return { ...body, model: model.supplier_id, max_tokens }
  },
  allow: talkAChatAllow,
  protocol: 'openai_chat',
}

/** POST of talk_a. */
export const talkAResponses: UpstreamCall<Call<PostResponsesBody, any, any, any>> = {
  id: 'talk_a.responses',
  upstream: 'talk_a',
  origin: 'catalog/upstreams/talkers.yaml:13',
  method: 'POST',
  path: () => '/v1/responses',
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body }) => ({ ...body, store: false }),
  allow: talkAResponsesAllow,
  protocol: 'openai_responses',
}

/** POST of talk_b. */
export const talkBChat: UpstreamCall<Call<PostChatCompletionsBody, any, ChatRow, any>> = {
  id: 'talk_b.chat',
  upstream: 'talk_b',
  origin: 'catalog/upstreams/talkers.yaml:25',
  method: 'POST',
  path: ({ body, model }) => `/v1beta/models/${model.supplier_id}:${body.stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  timeout: 120_000,
  lasts: 500_000,
  retry: 0,
  send: ({ body, model, hooks }) => {
    const input_tokens = hooks.estimateTokens(body.messages, body.tools)
    const ceiling = min(model.max_output, model.context - input_tokens)
    const max_tokens = min(body.max_tokens ?? 8192, ceiling)
    return { ...body, model: model.supplier_id, max_tokens }
  },
  allow: talkAChatAllow,
  protocol: 'gemini_generate',
  fail: ({ reply }) => {
    // catalog/upstreams/talkers.yaml:33
    if (get(reply, 'error', 'status') === 'RESOURCE_EXHAUSTED') return { as: 'rate_limited' }
    return undefined
  },
}

/** All calls by `upstream.call`. */
export const calls: Readonly<Record<string, UpstreamCall>> = {
  'maker.make': makerMake,
  'talk_a.chat': talkAChat,
  'talk_a.responses': talkAResponses,
  'talk_b.chat': talkBChat,
}
