/**
 * An MCP server on standard input and output that passes everything on to a gateway's MCP server,
 * and pays for the calls of clients that cannot: it signs what the gateway asks for, within limits,
 * and calls again.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from './caller.ts'

/** Makes the server that a client on standard input and output talks to. */
export function makeBridge(remote: Client, caller: Caller): Server {
  const about = remote.getServerVersion() ?? { name: 'farebox', version: '0' }
  const server = new Server(about, {
    capabilities: { tools: {} },
    instructions: remote.getInstructions(),
  })
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    remote.listTools(params).catch(passOn),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal, sendNotification }) => {
    const token = params._meta?.progressToken
    const onprogress =
      token === undefined
        ? undefined
        : (progress: Progress): void => {
            const all = { ...progress, progressToken: token }
            void sendNotification({ method: 'notifications/progress', params: all })
          }
    const options = { signal, ...(onprogress === undefined ? {} : { onprogress }) }
    return caller.call(params, options).catch(passOn)
  })
  return server
}

/** Throws an error of the gateway in its own words: the SDK puts its code before them. */
function passOn(error: unknown): never {
  if (error instanceof McpError) error.message = error.message.replace(/^(MCP error -?\d+: )+/, '')
  throw error
}

/** Connects to the gateway at an address. */
export async function connect(url: URL): Promise<Client> {
  const client = new Client({ name: 'farebox-bridge', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(url) as never)
  return client
}
