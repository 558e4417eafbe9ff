/** Large replies that their callers do not read, and answers that are too large to be read. */
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StoreUnavailable } from '../../runtime/store/store.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'

const PRICE = 2_000n
/**
 * About 300,000 characters as they are stored, because it does not pack: a wallet may leave two of
 * them, all wallets three.
 */
const LARGE = { text: randomBytes(225_000).toString('base64') }
const BOUNDS = { each: 700_000, all: 1_000_000 }

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world, { settings: { storedReplies: BOUNDS } })
  world.vendor.reply = () => gives({ found: 1 }, LARGE)
})
afterEach(() => at.stop())

const pay = async (name: string): Promise<string> =>
  world.cash.wallet(name).sign(await at.quote('/tree', {}))
const worked = (): number => world.vendor.asked.length

/** Buys, and does not get the reply: the chain says only later that the payment landed. */
async function leave(name: string): Promise<{ header: string; status: number }> {
  const header = await pay(name)
  world.cash.bank.mode = 'unknown'
  const { status } = await at.post('/tree', {}, header)
  world.cash.bank.mode = 'land'
  return { header, status }
}

it('any number of large replies is delivered', async () => {
  for (let i = 0; i < 8; i++) {
    expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(200)
    await until(() => at.facts.length > 2 * i)
  }
  expect(world.cash.bank.earned()).toBe(8n * PRICE)
})

it('a wallet that leaves too many is refused: once after the work, then before it', async () => {
  const left = [await leave('ann'), await leave('ann')]
  expect(left.map(({ status }) => status)).toEqual([503, 503])
  const refused = await at.post('/tree', {}, await pay('ann'))
  expect([refused.status, worked()]).toEqual([429, 3])
  expect(refused.body.details).toMatch(/large replies that it has not received/)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(429)
  expect(worked()).toBe(3)
  expect((await at.post('/tree', {}, await pay('bob'))).status).toBe(200)
  // What it has left is still there.
  for (const { header } of left)
    expect((await at.post('/tree', {}, header)).body.result).toEqual(LARGE)
  expect(world.cash.bank.earned()).toBe(3n * PRICE)
})

it('replies that pack well take little room, and are given whole', async () => {
  const long = { text: 'x'.repeat(300_000) }
  world.vendor.reply = () => gives({ found: 1 }, long)
  for (let i = 0; i < 4; i++) {
    const { header, status } = await leave('ann')
    expect(status).toBe(503)
    if (i === 0) expect((await at.post('/tree', {}, header)).body.result).toEqual(long)
  }
})

it('a wallet that has read what it left may buy again', async () => {
  const left = [await leave('ann'), await leave('ann')]
  for (const { header } of left) await at.post('/tree', {}, header)
  await until(async () => (await at.post('/tree', {}, await pay('ann'))).status === 200)
})

it('all wallets together have a bound, above which large replies are 503 and uncharged', async () => {
  for (const name of ['ann', 'bob', 'cat']) expect((await leave(name)).status).toBe(503)
  const earned = world.cash.bank.earned()
  const header = await pay('dan')
  const refused = await at.post('/tree', {}, header)
  expect([refused.status, refused.body.details]).toEqual([
    503,
    expect.stringMatching(/^Too many large replies wait/),
  ])
  world.vendor.reply = () => gives({ found: 1 }, { text: 'short' })
  expect((await at.post('/tree', {}, header)).status).toBe(200)
  expect(world.cash.bank.earned()).toBe(earned + PRICE)
})

it('a payment that fails leaves no reply behind', async () => {
  world.cash.bank.mode = 'fail'
  for (let i = 0; i < 4; i++)
    expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(402)
  expect(worked()).toBe(4)
})

/** From now on payments are refused, and may land later; undone by what it returns. */
function refusePayments(): () => void {
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  return () => void (backend.settle = settle)
}

it('a refused payment that may still land keeps the room of its stored reply', async () => {
  const undo = refusePayments()
  for (let i = 0; i < 2; i++)
    expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(402)
  undo()
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(429)
  // Their payments lapse after five minutes, and nobody paid for them.
  await world.clock.skip(16 * 60_000)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(200)
})

it('a refused payment keeps the room of its reply also if its time cannot be changed', async () => {
  const undo = refusePayments()
  const { hold } = at.store
  at.store.hold = async (pool, part) => {
    if (part.renew) throw new StoreUnavailable('away')
    return hold(pool, part)
  }
  for (let i = 0; i < 2; i++)
    expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(402)
  Object.assign(at.store, { hold })
  undo()
  await world.clock.skip(60_000)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(429)
})

it('a refused payment whose reply is dropped leaves its room', async () => {
  refusePayments()
  const validBefore = String(Math.floor(world.clock.now() / 1000) + 2 * 3600)
  for (let i = 0; i < 4; i++) {
    const header = world.cash.wallet('ann').sign(await at.quote('/tree', {}), { validBefore })
    expect((await at.post('/tree', {}, header)).status).toBe(402)
  }
})

it('a settlement that throws leaves its room, once the store can be reached again', async () => {
  const { commit, unhold } = at.store
  const away = (): Promise<never> => Promise.reject(new StoreUnavailable('away'))
  world.vendor.reply = () => {
    Object.assign(at.store, { commit: away, unhold: away })
    return gives({ found: 1 }, LARGE)
  }
  for (let i = 0; i < 2; i++) {
    expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(503)
    Object.assign(at.store, { commit })
  }
  Object.assign(at.store, { unhold })
  world.vendor.reply = () => gives({ found: 1 }, LARGE)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(429)
  await world.clock.skip(60_000)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(200)
})

it('ten answers an hour may be too large; then the wallet is refused before the work', async () => {
  world.vendor.reply = () => fails('upstream_failed', { isOversized: true })
  const header = await pay('ann')
  for (let i = 0; i < 10; i++) expect((await at.post('/tree', {}, header)).status).toBe(500)
  const refused = await at.post('/tree', {}, header)
  expect([refused.status, worked(), world.cash.bank.earned()]).toEqual([429, 10, 0n])
  expect(refused.body.details).toMatch(/too large to be given/)
  world.vendor.reply = () => gives({ found: 1 })
  expect((await at.post('/tree', {}, await pay('bob'))).status).toBe(200)
  await world.clock.skip(3_600_000)
  expect((await at.post('/tree', {}, await pay('ann'))).status).toBe(200)
})

const HOUR = 3_600_000

it('a reply that was not collected makes room after 26 hours, however long its payment is valid', async () => {
  const validBefore = String(Math.floor(world.clock.now() / 1000) + 10 * 365 * 24 * 3600)
  world.cash.bank.mode = 'unknown'
  for (const name of ['ann', 'bob', 'cat']) {
    const header = world.cash.wallet(name).sign(await at.quote('/tree', {}), { validBefore })
    expect((await at.post('/tree', {}, header)).status).toBe(503)
  }
  world.cash.bank.mode = 'land'
  expect((await at.post('/tree', {}, await pay('dan'))).status).toBe(503)
  await world.clock.skip(26 * HOUR + 1000)
  expect((await at.post('/tree', {}, await pay('dan'))).status).toBe(200)
})

it('ten answers of a wallet may find no room in an hour; then its route waits a minute', async () => {
  for (const name of ['ann', 'bob', 'cat']) await leave(name)
  const before = worked()
  for (let i = 0; i < 10; i++)
    expect((await at.post('/tree', {}, await pay('dan'))).status).toBe(503)
  const refused = await at.post('/tree', {}, await pay('dan'))
  expect([refused.status, worked() - before]).toEqual([429, 10])
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.body.details).toMatch(/large replies wait for their callers/)
  // Its other routes are served, and so is this one after a minute.
  world.vendor.reply = () => gives({ found: 1, text: 'written' }, { text: 'short' })
  const other = world.cash.wallet('dan').sign(await at.quote('/write/first', { text: 'a' }))
  expect((await at.post('/write/first', { text: 'a' }, other)).status).toBe(200)
  await world.clock.skip(60_000)
  expect((await at.post('/tree', {}, await pay('dan'))).status).toBe(200)
})
