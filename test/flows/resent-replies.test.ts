/** Large stored replies that are sent again take memory until their callers have them. */
import { randomBytes } from 'node:crypto'
import { request, type ClientRequest } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  cashWorld,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'

/** About six million characters as it is stored: no socket buffers it. */
const LARGE = { text: randomBytes(4_500_000).toString('base64') }
const BOUNDS = { each: 10_000_000, all: 18_000_000 }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world, { settings: { resentReplies: BOUNDS } })
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

/** Asks for a reply again, and reads nothing of it after its head. */
function stall(header: string): Promise<ClientRequest> {
  const asking = request(`${at.url}/tree`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'payment-signature': header },
  })
  asking.on('error', () => undefined).end('{}')
  return new Promise(resolve =>
    asking.on('response', response => {
      response.pause()
      resolve(asking)
    }),
  )
}

const again = async (header: string): Promise<string> => {
  const { status, body } = await at.post('/tree', {}, header)
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

it('small replies do not count', async () => {
  world.vendor.reply = () => gives({ found: 1 }, LONGER)
  const slow = await stall(await leave('ann'))
  world.vendor.reply = () => gives({ found: 1 }, { text: 'short' })
  expect(await again(await leave('ann'))).toBe('whole')
  slow.destroy()
})
