/**
 * A connection to a node over WebSocket: requests with time limits, and a new connection when the
 * last one broke. The first request opens it; `close` ends everything.
 */
import { WebSocket } from 'ws'
import { isObject } from '../../lib/json.ts'
import type { Clock } from '../../seams.ts'

/**
 * The node answered with an error. `code` is the error's name, such as `txnNotFound`. `isComplete`
 * is set if the node searched all of the ledgers that it was asked to search.
 */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly code: string
  readonly isComplete: boolean
  constructor(code: string, message: string, isComplete = false) {
    super(message)
    this.code = code
    this.isComplete = isComplete
  }
}

/**
 * The node did not answer: it may or may not have executed the request. The message never contains
 * the node's address, which may carry a key.
 */
export class NodeDown extends Error {
  override name = 'NodeDown'
}

/** An answer of a node: the `result` of its message. */
export type Answer = Readonly<Record<string, unknown>>

/** A node. `request` rejects with `NodeError` or `NodeDown`. */
export interface Socket {
  request(command: string, args?: Readonly<Record<string, unknown>>): Promise<Answer>
  close(): Promise<void>
}

/** Where the node is, and the limits of requests. */
export interface SocketOptions {
  url: string
  clock: Clock
  /** Time limit of a connection and of a request, ms; default 5 s. */
  timeout?: number
  /** Largest message in bytes; default 1 MiB. */
  maxBytes?: number
}

/** A request that waits for its answer. */
interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** One WebSocket, and the requests that wait on it. */
interface Line {
  socket: WebSocket
  waiting: Map<number, Waiting>
  /** Ends the connection, and rejects all waiting requests with this reason. */
  end(reason: string): void
}

const CLOSED = 'the connection to the node is closed'
/** The version of the node's interface. */
const API = 2

/** Passes a message to the request that waits for it. Throws if it is not an answer of a node. */
function dispatch(waiting: Line['waiting'], text: string): void {
  const message: unknown = JSON.parse(text)
  if (!isObject(message)) throw new TypeError('not an object')
  const { id, status, result, error } = message
  const request = waiting.get(id as number)
  if (request === undefined) return
  waiting.delete(id as number)
  if (status === 'success' && isObject(result)) return request.resolve(result)
  if (typeof error !== 'string') return request.reject(new NodeDown('the node sent no result'))
  const reason = String(message.error_message ?? error).slice(0, 500)
  request.reject(new NodeError(error.slice(0, 100), reason, message.searched_all === true))
}

/** Opens a connection. Resolves once it is open; rejects with `NodeDown`. */
function connect({ url, clock, timeout = 5000, maxBytes = 2 ** 20 }: SocketOptions): {
  line: Line
  opened: Promise<void>
} {
  const socket = new WebSocket(url, { maxPayload: maxBytes, perMessageDeflate: false })
  const waiting: Line['waiting'] = new Map()
  let fail: (error: Error) => void
  const end = (reason: string): void => {
    cancel()
    fail(new NodeDown(reason))
    for (const { reject } of waiting.values()) reject(new NodeDown(reason))
    waiting.clear()
    socket.terminate()
  }
  const cancel = clock.after(timeout, () => end(`the node did not answer in ${timeout} ms`))
  const opened = new Promise<void>((resolve, reject) => {
    fail = reject
    socket.on('open', () => {
      cancel()
      resolve()
    })
  })
  opened.catch(() => undefined)
  socket.on('error', (error: NodeJS.ErrnoException) =>
    end(`the node cannot be reached (${error.code ?? error.name})`),
  )
  socket.on('close', () => end(CLOSED))
  socket.on('message', data => {
    try {
      dispatch(waiting, (data as Buffer).toString('utf8'))
    } catch {
      end('the node did not send JSON')
    }
  })
  return { line: { socket, waiting, end }, opened }
}

/** Sends a request over an open connection. */
function send(line: Line, id: number, body: object, { clock, timeout = 5000 }: SocketOptions) {
  return new Promise<Answer>((resolve, reject) => {
    // A silent connection is closed, so that the next request opens another.
    const cancel = clock.after(timeout, () => line.end(`the node did not answer in ${timeout} ms`))
    const settle =
      <T>(then: (value: T) => void) =>
      (value: T): void => {
        cancel()
        then(value)
      }
    line.waiting.set(id, { resolve: settle(resolve), reject: settle(reject) })
    if (line.socket.readyState !== WebSocket.OPEN) return line.end(CLOSED)
    line.socket.send(JSON.stringify(body))
  })
}

/** Creates a connection to a node. */
export function createSocket(options: SocketOptions): Socket {
  let current: ReturnType<typeof connect> | undefined
  let isClosed = false
  let ids = 0
  const isUsable = ({ line }: ReturnType<typeof connect>): boolean =>
    line.socket.readyState === WebSocket.OPEN || line.socket.readyState === WebSocket.CONNECTING
  return {
    async request(command, args) {
      if (isClosed) throw new NodeDown(CLOSED)
      if (current === undefined || !isUsable(current)) current = connect(options)
      const { line, opened } = current
      await opened
      const id = ++ids
      return send(line, id, { id, command, api_version: API, ...args }, options)
    },
    async close() {
      isClosed = true
      const { line } = current ?? {}
      current = undefined
      if (line === undefined || line.socket.readyState === WebSocket.CLOSED) return
      const gone = new Promise<void>(resolve => line.socket.once('close', () => resolve()))
      line.end(CLOSED)
      await gone
    },
  }
}
