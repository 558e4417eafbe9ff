/** Anthropic's messages: `POST …/messages`. */
import type { CallerProtocol, UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { MessageReader } from './reader.ts'
import { reply } from './reply.ts'
import { write } from './write.ts'
import { MessageWriter } from './writer.ts'

/** How suppliers of this style are asked and understood. */
export const upstream: UpstreamProtocol = { write, read, reader: () => new MessageReader() }

/** How callers of this style are answered. */
export const caller: CallerProtocol = { reply, writer: facts => new MessageWriter(facts) }
