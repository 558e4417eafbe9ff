/** The HTTP client of a facilitator. */
import { readUpTo } from '../../lib/read-up-to.ts'
import { Pool } from '../../lib/undici.ts'

/**
 * The outcome of a request. `answer`: a JSON object with a status. `refused`: the request was never
 * sent. `lost`: it was sent, and its effect is unknown.
 */
export type FacilitatorReply =
  | { kind: 'answer'; status: number; body: Readonly<Record<string, unknown>> }
  | { kind: 'refused'; reason: string }
  | { kind: 'lost'; reason: string }

/**
 * Calls a facilitator's endpoints. Paths are below its URL, without a leading slash. Never rejects.
 * A request that only reads is sent once more if its connection breaks: servers close idle ones.
 */
export interface FacilitatorClient {
  post(path: string, body: unknown, timeoutMs: number): Promise<FacilitatorReply>
  /** Sends a POST that changes nothing. */
  read(path: string, body: unknown, timeoutMs: number): Promise<FacilitatorReply>
  get(path: string, timeoutMs: number, query?: Record<string, string>): Promise<FacilitatorReply>
  close(): Promise<void>
}

const MAX_BYTES = 1 << 20
/** Errors that happen before any byte of the request is sent. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** Errors of a connection that the facilitator has closed. */
const CLOSED: ReadonlySet<unknown> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** A request; `path` is complete. */
interface Sending {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

async function readObject(
  body: AsyncIterable<Buffer>,
): Promise<Record<string, unknown> | undefined> {
  const bytes = await readUpTo(body, MAX_BYTES)
  if (bytes === undefined) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function transportFailure(error: unknown, timeoutMs: number): FacilitatorReply {
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
 * Opens a pool of connections. `headers` carries the credentials; they and the URL never appear in
 * a message.
 */
export function createFacilitatorClient(
  url: string,
  headers: Record<string, string> = {},
): FacilitatorClient {
  const base = new URL(url)
  const pool = new Pool(base.origin, { connections: 32, keepAliveTimeout: 30_000 })
  const prefix = base.pathname.replace(/\/+$/, '')
  const pathOf = (path: string, query: Record<string, string>): string => {
    const search = new URLSearchParams(base.search)
    for (const [name, value] of Object.entries(query)) search.set(name, value)
    const text = Object.keys(query).length === 0 ? base.search : `?${search}`
    return `${prefix}/${path}${text}`
  }
  const send = async (
    { method, path, body }: Sending,
    signal: AbortSignal,
  ): Promise<FacilitatorReply> => {
    const reply = await pool.request({
      method,
      path,
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal,
    })
    const parsed = await readObject(reply.body)
    return parsed
      ? { kind: 'answer', status: reply.statusCode, body: parsed }
      : {
          kind: 'lost',
          reason: `the facilitator answered ${reply.statusCode} without a JSON object`,
        }
  }
  const request = async (
    sending: Sending,
    timeoutMs: number,
    isRead = true,
  ): Promise<FacilitatorReply> => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await send(sending, signal).catch(error => {
        if (isRead && CLOSED.has(error.code)) return send(sending, signal)
        throw error
      })
    } catch (error) {
      return transportFailure(error, timeoutMs)
    }
  }
  const posting = (path: string, body: unknown): Sending => ({
    method: 'POST',
    path: pathOf(path, {}),
    body: JSON.stringify(body),
  })
  return {
    post: (path, body, timeoutMs) => request(posting(path, body), timeoutMs, false),
    read: (path, body, timeoutMs) => request(posting(path, body), timeoutMs),
    get: (path, timeoutMs, query = {}) =>
      request({ method: 'GET', path: pathOf(path, query) }, timeoutMs),
    close: () => pool.destroy(),
  }
}
