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
