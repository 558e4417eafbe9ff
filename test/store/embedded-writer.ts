/** A process that is meant to be killed: writes pairs of documents and says each key once its commit resolved; or only holds the folder. */
import { writeSync } from 'node:fs'
import { systemClock } from '../../runtime/clock.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'

const [dir, mode] = process.argv.slice(2) as [string, string]
const store = await createEmbeddedStore({ dir, clock: systemClock })

/** Writes for ever. */
async function write(name: string): Promise<never> {
  for (let i = 0; ; i++) {
    const key = `${process.pid}-${name}-${i}`
    const done = await store.commit([{ do: 'insert', in: 'payments', key, doc: { key }, tag: 'claimed' },
      { do: 'insert', in: 'jobs', key, doc: { key }, tag: 'queued' }])
    if (done) writeSync(1, `${key}\n`)
  }
}

if (mode === 'hold') {
  writeSync(1, 'open\n')
  setInterval(() => undefined, 1000)
} else await Promise.all(Array.from({ length: 20 }, (_, i) => write(String(i))))
