/** Requests to an upstream of the Messages protocol. */
import { upstreamProtocols } from '../../runtime/protocols/index.ts'
import { type ChatRequest } from '../../runtime/protocols/types.ts'

const ask = (more: Partial<ChatRequest> = {}): ChatRequest => ({
  model: 'm-1',
  max_tokens: 4000,
  messages: [{ role: 'user', content: 'hi' }],
  ...more,
})

// oxlint-disable-next-line typescript/no-explicit-any -- bodies are looked at by their members
export const write = (more: Partial<ChatRequest> = {}): any =>
  JSON.parse(JSON.stringify(upstreamProtocols.anthropic_messages.write(ask(more))))

export const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function' as const,
  function: { name, arguments: args },
})

export const weather = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'd',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
  },
}
