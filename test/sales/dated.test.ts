/** The price of a sale is computed again from the dated price that it was sold at. */
import { afterEach, expect, it } from 'vitest'
import type { Catalog } from '../../runtime/contract.ts'
import { dayOf, SALES } from '../../runtime/sales/line.ts'
import type { SaleLine } from '../../runtime/sales/types.ts'
import { conclude, recompute } from '../../scripts/reports/recompute.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import { cashWorld, gives, startCashGateway, type CashGateway } from '../helpers/cash-gateway.ts'

const HOUR = 3_600_000
const body = { text: 'x' }

let at: CashGateway
afterEach(() => at?.stop())

it('if no price could be computed, the command says so and fails', () => {
  const equal = { quoted: 1n, charged: 1n, isEqual: true }
  const older = { impossible: 'it was sold from catalog abc' }
  const codes = [[equal, older], [equal, { ...equal, isEqual: false }], [], [older, older]].map(
    ends => conclude(ends).code,
  )
  expect(codes).toEqual([0, 1, 0, 3])
  expect(conclude([older, older, { impossible: 'its price reads body.x' }]).text).toMatch(
    /^Nothing was compared: none of the 3 prices .*, 2 of them because it was sold from catalog abc\. .*--catalog FOLDER/m,
  )
  expect(conclude([]).text).toBe('There are no sales in this period.')
})

/** A catalog whose first model has another price from `from` on, for an hour. */
function datedCatalog(from: number): Catalog {
  const catalog = cashCatalog()
  const { rows } = catalog.tables.models!
  const dated = [{ from, until: from + HOUR, row: { ...rows[0]!, price: 40_000n } }]
  return { ...catalog, tables: { models: { name: 'models', rows, dated } } } as Catalog
}

/** Buys once and returns the new line. */
async function sold(): Promise<SaleLine> {
  const { world, store } = at
  const paid = world.cash.wallet('ann').sign(await at.quote('/write/first', body))
  expect((await at.post('/write/first', body, paid)).status).toBe(200)
  const lines = await store.list<SaleLine>(SALES, dayOf(world.clock.now()), 10)
  return lines.at(-1)!.stored.doc
}

it('a line without what its price reads is not computed', async () => {
  const line = { outcome: 'charged', route: 'post_write', quoted: '1', charged: '1' }
  const catalog = cashCatalog()
  const without = { ...line, model: 'first', catalog: catalog.hash } as unknown as SaleLine
  const impossible = expect.stringContaining('cannot be computed from it')
  expect(recompute(catalog, 'cash', without)).toEqual({ impossible })
})

it('before, in and after its time', async () => {
  const from = cashWorld().clock.now() + HOUR
  const catalog = datedCatalog(from)
  at = await startCashGateway(cashWorld(catalog))
  at.world.vendor.reply = () => gives({ found: 1 })
  const prices: [number | undefined, string][] = []
  for (let i = 0; i < 3; i++) {
    const line = await sold()
    prices.push([line.since, line.quoted])
    expect(recompute(catalog, 'cash', line)).toMatchObject({ isEqual: true })
    await at.world.clock.skip(HOUR + 1)
  }
  const [, [, higher]] = prices as [unknown, [unknown, string]]
  expect(prices).toEqual([
    [undefined, expect.any(String)],
    [from, higher],
    [from + HOUR, prices[0]![1]],
  ])
  expect(higher).not.toBe(prices[0]![1])
})
