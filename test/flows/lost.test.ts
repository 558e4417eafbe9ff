/**
 * A caller that left before the reply, and asks again with a fresh signature: it gets what it paid
 * for, once.
 */
import { request, type ClientRequest } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { chatWorld, PRICE } from '../helpers/cash-streams.ts'

let world: World
let at: CashGateway
beforeEach(async () => {
  world = chatWorld()
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const bank = () => world.cash.bank
const ASK = { stream: false, text: 'hello' }
const pay = async (who = 'ann', body: object = ASK): Promise<string> =>
  world.cash.wallet(who).sign(await at.quote('/chat', body))
const answer = (content: string) => ({
  ...gives({}),
  completion: { choices: [{ index: 0, content, finish: 'stop' as const }] },
})
const contentOf = (seen: { body: any }): string | undefined =>
  seen.body.choices?.[0].message.content

/** Asks, and leaves once `when` holds. */
async function leave(header: string, when: () => boolean): Promise<void> {
  let isGone = false
  at.gateway.app.server.once('connection', socket =>
    socket.once('close', () => {
      isGone = true
    }),
  )
  const asking: ClientRequest = request(`${at.url}/chat`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'payment-signature': header },
  })
  asking.on('error', () => undefined).end(JSON.stringify(ASK))
  await until(when)
  asking.destroy()
  await until(() => isGone)
}

it('while the upstream worked: it waits for that very answer, is charged once, and its second signature stays good', async () => {
  await leave(await pay(), () => world.vendor.asked.length === 1)
  const second = await pay()
  const again = at.post('/chat', ASK, second)
  world.vendor.asked[0]!.answer(answer('the first'))
  const seen = await again
  expect([seen.status, contentOf(seen), world.vendor.asked.length, bank().earned()]).toEqual([
    200,
    'the first',
    1,
    PRICE,
  ])
  expect(
    JSON.parse(Buffer.from(seen.headers.get('payment-response')!, 'base64').toString()),
  ).toMatchObject({ success: true, transaction: [...bank().landed.values()][0] })
  world.vendor.reply = () => answer('another')
  const other = await at.post('/chat', ASK, second)
  expect([contentOf(other), bank().earned()]).toEqual(['another', 2n * PRICE])
})

it('while its payment was being settled: the same', async () => {
  bank().mode = 'held'
  world.vendor.reply = () => answer('the first')
  await leave(await pay(), () => bank().attempts.length === 1)
  const again = at.post('/chat', ASK, await pay())
  bank().letGo()
  expect([contentOf(await again), world.vendor.asked.length]).toEqual(['the first', 1])
  expect(bank().earned()).toBe(PRICE)
})

it('and left again while it waited: it gets that answer whenever it comes, and pays for it once', async () => {
  await leave(await pay(), () => world.vendor.asked.length === 1)
  const waits = world.cash.paymentScheme.verify.bind(world.cash.paymentScheme)
  let isWaiting = false
  world.cash.paymentScheme.verify = async (...args) => {
    const verdict = await waits(...args)
    isWaiting = true
    return verdict
  }
  await leave(await pay(), () => isWaiting)
  world.vendor.asked[0]!.answer(answer('the first'))
  await until(() => bank().earned() === PRICE)
  expect([
    contentOf(await at.post('/chat', ASK, await pay())),
    world.vendor.asked.length,
    bank().earned(),
  ]).toEqual(['the first', 1, PRICE])
})

it('a repeat of a payment with unknown outcome gets 503, and the answer once the payment is settled', async () => {
  await leave(await pay(), () => world.vendor.asked.length === 1)
  bank().mode = 'unknown'
  world.vendor.asked[0]!.answer(answer('the first'))
  const second = await pay()
  const seen = await at.post('/chat', ASK, second)
  expect([seen.status, seen.headers.get('retry-after'), bank().attempts.length]).toEqual([
    503,
    '5',
    1,
  ])
  bank().mode = 'land'
  expect(contentOf(await at.post('/chat', ASK, second))).toBe('the first')
  expect([world.vendor.asked.length, bank().earned()]).toEqual([1, PRICE])
})

it.each<[string, string, object]>([
  ['another wallet', 'bob', ASK],
  ['another request', 'ann', { ...ASK, text: 'bye' }],
])('%s buys its own', async (_, who, body) => {
  await leave(await pay(), () => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(answer('the first'))
  world.vendor.reply = () => answer('the second')
  expect(contentOf(await at.post('/chat', body, await pay(who, body)))).toBe('the second')
  await until(() => bank().earned() === 2n * PRICE)
})

it('equal calls whose callers all wait are calls of their own', async () => {
  const calls = [at.post('/chat', ASK, await pay()), at.post('/chat', ASK, await pay())]
  await until(() => world.vendor.asked.length === 2)
  for (const [n, asked] of world.vendor.asked.entries()) asked.answer(answer(`answer ${n}`))
  expect(new Set((await Promise.all(calls)).map(contentOf)).size).toBe(2)
  expect(bank().earned()).toBe(2n * PRICE)
})

it('if the first call fails uncharged, the repeat buys the answer', async () => {
  await leave(await pay(), () => world.vendor.asked.length === 1)
  const again = at.post('/chat', ASK, await pay())
  world.vendor.reply = () => answer('the second')
  world.vendor.asked[0]!.answer(fails())
  expect([contentOf(await again), bank().earned()]).toEqual(['the second', PRICE])
})

it('a named purchase is given to a new signature of its wallet, also without the name', async () => {
  const payload = JSON.parse(Buffer.from(await pay(), 'base64').toString())
  const extensions = { 'payment-identifier': { info: { id: 'order_0000000000000001' } } }
  const named = Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
  await leave(named, () => world.vendor.asked.length === 1)
  world.vendor.asked[0]!.answer(answer('the first'))
  expect(contentOf(await at.post('/chat', ASK, await pay()))).toBe('the first')
  expect([world.vendor.asked.length, bank().earned()]).toEqual([1, PRICE])
})
