/**
 * A small JSON-RPC client over a connection pool. It needs a tenth of the CPU of a general one, and
 * distinguishes how a call failed.
 */
import { readUpTo } from '../lib/read-up-to.ts'
import { Pool } from '../lib/undici.ts'

/** The node answered with an error. `data` is the revert data, if any. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data?: string
  constructor(message: string, code: number, data?: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * The node did not answer: it may or may not have executed the call. The message never contains the
 * node's URL, which may carry a key.
 */
export class RpcDown extends Error {
  override name = 'RpcDown'
}

/** A node. `call` rejects with `RpcError` or `RpcDown`. */
export interface Rpc {
  call<T>(method: string, params: unknown[], timeoutMs?: number): Promise<T>
  close(): Promise<void>
}

/** How to reach a node, and the limits of a call. */
export interface RpcOptions {
  url: string
  headers?: Record<string, string>
  /** Time limit of a call in ms; default 5 s. */
  timeout?: number
  /** Largest answer in bytes; default 4 MiB. */
  maxBytes?: number
  connections?: number
}

interface Reply {
  result?: unknown
  error?: { code?: unknown; message?: unknown; data?: unknown }
}

/** Finds the revert data, wherever the node has put it. */
function revertData(data: unknown): string | undefined {
  const text =
    typeof data === 'string'
      ? data
      : typeof data === 'object' && data !== null
        ? (data as { data?: unknown }).data
        : undefined
  return typeof text === 'string' ? /0x[0-9a-fA-F]*/.exec(text)?.[0] : undefined
}

function parseReply(text: string, status: number): unknown {
  let reply: Reply | null
  try {
    reply = JSON.parse(text) as Reply | null
  } catch {
    throw new RpcDown(`the node answered ${status} without JSON`)
  }
  if (typeof reply !== 'object' || reply === null)
    throw new RpcDown(`the node answered ${status} with something else than an object`)
  const { error } = reply
  if (error)
    throw new RpcError(
      String(error.message ?? 'error').slice(0, 500),
      Number(error.code ?? 0),
      revertData(error.data),
    )
  if (!Object.hasOwn(reply, 'result'))
    throw new RpcDown(`the node answered ${status} without a result`)
  return reply.result
}

async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const bytes = await readUpTo(body, maxBytes)
  if (bytes === undefined) throw new RpcDown('the answer of the node is too large')
  return bytes.toString('utf8')
}

/** Returns why there is no answer, without the node's address. */
function reason(error: unknown, timeout: number): string {
  const { code, name } = error as { code?: string; name?: string }
  return name === 'TimeoutError'
    ? `the node did not answer in ${timeout} ms`
    : `the node cannot be reached (${code ?? name ?? 'error'})`
}

/** Opens a pool of connections to a node. */
export function createRpc(options: RpcOptions): Rpc {
  const url = new URL(options.url)
  const pool = new Pool(url.origin, {
    connections: options.connections ?? 16,
    keepAliveTimeout: 30_000,
    allowH2: false,
  })
  const basic = url.username
    ? {
        authorization:
          'Basic ' +
          `${Buffer.from(`${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`).toString('base64')}`,
      }
    : {}
  const headers = { 'content-type': 'application/json', ...basic, ...options.headers }
  const path = url.pathname + url.search
  const maxBytes = options.maxBytes ?? 4 * 2 ** 20
  let id = 0
  return {
    async call<T>(
      method: string,
      params: unknown[],
      timeoutMs = options.timeout ?? 5000,
    ): Promise<T> {
      const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
      try {
        const { statusCode, body: reply } = await pool.request({
          method: 'POST',
          path,
          headers,
          body,
          signal: AbortSignal.timeout(timeoutMs),
        })
        return parseReply(await readText(reply, maxBytes), statusCode) as T
      } catch (error) {
        if (error instanceof RpcError || error instanceof RpcDown) throw error
        throw new RpcDown(reason(error, timeoutMs))
      }
    },
    close: () => pool.destroy(),
  }
}
