/** OpenAI's chat completions: `POST …/chat/completions`. */
import type { CallerProtocol, UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { ChatReader } from './reader.ts'
import { reply } from './reply.ts'
import { write } from './write.ts'
import { ChatWriter } from './writer.ts'

/** How suppliers of this style are asked and understood. */
export const upstream: UpstreamProtocol = {
  write,
  read,
  reader: asked => new ChatReader(asked?.choices),
}

/** How callers of this style are answered. */
export const caller: CallerProtocol = { reply, writer: facts => new ChatWriter(facts) }
