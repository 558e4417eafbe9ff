/**
 * `npm run preview`: serves the catalog that is being edited, with live 402s and documents, and
 * serves the new one after each save.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { portOf, readOptions, UsageError } from './command-line.ts'
import { startUpstreams } from './devnet/upstreams/index.ts'
import { build } from './preview/build.ts'
import { startPreview, type State } from './preview/preview.ts'
import { servePreview } from './preview/server.ts'
import { onEnd } from './world/on-end.ts'

const PORT = '4021'

const HELP = `npm run preview -- [options]

Serves the catalog that is being edited: quotes, documents and a page, with local upstreams and
without a chain. After each save the new catalog is served, or its problems are shown.

Options
  --catalog DIR        the catalog's folder; default catalog
  --port N             default ${PORT}; 0 picks a free port
  --help

Exit codes: 0 ended by Ctrl-C, 1 failure, 2 wrong usage.`

const options = {
  catalog: { type: 'string', default: 'catalog' },
  port: { type: 'string', default: PORT },
  help: { type: 'boolean', default: false },
} as const

type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** Says a state in the terminal. */
function say({ problems, routes, served, version }: State): void {
  if (problems !== '') console.log(problems.trimEnd())
  if (served === version) return console.log(`  ✓ ${routes} routes are served`)
  console.log(served > 0 ? '  ✗ the last catalog that compiles is served' : '  ✗ nothing is served')
}

async function run({ catalog, port }: Flags): Promise<void> {
  const at = portOf(port)
  const ended = new Promise<void>(end => onEnd(end))
  const began = performance.now()
  mkdirSync('.farebox', { recursive: true })
  const folder = resolve(mkdtempSync('.farebox/preview-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const upstreams = await startUpstreams()
  const preview = await startPreview({
    catalog,
    folder,
    build: below => {
      console.log(`Compiling ${catalog}/ ...`)
      return build(catalog, below, upstreams.env)
    },
    now: () => new Date(),
  })
  say(preview.state())
  preview.follow(say)
  const server = await servePreview(preview, at)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(
    `Preview of ${catalog}/ at ${server.url} (${seconds} s). It follows every save; Ctrl-C ` +
      'ends it.',
  )
  await ended
  server.stop()
  preview.stop()
  await upstreams.stop()
}

try {
  const flags: Flags = readOptions(() => parseArgs({ options }).values, options, 'npm run preview')
  if (flags.help) console.log(HELP)
  else await run(flags)
  process.exit(0)
} catch (error) {
  console.error((error as Error).message)
  process.exit(error instanceof UsageError ? 2 : 1)
}
