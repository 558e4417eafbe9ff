/** Whatever the catalog charges by use: never more than the quote, and no less for more use. */
import { expect, it } from 'vitest'
import { realCatalog } from '../docs/catalog.ts'
import { runs } from '../helpers/runs.ts'
import { seenIn } from '../prices/charges.ts'

const { ir } = await realCatalog()

it('10,000 random requests and uses are charged within their quote, and more for more', () => {
  expect(seenIn(ir, runs(10_000)).wrong).toEqual([])
})
