/** Unmodified clients of the Model Context Protocol, and payments of the calls that they make. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { sign, type Challenge } from '../../scripts/buyer/pay.ts'
import type { Buyer } from './buyer.ts'

/** A result of a tool, with what x402 adds to it. */
export type Result = CallToolResult & { structuredContent?: any }

/** A connected client of a gateway. */
export async function connect(url: string, path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(path, url)) as never)
  return client
}

/** The payment of a challenge, as `_meta` has it: an object, not its base64. */
export async function payFor(
  buyer: Buyer,
  required: unknown,
  changes?: Parameters<typeof sign>[2],
): Promise<Record<string, unknown>> {
  const header = await sign(buyer.account, required as Challenge, changes)
  return JSON.parse(Buffer.from(header, 'base64').toString()) as Record<string, unknown>
}

/** A message of the protocol, as any program can send it. */
export const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

/** Posts a message to a gateway without a client. */
export const postMessage = (
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(new URL('/mcp', url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body,
  })

/** The words of a result. */
export const textOf = ({ content }: Result): string => (content[0] as { text: string }).text
