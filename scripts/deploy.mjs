/** `npm run deploy` and `npm run rollback`: run scripts/deploy/main.ts from its bundle. */
import './need-generated.mjs'
import { loadBundle } from './cached-bundle.mjs'

const [command, ...args] = process.argv.slice(2)
const { main } = await loadBundle('scripts/deploy/main.ts', 'deploy')
process.exit(await main(command, args))
