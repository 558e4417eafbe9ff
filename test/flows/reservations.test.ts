/** A wallet is held to what it has reserved and not paid, and to nothing else. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  cashWorld,
  startCashGateway,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { headerFor, jobFlows, made } from '../helpers/cash-jobs.ts'

const flow = jobFlows[0]!
let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  const balanceOf = async (address: string): Promise<bigint> =>
    world.cash.bank.balances.get(address) ?? 0n
  at = await startCashGateway(world, { parts: { balanceOf } })
  world.vendor.reply = () => made
})
afterEach(() => at.stop())

it('a job that was paid when its submit came again is not reserved any more', async () => {
  world.cash.wallet('ann', 2n * flow.price)
  const first = await headerFor(at, flow)
  world.cash.bank.mode = 'unknown'
  expect((await at.post(flow.path, flow.body, first)).status).toBe(503)
  world.cash.bank.mode = 'land'
  expect((await at.post(flow.path, flow.body, first)).status).toBe(200)
  expect(world.cash.bank.earned()).toBe(flow.price)
  const second = await at.post(flow.path, flow.body, await headerFor(at, flow))
  expect([second.status, world.cash.bank.earned()]).toEqual([200, 2n * flow.price])
})

it('a job whose payment is not certain yet stays reserved', async () => {
  world.cash.wallet('ann', (3n * flow.price) / 2n)
  world.cash.bank.mode = 'unknown'
  expect((await at.post(flow.path, flow.body, await headerFor(at, flow))).status).toBe(503)
  const second = await at.post(flow.path, flow.body, await headerFor(at, flow))
  expect([second.status, second.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
})
