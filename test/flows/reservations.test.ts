/** A wallet is held to what it has reserved and not paid, and to nothing else. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBalance } from '../../runtime/hooks/balance.ts'
import type { Store } from '../../runtime/store/store.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { headerFor, jobFlows, made } from '../helpers/cash-jobs.ts'
import { memoryStore } from '../helpers/memory-store.ts'

const flow = jobFlows[0]!
let world: World
let at: CashGateway
let held: Store
/** How many reservations did not fit. */
let noRoom: number
beforeEach(async () => {
  world = cashWorld()
  const { paymentScheme, bank } = world.cash
  paymentScheme.balanceOf = async wallet => bank.balances.get(wallet) ?? 0n
  // As in production: views have a balance that is remembered for two seconds.
  const balanceOf = createBalance({ clock: world.clock, paymentScheme })
  const shared = memoryStore(world.clock, { docs: world.docs, shared: true })
  noRoom = 0
  const hold: typeof shared.hold = async (...held) => {
    const fits = await shared.hold(...held)
    if (!fits) noRoom++
    return fits
  }
  held = { ...shared, hold }
  at = await startCashGateway(world, { parts: { balanceOf }, store: held })
  world.vendor.reply = () => made
})
afterEach(() => at.stop())

it('a job paid by a repeated submit is no longer reserved', async () => {
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
  const second = at.post(flow.path, flow.body, await headerFor(at, flow))
  const { status, body } = await tickUntil(world.clock, second)
  expect([status, body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
})

it('calls that waited while the only money of their wallet was spent are refused', async () => {
  const path = '/write/first'
  const quote = await at.quote(path, { text: 'x' })
  const ann = world.cash.wallet('ann', BigInt(quote.amount))
  const send = (): ReturnType<typeof at.post> => at.post(path, { text: 'x' }, ann.sign(quote))
  world.vendor.reply = undefined
  const { asked } = world.vendor
  const first = send()
  await until(() => asked.length === 1)
  const rest = [send(), send(), send()]
  // Each finds no room, neither without the balance nor with it, and looks again a moment later.
  await until(() => noRoom === 2 * rest.length)
  asked[0]!.answer(gives({ ok: 1 }))
  expect((await first).status).toBe(200)
  world.vendor.reply = () => gives({ ok: 1 })
  const seen = await tickUntil(world.clock, Promise.all(rest))
  expect(seen.map(({ status, body }) => [status, body.code])).toEqual(
    rest.map(() => [402, 'PAYMENT_UNFUNDED']),
  )
  expect([asked.length, world.cash.bank.earned()]).toEqual([1, BigInt(quote.amount)])
})

it('an unclaimed reservation ends soon, even if its authorization is valid for long', async () => {
  const quote = await at.quote(flow.path, flow.body)
  const ann = world.cash.wallet('ann', BigInt(quote.amount))
  const year = String(Math.floor(world.clock.now() / 1000) + 31_536_000)
  // As if the process died there: it neither claims nor drops what it has reserved.
  const claiming = vi.spyOn(at.ledger, 'claim').mockRejectedValue(new Error('it died'))
  const dropping = vi.spyOn(held, 'unhold').mockResolvedValue()
  await at.post(flow.path, flow.body, ann.sign(quote, { validBefore: year }))
  expect(claiming).toHaveBeenCalled()
  claiming.mockRestore()
  dropping.mockRestore()
  const refused = await tickUntil(world.clock, at.post(flow.path, flow.body, ann.sign(quote)))
  expect([refused.status, refused.body.code]).toEqual([402, 'PAYMENT_UNFUNDED'])
  await world.clock.skip(2 * 3_600_000)
  const again = await tickUntil(world.clock, at.post(flow.path, flow.body, ann.sign(quote)))
  expect([again.status, world.cash.bank.earned()]).toEqual([200, BigInt(quote.amount)])
})
