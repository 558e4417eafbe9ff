/** Reads messages of JSON-RPC, and refuses invalid ones before any work. */
import type { Call, Reply } from '../../call.ts'
import { parseJson } from '../../input/json.ts'
import { isObject } from '../../lib/json.ts'
import { UNSTORED_JSON } from '../../replies/answer.ts'

/** Largest number of messages in one request. */
export const MOST_MESSAGES = 10

/** Codes of JSON-RPC, and of the revision without sessions. */
const PARSE_ERROR = -32700
const INVALID_REQUEST = -32600
const HEADER_MISMATCH = -32020
const UNSUPPORTED_VERSION = -32022

/** The members of a message that are read here. */
export interface Message {
  id?: unknown
  method?: unknown
  params?: unknown
}

/** The messages of a request, and its unparsed body. */
interface Messages {
  all: readonly Message[]
  body: unknown
}

/** Builds the refusal of the whole request, in JSON-RPC. */
export function refused(
  status: number,
  message: string,
  { code = INVALID_REQUEST, data }: { code?: number; data?: unknown } = {},
): Reply {
  const error = { code, message, ...(data === undefined ? {} : { data }) }
  const body = JSON.stringify({ jsonrpc: '2.0', error, id: null })
  return { status, headers: UNSTORED_JSON, body, outcome: 'refused' }
}

/** Returns the messages of a request, or the reply to a request without valid messages. */
export function readMessages({ bytes }: Call): Messages | Reply {
  const unread = (why: string): Reply => refused(400, why, { code: PARSE_ERROR })
  if (bytes === undefined) return unread('A message of JSON-RPC is required.')
  const parsed = parseJson(bytes)
  if (!parsed.ok) return unread(`This is not JSON: ${parsed.reason}`)
  const body = parsed.value
  const all = Array.isArray(body) ? (body as unknown[]) : [body]
  if (all.length === 0 || all.length > MOST_MESSAGES)
    return refused(400, `A batch holds 1 to ${MOST_MESSAGES} messages.`)
  if (!all.every(isObject)) return refused(400, 'A message of JSON-RPC is an object.')
  // Of two results with the same id, the transport would send only one.
  const ids = all.map(({ id }) => id).filter(id => id !== undefined)
  return new Set(ids).size === ids.length
    ? { all, body }
    : refused(400, 'Each message of a batch needs an id of its own.')
}

type Headers = Readonly<Record<string, string | undefined>>

/** Returns the revision of a message: its own, otherwise the request's. */
export function versionOf({ params }: Message, headers: Headers): string | undefined {
  const meta = isObject(params) && isObject(params._meta) ? params._meta : undefined
  const own = meta?.['io.modelcontextprotocol/protocolVersion']
  return typeof own === 'string' ? own : headers['mcp-protocol-version']
}

/** Returns the reply to messages of an unknown revision, or with contradictory headers. */
export function wrongHeaders(
  all: readonly Message[],
  headers: Headers,
  versions: readonly string[],
): Reply | undefined {
  const asked = [headers['mcp-protocol-version'], ...all.map(one => versionOf(one, headers))]
  const unknown = asked.find(one => one !== undefined && !versions.includes(one))
  if (unknown !== undefined)
    return refused(400, `Unsupported protocol version: ${unknown.slice(0, 40)}`, {
      code: UNSUPPORTED_VERSION,
      data: { supported: versions, requested: unknown.slice(0, 40) },
    })
  const [first, ...others] = all
  if (first === undefined || others.length > 0) return undefined
  const name = isObject(first.params) ? first.params.name : undefined
  const isOther = (header: string, value: unknown): boolean =>
    headers[header] !== undefined && headers[header] !== value
  return isOther('mcp-method', first.method) || (name !== undefined && isOther('mcp-name', name))
    ? refused(400, 'Mcp-Method or Mcp-Name does not name what the message calls.', {
        code: HEADER_MISMATCH,
      })
    : undefined
}
