/**
 * Identifies requests. The id is the caller's if it is safe in a header and in a log line;
 * otherwise the gateway makes one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../call.ts'
import type { GatewayContext } from '../context.ts'
import { beginTrace, LONGEST_ID, readTrace, type RequestIds } from '../lib/trace.ts'
import { idLine } from './heads.ts'

type Parts = Pick<GatewayContext, 'random'> & { settings: { trace?: boolean } }

/** Random bytes of an id that the gateway makes. */
const BYTES = 16
const ID = /^[A-Za-z0-9._-]+$/

/** The property that holds a request's ids. It is several times as fast as a weak map. */
const IDS = Symbol('request ids')
type Identified = IncomingMessage & { [IDS]?: RequestIds }

/** Returns the ids of a request, always the same ones. */
export function identify(message: IncomingMessage, parts: Parts): RequestIds {
  return ((message as Identified)[IDS] ??= idsOf(message, parts))
}

function idsOf({ headers }: IncomingMessage, { random, settings }: Parts): RequestIds {
  const own = headers['x-request-id']
  const request = isId(own) ? own : random.hex(BYTES)
  const { traceparent } = headers
  const named = traceparent && readTrace(traceparent, headers['tracestate'])
  if (named) return { request, trace: named }
  return settings.trace === true ? { request, trace: beginTrace(random) } : { request }
}

const isId = (text: string | string[] | undefined): text is string =>
  typeof text === 'string' && text.length <= LONGEST_ID && ID.test(text)

/**
 * Returns the headers of a reply with the id of its request. A 402 without room for the id has
 * none.
 */
export function withRequestId(
  { status, headers }: Pick<Reply, 'status' | 'headers'>,
  { req }: ServerResponse,
  parts: Parts,
): Record<string, string> {
  const { request: id } = identify(req, parts)
  const hasRoom = status !== 402 || idLine(status, id, bytesOf(headers)) !== ''
  return hasRoom ? { 'x-request-id': id, ...headers } : { ...headers }
}

function bytesOf(headers: Reply['headers']): number {
  let bytes = 0
  for (const name in headers) bytes += name.length + headers[name]!.length + ': \r\n'.length
  return bytes
}
