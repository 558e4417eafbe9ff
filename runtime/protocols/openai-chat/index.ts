/** OpenAI's chat completions: `POST …/chat/completions`. */
import type { CallerProtocol, UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { ChatReader } from './reader.ts'
import { reply } from './reply.ts'
import { write } from './write.ts'
import { ChatWriter } from './writer.ts'

/** Writes requests to upstreams with this protocol, and reads their replies. */
export const upstream: UpstreamProtocol = {
  write,
  read,
  reader: options => new ChatReader(options?.choices),
}

/** Writes replies to callers of this protocol. */
export const caller: CallerProtocol = { reply, writer: facts => new ChatWriter(facts) }
