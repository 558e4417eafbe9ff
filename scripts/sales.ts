/**
 * `npm run sales`: who bought what, from the sales lines of the store. Reads, and writes nothing.
 */
import { gateway, networks } from '../generated/gateway.ts'
import { salesLines } from '../runtime/sales/read.ts'
import { readOptions, type ReportOptions } from './reports/options.ts'
import { runReport } from './reports/run.ts'
import { show } from './reports/show.ts'
import { openForReport } from './reports/store.ts'
import { isWanted, tally } from './reports/tally.ts'

const HELP = `npm run sales -- [options]

Who bought what. Reads the store that DATA_DIR or REDIS_URL and NETWORK name, as the gateway has
them; the gateway may be running.

  --by model|route|wallet|network|day|outcome|catalog
                                                what is added up (model)
  --since 7d|12h|2026-11-01                     from when (7d)
  --until 2026-11-08                            to when (now)
  --route ID, --wallet ADDRESS                  only these
  --json, --csv                                 for programs
  --lines                                       each line as JSON, nothing added up

failed: the work failed, nothing was charged. unpaid: the result existed and its payment failed.
rejected: the payment was not accepted. other: covered by an earlier payment, free, or uncharged.
cost, margin: of the lines whose catalog says what the upstream charges (\`cost\`).`

const KNOWN = ['by', 'since', 'until', 'route', 'wallet', 'json', 'csv', 'lines'] as const

async function report(options: ReportOptions): Promise<number> {
  const { store, close } = await openForReport(process.env, { networks, gateway })
  try {
    const lines = salesLines(store, options)
    if (options.form !== 'lines') console.log(show(await tally(lines, options), options))
    else
      for await (const { key, line } of lines)
        if (isWanted(line, options)) console.log(JSON.stringify({ key, ...line }))
    return 0
  } finally {
    await close()
  }
}

await runReport(HELP, () => readOptions(process.argv.slice(2), KNOWN, Date.now()), report)
