/**
 * OpenAI's responses: `POST …/responses`. What callers send and suppliers answer is passed on; this
 * knows how it ends.
 */
import type { Json } from '../../contract.ts'
import type { UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { ResponseReader } from './reader.ts'

/** How suppliers of this style are watched. Their requests are written as they are. */
export const upstream: UpstreamProtocol = {
  write: request => request as unknown as Json,
  read,
  reader: () => new ResponseReader(),
}
