/**
 * A tap in the line to an upstream: sees the very bytes of each call, and answers itself where a
 * test wants something special.
 */
import {
  createServer,
  request as httpRequest,
  STATUS_CODES,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call as it came: `url` is path and query, unread; `body` is what the bytes are as text. */
export interface Tapped {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
  bytes: Buffer
}

/** An answer of the tap's own. */
export interface TapReply {
  status?: number
  /** The words of the status line; the usual ones unless set. */
  reason?: string
  headers?: Record<string, string>
  body: string
}

/** A running tap. */
export interface Tap {
  url: string
  seen: Tapped[]
  /** Where calls go on to: any address of the upstream. */
  to(address: string): void
  /**
   * Answers the calls from now on; without a reply of its own, or without an argument, they go on
   * to the upstream.
   */
  answer(reply?: (call: Tapped) => TapReply | undefined | Promise<TapReply | undefined>): void
  /** Makes calls wait until the function given back is called. */
  hold(): () => void
  /** Breaks the connection of each call while `on`. */
  cut(on: boolean): void
  stop(): Promise<void>
}

/** Starts a tap on a free loopback port. */
export async function startTap(): Promise<Tap> {
  const seen: Tapped[] = []
  let target: URL | undefined
  let own: Parameters<Tap['answer']>[0]
  let gate: Promise<void> | undefined
  let isCut = false
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = await read(message)
    seen.push(call)
    await gate
    if (isCut) return void message.socket.destroy()
    const reply = await own?.(call)
    if (reply === undefined) return pass(target!, call, response)
    const { status = 200, reason = STATUS_CODES[status] ?? '' } = reply
    response
      .writeHead(status, reason, { 'content-type': 'application/json', ...reply.headers })
      .end(reply.body)
  }
  const server = createServer(
    (message, response) => void serve(message, response).catch(() => response.destroy()),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    to: address => {
      target = new URL(address)
    },
    answer: reply => {
      own = reply
    },
    hold: () => {
      let open: () => void = () => undefined
      gate = new Promise(resolve => {
        open = resolve
      })
      return () => {
        gate = undefined
        open()
      }
    },
    cut: on => {
      isCut = on
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(message: IncomingMessage): Promise<Tapped> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return {
    method: message.method!,
    url: message.url!,
    headers: message.headers,
    body: bytes.toString(),
    bytes,
  }
}

function pass(target: URL, call: Tapped, response: ServerResponse): void {
  const { method, url: path, headers } = call
  const onward = httpRequest(
    { hostname: target.hostname, port: target.port, method, path, headers },
    reply => {
      // A line that breaks there breaks here.
      reply.on('error', () => response.destroy())
      response.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  onward.end(call.bytes)
}
