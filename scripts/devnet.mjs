/** `npm run devnet`: runs scripts/devnet.ts from its bundle, which starts several times as fast. */
import { loadBundle } from './cached-bundle.mjs'

await loadBundle('scripts/devnet.ts', 'devnet')
