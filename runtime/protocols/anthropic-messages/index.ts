/** Anthropic's messages: `POST …/messages`. */
import type { CallerProtocol, UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { MessageReader } from './reader.ts'
import { reply } from './reply.ts'
import { write } from './write.ts'
import { MessageWriter } from './writer.ts'

/** Writes requests to upstreams with this protocol, and reads their replies. */
export const upstream: UpstreamProtocol = { write, read, reader: () => new MessageReader() }

/** Writes replies to callers of this protocol. */
export const caller: CallerProtocol = { reply, writer: facts => new MessageWriter(facts) }
