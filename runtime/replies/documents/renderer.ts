/** The script that renders the reference in browsers, from its package. */
import { Worker } from 'node:worker_threads'
import { once } from '../../lib/once.ts'
import { makeContent } from './content.ts'
import { typeOfDocument } from './types.ts'

/** Name of the script that renders the reference; it is the same for all catalogs. */
export const RENDERER = 'reference.js'

/** Returns the script, which is read at the first request. */
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
