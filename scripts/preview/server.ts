/**
 * The preview's address: its page and its events; everything else is the gateway that serves now.
 */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PAGE } from './page.ts'
import type { Preview, State } from './preview.ts'

/** Starts the server on loopback; `url` is its address. Rejects if the port is taken. */
export async function servePreview(
  preview: Preview,
  port: number,
): Promise<{ url: string; stop(): void }> {
  const server = createServer((message, response) => {
    const { pathname } = new URL(message.url ?? '/', 'http://preview')
    if (pathname === '/') return void html(response)
    if (pathname === '/_preview/events') return events(preview, response)
    pass(preview, message, response)
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function html(response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(PAGE)
}

/** Server-sent events: the state now, and each state after it. */
function events(preview: Preview, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const send = (state: State): void => void response.write(`data: ${JSON.stringify(state)}\n\n`)
  send(preview.state())
  response.once('close', preview.follow(send))
}

function pass(preview: Preview, message: IncomingMessage, response: ServerResponse): void {
  const target = preview.target()
  const unavailable = (why: string): void => {
    if (response.headersSent) return void response.destroy()
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
    response.end(JSON.stringify({ error: 'preview_unavailable', message: why }))
  }
  if (target === undefined) return unavailable(preview.state().problems)
  const { method, headers, url: path } = message
  const { hostname, port } = new URL(target)
  const onward = request({ hostname, port, method, path, headers }, reply => {
    response.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
    reply.pipe(response)
  })
  onward.on('error', () => unavailable('The catalog is being swapped; try again'))
  message.pipe(onward)
}
