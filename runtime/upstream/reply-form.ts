/** Determines the form of a reply: JSON, a page or a file, and the headers that callers may see. */
import type { UpstreamCall } from '../contract.ts'
import { hasAtMost } from '../input/json.ts'
import { jsonOf } from '../lib/json.ts'
import type { Received } from './exchange.ts'
import { isGood } from './statuses.ts'

/** Reply headers that callers may see. All others describe the upstream rather than the result. */
const PASSED_ON = ['content-type', 'content-language']

/**
 * Maximum number of values in a reply. A few megabytes of empty lists would block the process for
 * seconds and take gigabytes of memory.
 */
const MOST_VALUES = 2_000_000

/** Parses a reply's JSON; undefined if it is not JSON, or too large to be genuine. */
export function parseReply(body: Buffer): unknown {
  if (body.length === 0 || !hasAtMost(body, MOST_VALUES)) return undefined
  try {
    return jsonOf(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Returns the reply headers that callers may see. */
export function passedOn(headers: Received['headers']): Record<string, string> {
  const passed: Record<string, string> = {}
  for (const name of PASSED_ON)
    if (Object.hasOwn(headers, name)) passed[name] = headers[name] as string
  return passed
}

/**
 * Classifies a reply by its Content-Type, to distinguish errors from files: no picture, video or
 * sound has a text type.
 */
export function kindOf(received: Received): 'json' | 'page' | 'other' {
  const type = (received.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return /^text\/|[/+]xml$/.test(type) ? 'page' : 'other'
}

/**
 * Returns why a reply cannot be the requested result; undefined if it can. Upstreams send JSON or a
 * file. Only the status of a reply to DELETE counts. The error page of a proxy is not a result and
 * is never sold, and neither is an error in JSON if a file was requested.
 */
export function wrongForm(
  call: UpstreamCall,
  received: Received,
  json: unknown,
): string | undefined {
  if (call.method === 'DELETE') return undefined
  if (!call.bytes || !isGood(received.status))
    return json === undefined ? 'The upstream gave a reply that is not JSON' : undefined
  return received.body.length === 0 || kindOf(received) !== 'other'
    ? 'The upstream gave no file'
    : undefined
}
