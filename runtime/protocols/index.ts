/** The protocols by name. */
import type { CallerProtocolName, SupplierProtocolName } from '../contract.ts'
import * as anthropicMessages from './anthropic-messages/index.ts'
import * as geminiGenerate from './gemini-generate/index.ts'
import * as openaiChat from './openai-chat/index.ts'
import * as openaiResponses from './openai-responses/index.ts'
import type { CallerProtocol, SupplierProtocol } from './types.ts'

/** Protocols of upstreams. */
export const suppliers: Readonly<Record<SupplierProtocolName, SupplierProtocol>> = {
  openai_chat: openaiChat.supplier,
  anthropic_messages: anthropicMessages.supplier,
  gemini_generate: geminiGenerate.supplier,
  openai_responses: openaiResponses.supplier,
}

/** Protocols of callers. */
export const callers: Readonly<Record<CallerProtocolName, CallerProtocol>> = {
  openai_chat: openaiChat.caller,
  anthropic_messages: anthropicMessages.caller,
}
