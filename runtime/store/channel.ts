/**
 * Talks to the store's thread: collects the requests of one tick into one message, and matches
 * replies to requests in order.
 */
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from './store.ts'

type Field = string | number
interface Asker {
  resolve(reply: any): void
  reject(error: Error): void
}

/**
 * Sends an operation to the thread; each is a code and its fields (see `embedded-documents.mjs`).
 */
export interface Channel {
  /** A `lazy` operation may wait for another one, to share its message. */
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

/** State of the exchange with the thread. */
interface Talk {
  readonly worker: Worker
  readonly now: () => number
  /** The next message, and who waits for it. */
  message: Field[]
  waiting: Asker[]
  scheduled: boolean
  /** Sends lazy operations when nothing else has come. */
  timer?: NodeJS.Timeout
  /**
   * Who waits for the message in flight. Requests that arrive meanwhile share the next one, and its
   * commit.
   */
  asked: Asker[]
  /** Why no more requests are possible. */
  dead?: Error
}

/** Sends the next message, unless one is in flight. */
function flush(talk: Talk): void {
  talk.scheduled = false
  clearTimeout(talk.timer)
  talk.timer = undefined
  const { worker, waiting, message, asked } = talk
  if (waiting.length === 0 || asked.length > 0 || talk.dead) return
  message[0] = talk.now()
  worker.postMessage(message)
  talk.asked = waiting
  talk.waiting = []
  talk.message = [0]
}

/** `reply` has an answer for each waiter, or the reason why all of them failed. */
function answer(talk: Talk, reply: unknown[] | { error: string }): void {
  const { asked } = talk
  talk.asked = []
  if (Array.isArray(reply)) asked.forEach((asker, i) => asker.resolve(reply[i]))
  else for (const asker of asked) asker.reject(new StoreUnavailable(reply.error))
  flush(talk)
}

function fall(talk: Talk, reason: string): void {
  talk.dead ??= new StoreUnavailable(reason)
  for (const asker of [...talk.asked.splice(0), ...talk.waiting.splice(0)]) asker.reject(talk.dead)
}

function ask(talk: Talk, operation: Field[], lazy: boolean): Promise<any> {
  if (talk.dead) return Promise.reject(talk.dead)
  return new Promise((resolve, reject) => {
    for (const field of operation) talk.message.push(field)
    talk.waiting.push({ resolve, reject })
    if (talk.scheduled) return
    if (lazy) {
      talk.timer ??= setTimeout(() => flush(talk), LAZY)
      return
    }
    talk.scheduled = true
    queueMicrotask(() => flush(talk))
  })
}

/** Ends the thread when everything is answered. */
async function close(talk: Talk): Promise<void> {
  if (talk.dead) return
  flush(talk)
  while (talk.asked.length + talk.waiting.length > 0)
    await new Promise(resolve => setImmediate(resolve))
  const closed = new Promise(resolve => talk.worker.once('exit', resolve))
  talk.dead = new StoreUnavailable('the store is closed')
  talk.worker.postMessage('close')
  await closed
}

/** Starts the thread on a database file. `now` is read once per message. */
export async function openChannel(file: string, now: () => number): Promise<Channel> {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), {
    workerData: { file },
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 2 },
  })
  await ready(worker)
  const talk: Talk = { worker, now, message: [0], waiting: [], scheduled: false, asked: [] }
  worker.on('message', reply => answer(talk, reply))
  worker.on('error', error => fall(talk, `the store's thread ended: ${error.message}`))
  worker.on('exit', () => fall(talk, "the store's thread has ended"))
  return { ask: (operation, lazy = false) => ask(talk, operation, lazy), close: () => close(talk) }
}
