// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
import { min } from './../runtime/formula.ts'
import type { UpstreamCall } from '../runtime/contract.ts'
import type { Call } from './hooks.ts'
import type { ChatRow } from './tools/chat.models.ts'
import type { PostChatCompletionsBody } from './tools/chat.requests.ts'

/** Members of requests that may reach the upstream. */
export const talkAChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'max_tokens', 'tools',
]

/** Members of requests that may reach the upstream. */
export const talkAResponsesAllow: readonly string[] = [
  'model', 'input', 'store', 'reasoning.effort',
]

/** `send` of talk_a.chat and other calls. */
export const talkAChatSend: NonNullable<UpstreamCall<
  Call<PostChatCompletionsBody, any, ChatRow, any>
>['send']> = ({ body, model, hooks }) => {
  const input_tokens = hooks.estimateTokens(body.messages, body.tools)
  const ceiling = min(model.max_output, model.context - input_tokens)
  const max_tokens = min(body.max_tokens ?? 8192, ceiling)
  return { ...body, model: model.upstream_id, max_tokens }
}
