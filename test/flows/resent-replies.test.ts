/** Large stored replies that are sent again take memory until their callers have them. */
import { randomBytes } from 'node:crypto'
import type { ClientRequest } from 'node:http'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Requirements } from '../../runtime/payments/payment.ts'
import {
  cashWorld,
  gives,
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import * as hangUp from '../helpers/hang-up.ts'

/** About six million characters as it is stored: no socket buffers it. */
const LARGE = { text: randomBytes(4_500_000).toString('base64') }
/** Two of them may be left by a wallet. */
const STORED = { each: 13_000_000, all: 100_000_000 }
const BOUNDS = { each: 10_000_000, all: 18_000_000 }

let world: World
let at: CashGateway
beforeEach(async () => {
  const kept = { ...routes.tree!, id: 'post_kept', path: '/kept', redeliver: 300_000 }
  world = cashWorld(cashCatalog([routes.tree!, kept]))
  at = await startCashGateway(world, {
    settings: { resentReplies: BOUNDS, storedReplies: STORED },
  })
  world.vendor.reply = () => gives({ found: 1 }, LARGE)
})
afterEach(() => at.stop())

/** Buys a large reply, and does not get it. */
async function leave(name: string): Promise<string> {
  const header = world.cash.wallet(name).sign(await at.quote('/tree', {}))
  world.cash.bank.mode = 'unknown'
  expect((await at.post('/tree', {}, header)).status).toBe(503)
  world.cash.bank.mode = 'land'
  return header
}

const asks = (header: string, path: string): ClientRequest =>
  hangUp.asks(at, { path, body: {}, header })

/** Asks for a reply again, and reads nothing of it after its head. */
const stall = (header: string, path = '/tree'): Promise<ClientRequest> =>
  hangUp.stall(at, { path, body: {}, header })

const again = async (header: string, path = '/tree'): Promise<string> => {
  const { status, body } = await at.post(path, {}, header)
  return status === 200 ? 'whole' : `${status} ${body.details}`
}

it('a wallet gets its large replies one after the other; the others stay stored', async () => {
  const [first, second] = [await leave('ann'), await leave('ann')]
  const slow = await stall(first)
  expect(await again(second)).toMatch(/^503 Several large replies are being sent again now;/)
  slow.destroy()
  await until(async () => (await again(second)) === 'whole')
  await until(async () => (await again(first)) === 'whole')
  expect(world.vendor.asked).toHaveLength(2)
})

it('all wallets together have a bound too', async () => {
  const headers = [await leave('ann'), await leave('bob'), await leave('cat')]
  const slow = [await stall(headers[0]!), await stall(headers[1]!)]
  expect(await again(headers[2]!)).toMatch(/^503 Several/)
  slow[0]!.destroy()
  await until(async () => (await again(headers[2]!)) === 'whole')
})

/** Longer than the bound of a wallet. */
const LONGER = { text: randomBytes(9_000_000).toString('base64') }

it('a reply that is longer than the bound of a wallet is sent again while it has no other', async () => {
  world.vendor.reply = () => gives({ found: 1 }, LONGER)
  const header = await leave('ann')
  for (let i = 0; i < 3; i++) (await stall(header)).destroy()
  await until(async () => (await again(header)) === 'whole')
})

it('a reply counts as it is read, however well it packs', async () => {
  world.vendor.reply = () => gives({ found: 1 }, { text: 'x'.repeat(6_000_000) })
  const [first, second] = [await leave('ann'), await leave('ann')]
  const slow = await stall(first)
  expect(await again(second)).toMatch(/^503 Several/)
  slow.destroy()
  await until(async () => (await again(second)) === 'whole')
})

it('a wallet that is asked to come again keeps its right to the reply that it paid for', async () => {
  const pay = async (): Promise<string> =>
    world.cash.wallet('ann').sign(await at.quote('/kept', {}))
  const buy = async (): Promise<string> => again(await pay(), '/kept')
  const broken = await stall(await pay(), '/kept')
  broken.destroy()
  await until(() => at.facts.length === 2)
  const others = [await leave('bob'), await leave('cat')]
  // Its right would end after five minutes.
  await world.clock.skip(290_000)
  const slow = [await stall(others[0]!), await stall(others[1]!)]
  expect(await buy()).toMatch(/^503 Several/)
  slow[0]!.destroy()
  await world.clock.skip(20_000)
  const earned = world.cash.bank.earned()
  await until(async () => (await buy()) === 'whole')
  expect([world.cash.bank.earned(), world.vendor.asked.length]).toEqual([earned, 3])
})

it('a transfer that takes a minute gives way to one that waits, and stays stored', async () => {
  const [first, second] = [await leave('ann'), await leave('ann')]
  let isCut = false
  at.gateway.app.server.once('connection', socket =>
    socket.once('close', () => {
      isCut = true
    }),
  )
  await stall(first)
  await world.clock.skip(59_000)
  expect(await again(second)).toMatch(/^503 Several/)
  await world.clock.skip(1_000)
  expect(await again(second)).toBe('whole')
  await until(() => isCut)
  await until(async () => (await again(first)) === 'whole')
  expect(world.cash.bank.earned()).toBe(4_000n)
})

it('a purchase after one that nobody paid for takes no memory of other replies', async () => {
  const stored = await leave('ann')
  // A call is left before its reply, and its payment is refused.
  world.vendor.reply = undefined
  const pay = async (): Promise<string> =>
    world.cash.wallet('ann').sign(await at.quote('/kept', {}))
  const { asked } = world.vendor
  const first = asks(await pay(), '/kept')
  await until(() => asked.length === 2)
  first.destroy()
  await until(() => [...world.docs.keys()].some(key => key.startsWith('gateway.left')))
  const { backend } = world.cash.paymentScheme
  const { settle, find } = backend
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  backend.find = async () => ({ state: 'unknown', reason: 'no' })
  asked[1]!.answer(gives({ found: 1 }, LARGE))
  await until(() => [...world.docs.values()].some(({ text }) => JSON.parse(text).mayLand))
  backend.settle = settle
  const anew = at.post('/kept', {}, await pay())
  await until(() => asked.length === 3)
  backend.find = find
  expect(await again(stored)).toBe('whole')
  asked[2]!.answer(gives({ found: 1 }, LARGE))
  expect((await anew).status).toBe(200)
})

it('a stranger, who does not know the name of a purchase, cannot end its transfer', async () => {
  const header = world.cash.wallet('ann').sign(await at.quote('/tree', {}))
  const payload = JSON.parse(Buffer.from(header, 'base64').toString())
  const extensions = { 'payment-identifier': { info: { id: 'order_0000000000000001' } } }
  const named = Buffer.from(JSON.stringify({ ...payload, extensions })).toString('base64')
  const broken = await stall(named)
  broken.destroy()
  const isBroken = (): boolean =>
    [...world.docs.values()].some(({ text }) => JSON.parse(text).delivered === false)
  await until(isBroken)
  let isCut = false
  at.gateway.app.server.once('connection', socket =>
    socket.once('close', () => {
      isCut = true
    }),
  )
  const slow = await stall(named)
  await world.clock.skip(60_000)
  // What it sends is public on the chain.
  const seen = await tickUntil(world.clock, at.post('/tree', {}, header))
  expect([seen.status, isCut]).toEqual([503, false])
  slow.destroy()
  expect((await at.post('/tree', {}, header)).status).toBe(402)
})

/** Somebody sends an authorization to the chain. */
async function lands(header: string): Promise<void> {
  const { decode, backend } = world.cash.paymentScheme
  const decoded = decode(header)
  if (!decoded.ok) throw new Error('not a payment')
  const { accepted } = decoded.payment.payload as { accepted: Requirements }
  await backend.settle(decoded.payment, accepted, async () => undefined)
}

it('a refused payment that lands later takes room, if its reply is not collected', async () => {
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  const pay = async (): Promise<string> =>
    world.cash.wallet('ann').sign(await at.quote('/tree', {}))
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  const headers = [await pay(), await pay()]
  for (const header of headers) expect(await again(header)).toMatch(/^402/)
  backend.settle = settle
  for (const header of headers) {
    await lands(header)
    const broken = await stall(header)
    const delivered = vi.spyOn(at.ledger, 'delivered')
    broken.destroy()
    await until(() => delivered.mock.calls.length === 1)
    delivered.mockRestore()
  }
  // The room of refused payments would end ten minutes after they lapse.
  await world.clock.skip(16 * 60_000)
  expect(await again(await pay())).toMatch(/^429/)
})

it('small replies do not count', async () => {
  world.vendor.reply = () => gives({ found: 1 }, LONGER)
  const slow = await stall(await leave('ann'))
  world.vendor.reply = () => gives({ found: 1 }, { text: 'short' })
  expect(await again(await leave('ann'))).toBe('whole')
  slow.destroy()
})
