/** The specification's tests do not read the live catalog, which changes without them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('no test reads catalog/ by its name: CATALOG of test/helpers/catalogs.ts names the one to read', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    path => path.endsWith('.ts') && !path.startsWith('golden/'),
  )
  const reads =
    /(?:readCatalog|readFileSync|readdirSync|readFile|readdir)\(\s*(?:join\(\w+, )?'catalog\b/
  expect(files.filter(path => reads.test(readFileSync(join('test', path), 'utf8')))).toEqual([])
})
