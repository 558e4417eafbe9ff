/** Requests to a Gemini-style upstream. */
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { type ChatRequest, type Message } from '../../runtime/protocols/types.ts'

export const { read } = upstreamProtocols.gemini_generate

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at by their members
export const write = (more: Partial<ChatRequest> = {}): any =>
  JSON.parse(
    JSON.stringify(
      upstreamProtocols.gemini_generate.write({
        model: 'm-1',
        messages: [{ role: 'user', content: 'hi' }],
        ...more,
      }),
    ),
  )

export const contentsOf = (...messages: Message[]) => write({ messages }).contents

export const call = (id: string, name: string, args: string, signature?: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
  ...(signature ? { extra_content: { google: { thought_signature: signature } } } : {}),
})

export const USED = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  candidatesTokenCount: 7,
  thoughtsTokenCount: 5,
  totalTokenCount: 112,
}

export const candidate = (parts: object[], more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...more }],
})

export const REPLY = {
  ...candidate([{ text: 'let me think', thought: true }, { text: 'Grüße, ' }, { text: '世界' }], {
    finishReason: 'STOP',
  }),
  usageMetadata: USED,
  modelVersion: 'm',
  responseId: 'r',
}
