/**
 * `npm run generate`: writes generated/, the tables in README.md, `catalog/REFERENCE.md` and the
 * diagrams in `runtime/payments/README.md`. With `--check` it writes
 * nothing, and fails if either is out of date. If arguments name another catalog or folder, it
 * leaves these documents alone.
 */
import '../generator/run.mjs'
import { loadBundle } from './cached-bundle.mjs'

const args = process.argv.slice(2)
const isOurs = args.every(arg => ['generate', '--check', '--strict'].includes(arg))

if (isOurs && !process.exitCode) {
  const { settleDocuments } = await loadBundle('scripts/documents.ts', 'documents')
  if (!(await settleDocuments(args.includes('--check')))) process.exitCode = 1
}
