/**
 * The small benches beside this one, as they are: what a payment, the store and the ledger cost
 * alone.
 */
import { existsSync } from 'node:fs'
import type { Section } from '../lib/bench.ts'
import { ROOT, runFile } from '../lib/process.ts'

const FILES = [
  'scripts/bench/crypto.ts',
  'scripts/bench/payment.ts',
  'scripts/bench/store.ts',
  'scripts/bench/generator.ts',
]

/** Section 8. The quick bench leaves them out. */
export const parts: Section = async bench => {
  const text: string[] = []
  for (const file of bench.quick ? [] : FILES.filter(name => existsSync(ROOT + name))) {
    const ran = await runFile(file, [])
    if (ran.code !== 0)
      throw new Error(`${file} ended with ${ran.code}: ${ran.output.slice(-1000)}`)
    text.push(
      `  ${file}`,
      ...ran.output
        .trimEnd()
        .split('\n')
        .map(line => `    ${line}`),
    )
  }
  const notes = bench.quick
    ? ['left out of the quick bench']
    : ['measured on core 1, where nothing else runs meanwhile']
  return { title: '8. Parts alone', tables: [], aims: [], text, notes, data: text }
}
