/**
 * Empty answers of a conversation cost us an upstream call each and are not charged: a wallet gets
 * as many in an hour as uncharged results.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { chats } from '../helpers/cash-streams.ts'

const MOST = 3
const HOUR = 3_600_000

let world: World
let at: CashGateway
let streamed: number
beforeEach(async () => {
  const catalog = cashCatalog([chats.chat!, routes.tree!])
  world = cashWorld({ ...catalog, gateway: { ...catalog.gateway, uncharged: MOST } })
  world.vendor.reply = () => fails('upstream_failed', { empty: true })
  streamed = 0
  world.vendor.stream = async () => {
    streamed += 1
    return fails('upstream_failed', { empty: true })
  }
  at = await startCashGateway(world)
})
afterEach(() => at.stop())

/** A payment that is good for two hours. */
async function pay(path: string, name = 'ann'): Promise<string> {
  const validBefore = String(Math.floor(world.clock.now() / 1000) + 7200)
  return world.cash.wallet(name).sign(await at.quote(path, {}), { validBefore })
}

it.each([false, true])('are counted, streamed or not (stream: %s)', async stream => {
  const header = await pay('/chat')
  for (let i = 0; i < MOST; i++)
    expect((await at.post('/chat', { stream }, header)).status).toBeGreaterThanOrEqual(500)
  const refused = await at.post('/chat', { stream }, header)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(refused.body.details).toMatch(/empty. Nothing was charged/)
  const asked = stream ? streamed : world.vendor.asked.length
  expect([asked, world.cash.bank.earned()]).toEqual([MOST, 0n])
})

it('refuse only conversations, only this wallet, and only for an hour', async () => {
  const header = await pay('/chat')
  for (let i = 0; i <= MOST; i++) await at.post('/chat', { stream: false }, header)
  world.vendor.reply = () => gives({ found: 1 })
  expect((await at.post('/chat', { stream: false }, header)).status).toBe(429)
  expect((await at.post('/tree', {}, await pay('/tree'))).status).toBe(200)
  const other = await at.post('/chat', { stream: false }, await pay('/chat', 'bob'))
  expect(other.status).not.toBe(429)
  await world.clock.skip(HOUR)
  expect((await at.post('/chat', { stream: false }, header)).status).not.toBe(429)
})

it('other failures of the upstream are not counted', async () => {
  world.vendor.reply = () => fails('upstream_failed', {})
  const header = await pay('/chat')
  for (let i = 0; i < 3 * MOST; i++)
    expect((await at.post('/chat', { stream: false }, header)).status).toBe(500)
})

it('a wallet that is refused for two reasons stays refused for both', async () => {
  const header = await pay('/chat')
  for (let i = 0; i < MOST; i++) await at.post('/chat', { stream: false }, header)
  // Ten answers that are too large: all calls of the wallet are refused.
  world.vendor.reply = () => fails('upstream_failed', { isOversized: true })
  const other = await pay('/tree')
  for (let i = 0; i < 10; i++) await at.post('/tree', {}, other)
  for (const [path, paid] of [
    ['/chat', header],
    ['/tree', other],
  ])
    expect((await at.post(path!, { stream: false }, paid)).status).toBe(429)
})
