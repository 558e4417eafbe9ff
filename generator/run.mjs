/** Runs the generator's command line from its bundle. */
import { loadBundle } from '../scripts/cached-bundle.mjs'

const { main, terminal } = await loadBundle('generator/cli.ts', 'generator')
process.exitCode = await main(process.argv.slice(2), terminal())
