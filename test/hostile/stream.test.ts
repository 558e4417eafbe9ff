/** Callers who try to have streams for nothing. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startCashGateway, until, type CashGateway, type World } from '../helpers/cash-gateway.ts'
import {
  chatWorld,
  eventsOf,
  listen,
  openStreams,
  PRICE,
  type ManualStream,
} from '../helpers/cash-streams.ts'

let world: World
let at: CashGateway
let opened: ManualStream[]
beforeEach(async () => {
  world = chatWorld()
  opened = openStreams(world)
  const { bank: money, paymentScheme } = world.cash
  paymentScheme.balanceOf = async address => money.balances.get(address) ?? 0n
  at = await startCashGateway(world, {})
})
afterEach(async () => {
  await at.stop()
})
const bank = () => world.cash.bank

it('charges a caller who disconnects before the last frame', async () => {
  for (let n = 1; n <= 3; n++) {
    const caller = await listen(
      at,
      '/chat',
      world.cash.wallet('thief').sign(await at.quote('/chat', {})),
    )
    opened.at(-1)!.says('the whole answer')
    await caller.hears('the whole answer')
    caller.leave()
    await until(() => bank().earned() === PRICE * BigInt(n))
  }
})

it('charges a slow reader for what it was sent, when the upstream hangs up', async () => {
  const LETTERS = 'x'.repeat(256 * 1024)
  const caller = await listen(
    at,
    '/chat',
    world.cash.wallet('thief').sign(await at.quote('/chat', {})),
  )
  await caller.hears('one')
  caller.pause()
  // Until the connection is full: then nothing more is asked of the upstream.
  await until(async () => {
    const { asked } = opened[0]!
    opened[0]!.says(LETTERS)
    await new Promise(resolve => setTimeout(resolve, 20))
    return opened[0]!.asked === asked
  })
  await world.clock.advance(11_000)
  opened[0]!.breaks('cut')
  caller.resume()
  await caller.end
  await until(() => bank().earned() === PRICE)
})

it('charges a caller who disconnects at the very end once', async () => {
  bank().mode = 'held'
  const caller = await listen(
    at,
    '/chat',
    world.cash.wallet('thief').sign(await at.quote('/chat', {})),
  )
  opened[0]!.ends()
  await until(() => bank().attempts.length === 1)
  caller.leave()
  await caller.end
  bank().letGo()
  await until(() => bank().earned() === PRICE)
  expect(bank().attempts).toHaveLength(1)
})

it('a wallet that holds enough for one stream cannot open two at once with two payments', async () => {
  const wallet = world.cash.wallet('thief', PRICE)
  const quote = await at.quote('/chat', {})
  const first = await listen(at, '/chat', wallet.sign(quote))
  await first.hears('one')
  const seen = await at.post('/chat', {}, wallet.sign(quote))
  expect([seen.status, seen.body.code, opened.length]).toEqual([402, 'PAYMENT_UNFUNDED', 1])
  opened[0]!.ends()
  await first.end
  world.cash.wallet('thief', PRICE)
  const later = await listen(at, '/chat', wallet.sign(quote))
  expect(later.status).toBe(200)
  opened[1]!.ends()
  await later.end
  expect(bank().earned()).toBe(PRICE * 2n)
})

it('a wallet emptied during its stream gets that stream, marked as not settled, and no other', async () => {
  const wallet = world.cash.wallet('thief', PRICE)
  const quote = await at.quote('/chat', {})
  const header = wallet.sign(quote)
  const caller = await listen(at, '/chat', header)
  await caller.hears('one')
  world.cash.wallet('thief', 0n)
  opened[0]!.ends()
  await caller.end
  expect(eventsOf(caller.text()).at(-2).payment).toEqual({
    settled: false,
    network: 'cash',
    error_class: 'settlement_failed',
  })
  const answers = [
    await at.post('/chat', {}, wallet.sign(quote)),
    await at.post('/chat', {}, header),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [402, 'PAYMENT_UNFUNDED'],
    [402, 'PAYMENT_REPLAY'],
  ])
  expect(opened).toHaveLength(1)
})

it('a payment that is about to lapse when it comes is settled at once', async () => {
  const validBefore = String(Math.floor(world.clock.now() / 1000) + 8)
  const caller = await listen(
    at,
    '/chat',
    world.cash.wallet('thief').sign(await at.quote('/chat', {}), { validBefore }),
  )
  await caller.hears('one')
  await world.clock.advance(0)
  await until(() => bank().earned() === PRICE)
  await world.clock.advance(60_000)
  opened[0]!.ends()
  await caller.end
  expect([eventsOf(caller.text()).at(-2).payment.settled, bank().attempts.length]).toEqual([
    true,
    1,
  ])
})

it('the same payment sent again and again while its stream goes on opens nothing', async () => {
  const header = world.cash.wallet('thief').sign(await at.quote('/chat', {}))
  const caller = await listen(at, '/chat', header)
  await caller.hears('one')
  const codes = await Promise.all(
    Array.from(
      { length: 30 },
      async (_, i) =>
        (await at.post(i % 2 === 0 ? '/chat' : '/twice', { text: `${i}` }, header)).body.code,
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['PAYMENT_REPLAY']))
  expect(opened).toHaveLength(1)
  opened[0]!.ends()
  await caller.end
})
