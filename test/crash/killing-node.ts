/**
 * A node between a gateway and the chain, or its facilitator, that kills the gateway when a payment
 * passes, or never answers it.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** What happens to a payment on its way. `before`: it never reaches the chain; `after`: it does. */
type When = 'before' | 'after'

/** A node of one gateway. */
export interface KillingNode {
  url: string
  /**
   * Whom to kill with the next transaction, or the `nth` from now on. Its sender never hears of it.
   * `onKill` runs in the same moment.
   */
  kill?: { when: When; victim: ChildProcess; nth?: number; onKill?(): void }
  /** Lets the next transaction through, and never answers it; resolves when it has passed. */
  swallow(): Promise<void>
  close(): Promise<void>
}

/** Decides about one message. Resolves to what `pass` made of it, or to undefined: no answer. */
type Gate = <T>(message: string, pass: () => Promise<T>) => Promise<T | undefined>

/** How each kind of node is asked to settle: by path or by text. */
const SENDS = /eth_sendRawTransaction|"sendTransaction"|"submit"|^POST \S*\/settle/

/** A gate, and the node's levers that it obeys. */
function createGate(): { gate: Gate; levers: Pick<KillingNode, 'kill' | 'swallow'> } {
  let swallowed: (() => void) | undefined
  const levers: Pick<KillingNode, 'kill' | 'swallow'> = {
    swallow: () =>
      new Promise(resolve => {
        swallowed = resolve
      }),
  }
  const gate: Gate = async (message, pass) => {
    if (!SENDS.test(message)) return pass()
    if (swallowed !== undefined) {
      const done = swallowed
      swallowed = undefined
      await pass()
      done()
      return undefined
    }
    const { kill } = levers
    if (!kill || (kill.nth !== undefined && --kill.nth > 0)) return pass()
    levers.kill = undefined
    kill.onKill?.()
    if (kill.when === 'after') await pass()
    kill.victim.kill('SIGKILL')
    return undefined
  }
  return { gate, levers }
}

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/** Forwards requests over HTTP. A request without an answer hangs until its sender leaves. */
async function startHttp(target: string, gate: Gate): Promise<Omit<KillingNode, 'swallow'>> {
  const { origin } = new URL(target)
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    const body = await textOf(request)
    const forward = async (): Promise<{ status: number; text: string }> => {
      const headers = { 'content-type': 'application/json' }
      const init = method === 'GET' ? { method } : { method, headers, body }
      const reply = await fetch(origin + url, init)
      return { status: reply.status, text: await reply.text() }
    }
    const answer = await gate(`${method} ${url} ${body}`, forward)
    if (answer === undefined) return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Forwards messages over WebSocket. */
async function startSocket(target: string, gate: Gate): Promise<Omit<KillingNode, 'swallow'>> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', near => {
    const far = new WebSocket(target)
    const open = once(far, 'open')
    const waiting = new Map<unknown, (answer: string) => void>()
    const end = (): void => {
      near.terminate()
      far.terminate()
    }
    for (const socket of [near, far]) socket.on('error', end).on('close', end)
    far.on('message', data => {
      const text = (data as Buffer).toString()
      waiting.get(JSON.parse(text).id)?.(text)
    })
    const forward = async (text: string): Promise<string> => {
      await open
      far.send(text)
      return new Promise(resolve => waiting.set(JSON.parse(text).id, resolve))
    }
    near.on('message', data => {
      const text = (data as Buffer).toString()
      void gate(text, () => forward(text))
        .then(answer => answer !== undefined && near.send(answer))
        .catch(end)
    })
  })
  await once(server, 'listening')
  return {
    url: `ws://127.0.0.1:${portOf(server)}`,
    close: async () => {
      for (const client of server.clients) client.terminate()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Starts a node that forwards everything to the node or facilitator at `target`. */
export async function startKillingNode(target: string): Promise<KillingNode> {
  const { gate, levers } = createGate()
  const started = await (target.startsWith('ws') ? startSocket : startHttp)(target, gate)
  return Object.assign(levers, started)
}
