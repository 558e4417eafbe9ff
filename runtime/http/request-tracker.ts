/** Tracks requests in flight, including those whose replies are still being written. */
import type { IncomingMessage, Server } from 'node:http'
import { noteRequest } from './delivery.ts'

/** Requests in flight. */
export interface RequestTracker {
  /** Number of requests that are not answered to the last byte. */
  count(): number
  /** Resolves when no request is in flight. */
  quiet(): Promise<void>
}

const listeners = new WeakMap<IncomingMessage, () => void>()

/** Calls the listener when a request of a watched server is over. One listener per request. */
export function whenOver(request: IncomingMessage, listener: () => void): void {
  listeners.set(request, listener)
}

/** Watches a server. */
export function trackRequests(server: Server): RequestTracker {
  let open = 0
  let waiting: (() => void)[] = []
  server.prependListener('request', (request, response) => {
    open += 1
    noteRequest(request.socket)
    // If a pipelined request's connection closes before its turn, it never gets a response that
    // could close.
    let ended = false
    const end = (): void => {
      if (ended) return
      ended = true
      request.socket.off('close', end)
      open -= 1
      listeners.get(request)?.()
      if (open > 0) return
      for (const resolve of waiting) resolve()
      waiting = []
    }
    response.once('close', end)
    request.socket.once('close', end)
  })
  return {
    count: () => open,
    quiet: () => (open === 0 ? Promise.resolve() : new Promise(resolve => waiting.push(resolve))),
  }
}
