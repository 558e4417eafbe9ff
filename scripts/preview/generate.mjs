/** Runs generate.ts from its bundle, in a process of its own: `generate.mjs CATALOG OUT`. */
import { loadBundle } from '../cached-bundle.mjs'

const { generatePreview } = await loadBundle('scripts/preview/generate.ts', 'preview')
const [catalog, out] = process.argv.slice(2)
process.send(await generatePreview(catalog, out))
process.disconnect()
