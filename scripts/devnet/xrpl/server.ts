/** Serves the model over WebSocket, as rippled does, with levers that make the node misbehave. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { answer, type CommandError, type Request, type Result } from './commands.ts'
import type { Ledger } from './ledger.ts'

/** What a test may do to the node. */
export interface NodeLevers {
  /** Connections are cut, and new ones refused. */
  isDown: boolean
  /** Requests get no answer. */
  isMute: boolean
  /** Changes an answer before it is sent, as a node that lies does. Errors have an `error`. */
  lie?(request: Request, result: Result): Result
}

/** How ledgers close. Times are ms. */
export interface NodeOptions {
  /** A ledger closes this long after a transaction was submitted; never because of it if absent. */
  afterSubmit?: number
  /** Ledgers close at this interval; only by hand if absent. */
  every?: number
}

/** A running node. */
export interface ModelNode {
  url: string
  levers: NodeLevers
  /** How many requests of each command came. */
  calls: Map<string, number>
  stop(): Promise<void>
}

/** The result of a request, or its error. */
function resultOf(ledger: Ledger, request: Request): Result {
  try {
    return answer(ledger, request)
  } catch (error) {
    const { code = 'internal', message, more } = error as CommandError
    return { error: code, error_message: message, ...more }
  }
}

function respond(ledger: Ledger, levers: NodeLevers, request: Request): Result {
  const result = resultOf(ledger, request)
  const said = levers.lie?.(request, result) ?? result
  const frame = { id: request.id, type: 'response' }
  return said.error === undefined
    ? { ...frame, status: 'success', result: said }
    : { ...frame, status: 'error', ...said }
}

/** Starts a node on a free port of this machine. */
export async function startNode(ledger: Ledger, options: NodeOptions = {}): Promise<ModelNode> {
  const levers: NodeLevers = { isDown: false, isMute: false }
  const calls: ModelNode['calls'] = new Map()
  let next: NodeJS.Timeout | undefined
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    verifyClient: () => !levers.isDown,
  })
  // One ledger takes all that waits; more ledgers would let payments expire on a busy machine.
  const soon = (ms: number): void => {
    next ??= setTimeout(() => {
      next = undefined
      ledger.close()
    }, ms)
  }
  const receive = (socket: WebSocket, text: string): void => {
    if (levers.isDown) return socket.terminate()
    const request = JSON.parse(text) as Request
    const command = String(request.command)
    calls.set(command, (calls.get(command) ?? 0) + 1)
    if (levers.isMute) return
    socket.send(JSON.stringify(respond(ledger, levers, request)))
    if (ledger.isWaiting && options.afterSubmit !== undefined) soon(options.afterSubmit)
  }
  server.on('connection', socket => {
    socket.on('error', () => undefined)
    socket.on('message', data => receive(socket, (data as Buffer).toString('utf8')))
  })
  await once(server, 'listening')
  const beat =
    options.every === undefined ? undefined : setInterval(() => ledger.close(), options.every)
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    levers,
    calls,
    async stop() {
      clearInterval(beat)
      clearTimeout(next)
      for (const client of server.clients) client.terminate()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
