/**
 * `npm run freeze`: copies `catalog/` to `test/fixtures/catalog/`, the catalog that the
 * specification tests sell. Run it when the specification of the product changes. Changes of prices
 * and models in `catalog/` do not need it.
 */
import { cpSync, rmSync } from 'node:fs'

const COPY = 'test/fixtures/catalog'

rmSync(COPY, { recursive: true, force: true })
// The reference page describes the language, which is not frozen.
cpSync('catalog', COPY, { recursive: true, filter: path => !path.endsWith('REFERENCE.md') })
console.log(`Copied catalog/ to ${COPY}/. Run "npm test", then commit the copy.`)
