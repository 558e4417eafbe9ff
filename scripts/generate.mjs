/**
 * `npm run generate`: writes generated/ and the tables in README.md. With `--check` it writes
 * nothing, and fails if either is out of date. If arguments name another catalog or folder, it
 * leaves the README alone.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import '../generator/run.mjs'

const TABLES = fileURLToPath(new URL('readme-tables.ts', import.meta.url))
const args = process.argv.slice(2)
const isOurs = args.every(arg => arg === 'generate' || arg === '--check')

if (isOurs && !process.exitCode) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', TABLES, ...args.slice(1)], {
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
}
