/**
 * `npm run record`: buys every route from a local gateway and compares the answers with
 * `answers/` of the catalog.
 */
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { compile, readCatalog } from '../generator/compile.ts'
import { payerFor } from './buyer/payer.ts'
import { readOptions, UsageError } from './command-line.ts'
import { compare, type Compared, type Proposed } from './record/compare.ts'
import { fileOf, withEntries, withoutEntries } from './record/entries.ts'
import { record, type Recording } from './record/recording.ts'
import { startWorld } from './world/world.ts'

const CATALOG = 'catalog'
const FUNDS = 5_000_000_000n

const HELP = `npm run record -- [options]

Starts a gateway with local upstreams, buys every route with the examples of the catalog, polls the
jobs, and compares the answers with ${CATALOG}/answers/.

Options
  --write              write entries for answers that have none; what is there is left as it is
  --replace ADDRESS    with --write, also replace the entry of "GET /path"; may be repeated
  --help

Exit codes: 0 the catalog says all that was seen, 1 it does not, or a failure, 2 wrong usage.`

const options = {
  write: { type: 'boolean', default: false },
  replace: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Records the catalog as it was generated. */
async function recorded(): Promise<Recording & Compared> {
  const { value: ir, problems } = compile(readCatalog(CATALOG))
  if (ir === undefined) throw new Error(`npm run check reports ${problems.length} problems`)
  const world = await startWorld()
  try {
    const { buyer } = world.network
    await world.network.fund(buyer.address, FUNDS)
    const { url } = await world.open({ LOG_LEVEL: 'fatal' })
    const account = await payerFor(buyer.key, world.network.url)
    const known = { wallet: buyer.address, address: buyer.address, user: buyer.address }
    const recording = await record(ir, { url, account, known, network: world.spec.name })
    const addresses = [
      [url, '{origin}'],
      ...Object.values(world.env)
        .filter(one => one.startsWith('http'))
        .map(one => [new URL(one).origin, 'https://upstream.example']),
    ] as [string, string][]
    const now = Date.now() / 1000
    return { ...recording, ...compare(ir, recording.recorded, { addresses, now }) }
  } finally {
    await world.stop()
  }
}

/** Writes entries, each to the file of its family. */
function write(entries: readonly Proposed[], replaced: readonly string[]): void {
  for (const file of new Set(entries.map(one => fileOf(CATALOG, one.family)))) {
    const own = entries.filter(one => fileOf(CATALOG, one.family) === file)
    const gone = own.map(({ address }) => address).filter(one => replaced.includes(one))
    mkdirSync(dirname(file), { recursive: true })
    if (gone.length > 0) writeFileSync(file, withoutEntries(readFileSync(file, 'utf8'), gone))
    writeFileSync(file, withEntries(file, own))
    console.log(`wrote ${own.length} to ${file}`)
  }
}

async function main(flags: Flags): Promise<number> {
  const { proposed, differences, silent, recorded: all } = await recorded()
  console.log(`${all.length} answers recorded, ${silent.length} routes gave no JSON`)
  for (const { address, because } of silent) console.log(`  ${address}: ${because}`)
  for (const { address, problems } of differences)
    console.log(`differs: ${address}\n${problems.map(one => `  ${one}`).join('\n')}`)
  if (!flags.write) {
    for (const { address } of proposed) console.log(`new: ${address}`)
    return proposed.length + differences.length > 0 ? 1 : 0
  }
  const wanted = differences.filter(({ address }) => flags.replace.includes(address))
  write([...proposed, ...wanted.map(({ instead }) => instead)], flags.replace)
  return differences.length > wanted.length ? 1 : 0
}

try {
  const flags: Flags = readOptions(() => parseArgs({ options }).values, options, 'npm run record')
  if (flags.help) console.log(HELP)
  process.exitCode = flags.help ? 0 : await main(flags)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
