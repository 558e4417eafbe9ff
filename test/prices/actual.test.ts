/** What is charged by use is never more than the quote, and no less for more use. */
import { expect, it } from 'vitest'
import { catalog } from '../../generated/index.ts'
import { realCatalog } from '../docs/catalog.ts'
import { runs } from '../helpers/runs.ts'
import { routesByUse, seenIn } from './charges.ts'

const { ir } = await realCatalog()

it('the generated routes are those of the catalog', () => {
  const generated = catalog.routes.filter(one => one.price?.actual !== undefined)
  expect(generated.map(one => one.id)).toEqual(routesByUse(ir).map(one => one.id))
  expect(generated.length).toBeGreaterThan(4)
})

it('10,000 random requests and uses are charged within their quote, and more for more', () => {
  const { wrong, all, belowQuote, grown } = seenIn(ir, runs(10_000))
  expect(wrong).toEqual([])
  // Most requests pass their gates, and much of their use is neither nothing nor too much.
  expect(all).toBeGreaterThan(runs(5000))
  expect(belowQuote).toBeGreaterThan(all / 4)
  expect(grown).toBeGreaterThan(all / 8)
})
