/**
 * `npm run generate`: writes generated/ and the tables of README.md that list what the catalog has;
 * `--check` writes nothing and fails where either differs. The tables are left alone where another
 * catalog or folder is named.
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
