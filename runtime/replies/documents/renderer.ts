/** The script that draws the reference in browsers, from its package. */
import { Worker } from 'node:worker_threads'
import { once } from '../../lib/once.ts'
import { makeContent } from './content.ts'
import { typeOfDocument } from './types.ts'

/** The script that draws the reference, which no catalog decides. */
export const RENDERER = 'reference.js'

/** The script, read when it is first asked for. */
export const renderer = once(async () => makeContent(await read(), typeOfDocument(RENDERER)))

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
