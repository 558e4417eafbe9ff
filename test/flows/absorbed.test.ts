/** Results whose cost we bear if their payment fails: what was not sent is not borne. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'

const PRICE = 2_000
const catalog = () => {
  const made = cashCatalog([{ ...routes.tree!, onSettlementFailure: 'absorb' }])
  return { ...made, gateway: { ...made.gateway, absorbed: 2 * PRICE } }
}

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(catalog())
  // No wallet may leave any large reply.
  at = await startCashGateway(world, { settings: { storedReplies: { each: 1, all: 1 } } })
})
afterEach(() => at.stop())

const buy = async (name: string): Promise<number> => {
  const header = world.cash.wallet(name).sign(await at.quote('/tree', {}))
  return (await at.post('/tree', {}, header)).status
}

it('calls that are refused before their settlement take nothing of the limit', async () => {
  const large = { text: randomBytes(225_000).toString('base64') }
  world.vendor.reply = () => gives({ found: 1 }, large)
  for (const name of ['ann', 'bob', 'cat']) expect(await buy(name)).toBe(429)
  world.vendor.reply = () => gives({ found: 1 })
  world.cash.bank.mode = 'fail'
  expect([await buy('dan'), await buy('eve'), await buy('fay')]).toEqual([200, 200, 402])
  expect(world.cash.bank.earned()).toBe(0n)
})
