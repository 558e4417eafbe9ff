/**
 * A fetch through a network that loses requests and replies, and proxies that answer themselves.
 */
import { Agent, request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/**
 * What becomes of a request. It is lost on its way; its reply is lost, or the second half of it; a
 * proxy answers instead, before or after the gateway has; or nothing.
 */
export const FAULTS = ['request', 'reply', 'half', 'proxy', 'proxy after', 'none'] as const
export type Fault = (typeof FAULTS)[number]

/** Its connections stay open after a reply, until they are reset. */
const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

const proxys = (): Response =>
  new Response('<html>Bad Gateway</html>', {
    status: 502,
    headers: { 'content-type': 'text/html' },
  })

/** A fetch whose requests have these faults in turn; all later ones have none. */
export function faultyFetch(faults: readonly Fault[]): typeof fetch {
  const left = [...faults]
  return async (url, init = {}) => {
    const fault = left.shift() ?? 'none'
    if (fault === 'none') return fetch(url, init)
    if (fault === 'request') throw new TypeError('the request was lost')
    if (fault === 'proxy') return proxys()
    const reply = await send(String(url), init)
    if (fault === 'half') return half(reply)
    // With an error at the gateway's end, so that it knows that the reply did not arrive.
    reply.socket.resetAndDestroy()
    if (fault === 'proxy after') return proxys()
    throw new TypeError('the reply was lost')
  }
}

/** Resolves with the head of the reply. */
function send(url: string, { method, headers, body }: RequestInit): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const own = { ...(headers as Record<string, string>) }
    const sent = request(url, { method, headers: own, agent }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A reply whose body breaks off. */
function half(reply: IncomingMessage): Response {
  const { socket } = reply
  async function* firstHalf() {
    for await (const chunk of reply) {
      yield (chunk as Buffer).subarray(0, Math.ceil((chunk as Buffer).length / 2))
      // Before the loop ends, which would close the connection in order.
      socket.resetAndDestroy()
      throw new TypeError('the connection was lost')
    }
  }
  const body = Readable.toWeb(Readable.from(firstHalf())) as ReadableStream
  const headers = Object.entries(reply.headers).filter(([name]) => name !== 'content-length')
  return new Response(body, {
    status: reply.statusCode,
    headers: headers as [string, string][],
  })
}
