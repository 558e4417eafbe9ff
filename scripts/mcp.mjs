/** `farebox mcp`, and `npm run -s mcp --`: runs scripts/mcp/main.ts from its bundle. */
import { loadBundle } from './cached-bundle.mjs'

const { main } = await loadBundle('scripts/mcp/main.ts', 'mcp')
process.exit(await main(process.argv.slice(2)))
