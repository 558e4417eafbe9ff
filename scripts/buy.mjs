/** `npm run buy`: runs scripts/buyer/main.ts from its bundle, which starts much faster. */
import { loadBundle } from './cached-bundle.mjs'

const { main } = await loadBundle('scripts/buyer/main.ts', 'buy')
process.exitCode = await main(process.argv.slice(2))
