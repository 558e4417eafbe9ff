/** Runs main.ts from its bundle, as the gateway runs in production. */
import { loadBundle } from '../../cached-bundle.mjs'

await loadBundle('scripts/bench/servers/main.ts', 'bench')
