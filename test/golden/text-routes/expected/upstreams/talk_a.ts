// Code generated from catalog/upstreams/talkers.yaml by "npm run generate". DO NOT EDIT.
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from '../tools/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostResponsesBody,
} from '../tools/chat.requests.ts'
import { talkAChatAllow, talkAResponsesAllow } from '../upstreams.shared.ts'

/** POST of talk_a. */
export const talkAChat: UpstreamCall<
  Call<PostChatCompletionsBody, any, ChatRow, any, PostChatCompletionsValues>
> = {
  id: 'talk_a.chat', upstream: 'talk_a', origin: 'catalog/upstreams/talkers.yaml:6', method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body, model, values }) =>
    ({ ...body, model: model.upstream_id, max_tokens: values.max_tokens }),
  allow: talkAChatAllow, protocol: 'openai_chat',
}

/** POST of talk_a. */
export const talkAResponses: UpstreamCall<Call<PostResponsesBody, any, any, any>> = {
  id: 'talk_a.responses', upstream: 'talk_a', origin: 'catalog/upstreams/talkers.yaml:13',
  method: 'POST',
  path: () => '/v1/responses',
  timeout: 120_000, lasts: 500_000, retry: 0,
  send: ({ body }) => ({ ...body, store: false }),
  allow: talkAResponsesAllow, protocol: 'openai_responses',
}
