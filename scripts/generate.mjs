/**
 * `npm run generate`: writes generated/, the tables in README.md, `catalog/REFERENCE.md` and the
 * diagrams in `runtime/payments/README.md`. With `--check` it writes
 * nothing, and fails if either is out of date. If arguments name another catalog or folder, it
 * leaves these documents alone.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import '../generator/run.mjs'

const WRITERS = ['readme-tables.ts', 'payments-readme.ts']
const args = process.argv.slice(2)
const isOurs = args.every(arg => arg === 'generate' || arg === '--check')

for (const name of isOurs && !process.exitCode ? WRITERS : []) {
  const script = fileURLToPath(new URL(name, import.meta.url))
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script, ...args.slice(1)], {
    stdio: 'inherit',
  })
  process.exitCode ||= status ?? 1
}
