/**
 * An MCP server for one message: it is stateless, so any process can answer any message. It
 * supports the revisions of the SDK, and the stateless one of 2026-07-28.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { Call } from '../../call.ts'
import { EXTENSION } from './payment.ts'
import type { Toolbox } from './toolbox.ts'
import type { Tools } from './tools.ts'

/** The revision without sessions, in which each request states its version. */
export const STATELESS = '2026-07-28'
/** The supported revisions. */
export const VERSIONS: readonly string[] = [STATELESS, ...SUPPORTED_PROTOCOL_VERSIONS]

/** How long, in ms, clients may cache the list of tools: prices change on dates of the catalog. */
const LIST_TTL = 60_000

/** The context of a server. */
export interface Served {
  call: Call
  tools: Tools
  toolbox: Toolbox
  /** Whether the message is of the revision without sessions. */
  isStateless: boolean
}

/** The server validates nothing that clients send, because it requests nothing from clients. */
const noValidator = {
  getValidator: () => () => ({ valid: true, data: undefined as never, errorMessage: undefined }),
}

const INSTRUCTIONS =
  'Find endpoints with search, read their arguments with describe, ask for the exact price with ' +
  'quote, and call them with call. A call that costs something is answered with an x402 payment ' +
  'request; repeat it with the signed payment in _meta["x402/payment"].'

/** Makes the server of one message, and the transport that it listens on. */
export async function makeServer(
  served: Served,
  asJson: boolean,
): Promise<{ server: Server; transport: WebStandardStreamableHTTPServerTransport }> {
  const { tools } = served
  const about = { name: tools.name, version: '1.0.0' }
  const capabilities = { tools: {}, extensions: { [EXTENSION]: {} } }
  const instructions = `${tools.summary} ${INSTRUCTIONS}`
  const server = new Server(about, {
    capabilities,
    instructions,
    jsonSchemaValidator: noValidator as never,
  })
  // Each request has its own server, so a cancellation could only reach a call of the same batch,
  // whose stream would then wait for its result forever.
  server.removeNotificationHandler('notifications/cancelled')
  const finish = (result: object): ServerResult =>
    (served.isStateless ? stamped(result, about) : result) as ServerResult
  server.setRequestHandler(ListToolsRequestSchema, () =>
    finish({ tools: served.toolbox.listed, ...(served.isStateless ? CACHEABLE : {}) }),
  )
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification }) => {
      const { name, arguments: given = {}, _meta: meta } = params
      const report = reporter(meta?.progressToken, sendNotification)
      const result = served.toolbox.run(name, given, { call: served.call, meta, signal, report })
      if (result === undefined)
        throw new McpError(
          ErrorCode.InvalidParams,
          `There is no tool "${name.slice(0, 100)}".${served.toolbox.hint(name)}`,
        )
      return finish(await result)
    },
  )
  server.fallbackRequestHandler = async ({ method }) => {
    if (method !== 'server/discover')
      throw new McpError(ErrorCode.MethodNotFound, `There is no method "${method.slice(0, 100)}".`)
    return finish({ supportedVersions: VERSIONS, capabilities, instructions, ...CACHEABLE })
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: asJson })
  await server.connect(transport)
  return { server, transport }
}

const CACHEABLE = { ttlMs: LIST_TTL, cacheScope: 'public' }

/** Returns a result in the form of the revision without sessions. */
function stamped(result: object, about: object): object {
  const { _meta: meta, ...rest } = result as { _meta?: object }
  const own = { 'io.modelcontextprotocol/serverInfo': about }
  return { resultType: 'complete', ...rest, _meta: { ...own, ...meta } }
}

type Send = (notification: {
  method: 'notifications/progress'
  params: { progressToken: string | number; progress: number; message: string }
}) => Promise<void>

/**
 * Returns a function that sends progress, if the client requested it. A client that has left misses
 * it.
 */
function reporter(token: string | number | undefined, send: Send): (message: string) => void {
  if (token === undefined) return () => undefined
  let progress = 0
  return message => {
    progress++
    const params = { progressToken: token, progress, message }
    void send({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
