/** A whole reply of OpenAI-style chat. */
import { randomBytes } from 'node:crypto'
import { json } from '../../contract.ts'
import type { UpstreamReply } from '../../contract.ts'
import type { End } from '../compose.ts'
import { DECLINED } from '../words.ts'
import type { ReplyContext } from './side.ts'

const ENDS: Readonly<Record<End, string>> = {
  whole: 'stop',
  length: 'length',
  tools: 'tool_calls',
  declined: 'content_filter',
  stopped: 'stop',
}

/** Why an answer ended, in the vendor's words. */
export const endOf = ({ vendor, answer }: ReplyContext): string =>
  answer.end === 'declined' && vendor.refuses
    ? 'stop'
    : (vendor.ends?.[answer.end] ?? ENDS[answer.end])

/** The requested number of answers. */
export const choicesOf = ({ body }: ReplyContext): number => body.n ?? 1

/** The members of every reply and chunk. */
export const factsOf = ({ asked }: ReplyContext, object: string): object => ({
  id: `chatcmpl-${randomBytes(12).toString('hex')}`,
  object,
  created: Math.floor(Date.now() / 1000),
  model: asked.model,
})

/** The id of a call. */
export const callId = (): string => `call_${randomBytes(12).toString('hex')}`

/** The usage of all requested answers. */
export function usageOf(context: ReplyContext): object {
  const {
    answer: { used },
    vendor,
    extra,
  } = context
  const [reasoning, output] = [
    used.reasoning * choicesOf(context),
    used.output * choicesOf(context),
  ]
  return {
    prompt_tokens: used.prompt,
    completion_tokens: vendor.reasoningApart ? output : output + reasoning,
    total_tokens: used.prompt + output + reasoning,
    prompt_tokens_details: { cached_tokens: used.read },
    completion_tokens_details: { reasoning_tokens: reasoning },
    ...extra.usage,
  }
}

function messageOf({ vendor, answer }: ReplyContext): object {
  const { text, calls, reasoning } = answer
  const declined = answer.end === 'declined' && vendor.refuses
  const content = declined || (text === '' && calls.length > 0) ? null : text
  return {
    role: 'assistant',
    content,
    ...(vendor.refuses ? { refusal: declined ? DECLINED : null } : {}),
    ...(vendor.showsReasoning && reasoning !== '' ? { reasoning_content: reasoning } : {}),
    ...(calls.length === 0
      ? {}
      : { tool_calls: calls.map(call => ({ id: callId(), type: 'function', function: call })) }),
  }
}

/** The reply as a whole. */
export function chatReply(context: ReplyContext): UpstreamReply {
  const choice = (index: number): object => ({
    index,
    message: messageOf(context),
    logprobs: null,
    finish_reason: endOf(context),
  })
  return json(200, {
    ...factsOf(context, 'chat.completion'),
    choices: Array.from({ length: choicesOf(context) }, (_, i) => choice(i)),
    ...(context.counted ? { usage: usageOf(context) } : {}),
    ...context.extra.reply,
    system_fingerprint: 'fp_local',
  })
}
