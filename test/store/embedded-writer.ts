/**
 * A process that is meant to be killed: writes pairs of documents and says each key once its commit
 * resolved; or only holds the folder.
 */
import { systemClock } from '../../runtime/lib/clock.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'

const [dir, mode] = process.argv.slice(2) as [string, string]
const store = await createEmbeddedStore({ dir, clock: systemClock })

/** Says a line, and waits while nobody listens. */
const say = (line: string): Promise<void> =>
  new Promise(resolve => process.stdout.write(`${line}\n`, () => resolve()))

/** Writes for ever. */
async function write(name: string): Promise<never> {
  for (let i = 0; ; i++) {
    const key = `${process.pid}-${name}-${i}`
    const done = await store.commit([
      { do: 'insert', in: 'payments', key, doc: { key }, tag: 'claimed' },
      { do: 'insert', in: 'jobs', key, doc: { key }, tag: 'queued' },
    ])
    if (done) await say(key)
  }
}

if (mode === 'hold') {
  await say('open')
  setInterval(() => undefined, 1000)
} else await Promise.all(Array.from({ length: 20 }, (_, i) => write(String(i))))
