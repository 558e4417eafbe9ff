/** HTTP to a facilitator: what it said, or how the question failed. */
import { Pool } from '../../../lib/undici.ts'

/**
 * `answer`: a JSON object with a status. `refused`: never sent. `lost`: sent, and nobody knows what
 * became of it.
 */
export type FacilitatorReply =
  | { kind: 'answer'; status: number; body: Readonly<Record<string, unknown>> }
  | { kind: 'refused'; reason: string }
  | { kind: 'lost'; reason: string }

/** A facilitator's three endpoints. Nothing here rejects. */
export interface FacilitatorClient {
  post(path: 'verify' | 'settle', body: unknown, timeoutMs: number): Promise<FacilitatorReply>
  supported(timeoutMs: number): Promise<FacilitatorReply>
  close(): Promise<void>
}

const MAX_BYTES = 1 << 20
/** Errors raised before a byte of the request went out. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

async function readObject(
  body: AsyncIterable<Buffer>,
): Promise<Record<string, unknown> | undefined> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > MAX_BYTES) return undefined
    parts.push(part)
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts, size).toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function unheard(error: unknown, timeoutMs: number): FacilitatorReply {
  const { code, name } = error as { code?: string; name?: string }
  if (code && UNSENT.has(code))
    return { kind: 'refused', reason: `the facilitator cannot be reached (${code})` }
  return {
    kind: 'lost',
    reason:
      name === 'TimeoutError'
        ? `the facilitator did not answer in ${timeoutMs} ms`
        : `the connection to the facilitator broke (${code ?? name ?? 'error'})`,
  }
}

/**
 * Opens a pool of connections. `headers` carries its credentials; they and the URL never appear in
 * a text.
 */
export function createFacilitatorClient(
  url: string,
  headers: Record<string, string> = {},
): FacilitatorClient {
  const base = new URL(url)
  const pool = new Pool(base.origin, { connections: 32, keepAliveTimeout: 30_000 })
  const prefix = base.pathname.replace(/\/+$/, '')
  const ask = async (
    method: 'GET' | 'POST',
    path: string,
    timeoutMs: number,
    body?: string,
  ): Promise<FacilitatorReply> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const reply = await pool.request({
        method,
        path: `${prefix}/${path}${base.search}`,
        headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
        body,
        signal,
      })
      const read = await readObject(reply.body)
      return read
        ? { kind: 'answer', status: reply.statusCode, body: read }
        : {
            kind: 'lost',
            reason: `the facilitator answered ${reply.statusCode} without a JSON object`,
          }
    } catch (error) {
      return unheard(error, timeoutMs)
    }
  }
  return {
    post: (path, body, timeoutMs) => ask('POST', path, timeoutMs, JSON.stringify(body)),
    supported: timeoutMs => ask('GET', 'supported', timeoutMs),
    close: () => pool.destroy(),
  }
}
