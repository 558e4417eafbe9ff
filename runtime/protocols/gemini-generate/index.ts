/**
 * Gemini's content generation: `POST …/models/{model}:generateContent`, and
 * `:streamGenerateContent?alt=sse` for streams.
 */
import type { UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { GeminiReader } from './reader.ts'
import { write } from './write.ts'

/** How suppliers of this style are asked and understood. */
export const upstream: UpstreamProtocol = {
  write,
  read,
  reader: asked => new GeminiReader(asked?.choices),
}
