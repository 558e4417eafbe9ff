/** Talks to the store's thread: gathers what is asked in one tick into one message, and matches answers to askers in order. */
import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from './store.ts'

type Field = string | number
interface Asker { resolve(reply: any): void; reject(error: Error): void }

/** Asks the thread; each operation is a code and its fields (see `embedded-documents.mjs`). */
export interface Channel {
  ask(operation: Field[]): Promise<any>
  close(): Promise<void>
}

/** Messages under way at once: one being committed and one that waits to share the next commit. */
const UNDER_WAY = 2

/** What the thread said when it could not open the file; `busy` when another process has it. */
export class Refused extends Error { busy = false }

/** Waits until the thread has opened the file. Rejects with `Refused`. */
function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (message) => {
      worker.off('error', reject)
      if (message === 'ready') return resolve()
      reject(Object.assign(new Refused(message.refused), { busy: message.busy }))
    })
  })
}

/** Starts the thread on a database file. `now` is asked once a message. */
export async function openChannel(file: string, now: () => number): Promise<Channel> {
  const worker = new Worker(new URL('./embedded-worker.mjs', import.meta.url), { workerData: { file }, execArgv: [] })
  await ready(worker)
  let waiting: Asker[] = []
  let message: Field[] = [0, 0]
  let scheduled = false
  let dead: Error | undefined
  const asked: Asker[] = []
  const sizes: number[] = []

  const flush = (): void => {
    scheduled = false
    if (waiting.length === 0 || sizes.length >= UNDER_WAY || dead) return
    message[0] = waiting.length
    message[1] = now()
    worker.postMessage(message)
    for (const asker of waiting) asked.push(asker)
    sizes.push(waiting.length)
    waiting = []
    message = [0, 0]
  }
  const finish = (count: number): Asker[] => {
    for (let left = count; left > 0;) left -= sizes.shift() ?? left
    return asked.splice(0, count)
  }
  const answer = (reply: any): void => {
    if (Array.isArray(reply)) finish(reply.length).forEach((asker, i) => asker.resolve(reply[i]))
    else if (reply.failed) for (const asker of finish(reply.failed)) asker.reject(new StoreUnavailable(reply.error))
    flush()
  }
  const fall = (reason: string): void => {
    dead ??= new StoreUnavailable(reason)
    for (const asker of [...asked.splice(0), ...waiting.splice(0)]) asker.reject(dead)
  }
  worker.on('message', answer)
  worker.on('error', (error) => fall(`the store's thread ended: ${error.message}`))
  worker.on('exit', () => fall("the store's thread has ended"))

  return {
    ask(operation) {
      if (dead) return Promise.reject(dead)
      return new Promise((resolve, reject) => {
        for (const field of operation) message.push(field)
        waiting.push({ resolve, reject })
        if (scheduled) return
        scheduled = true
        queueMicrotask(flush)
      })
    },
    async close() {
      if (dead) return
      while (asked.length + waiting.length > 0) await new Promise((resolve) => setImmediate(resolve))
      const closed = new Promise((resolve) => worker.once('exit', resolve))
      dead = new StoreUnavailable('the store is closed')
      worker.postMessage('close')
      await closed
    },
  }
}
