/**
 * What wallets without history may owe for streams at a time is bounded. Above the bound a stream
 * is settled before its first word, and what its upstream then breaks off is paid for already: the
 * wallet's next stream costs nothing.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Route } from '../../runtime/contract.ts'
import type { PaymentRecord } from '../../runtime/payments/record.ts'
import { cashCatalog } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  chats,
  eventsOf,
  listen,
  PRICE,
  manualStream,
  type ManualStream,
} from '../helpers/cash-streams.ts'

let world: World
let at: CashGateway
let streams: ManualStream[]
let names = 0

/** A world in which `most` streams of wallets without history may be owed for at a time. */
async function start(most: number, more: readonly Route[] = []): Promise<void> {
  const catalog = cashCatalog([...Object.values(chats), ...more])
  world = cashWorld({
    ...catalog,
    gateway: { ...catalog.gateway, unsecured: most * Number(PRICE) },
  })
  at = await startCashGateway(world)
  streams = []
  world.vendor.stream = async ({ signal }) =>
    streams[streams.push(manualStream(signal)) - 1]!.stream
}
beforeEach(() => start(1))
afterEach(() => at.stop())

const bank = () => world.cash.bank
const fresh = (): string => `nobody ${++names}`
const pay = async (name: string): Promise<string> =>
  world.cash.wallet(name).sign(await at.quote('/chat', {}))
const hear = async (name: string, header?: string) =>
  listen(at, '/chat', header ?? (await pay(name)))
const paidFor = (header: string): boolean => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok && bank().landed.has(decoded.payment.authorization.key)
}
const recordOf = async (header: string): Promise<PaymentRecord | undefined> => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? at.ledger.get(decoded.payment.authorization.key) : undefined
}
const stateOf = async (header: string): Promise<string | undefined> =>
  (await recordOf(header))?.state
/** A whole stream of a wallet. */
async function whole(name: string): Promise<void> {
  const caller = await hear(name)
  streams.at(-1)!.ends()
  expect(await caller.end).toBe('whole')
}

describe('wallets without history', () => {
  it('[V12] below the bound are settled after the last piece, as the specification says', async () => {
    const header = await pay(fresh())
    const caller = await hear('', header)
    await caller.hears('one')
    expect(paidFor(header)).toBe(false)
    streams[0]!.ends()
    expect([await caller.end, paidFor(header)]).toEqual(['whole', true])
  })

  it('[V12] above it are settled before the first word, once', async () => {
    const first = await hear(fresh())
    bank().mode = 'held'
    const header = await pay(fresh())
    const coming = hear('', header)
    await until(() => bank().attempts.length === 1)
    let hasBegun = false
    void coming.then(() => {
      hasBegun = true
    })
    await new Promise(resolve => setImmediate(resolve))
    expect(hasBegun).toBe(false)
    bank().letGo()
    const second = await coming
    await second.hears('one')
    expect(paidFor(header)).toBe(true)
    for (const stream of streams) stream.ends()
    expect([await first.end, await second.end, bank().earned()]).toEqual([
      'whole',
      'whole',
      2n * PRICE,
    ])
    expect(eventsOf(second.text()).at(-2).payment).toMatchObject({ settled: true })
  })

  it('[V12] above it that cannot pay get 402 without any words, and the upstream is stopped', async () => {
    await hear(fresh())
    bank().mode = 'fail'
    const refused = await at.post('/chat', {}, await pay(fresh()))
    expect([refused.status, refused.text.includes('one')]).toEqual([402, false])
    expect(streams[1]!.isCancelled).toBe(true)
  })

  it('[V12] free their share of the limit when their streams end in any way', async () => {
    for (const how of ['ends', 'breaks', 'leaves'] as const) {
      const caller = await hear(fresh())
      await caller.hears('one')
      if (how === 'ends') streams.at(-1)!.ends()
      if (how === 'breaks') streams.at(-1)!.breaks('cut')
      if (how === 'leaves') caller.leave()
      await caller.end
      await until(async () =>
        at.store.hold('owed by wallets without history', {
          key: 'probe',
          amount: Number(PRICE),
          most: Number(PRICE),
          ttlMs: 1,
        }),
      )
      await at.store.unhold('owed by wallets without history', 'probe')
    }
  })

  it('[V12] free their share of the limit also when no upstream begins', async () => {
    world.vendor.stream = undefined
    expect((await at.post('/chat', {}, await pay(fresh()))).status).toBe(500)
    world.vendor.stream = async ({ signal }) =>
      streams[streams.push(manualStream(signal)) - 1]!.stream
    const header = await pay(fresh())
    await (await hear('', header)).hears('one')
    expect(paidFor(header)).toBe(false)
  })

  it('[V12] share the bound with those of another process', async () => {
    const other = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
    await hear(fresh())
    const header = world.cash.wallet(fresh()).sign(await other.quote('/chat', {}))
    await (await listen(other, '/chat', header)).hears('one')
    expect(paidFor(header)).toBe(true)
    for (const stream of streams) stream.ends()
    await other.stop()
  })

  it('[V12] that did not pay count for an hour: the next one pays before its first word', async () => {
    const caller = await hear(fresh())
    bank().mode = 'fail'
    streams.at(-1)!.ends()
    await caller.end
    bank().mode = 'land'
    const soon = await pay(fresh())
    await (await hear('', soon)).hears('one')
    expect(paidFor(soon)).toBe(true)
    streams.at(-1)!.ends()
    await world.clock.advance(3_600_000)
    const later = await pay(fresh())
    await (await hear('', later)).hears('one')
    expect(paidFor(later)).toBe(false)
  })

  it('[V12] that were emptied meanwhile have no history any more', async () => {
    const name = fresh()
    for (let i = 0; i < 2; i++) await whole(name)
    await hear(fresh())
    const trusted = await pay(name)
    const caller = await hear('', trusted)
    expect(paidFor(trusted)).toBe(false)
    bank().mode = 'fail'
    streams.at(-1)!.ends()
    await caller.end
    bank().mode = 'land'
    const next = await pay(name)
    await (await hear('', next)).hears('one')
    await world.clock.advance(0)
    await until(() => paidFor(next))
  })
})

it('[V12] a history that was forgotten is not written back by a stream that began before', async () => {
  await at.stop()
  const large = { micro: () => 10n * PRICE, decimals: 6, identify: false }
  await start(1, [{ ...chats.chat!, id: 'post_large', path: '/large', aliases: [], price: large }])
  const name = fresh()
  const wallet = world.cash.wallet(name)
  const payLarge = async (where = at): Promise<string> =>
    wallet.sign(await where.quote('/large', {}))
  const paid = async (): Promise<number> => {
    const found = await at.store.get<{ paid: number }>('gateway.history', `paid|${wallet.address}`)
    return (found?.doc.paid ?? 0) / Number(PRICE)
  }
  const first = await listen(at, '/large', await payLarge())
  streams[0]!.ends()
  await first.end
  await until(async () => (await paid()) === 10)
  const early = await hear(name)
  const unpaid = await hear(name)
  bank().mode = 'fail'
  streams[2]!.ends()
  await unpaid.end
  await until(async () => (await paid()) === 0)
  bank().mode = 'land'
  await whole(name)
  await until(async () => (await paid()) === 1)
  streams[1]!.ends()
  await early.end
  await until(async () => (await paid()) > 1)
  const other = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
  const header = await payLarge(other)
  await (await listen(other, '/large', header)).hears('one')
  expect([await paid(), paidFor(header)]).toEqual([2, true])
  await other.stop()
})

it('[V12] a wallet may owe as much as it has paid before, whatever others owe', async () => {
  const name = fresh()
  await whole(name)
  await hear(fresh())
  const [one, two] = [await pay(name), await pay(name)]
  await (await hear('', one)).hears('one')
  expect(paidFor(one)).toBe(false)
  await (await hear('', two)).hears('one')
  expect(paidFor(two)).toBe(true)
})

it('[V12] a payment in doubt adds nothing to what its wallet may owe', async () => {
  const name = fresh()
  bank().mode = 'unknown'
  await whole(name)
  bank().mode = 'land'
  await world.clock.settle()
  await hear(fresh())
  const next = await pay(name)
  await (await hear('', next)).hears('one')
  expect(paidFor(next)).toBe(true)
})

it('[V12] contract wallets are settled first always: their code may refuse later what it signed', async () => {
  await at.stop()
  await start(100)
  const { verify } = world.cash.paymentScheme
  world.cash.paymentScheme.verify = async (...args) => {
    const verdict = await verify.apply(world.cash.paymentScheme, args)
    return verdict.ok ? { ...verdict, isContract: true } : verdict
  }
  const header = await pay(fresh())
  await (await hear('', header)).hears('one')
  expect(paidFor(header)).toBe(true)
})

describe('a stream that was settled first and breaks off', () => {
  /** One that breaks off: its wallet has a credit then. */
  async function broken(name: string): Promise<string> {
    const before = streams.length
    const caller = await hear(name)
    await caller.hears('one')
    streams[before]!.breaks('cut')
    await caller.end
    return caller.text()
  }
  beforeEach(async () => {
    await hear(fresh())
  })

  it("[V12] says so, and pays for the wallet's next stream, once", async () => {
    const name = fresh()
    expect(await broken(name)).toContain("credited to this wallet's next stream")
    expect(bank().earned()).toBe(PRICE)
    const header = await pay(name)
    const next = await hear('', header)
    streams.at(-1)!.ends()
    expect([await next.end, bank().earned(), paidFor(header)]).toEqual(['whole', PRICE, false])
    expect(eventsOf(next.text()).at(-2).payment).toMatchObject({
      settled: true,
      transaction: expect.stringMatching(/^0x/),
    })
    await until(async () => (await recordOf(header))?.delivered === true)
    expect(await stateOf(header)).toBe('settled')
    const third = await pay(name)
    await (await hear('', third)).hears('one')
    expect([paidFor(third), bank().earned()]).toEqual([true, 2n * PRICE])
  })

  it('[V12] keeps its credit where the next one breaks off too', async () => {
    const name = fresh()
    await broken(name)
    const header = await pay(name)
    const next = await hear('', header)
    streams.at(-1)!.breaks('cut')
    await next.end
    await until(async () => (await stateOf(header)) === 'released')
    await whole(name)
    expect(bank().earned()).toBe(PRICE)
  })

  it('[V12] is not spent twice by two streams at a time, in two processes', async () => {
    const name = fresh()
    await broken(name)
    const other = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
    const headers = [await pay(name), await pay(name)]
    const callers = await Promise.all([
      listen(at, '/chat', headers[0]!),
      listen(other, '/chat', headers[1]!),
    ])
    for (const stream of streams.slice(-2)) stream.ends()
    for (const caller of callers) expect(await caller.end).toBe('whole')
    expect(headers.filter(paidFor)).toHaveLength(1)
    expect(bank().earned()).toBe(2n * PRICE)
    await other.stop()
  })

  it('[V12] is worth nothing to another wallet', async () => {
    await broken(fresh())
    const header = await pay(fresh())
    await (await hear('', header)).hears('one')
    expect(paidFor(header)).toBe(true)
  })

  it('[V12] is credited also where the process that served it died: an hour later', async () => {
    const name = fresh()
    const lost = await hear(name)
    await lost.hears('one')
    // As a kill does, this ends the process before it can note anything.
    at.store.commit = () => Promise.reject(new Error('the process is gone'))
    await at.crash()
    at = await startCashGateway(world)
    await hear(fresh())
    const early = await pay(name)
    await (await hear('', early)).hears('one')
    expect(paidFor(early)).toBe(true)
    await world.clock.advance(3_600_001)
    const late = await pay(name)
    const next = await hear('', late)
    streams.at(-1)!.ends()
    expect([await next.end, paidFor(late)]).toEqual(['whole', false])
  })
})
