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
  type CallToolRequest,
  type Progress,
  type Tool as ListedTool,
} from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from './caller.ts'

/** The tool that shows what a wallet holds. */
const BALANCE = 'balance'

/**
 * Makes the server that a client on standard input and output talks to. `own` is the address of the
 * paying wallet, whose balance is shown if a client names no other.
 */
export function makeBridge(remote: Client, caller: Caller, own?: string): Server {
  const about = remote.getServerVersion() ?? { name: 'farebox', version: '0' }
  const server = new Server(about, {
    capabilities: { tools: {} },
    instructions: remote.getInstructions(),
  })
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    const list = await remote.listTools(params).catch(passOn)
    return own === undefined ? list : { ...list, tools: list.tools.map(withoutAddress) }
  })
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
    const asked = own === undefined ? params : withAddress(params, own)
    return caller.call(asked, options).catch(passOn)
  })
  return server
}

/** Describes the tool that shows a balance as one whose address may be left out. */
function withoutAddress(tool: ListedTool): ListedTool {
  if (tool.name !== BALANCE) return tool
  const required = tool.inputSchema.required?.filter(name => name !== 'address')
  return { ...tool, inputSchema: { ...tool.inputSchema, required } }
}

/** Adds the address of the wallet to a call that asks for a balance without an address. */
function withAddress(params: CallToolRequest['params'], own: string): CallToolRequest['params'] {
  const { name, arguments: given } = params
  return name === BALANCE ? { ...params, arguments: { address: own, ...given } } : params
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
