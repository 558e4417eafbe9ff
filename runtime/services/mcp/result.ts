/** Converts replies of routes to results of tools. */
import { Readable } from 'node:stream'
import type { Call } from '../../call.ts'
import type { InsideReply } from '../../http/inside.ts'
import { isObject } from '../../lib/json.ts'
import { receiptOf } from './payment.ts'

/** One part of a result. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource_link'; uri: string; name: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }

/** The result of a tool. */
export interface ToolResult {
  content: readonly Content[]
  structuredContent?: Readonly<Record<string, unknown>>
  isError?: boolean
  _meta?: Readonly<Record<string, unknown>>
  readonly [member: string]: unknown
}

/** Files up to this many bytes are included in the result; larger ones are stored and linked. */
const SMALL_FILE = 64 * 1024
const LARGEST_FILE = 512 * 2 ** 20

/** Builds a refusal by the tool itself, before any request. */
export function refusal(message: string): ToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] }
}

/** Returns a value as a result: structured, and the same as text. */
export function jsonResult(value: Readonly<Record<string, unknown>>): ToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(value) }],
    structuredContent: value,
  }
}

/** Returns the result of a reply that was read. Errors are the route's own, in its words. */
export async function resultOf(call: Call, reply: InsideReply, body: Buffer): Promise<ToolResult> {
  const { status, headers } = reply
  const receipt = receiptOf(reply)
  if (status >= 400)
    return {
      isError: true,
      content: [{ type: 'text', text: body.toString() || `The call was refused with ${status}.` }],
      _meta: { ...receipt._meta, ...statusOf(reply) },
    }
  const type = (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()
  if (!isText(type)) return { content: [await fileContent(call, body, type)], ...receipt }
  const text = body.toString()
  const value = jsonOf(text)
  const structured = isObject(value) ? { structuredContent: value } : {}
  return { content: [{ type: 'text', text }], ...structured, ...receipt }
}

/** Returns the status of a refusal, and when to try again. */
function statusOf({ status, headers }: InsideReply): Readonly<Record<string, unknown>> {
  const after = Number(headers['retry-after'])
  return { status, ...(after > 0 ? { retryAfterSeconds: after } : {}) }
}

const isText = (type: string): boolean =>
  type === '' || type.startsWith('text/') || /[/+](json|xml|yaml)$/.test(type)

/** Parses JSON; undefined if the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Returns a file: inside the result if it is a small picture or sound, otherwise stored and linked.
 * It is paid for already, so a file that cannot be stored is inside the result too.
 */
async function fileContent(call: Call, bytes: Buffer, mimeType: string): Promise<Content> {
  const [kind] = mimeType.split('/')
  if (bytes.length <= SMALL_FILE && (kind === 'image' || kind === 'audio'))
    return { type: kind, data: bytes.toString('base64'), mimeType }
  try {
    return await linked(call, bytes, mimeType)
  } catch (error) {
    const { observe } = call.context
    observe.log.error({ request: call.ids.request, err: error }, 'a file could not be stored')
    const uri = `urn:request:${call.ids.request}`
    return { type: 'resource', resource: { uri, mimeType, blob: bytes.toString('base64') } }
  }
}

async function linked(call: Call, bytes: Buffer, mimeType: string): Promise<Content> {
  const { media, catalog } = call.context
  const stored = await media.put(Readable.from([bytes]), {
    hint: mimeType,
    maxBytes: LARGEST_FILE,
  })
  const uri = `${call.facts.origin}${catalog.gateway.media}/${stored.name}`
  return { type: 'resource_link', uri, name: stored.name, mimeType: stored.type }
}
