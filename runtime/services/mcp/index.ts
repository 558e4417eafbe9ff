/**
 * The Model Context Protocol over Streamable HTTP, without sessions: each POST is answered on its
 * own, as JSON or, if a tool is called, as a stream of events.
 */
import type { Call, Reply, Service } from '../../call.ts'
import { openHeaders } from '../../http/cors.ts'
import { readMessages, refused, wrongHeaders, versionOf } from './messages.ts'
import { isRebound } from './origin.ts'
import { toolbox } from './toolbox.ts'
import { toolsOf } from './tools.ts'

/** The five tools that find and call every route. */
export const mcp: Service = call => serve(call, false)
/** The same, with one more tool for each route. */
export const mcpTools: Service = call => serve(call, true)

async function serve(call: Call, each: boolean): Promise<Reply> {
  const headers = call.scope.request_headers as Headers
  if (isRebound(headers, call.context.settings.publicUrl))
    return refused(403, 'The Origin of this request is the name of another host.')
  const read = readMessages(call)
  if ('status' in read) return read
  // Loaded for the first client, because gateways without one do not need it.
  const { makeServer, STATELESS, VERSIONS } = await import('./server.ts')
  const wrong = wrongHeaders(read.all, headers, VERSIONS)
  if (wrong !== undefined) return wrong
  const tools = await toolsOf(call.context)
  const isStateless = read.all.some(one => versionOf(one, headers) === STATELESS)
  const isJson = !read.all.some(({ method }) => method === 'tools/call')
  const served = { call, tools, toolbox: toolbox(tools, each), isStateless }
  const { server, transport } = await makeServer(served, isJson)
  const close = (): void => void server.close()
  call.onLeave(close)
  const request = requestFor(call, headers, isStateless)
  return replyOf(await transport.handleRequest(request, { parsedBody: read.body }), close)
}

type Headers = Readonly<Record<string, string | undefined>>

/**
 * Returns the request in the transport's form. The transport does not know the revision without
 * sessions.
 */
function requestFor({ facts }: Call, headers: Headers, isStateless: boolean): Request {
  const named = ['accept', 'content-type', ...(isStateless ? [] : ['mcp-protocol-version'])]
  const accept = acceptOf(headers.accept)
  const sent = named.flatMap((name): [string, string][] => {
    const value = name === 'accept' ? accept : headers[name]
    return value === undefined ? [] : [[name, value]]
  })
  return new Request(`${facts.origin}${facts.path}`, { method: 'POST', headers: sent })
}

/**
 * Returns the `Accept` header for the transport: clients that accept anything, such as curl, get
 * the form that the message produces.
 */
function acceptOf(accept = ANYTHING): string {
  const isAny = accept.split(',').some(one => one.split(';')[0]!.trim() === ANYTHING)
  return isAny ? 'application/json, text/event-stream' : accept
}

const ANYTHING = '*/*'

/**
 * Returns the transport's answer as a reply. `close` ends the running work when the reply is no
 * longer read.
 */
function replyOf({ status, headers, body }: Response, close: () => void): Reply {
  const type = headers.get('content-type')
  const own = {
    ...openHeaders,
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    ...(type === null ? {} : { 'content-type': type }),
  }
  const outcome = status < 300 ? 'ok' : 'refused'
  if (body === null) return { status, headers: own, body: undefined, outcome }
  const stream = body as unknown as AsyncIterable<Uint8Array>
  return { status, headers: own, body: stream, closed: close, outcome }
}
