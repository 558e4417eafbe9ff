/**
 * `npm run freeze` copies `catalog/` to `test/fixtures/catalog/`, the copy that the tests of the
 * specification sell. Run it when the specification of what is sold changes; prices and models of
 * the live catalog change without it.
 */
import { cpSync, rmSync } from 'node:fs'

const COPY = 'test/fixtures/catalog'

rmSync(COPY, { recursive: true, force: true })
cpSync('catalog', COPY, { recursive: true })
console.log(`${COPY}/ is a copy of catalog/ now: run "npm test" and commit it`)
