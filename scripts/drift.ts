/**
 * `npm run drift`: compares the models and prices of the catalog with the upstreams' own lists and
 * with recorded price lists.
 */
import { parseArgs } from 'node:util'
import { catalog } from '../generated/index.ts'
import { readOptions, UsageError } from './command-line.ts'
import { getterOf } from './drift/observe.ts'
import { FORMATS, printReport, type Format } from './drift/print.ts'
import { BLIND, drift, exitCodeOf } from './drift/run.ts'

const RISE = '20'

const HELP = `npm run drift -- [options]

Compares the rows of the catalog with the lists that \`lists:\` of its upstreams name: which models
are gone, which are new, what has changed. The upstreams are asked with the keys of the environment.

Options
  --upstream NAME      ask this one only; may be repeated
  --write              change plain numbers of rows, and propose rows for new models in comments
  --rise PERCENT       a price that rises by more is only reported; default ${RISE}
  --format FORMAT      ${FORMATS.join(', ')}; default text
  --local              start the local upstreams and ask those
  --record             keep what the upstreams list in observed/lists/ of the catalog
  --catalog DIR        the catalog's folder; default catalog
  --help

Exit codes: 0 nothing has drifted, 1 something has, 2 no upstream could be asked, or wrong usage.`

const options = {
  upstream: { type: 'string', multiple: true },
  write: { type: 'boolean', default: false },
  rise: { type: 'string', default: RISE },
  format: { type: 'string', default: 'text' },
  local: { type: 'boolean', default: false },
  record: { type: 'boolean', default: false },
  catalog: { type: 'string', default: 'catalog' },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** The addresses and keys: the environment's, or those of the local upstreams. */
async function world(local: boolean): Promise<{ env: NodeJS.ProcessEnv; stop(): Promise<void> }> {
  if (!local) return { env: process.env, stop: async () => undefined }
  const { startUpstreams } = await import('./devnet/upstreams/index.ts')
  return startUpstreams()
}

async function main(flags: Flags): Promise<number> {
  const rise = Number(flags.rise)
  if (!(rise >= 0) || flags.rise.trim() === '')
    throw new UsageError(`--rise must be a number of percent, not ${flags.rise}.`)
  if (!FORMATS.includes(flags.format as Format))
    throw new UsageError(`--format must be ${FORMATS.join(', ')}, not ${flags.format}.`)
  const { env, stop } = await world(flags.local)
  const { get, close } = getterOf(catalog.upstreams, env)
  try {
    const { upstream: upstreams, write, record } = flags
    const now = (): Date => new Date()
    const report = await drift({ catalog: flags.catalog, get, now, rise, upstreams, write, record })
    process.stdout.write(printReport(report, flags.format as Format))
    return exitCodeOf(report)
  } finally {
    await close()
    await stop()
  }
}

try {
  const flags: Flags = readOptions(() => parseArgs({ options }).values, options, 'npm run drift')
  if (flags.help) console.log(HELP)
  process.exitCode = flags.help ? 0 : await main(flags)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = BLIND
}
