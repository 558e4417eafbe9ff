/**
 * What unpaid quotes may cost: a caller that spends too much of it waits for a minute, and paid
 * calls are not limited.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseJson } from '../../runtime/input/json.ts'
import { createBudget } from '../../runtime/limits/budget.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import { manualClock } from '../helpers/clock.ts'

let world: World
let at: CashGateway
const BYTES = 10_000
beforeEach(async () => {
  world = cashWorld()
  at = await startCashGateway(world, {
    settings: { quoteBudget: { bytes: BYTES, ms: 60_000 }, trustedProxies: ['127.0.0.0/8'] },
  })
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
})
afterEach(() => at.stop())

const wide = { text: 'x', filler: 'y'.repeat(3_000) }
const ask = (
  body: unknown,
  { header, ip = '198.51.100.1', most }: { header?: string; ip?: string; most?: string } = {},
): Promise<Seen> =>
  at.fetch('/tree', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      'cf-connecting-ip': ip,
      ...(header === undefined ? {} : { 'payment-signature': header }),
      ...(most === undefined ? {} : { 'x-max-price': most }),
    },
  })
/** A poll of a job that nobody has submitted. */
const poll = (ip: string): Promise<Seen> =>
  at.fetch('/songs/00000000000000000000', { headers: { 'cf-connecting-ip': ip } })
const spendAll = async (ip?: string): Promise<void> => {
  for (let i = 0; i < 4; i++) expect((await ask(wide, { ip })).status).toBe(402)
}
const pay = async (name = 'ann', body: unknown = wide): Promise<string> =>
  world.cash.wallet(name).sign(await at.quote('/tree', body))

describe('a caller that has spent its budget', () => {
  it('[V14] is 429 with Retry-After and a reason, before its request is read, until the minute ends', async () => {
    await spendAll()
    const refused = await ask('not even JSON for this route')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.text).toContain('unpaid requests')
    expect((await ask(wide, { ip: '198.51.100.2' })).status).toBe(402)
    expect((await poll('198.51.100.1')).status).toBe(429)
    expect((await poll('198.51.100.2')).status).toBe(404)
    await world.clock.advance(60_001)
    expect((await ask(wide)).status).toBe(402)
  })

  it('[V14] is one that a trusted header names: this machine itself has no budget', async () => {
    for (let i = 0; i < 6; i++) expect((await at.post('/tree', wide)).status).toBe(402)
    await spendAll('127.0.0.1')
    expect((await ask(wide, { ip: '127.0.0.1' })).status).toBe(429)
    expect((await at.post('/tree', wide)).status).toBe(402)
  })

  it('[V14] still buys', async () => {
    const headers = [await pay(), await pay('bob')]
    await spendAll()
    for (const header of headers) expect((await ask(wide, { header })).status).toBe(200)
  })

  it('[V14] gets what it has bought already', async () => {
    const header = await pay()
    world.cash.bank.mode = 'unknown'
    expect((await ask(wide, { header })).status).toBe(503)
    world.cash.bank.mode = 'land'
    await spendAll()
    expect((await ask(wide, { header })).status).toBe(200)
  })

  it('[V14] gets 429 also with an invalid payment', async () => {
    const header = await pay()
    await spendAll()
    const forged = world.cash
      .wallet('eve')
      .sign(await at.quote('/tree', wide), { signature: '0x00' })
    for (const bad of ['e30=', 'nonsense', forged])
      expect((await ask(wide, { header: bad })).status).toBe(429)
    expect((await ask(wide, { header })).status).toBe(200)
  })

  it('[V14] is let on by a good payment for something else only until the budget of its wallet is spent', async () => {
    const header = world.cash
      .wallet('ann')
      .sign({ ...(await at.quote('/tree', wide)), amount: '1' })
    await spendAll()
    for (let i = 0; i < 4; i++) expect((await ask(wide, { header })).status).toBe(402)
    const { verify } = world.cash.paymentScheme
    let verified = 0
    world.cash.paymentScheme.verify = (...args) => {
      verified++
      return verify.apply(world.cash.paymentScheme, args)
    }
    expect([(await ask(wide, { header })).status, verified]).toEqual([429, 0])
    expect((await ask(wide, { header: await pay('bob') })).status).toBe(200)
  })
})

describe('an address that has spent its budget', () => {
  it('[V14] has one more for payments that were used before, of whichever wallet', async () => {
    const used = await Promise.all(['ann', 'bob', 'cat'].map(name => pay(name)))
    for (const header of used) expect((await ask(wide, { header })).status).toBe(200)
    await spendAll()
    const statuses: number[] = []
    for (const header of [...used, ...used]) statuses.push((await ask(wide, { header })).status)
    expect(statuses).toEqual([402, 402, 402, 402, 429, 429])
    expect((await ask(wide, { header: used[0], ip: '198.51.100.9' })).status).toBe(402)
  })

  it('[V14] has its invalid payments checked with the chain a few times only', async () => {
    await startWith(50)
    const requirements = await at.quote('/tree', wide)
    await spendAll()
    let verified = 0
    const { verify } = world.cash.paymentScheme
    world.cash.paymentScheme.verify = (...args) => {
      verified++
      return verify.apply(world.cash.paymentScheme, args)
    }
    for (let i = 0; i < 6; i++) {
      const header = world.cash.wallet(`poor ${i}`, 0n).sign(requirements)
      expect((await ask(wide, { header })).status).toBe(429)
    }
    expect(verified).toBe(3)
  })
})

/** Starts with a budget of so much time, of which only what is counted by the piece is spent. */
async function startWith(ms: number): Promise<void> {
  await at.stop()
  world = cashWorld()
  const settings = { quoteBudget: { bytes: BYTES, ms }, trustedProxies: ['127.0.0.0/8'] }
  at = await startCashGateway(world, { settings })
  Object.assign(at.gateway.catalogs.current().context.budget, { elapsed: () => 0 })
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
}

describe('a verified payment that buys nothing', () => {
  /** A verification takes 20 ms: two of them are within the budget, three are not. */
  const start = (): Promise<void> => startWith(50)

  it('[V14] costs its caller the verification', async () => {
    await start()
    const sent = world.cash.wallet('ann').sign({ ...(await at.quote('/tree', {})), amount: '1' })
    for (let i = 0; i < 3; i++) expect((await ask({}, { header: sent })).status).toBe(402)
    expect((await ask({})).status).toBe(429)
  })

  it('[V14] costs its wallet the verification, also if it is refused before its claim', async () => {
    await start()
    await spendAll()
    const header = await pay('ann', {})
    const refused = (): Promise<Seen> => ask({}, { header, most: '0' })
    for (let i = 0; i < 3; i++) expect((await refused()).status).toBe(412)
    expect((await refused()).status).toBe(429)
  })

  it('[V14] costs nothing if it buys after all', async () => {
    await start()
    await spendAll()
    for (let i = 0; i < 5; i++)
      expect((await ask({}, { header: await pay('ann', {}) })).status).toBe(200)
  })
})

it('[V14] an input that is found unusable here costs its address and its wallet, one that its upstream refuses does not', async () => {
  await startWith(1_000)
  const [header, other] = [await pay('ann', {}), await pay('bob', {})]
  world.vendor.reply = () => fails('invalid_input', { status: 400 })
  for (let i = 0; i < 5; i++) expect((await ask({}, { header })).status).toBe(400)
  world.vendor.reply = () => fails('invalid_input')
  for (let i = 0; i < 3; i++) expect((await ask({}, { header })).status).toBe(400)
  expect([(await ask({})).status, (await ask({}, { header })).status]).toEqual([429, 429])
  world.vendor.reply = () => gives({ found: 1 }, { found: 1 })
  expect((await ask({}, { header: other })).status).toBe(200)
})

it('[V14] paid calls spend nothing', async () => {
  const headers = await Promise.all(Array.from({ length: 10 }, () => pay('ann', { text: 'x' })))
  for (const header of headers) expect((await ask(wide, { header })).status).toBe(200)
  await spendAll()
})

it('[V14] a payment that bought something frees no other request', async () => {
  const header = await pay()
  expect((await ask(wide, { header })).status).toBe(200)
  for (let i = 0; i < 4; i++)
    expect((await ask({ ...wide, text: `other ${i}` }, { header })).status).toBe(402)
  expect((await ask(wide)).status).toBe(429)
})

it('[V14] time is counted too, and networks of one /48 have sixteen budgets together', () => {
  const clock = manualClock()
  const budget = createBudget(clock, { bytes: 1e9, ms: 100 })
  const keys = [
    { key: 'a/64', times: 1 },
    { key: 'a/48', times: 16 },
  ]
  budget.spend(keys, { bytes: 0, ms: 100 })
  expect(budget.wait(keys)).toBeUndefined()
  budget.spend(keys, { bytes: 0, ms: 1 })
  expect(budget.wait(keys)).toBe(60_000)
  const others = [
    { key: 'b/64', times: 1 },
    { key: 'a/48', times: 16 },
  ]
  expect(budget.wait(others)).toBeUndefined()
  budget.spend(others.slice(1), { bytes: 0, ms: 1_500 })
  expect(budget.wait(others)).toBe(60_000)
})

it('[V14] callers that are only asked about push no other one out of memory', () => {
  const budget = createBudget(manualClock(), { bytes: 1, ms: 1 })
  const known = [{ key: 'known', times: 1 }]
  budget.spend(known, { bytes: 2, ms: 0 })
  for (let i = 0; i < 100_000; i++) budget.wait([{ key: `other ${i}`, times: 1 }])
  expect(budget.wait(known)).toBe(60_000)
})

it('[V14] the usual budget is enough for a hundred ordinary quotes a minute', async () => {
  await at.stop()
  at = await startCashGateway(cashWorld(), { settings: { trustedProxies: ['127.0.0.0/8'] } })
  for (let i = 0; i < 100; i++) expect((await ask(wide)).status).toBe(402)
})

describe('names of members', () => {
  const named = (count: number, per: number): Buffer => {
    let next = 0
    const one = (): string =>
      `{${Array.from({ length: per }, () => `"name${next++}" : "a:"`).join(',')}}`
    return Buffer.from(`[${Array.from({ length: count / per }, one).join(',')}]`)
  }

  it.each([[2], [100], [11_000]])(
    '[V14] more than 10,000 different ones are refused before they are parsed (%d an object)',
    per => {
      const parsed = parseJson(named(11_000, per))
      expect(parsed).toEqual({ ok: false, reason: 'The body holds more than 10000 names.' })
    },
  )

  it('[V14] texts, and the same names again, are not counted', () => {
    const texts = JSON.stringify(Array.from({ length: 30_000 }, (_, i) => `a text ":" ${i}`))
    const same = JSON.stringify(
      Array.from({ length: 30_000 }, () => ({ role: 'user', content: '\\":' })),
    )
    for (const text of [texts, same]) expect(parseJson(Buffer.from(text)).ok).toBe(true)
    expect(parseJson(named(9_000, 100)).ok).toBe(true)
  })
})
