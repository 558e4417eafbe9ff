/** The first vendor's text: chat and responses. */
import type { UpstreamRequest, TextSide } from '../contract.ts'
import { openaiChat } from './chat/openai.ts'
import { openaiResponses } from './responses/side.ts'

const sideOf = (request: UpstreamRequest): TextSide =>
  openaiResponses.owns(request) ? openaiResponses : openaiChat

/** The text of the first vendor. */
export const openaiText: TextSide = {
  owns: request => openaiResponses.owns(request) || openaiChat.owns(request),
  answer: request => sideOf(request).answer(request),
  stepOf: request => (openaiResponses.owns(request) ? openaiResponses.stepOf!(request) : 'submit'),
  failures: {
    ...openaiChat.failures,
    refused: (request, code) => sideOf(request).failures.refused(request, code),
    empty: request => sideOf(request).failures.empty(request),
    tooLong: request => sideOf(request).failures.tooLong!(request),
    prefill: request => sideOf(request).failures.prefill?.(request),
  },
}
