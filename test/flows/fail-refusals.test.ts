/** Refusals of an upstream in the words of a gate (`fail: { when, error, body }`). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import { cashWorld, fails, gives, startCashGateway } from '../helpers/cash-gateway.ts'
import type { CashGateway, World } from '../helpers/cash-gateway.ts'

let world: World
let at: CashGateway
beforeAll(async () => {
  world = cashWorld(cashCatalog([routes.tree!]))
  at = await startCashGateway(world)
})
afterAll(() => at.stop())

it('[fail] answer with their own status, message, code and members, and charge nothing', async () => {
  const body = { text: 'fox' }
  const header = world.cash.wallet('ann').sign(await at.quote('/tree', body))
  const refused = { status: 404, message: 'No such fox', extra: { hint: 'Look in the snow' } }
  world.vendor.reply = () => fails('upstream_rejected', { code: 'UNKNOWN', status: 200, refused })
  const seen = await at.post('/tree', body, header)
  expect([seen.status, seen.body]).toMatchObject([
    404,
    { error: 'No such fox', code: 'UNKNOWN', hint: 'Look in the snow' },
  ])
  expect(world.cash.bank.earned()).toBe(0n)
  // The claim was released: the same payment buys what there is later.
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  expect((await at.post('/tree', body, header)).status).toBe(200)
  expect(world.cash.bank.earned()).toBe(2000n)
})
