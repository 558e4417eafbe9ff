/** Requests to an OpenAI-style upstream. */
import { upstreamProtocols } from '../../runtime/protocols/index.ts'

export const { write, read } = upstreamProtocols.openai_chat

export const chat = (message: object, finish: string | null = 'stop', more: object = {}) => ({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  ...more,
})
