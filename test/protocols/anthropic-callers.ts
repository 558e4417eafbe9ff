/** Callers of the Messages protocol. */
import Anthropic from '@anthropic-ai/sdk'
import { callers } from '../../runtime/protocols/index.ts'
import type { Completion } from '../../runtime/protocols/types.ts'
import { answering, FACTS } from './streams.ts'

const { reply } = callers.anthropic_messages

export const { writer } = callers.anthropic_messages

export const client = (text: string, type?: string) =>
  new Anthropic({
    apiKey: 'k',
    maxRetries: 0,
    fetch: answering(text, type, [3, 50, 51, 200, 333]) as never,
  })

export const ASK = {
  model: 'm',
  max_tokens: 10,
  messages: [{ role: 'user' as const, content: 'hi' }],
}

export const written = (completion: Completion) =>
  JSON.parse(JSON.stringify(reply(completion, FACTS)))

export const USED = {
  input_tokens: 10,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 5,
  output_tokens: 11,
}
