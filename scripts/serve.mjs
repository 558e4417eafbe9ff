/** `npm run serve`: runs scripts/serve.ts from its bundle, which uses less memory. */
import './need-generated.mjs'
import { loadBundle } from './cached-bundle.mjs'

await loadBundle('scripts/serve.ts', 'serve')
