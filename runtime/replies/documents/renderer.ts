/** The script that draws the reference in browsers, from its package. */
import { Worker } from 'node:worker_threads'
import { makeContent, type Content } from './content.ts'

let known: Promise<Content> | undefined

/** The script, read when it is first asked for. A failure is not kept. */
export function renderer(type: string): Promise<Content> {
  known ??= read().then(
    bytes => makeContent(bytes, type),
    (error: unknown) => {
      known = undefined
      throw error
    },
  )
  return known
}

function read(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./renderer-worker.mjs', import.meta.url))
    worker.once('message', (bytes: Uint8Array) =>
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    )
    worker.once('error', reject)
    worker.once('exit', code => reject(new Error(`the renderer was not read (${code})`)))
  })
}
