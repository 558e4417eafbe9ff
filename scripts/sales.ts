/**
 * `npm run sales`: who bought what, from the sales lines of the store. Reads, and writes nothing.
 */
import { readFileSync } from 'node:fs'
import { gateway, networks } from '../generated/gateway.ts'
import { salesLines, type KeyedLine } from '../runtime/sales/read.ts'
import { knownCatalogs } from './reports/catalogs.ts'
import type { ReportOptions } from './reports/options.ts'
import { runReport } from './reports/run.ts'
import { show } from './reports/show.ts'
import { noted, unknownRoute } from './reports/routes.ts'
import { openForReport } from './reports/store.ts'
import { isWanted, tally } from './reports/tally.ts'

const HELP = `npm run sales -- [options]

Who bought what. Reads the store that DATA_DIR or REDIS_URL and NETWORK name, as the gateway has
them; the gateway may be running.

  --by model|route|wallet|network|day|outcome|catalog
                                                what is added up (model)
  --since 7d|12h|2026-11-01                     from when (7d)
  --until 2026-11-08                            to when (now)
  --route ID, --wallet ADDRESS                  only these, e.g. --route post_images_generations
  --json, --csv                                 for programs
  --lines                                       each line as JSON, nothing added up

failed: the work failed, nothing was charged; --by outcome says why. unpaid: the result existed and its payment failed.
rejected: the payment was not accepted. other: covered by an earlier payment, free, or uncharged.
cost, margin: of the lines whose catalog says what the upstream charges (\`cost\`).
--by catalog says when each catalog was live and of which commit it is, where the latest releases
say so; +changes means that its generated/ was not exactly that commit's.

Exit codes: 0 reported, 2 wrong usage, an unknown route, or no store.`

const KNOWN = ['by', 'since', 'until', 'route', 'wallet', 'json', 'csv', 'lines'] as const

/** Prints each line as JSON. */
async function printLines(
  lines: AsyncIterable<KeyedLine>,
  options: ReportOptions,
): Promise<undefined> {
  for await (const { key, line } of lines)
    if (isWanted(line, options)) console.log(JSON.stringify({ key, ...line }))
}

/** The hash of the catalog that `generated/` is of. */
const ownHash = (): string =>
  (JSON.parse(readFileSync('generated/manifest.json', 'utf8')) as { catalog: string }).catalog

async function report(options: ReportOptions): Promise<number> {
  const { store, releases, close } = await openForReport(process.env, { networks, gateway })
  const routes = new Set<string>()
  try {
    const lines = noted(salesLines(store, options), routes)
    const known = options.by === 'catalog' ? await knownCatalogs(releases, ownHash()) : undefined
    const text =
      options.form === 'lines'
        ? await printLines(lines, options)
        : show(await tally(lines, options), options, known)
    const wrong = await unknownRoute(options.route, routes)
    if (wrong !== undefined) throw new Error(wrong)
    if (text !== undefined) console.log(text)
    return 0
  } finally {
    await close()
  }
}

await runReport(HELP, { name: 'npm run sales', known: KNOWN }, report)
