/** Runs the generator's command line from its bundle. */
import { setFlagsFromString } from 'node:v8'
import { loadBundle } from '../scripts/cached-bundle.mjs'

// Most functions run a few hundred times: to optimise them takes twice the time of running them.
// With this budget only the loops of much larger catalogs are optimised.
setFlagsFromString('--interrupt-budget=1000000')

const { main, terminal } = await loadBundle('generator/cli.ts', 'generator')
process.exitCode = await main(process.argv.slice(2), terminal())
