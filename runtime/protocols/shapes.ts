/**
 * The schemas of the protocols in which callers are answered, or whose upstream answers are passed
 * through.
 */
import type { CallerProtocolName, UpstreamProtocolName } from '../contract.ts'
import { shapes as anthropicMessages } from './anthropic-messages/shape.ts'
import { shapes as openaiChat } from './openai-chat/shape.ts'
import { shapes as openaiResponses } from './openai-responses/shape.ts'
import type { Shapes } from './shape.ts'

/** The schemas by protocol; upstream protocols that no caller sees have none. */
export const SHAPES: Readonly<
  Record<CallerProtocolName, Shapes> & Partial<Record<UpstreamProtocolName, Shapes>>
> = {
  openai_chat: openaiChat,
  anthropic_messages: anthropicMessages,
  openai_responses: openaiResponses,
}
