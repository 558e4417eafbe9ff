/**
 * `npm run recompute`: compares the price of each sale with the catalog. It reads only sales
 * lines and the generated code.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Catalog } from '../runtime/contract.ts'
import { SALES } from '../runtime/sales/line.ts'
import { salesLines, type KeyedLine } from '../runtime/sales/read.ts'
import type { SaleLine } from '../runtime/sales/types.ts'
import type { Store } from '../runtime/store/store.ts'
import type { ReportOptions } from './reports/options.ts'
import { findReceipt, lineOfReceipt, networkOfReceipt, verifyReceipt } from './reports/receipt.ts'
import { conclude, recompute, type Recomputed } from './reports/recompute.ts'
import { catalogFinder, signerFrom, type Found } from './reports/released.ts'
import { runReport } from './reports/run.ts'
import { usd } from './reports/show.ts'
import { openForReport } from './reports/store.ts'

const HELP = `npm run recompute -- [--since 7d] [--until 2026-11-08] [--key LINE] [--catalog FOLDER]
npm run recompute -- --receipt FILE [--keys FILE] [--catalog FOLDER]

Computes what each sale was quoted and charged again, from the catalog whose hash its line names and
the inputs in the line, and compares it with the line. --catalog names a folder of generated code (by
default generated/), e.g. that of an older version in a worktree. Other catalogs are loaded from the
latest releases in the store, if SIGNING_KEYS is set as the gateway has it. Lists what is not equal
and what cannot be computed.

Exit codes: 0 all prices that could be computed are equal, or there are no sales in the period; 1 a
price is not equal; 2 wrong usage, no store or no such line; 3 there are sales, and the price of none
could be computed.

--receipt computes the price in a signed receipt (a PAYMENT-RESPONSE header, the event of a stream, or
the JWS), after it has verified the signature. It needs no store and no network. --keys names the
keys that the gateway has published (/.well-known/jwks.json): without it, only the key that the
receipt names is known to have signed it.`

const KNOWN = ['since', 'until', 'key', 'catalog', 'receipt', 'keys'] as const

async function catalogIn(folder: string): Promise<Catalog> {
  const index = pathToFileURL(resolve(folder, 'index.ts')).href
  return ((await import(index)) as { catalog: Catalog }).catalog
}

/** Computes the price of one line again; prints the line if it differs or was requested. */
function recomputeLine(
  found: Found,
  network: string,
  { key, line }: KeyedLine,
  isAsked: boolean,
): Recomputed {
  const end = 'impossible' in found ? found : recompute(found.catalog, network, line)
  const facts = [line.route, line.model ?? '-', `quoted ${usd(BigInt(line.quoted))}`, line.outcome]
  const verdict = 'impossible' in end ? end.impossible : end.isEqual ? 'equal' : 'NOT EQUAL'
  const sums =
    'impossible' in end ? '' : `, computed ${usd(end.quoted)} and charged ${usd(end.charged)}`
  if (isAsked || verdict !== 'equal')
    console.log(
      `${key} ${facts.join(' ')}, was charged ${usd(BigInt(line.charged))}${sums}: ${verdict}`,
    )
  if (isAsked) console.log(JSON.stringify(line.inputs ?? {}))
  return end
}

/** The requested line, or those of the period. */
async function* askedLines(store: Store, options: ReportOptions): AsyncGenerator<KeyedLine> {
  const { key } = options
  if (key === undefined) return yield* salesLines(store, options)
  const stored = await store.get<SaleLine>(SALES, key)
  if (stored === undefined)
    throw new Error(`there is no line "${key}": npm run sales -- --lines prints the keys`)
  yield { key, line: stored.doc }
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
  const { code } = conclude([recomputeLine({ catalog }, network, one, true)])
  return isListed === false ? 1 : code
}

async function report(options: ReportOptions): Promise<number> {
  const catalog = await catalogIn(options.catalog ?? 'generated')
  const { receipt } = options
  if (receipt !== undefined) return reportReceipt(catalog, { ...options, receipt })
  const { store, releases, settings, close } = await openForReport(process.env, catalog)
  const find = catalogFinder(catalog, releases, signerFrom(process.env))
  const ends: Recomputed[] = []
  if (options.key === undefined) console.log(`Sales ${options.period}`)
  try {
    for await (const one of askedLines(store, options))
      if (one.line.outcome !== 'rejected')
        ends.push(
          recomputeLine(
            await find(one.line.catalog),
            settings.network,
            one,
            options.key !== undefined,
          ),
        )
  } finally {
    await close()
  }
  const { text, code } = conclude(ends)
  console.log(text)
  return code
}

await runReport(HELP, { name: 'npm run recompute', known: KNOWN }, report)
