/** Runs the generator's command line from its bundle. */
import { setFlagsFromString } from 'node:v8'
import { besideBundle, loadScript } from '../scripts/cached-bundle.mjs'

// Most functions run a few hundred times: to optimise them takes twice the time of running them.
// With this budget only the loops of much larger catalogs are optimised.
setFlagsFromString('--interrupt-budget=1000000')

const args = process.argv.slice(2)
const use = args[0] === 'generate' ? 'generate' : 'check'
const { main, terminal, keepBuilt } = await loadScript('generator/cli.ts', 'generator', use)
const kept = besideBundle('generator')
if (kept) keepBuilt(kept)
process.exitCode = await main(args, terminal())
