// Code generated from catalog/upstreams/talkers.yaml by "npm run generate". DO NOT EDIT.
import { get, segment } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from '../tools/chat.models.ts'
import type { PostChatCompletionsBody, PostChatCompletionsValues } from '../tools/chat.requests.ts'
import { talkAChatAllow } from '../upstreams.shared.ts'

/** POST of talk_b. */
export const talkBChat: UpstreamCall<
  Call<PostChatCompletionsBody, any, ChatRow, any, PostChatCompletionsValues>
> = {
  id: 'talk_b.chat', upstream: 'talk_b', origin: 'catalog/upstreams/talkers.yaml:25',
  method: 'POST',
  path: ({ body, model }) => `/v1beta/models/${segment(model.upstream_id)}:${segment(body.stream ? 'streamGenerateContent?alt=sse' : 'generateContent')}`,
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) =>
    ({ ...body, model: model.upstream_id, max_tokens: values.max_tokens }),
  allow: talkAChatAllow, protocol: 'gemini_generate',
  fail: ({ reply }) => {
    // catalog/upstreams/talkers.yaml:33
    if (get(reply, 'error', 'status') === 'RESOURCE_EXHAUSTED') return { as: 'rate_limited' }
    return undefined
  },
}
