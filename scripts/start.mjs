/** `npm start`: runs scripts/start.ts from its bundle, which starts several times as fast. */
import './need-generated.mjs'
import { loadBundle } from './cached-bundle.mjs'

await loadBundle('scripts/start.ts', 'start')
