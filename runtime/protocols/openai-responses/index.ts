/**
 * OpenAI's responses: `POST …/responses`. Requests and replies are passed on unchanged; this
 * protocol reads their result, usage and errors.
 */
import type { Json } from '../../contract.ts'
import type { UpstreamProtocol } from '../types.ts'
import { read } from './read.ts'
import { ResponseReader } from './reader.ts'

/** Reads replies of upstreams with this protocol. Requests are written unchanged. */
export const upstream: UpstreamProtocol = {
  write: request => request as unknown as Json,
  read,
  reader: () => new ResponseReader(),
}
