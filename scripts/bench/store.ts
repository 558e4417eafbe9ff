/**
 * Measures the embedded store: commits, reads and replacements per second at several concurrencies.
 * Run: `tsx scripts/bench/store.ts`.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createEmbeddedStore } from '../../runtime/store/embedded.ts'

const dir = mkdtempSync(join(tmpdir(), 'farebox-bench-'))
const store = await createEmbeddedStore({ dir, clock: systemClock })
const doc = {
  state: 'claimed',
  route: 'post_images_generations',
  payer: '0x' + 'a'.repeat(40),
  payload: 'x'.repeat(Number(process.argv[2] ?? 200)),
}

/** Runs `one` over `keys` with so many callers at once and prints the rate. */
async function measure(
  name: string,
  keys: string[],
  options: { callers: number; one: (key: string) => Promise<unknown> },
): Promise<void> {
  const waits: number[] = []
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: options.callers }, async () => {
      while (next < keys.length) {
        const key = keys[next++] as string
        const began = performance.now()
        if (!(await options.one(key))) throw new Error(`${name} failed for ${key}`)
        waits.push(performance.now() - began)
      }
    }),
  )
  const rate = Math.round(keys.length / ((performance.now() - start) / 1000))
  waits.sort((a, b) => a - b)
  const at = (share: number): string => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(2)
  const label = `${name.padEnd(8)} x${String(options.callers).padEnd(4)}`
  console.log(`${label} ${String(rate).padStart(7)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`)
}

for (const callers of [1, 10, 50, 500]) {
  const keys = Array.from({ length: callers === 1 ? 2000 : 30_000 }, () =>
    randomBytes(32).toString('hex'),
  )
  await measure('insert', keys, {
    callers,
    one: key => store.commit([{ do: 'insert', in: 'payments', key, doc, tag: 'claimed' }]),
  })
  await measure('get', keys, { callers, one: key => store.get('payments', key) })
  await measure('replace', keys, {
    callers,
    one: key =>
      store.commit([{ do: 'replace', in: 'payments', key, version: 1, doc, tag: 'settled' }]),
  })
}
await store.close()
rmSync(dir, { recursive: true })
