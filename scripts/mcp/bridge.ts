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
  CallToolResultSchema,
  ListToolsRequestSchema,
  McpError,
  type CallToolRequest,
  type CallToolResult,
  type Progress,
} from '@modelcontextprotocol/sdk/types.js'
import { PAYMENT, RECEIPT } from '../../runtime/services/mcp/payment.ts'
import type { Challenge } from '../buyer/pay.ts'
import { usd } from '../buyer/words.ts'
import type { Purse, Receipt, Signed } from './purse.ts'

/** Ms that a call may take without a report of progress; the bridge waits for jobs. */
const TIMEOUT = 15 * 60_000

type Params = CallToolRequest['params']
type Options = { signal: AbortSignal; onprogress?: (progress: Progress) => void }

/** Forwards a call to the gateway, and pays for it. */
export interface Caller {
  call(params: Params, options: Options): Promise<CallToolResult>
}

/** Makes the caller of a gateway's tools. */
export function makeCaller(remote: Client, purse: Purse): Caller {
  // Payments of unfinished calls, by call, so that a repeated call is not paid twice.
  const open = new Map<string, Signed>()
  const send = (params: Params, paid: Signed | undefined, options: Options) =>
    remote.request(
      {
        method: 'tools/call',
        params: {
          ...params,
          _meta: { ...params._meta, ...(paid === undefined ? {} : { [PAYMENT]: paid.payment }) },
        },
      },
      CallToolResultSchema,
      { ...options, timeout: TIMEOUT, resetTimeoutOnProgress: true },
    )

  async function pay(params: Params, paid: Signed, options: Options): Promise<CallToolResult> {
    const key = keyOf(params)
    open.set(key, paid)
    const result = await send(params, paid, options)
    const receipt = result._meta?.[RECEIPT] as Receipt | undefined
    const isRefused = isRequest(result)
    // After any other failure the same payment is good for the same call, and is charged once.
    if (result.isError === true && !isRefused) return result
    open.delete(key)
    const poll = result.structuredContent?.poll
    if (typeof poll === 'string' && receipt === undefined)
      open.set(keyOf({ name: params.name, arguments: { poll } }), paid)
    else purse.settle(paid, receipt)
    return isRefused
      ? declined(`The gateway did not take the payment: ${textOf(result)}`)
      : noted(result, paid)
  }

  return {
    async call(params, options) {
      const known = open.get(keyOf(params))
      if (known !== undefined) return pay(params, known, options)
      const first = await send(params, undefined, options)
      if (!isRequest(first) || params._meta?.[PAYMENT] !== undefined) return first
      const { tool } = params.arguments ?? {}
      const name = typeof tool === 'string' ? tool : params.name
      const signed = await purse.pay(first.structuredContent as unknown as Challenge, name)
      return 'why' in signed ? declined(signed.why) : pay(params, signed, options)
    },
  }
}

/** The same call: the tool and its arguments. A poll is the same however long it waits. */
function keyOf({ name, arguments: given = {} }: Pick<Params, 'name' | 'arguments'>): string {
  const { wait_seconds: _wait, ...rest } = given
  return JSON.stringify([name, rest])
}

/** Whether a result requires a payment. */
function isRequest({ isError, structuredContent }: CallToolResult): boolean {
  return isError === true && Array.isArray(structuredContent?.accepts)
}

const textOf = ({ structuredContent }: CallToolResult): string => {
  const { message, error, details } = structuredContent ?? {}
  return [message ?? error, details].filter(one => typeof one === 'string').join(': ')
}

const declined = (text: string): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text }],
})

/** The result, with what it cost for the reader. */
function noted(result: CallToolResult, { amount, left }: Signed): CallToolResult {
  const receipt = result._meta?.[RECEIPT] as Receipt | undefined
  if (receipt?.success !== true) return result
  const text = `Paid ${usd(amount)} USD (${receipt.transaction ?? ''}). ${usd(left)} USD are left for today.`
  return { ...result, content: [...result.content, { type: 'text', text }] }
}

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
