/** The protocols by name. */
import type { CallerProtocolName, UpstreamProtocolName } from '../contract.ts'
import * as anthropicMessages from './anthropic-messages/index.ts'
import * as geminiGenerate from './gemini-generate/index.ts'
import * as openaiChat from './openai-chat/index.ts'
import * as openaiResponses from './openai-responses/index.ts'
import type { CallerProtocol, UpstreamProtocol } from './types.ts'

/** Protocols of upstreams. */
export const upstreamProtocols: Readonly<Record<UpstreamProtocolName, UpstreamProtocol>> = {
  openai_chat: openaiChat.upstream,
  anthropic_messages: anthropicMessages.upstream,
  gemini_generate: geminiGenerate.upstream,
  openai_responses: openaiResponses.upstream,
}

/** Protocols of callers. */
export const callers: Readonly<Record<CallerProtocolName, CallerProtocol>> = {
  openai_chat: openaiChat.caller,
  anthropic_messages: anthropicMessages.caller,
}
