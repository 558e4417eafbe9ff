/**
 * Gemini's content generation: `POST …/models/{model}:generateContent`, and
 * `:streamGenerateContent?alt=sse` for streams.
 */
import type { UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { GeminiReader } from './reader.ts'
import { write } from './write.ts'

/** Writes requests to upstreams with this protocol, and reads their replies. */
export const upstream: UpstreamProtocol = {
  write,
  read,
  reader: options => new GeminiReader(options?.choices),
}
