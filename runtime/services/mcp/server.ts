/**
 * An MCP server for one message: it is stateless, so any process can answer any message. It
 * supports the revisions of the SDK, and the stateless one of 2026-07-28.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  ErrorCode,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
  type ServerResult,
} from '@modelcontextprotocol/sdk/types.js'
import type { Call } from '../../call.ts'
import { isObject } from '../../lib/json.ts'
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
  // Calls of tools are read here, because the SDK answers wrong ones with a list of its parser.
  server.fallbackRequestHandler = async ({ method, params }, { signal, sendNotification }) => {
    if (method === 'server/discover')
      return finish({ supportedVersions: VERSIONS, capabilities, instructions, ...CACHEABLE })
    if (method !== 'tools/call')
      throw failure(ErrorCode.MethodNotFound, `There is no method "${method.slice(0, 100)}".`)
    const { name, given, meta } = toolCallIn(params)
    const report = reporter(meta?.progressToken, sendNotification)
    const result = served.toolbox.run(name, given, { call: served.call, meta, signal, report })
    if (result !== undefined) return finish(await result)
    const hint = served.toolbox.hint(name)
    throw failure(ErrorCode.InvalidParams, `There is no tool "${name.slice(0, 100)}".${hint}`)
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: asJson })
  await server.connect(transport)
  return { server, transport }
}

/** An error of JSON-RPC. The SDK's own class puts its code into the message too. */
const failure = (code: ErrorCode, message: string): Error =>
  Object.assign(new Error(message), { code })

/** The call in the params of `tools/call`. Throws an error of JSON-RPC. */
function toolCallIn(params: unknown): {
  name: string
  given: Record<string, unknown>
  meta?: Record<string, unknown>
} {
  const wrong = (what: string): Error =>
    failure(
      ErrorCode.InvalidParams,
      `${what}; a call is {"name": "search", "arguments": {"query": "..."}}.`,
    )
  if (!isObject(params)) throw wrong('tools/call needs params')
  const { name, arguments: given = {}, _meta: meta } = params
  if (typeof name !== 'string') throw wrong('params.name must be the name of a tool')
  if (!isObject(given)) throw wrong('params.arguments must be an object')
  if (meta !== undefined && !isObject(meta)) throw wrong('params._meta must be an object')
  return { name, given, meta }
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
function reporter(token: unknown, send: Send): (message: string) => void {
  if (typeof token !== 'string' && typeof token !== 'number') return () => undefined
  let progress = 0
  return message => {
    progress++
    const params = { progressToken: token, progress, message }
    void send({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
