/**
 * Talks to the store's thread: collects the requests of one tick into one message, and matches
 * replies to requests in order.
 */
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from './store.ts'

type Field = string | number
/** A pending request: settles its promise. */
interface Request {
  resolve(reply: any): void
  reject(error: Error): void
}

/**
 * Sends an operation to the thread; each is a code and its fields (see `embedded-documents.mjs`).
 */
export interface Channel {
  /** A `lazy` operation may wait for another operation, to share its message. */
  ask(operation: Field[], lazy?: boolean): Promise<any>
  close(): Promise<void>
}

/** Longest wait of a lazy operation, ms. */
const LAZY = 25

/**
 * Why the thread could not open the file: `busy` if another process has it, `damaged` if its
 * content is wrong.
 */
export class Refused extends Error {
  busy = false
  damaged = false
}

/** Resolves when the thread has opened the file. Rejects with `Refused`. */
function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', message => {
      worker.off('error', reject)
      if (message === 'ready') return resolve()
      const { refused, busy, damaged } = message
      reject(Object.assign(new Refused(refused), { busy, damaged }))
    })
  })
}

/** The state of the exchange with the thread. */
interface Exchange {
  readonly worker: Worker
  readonly now: () => number
  /** The next message, and the requests that wait for it. */
  message: Field[]
  waiting: Request[]
  scheduled: boolean
  /** Sends lazy operations if no other operation comes. */
  timer?: NodeJS.Timeout
  /**
   * The requests of the message in flight. Requests that arrive meanwhile share the next message
   * and its commit.
   */
  inFlight: Request[]
  /** Why no more requests are possible. */
  dead?: Error
}

/** Sends the next message, unless one is in flight. */
function flush(exchange: Exchange): void {
  exchange.scheduled = false
  clearTimeout(exchange.timer)
  exchange.timer = undefined
  const { worker, waiting, message, inFlight } = exchange
  if (waiting.length === 0 || inFlight.length > 0 || exchange.dead) return
  message[0] = exchange.now()
  worker.postMessage(message)
  exchange.inFlight = waiting
  exchange.waiting = []
  exchange.message = [0]
}

/** Settles the requests in flight. `reply` has an answer for each, or the error of all of them. */
function answer(exchange: Exchange, reply: unknown[] | { error: string }): void {
  const { inFlight } = exchange
  exchange.inFlight = []
  if (Array.isArray(reply)) inFlight.forEach((request, i) => request.resolve(reply[i]))
  else for (const request of inFlight) request.reject(new StoreUnavailable(reply.error))
  flush(exchange)
}

function failAll(exchange: Exchange, reason: string): void {
  exchange.dead ??= new StoreUnavailable(reason)
  for (const request of [...exchange.inFlight.splice(0), ...exchange.waiting.splice(0)])
    request.reject(exchange.dead)
}

function ask(exchange: Exchange, operation: Field[], lazy: boolean): Promise<any> {
  if (exchange.dead) return Promise.reject(exchange.dead)
  return new Promise((resolve, reject) => {
    for (const field of operation) exchange.message.push(field)
    exchange.waiting.push({ resolve, reject })
    if (exchange.scheduled) return
    if (lazy) {
      exchange.timer ??= setTimeout(() => flush(exchange), LAZY)
      return
    }
    exchange.scheduled = true
    queueMicrotask(() => flush(exchange))
  })
}

/** Ends the thread once every request is answered. */
async function close(exchange: Exchange): Promise<void> {
  if (exchange.dead) return
  // The thread may also end while the last requests are answered.
  const closed = new Promise(resolve => exchange.worker.once('exit', resolve))
  flush(exchange)
  while (exchange.inFlight.length + exchange.waiting.length > 0)
    await new Promise(resolve => setImmediate(resolve))
  exchange.dead = new StoreUnavailable('the store is closed')
  exchange.worker.postMessage('close')
  await closed
}

/** Starts the store's thread on a database file. `now` is read once per message. */
export async function openChannel(file: string, now: () => number): Promise<Channel> {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { file },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  await ready(worker)
  const exchange: Exchange = {
    worker,
    now,
    message: [0],
    waiting: [],
    scheduled: false,
    inFlight: [],
  }
  worker.on('message', reply => answer(exchange, reply))
  worker.on('error', error => failAll(exchange, `the store's thread ended: ${error.message}`))
  worker.on('exit', () => failAll(exchange, "the store's thread has ended"))
  return {
    ask: (operation, lazy = false) => ask(exchange, operation, lazy),
    close: () => close(exchange),
  }
}
