/** Sends calls to a gateway's tools. */
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  CallToolResultSchema,
  ErrorCode,
  McpError,
  type CallToolRequest,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js'
import { PAYMENT } from '../../runtime/services/mcp/payment.ts'
import type { Signed } from './purse.ts'

/** Ms that a call may take without a report of progress; the bridge waits for jobs. */
const TIMEOUT = 15 * 60_000

/** The parameters of a call of a tool. */
export type Params = CallToolRequest['params']

/** What a client asks of a call: to be told of its progress, and that it is given up. */
export interface Options {
  signal: AbortSignal
  onprogress?: (progress: Progress) => void
}

/** Sends a call, with a payment if there is one. */
export function send(
  client: Client,
  params: Params,
  options: Partial<Options>,
  paid?: Signed,
): Promise<CallToolResult> {
  // The token of the bridge's client; this connection has its own.
  const { progressToken: _, ...own } = params._meta ?? {}
  const meta = { ...own, ...(paid === undefined ? {} : { [PAYMENT]: paid.payment }) }
  return client.request(
    { method: 'tools/call', params: { ...params, _meta: meta } },
    CallToolResultSchema,
    { ...options, timeout: TIMEOUT, resetTimeoutOnProgress: true },
  )
}

/**
 * Does something on a connection of its own. Rejects if the connection is lost: the client says so
 * apart from its requests, which would wait for ever.
 */
export async function onceOn<T>(
  connect: () => Promise<Client>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect()
  try {
    return await Promise.race([
      work(client),
      new Promise<never>((_, reject) => {
        client.onerror = reject
      }),
    ])
  } finally {
    void client.close().catch(() => undefined)
  }
}

/** Whether no answer will come: the gateway's own errors have a code of their own. */
export function isConnectionLost(error: unknown): boolean {
  return !(error instanceof McpError) || error.code === ErrorCode.ConnectionClosed
}
