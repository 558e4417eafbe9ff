/**
 * `npm run books`: whether the sales lines, the payment records and the chain agree. Reads, and
 * writes nothing.
 */
import { gateway, networks } from '../generated/gateway.ts'
import { compareBooks, type Amount, type Books } from './reports/books.ts'
import { openChain, type ChainReader } from './reports/chain.ts'
import type { ReportOptions } from './reports/options.ts'
import { runReport } from './reports/run.ts'
import { usd } from './reports/show.ts'
import { openForReport, type Opened } from './reports/store.ts'

const HELP = `npm run books -- [--since 7d] [--until 2026-11-08]

Compares what the sales lines, the payment records and the chain say that was earned, and adds up
what upstreams have reported to have used, what was delivered, and what it has cost. Reads the store that DATA_DIR or REDIS_URL and NETWORK
name, and, on EVM chains, the transfers to PAY_TO from the node at RPC_URL. Lists every difference.

Exit codes: 0 no difference, 1 a difference, 2 wrong usage or no store.`

/** The reader of the chain, or why there is none. */
function chainOf({ settings }: Opened): ChainReader | string {
  const { network, payTo, rpcUrl } = settings
  const { kind, asset } = networks[network]!
  if (kind !== 'evm') return `not compared: transfers of kind "${kind}" cannot be listed by a node`
  if (payTo === undefined || rpcUrl === undefined) return 'not compared: set PAY_TO and RPC_URL'
  return openChain(rpcUrl, { payTo, asset })
}

const row = (name: string, of: Amount | undefined, note = ''): string =>
  of === undefined
    ? `${name.padEnd(16)} ${note}`
    : `${name.padEnd(16)} ${String(of.count).padStart(8)} ${usd(of.micro).padStart(16)} USD ${note}`.trimEnd()

function print(books: Books, chainNote: string | undefined): void {
  const { lines, records, chain, expired, open, costed, usage, differences } = books
  console.log(row('sales lines', lines))
  console.log(row('payment records', records, expired ? `(${expired} have expired)` : ''))
  console.log(row('chain', chain, chainNote))
  if (costed.count > 0) {
    const { count, cost, charged } = costed
    console.log(row('cost', { count, micro: cost }, '(upstreams, of the lines that have it)'))
    console.log(row('margin', { count, micro: charged - cost }))
  }
  if (open > 0) console.log(`${open} settlements are not decided yet`)
  for (const [model, sums] of usage)
    console.log(
      `used by ${model}: ${Object.entries(sums)
        .map(entry => entry.join(' '))
        .join(', ')}`,
    )
  for (const difference of differences) console.log(`DIFFERENCE ${difference}`)
  console.log(differences.length === 0 ? 'no differences' : `${differences.length} differences`)
}

async function report(options: ReportOptions): Promise<number> {
  const opened = await openForReport(process.env, { networks, gateway })
  const chain = chainOf(opened)
  const [reader, note] = typeof chain === 'string' ? [undefined, chain] : [chain, undefined]
  try {
    const books = await compareBooks(opened.store, options, reader)
    console.log(`Sales ${options.period}`)
    print(books, note)
    return books.differences.length === 0 ? 0 : 1
  } finally {
    await reader?.close()
    await opened.close()
  }
}

await runReport(HELP, { name: 'npm run books', known: ['since', 'until'] }, report)
