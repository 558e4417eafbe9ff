/**
 * `npm run generate`: writes generated/, the tables of README.md that list what the catalog has, and
 * the README of runtime/payments; `--check` writes nothing and fails where one differs. The READMEs
 * are left alone where another catalog or folder is named.
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
