// Code generated from catalog/upstreams/pool.yaml by "npm run generate". DO NOT EDIT.
import { get } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { ChatRow } from '../text/chat.models.ts'
import type {
  PostChatCompletionsBody, PostChatCompletionsValues, PostChatRestBody,
} from '../text/chat.requests.ts'
import type { PostMessagesBody, PostMessagesValues } from '../text/messages.requests.ts'
import { poolChatAllow, poolChatFail, poolChatSend } from '../upstreams.shared.ts'

/** POST of pool. */
export const poolChat: UpstreamCall<
  Call<
    PostChatCompletionsBody | PostChatRestBody | PostMessagesBody,
    any,
    ChatRow,
    any,
    PostChatCompletionsValues | PostMessagesValues
  >
> = {
  id: 'pool.chat', upstream: 'pool', origin: 'catalog/upstreams/pool.yaml:9', method: 'POST',
  path: () => '/v1/chat/completions',
  timeout: 120_000, lasts: 500_000, retry: 0, send: poolChatSend, allow: poolChatAllow,
  protocol: 'openai_chat',
  fail: c => {
    const { body, model, status, reply } = c
    const said = get(reply, 'error', 'message') ?? get(reply, 'error')
    // catalog/upstreams/pool.yaml:86
    if (model.billing === 'free' && (status === 429 || status >= 500) && body.stream)
      return { as: 'rate_limited', code: 'STREAM_FAILED', details: said, retryAfter: '30' }
    // catalog/upstreams/pool.yaml:91
    if (model.billing === 'free' && (status === 429 || status >= 500))
      return { as: 'rate_limited', code: 'FREE_MODEL_FAILED', details: said, retryAfter: '30' }
    return poolChatFail(c)
  },
}
