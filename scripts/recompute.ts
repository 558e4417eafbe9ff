/**
 * `npm run recompute`: whether the price of each sale follows from the catalog. It reads sales
 * lines and the generated code, and asks nobody.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalog } from '../runtime/contract.ts'
import { SALES } from '../runtime/sales/line.ts'
import { salesLines, type KeyedLine } from '../runtime/sales/read.ts'
import type { SaleLine } from '../runtime/sales/types.ts'
import type { Store } from '../runtime/store/store.ts'
import { readOptions, type ReportOptions } from './reports/options.ts'
import { findReceipt, lineOfReceipt, networkOfReceipt, verifyReceipt } from './reports/receipt.ts'
import { recompute } from './reports/recompute.ts'
import { runReport } from './reports/run.ts'
import { usd } from './reports/show.ts'
import { openForReport } from './reports/store.ts'

const HELP = `npm run recompute -- [--since 7d] [--until 2026-11-08] [--key LINE] [--catalog FOLDER]
npm run recompute -- --receipt FILE [--keys FILE] [--catalog FOLDER]

Computes what each sale was quoted and charged again, from the catalog whose hash its line names and
the inputs in the line, and compares it with the line. --catalog names a folder of generated code (by
default generated/), e.g. that of an older version in a worktree. Lists what is not equal and what
cannot be computed, and exits with 1 if a price is not equal.

--receipt computes the price in a signed receipt (a PAYMENT-RESPONSE header, the event of a stream, or
the JWS), after it has verified the signature. It needs no store and no network. --keys names the
keys that the gateway has published (/.well-known/jwks.json): without it, only the key that the
receipt names is known to have signed it.`

const KNOWN = ['since', 'until', 'key', 'catalog', 'receipt', 'keys'] as const

async function catalogIn(folder: string): Promise<Catalog> {
  const index = pathToFileURL(resolve(folder, 'index.ts')).href
  return ((await import(index)) as { catalog: Catalog }).catalog
}

/** Shows one line that is not equal, or that was asked for. Returns whether it is equal. */
function judge(
  catalog: Catalog,
  network: string,
  { key, line }: KeyedLine,
  isAsked: boolean,
): string {
  const end = recompute(catalog, network, line)
  const facts = [line.route, line.model ?? '-', `quoted ${usd(BigInt(line.quoted))}`, line.outcome]
  const verdict = 'impossible' in end ? end.impossible : end.isEqual ? 'equal' : 'NOT EQUAL'
  const sums =
    'impossible' in end ? '' : `, computed ${usd(end.quoted)} and charged ${usd(end.charged)}`
  if (isAsked || verdict !== 'equal')
    console.log(
      `${key} ${facts.join(' ')}, was charged ${usd(BigInt(line.charged))}${sums}: ${verdict}`,
    )
  if (isAsked) console.log(JSON.stringify(line.inputs ?? {}))
  return 'impossible' in end ? 'impossible' : verdict
}

/** The line that was asked for, or those of the period. */
async function* askedLines(store: Store, options: ReportOptions): AsyncGenerator<KeyedLine> {
  const { key } = options
  if (key === undefined) return yield* salesLines(store, options)
  const stored = await store.get<SaleLine>(SALES, key)
  if (stored !== undefined) yield { key, line: stored.doc }
}

/** Verifies a receipt and computes its price. */
async function reportReceipt(
  catalog: Catalog,
  { receipt, keys }: Pick<ReportOptions, 'keys'> & { receipt: string },
): Promise<number> {
  const published = keys === undefined ? undefined : JSON.parse(await readFile(keys, 'utf8'))
  const found = verifyReceipt(findReceipt(await readFile(receipt, 'utf8')), published)
  const { payload, kid, isListed } = found
  const listed = { true: ', which the gateway has published', false: ', WHICH IS NOT PUBLISHED' }
  console.log(`signed with ${kid}${isListed === undefined ? '' : listed[`${isListed}`]}`)
  const network = networkOfReceipt(catalog, payload, process.env.NETWORK)
  const one = { key: String(payload.transaction ?? '-'), line: lineOfReceipt(payload) }
  const verdict = judge(catalog, network, one, true)
  return verdict === 'equal' && isListed !== false ? 0 : 1
}

async function report(options: ReportOptions): Promise<number> {
  const catalog = await catalogIn(options.catalog ?? 'generated')
  const { receipt } = options
  if (receipt !== undefined) return reportReceipt(catalog, { ...options, receipt })
  const { store, settings, close } = await openForReport(process.env, catalog)
  const count: Record<string, number> = { equal: 0, 'NOT EQUAL': 0, impossible: 0 }
  try {
    for await (const one of askedLines(store, options))
      if (one.line.outcome !== 'rejected')
        count[judge(catalog, settings.network, one, options.key !== undefined)]! += 1
  } finally {
    await close()
  }
  const { equal, impossible, 'NOT EQUAL': wrong } = count
  console.log(`${equal} equal, ${wrong} not equal, ${impossible} cannot be computed`)
  return wrong === 0 ? 0 : 1
}

await runReport(HELP, () => readOptions(process.argv.slice(2), KNOWN, Date.now()), report)
