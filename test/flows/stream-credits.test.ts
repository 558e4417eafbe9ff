/**
 * Streams that a credit pays for: the credit is spent once, whatever becomes of the store, and no
 * other payment is taken.
 */
import { expect, it } from 'vitest'
import type { Change } from '../../runtime/store/store.ts'
import { eventsOf, PRICE, type Listener, type ManualStream } from '../helpers/cash-streams.ts'
import { tickUntil, until } from '../helpers/cash-gateway.ts'
import {
  at,
  bank,
  begun,
  fill,
  fresh,
  lands,
  pay,
  recordOf,
  stateOf,
  streams,
  ticking,
  useGateway,
  world,
} from './terms-desk.ts'

useGateway()

/** What the gateway has earned when a wallet has its credit. */
const BEFORE = 2n * PRICE

/** A wallet that has paid for a stream which broke off. */
async function credited(): Promise<string> {
  await fill()
  const name = fresh()
  const { caller, stream } = await begun(await pay(name))
  stream.breaks('cut')
  await caller.end
  streams[0]!.ends()
  await until(() => bank().earned() === BEFORE)
  return name
}

/** A stream that a credit pays for, and its own payment, which is not needed. */
async function begunOnCredit(
  name: string,
): Promise<{ header: string; caller: Listener; stream: ManualStream }> {
  const header = await pay(name)
  return { header, ...(await begun(header)) }
}

/** A stream that is settled in its middle, because its authorization expires soon. */
async function settledEarly(name: string): Promise<Awaited<ReturnType<typeof begunOnCredit>>> {
  const header = await pay(name, 60)
  const stream = { header, ...(await begun(header)) }
  await world.clock.advance(40_000)
  return stream
}

const isOfCredit = (changes: readonly Change[]): boolean =>
  changes.some(one => one.in === 'gateway.credits')

const paymentIn = (caller: Listener): unknown =>
  eventsOf(caller.text()).find(event => event.payment)?.payment

it('[V12] the last event of a stream that a credit pays for names the transaction of the credit', async () => {
  const { header, caller, stream } = await begunOnCredit(await credited())
  stream.ends()
  await caller.end
  const [transaction] = bank().landed.values()
  expect(paymentIn(caller)).toEqual({ settled: true, network: 'cash', transaction })
  expect(await recordOf(header)).toMatchObject({ state: 'settled', transaction })
  expect(bank().earned()).toBe(BEFORE)
})

it('[V12] a credit whose spending was written, although the store did not say so, is spent', async () => {
  const { caller, stream } = await begunOnCredit(await credited())
  const { commit } = at.store
  let tries = 0
  at.store.commit = async (changes, ...more) => {
    const written = await commit.call(at.store, changes, ...more)
    if (isOfCredit(changes) && ++tries === 1) throw new Error('no answer')
    return written
  }
  stream.ends()
  await ticking(caller.end)
  expect(paymentIn(caller)).toMatchObject({ settled: true })
  // It is not spent again later.
  await world.clock.advance(10_000)
  expect([tries, bank().earned()]).toEqual([2, BEFORE])
})

it('[V12] a stream whose credit another one has used is paid for by its own payment', async () => {
  const name = await credited()
  const { caller, stream } = await begunOnCredit(name)
  await world.clock.skip(3_600_001) // a credit that is still held is free then
  const other = await begunOnCredit(name)
  other.stream.ends()
  await other.caller.end
  expect(bank().earned()).toBe(BEFORE)
  stream.ends()
  await caller.end
  expect(paymentIn(caller)).toMatchObject({ settled: true })
  expect(bank().earned()).toBe(BEFORE + PRICE)
})

it('[V12] a stream on credit that breaks off leaves the credit, and frees its own payment', async () => {
  const name = await credited()
  const { header, caller, stream } = await begunOnCredit(name)
  stream.breaks('cut')
  await caller.end
  expect(await stateOf(header)).toBe('released')
  const next = await begunOnCredit(name)
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', BEFORE])
})

it('[V12] while the store is away, a stream on credit waits two seconds for it', async () => {
  const { caller, stream } = await begunOnCredit(await credited())
  let tries = 0
  const { commit } = at.store
  at.store.commit = (changes, ...more) =>
    isOfCredit(changes)
      ? Promise.reject(new Error(`away ${++tries}`))
      : commit.call(at.store, changes, ...more)
  stream.ends()
  for (const expected of [1, 2]) {
    await until(() => tries === expected)
    await world.clock.advance(999)
    expect([tries, caller.text().includes('[DONE]')]).toEqual([expected, false])
    await world.clock.advance(1)
  }
  expect([await caller.end, tries]).toEqual(['whole', 3])
  await world.clock.advance(9_999)
  expect(tries).toBe(3)
  await world.clock.advance(1)
  expect(tries).toBe(4)
  // A gateway that closes tries once more.
  await at.gateway.close()
  await world.clock.advance(10_000)
  expect(tries).toBe(5)
})

it('[V12] a stream whose early settlement may still land, and that breaks off, is credited once it lands', async () => {
  const name = fresh()
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  const { header, caller } = await settledEarly(name)
  await caller.end
  expect(caller.text()).toContain('could not be settled')
  backend.settle = settle
  await lands(header)
  await ticking(at.post('/chat', {}, header))
  const next = await begunOnCredit(name)
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] an early settlement that certainly failed leaves no credit', async () => {
  const name = fresh()
  bank().mode = 'fail'
  const { caller } = await settledEarly(name)
  await caller.end
  const { address } = world.cash.wallet(name)
  await until(async () => {
    const credits = await at.store.list('gateway.credits', `credit|${address}`, 1)
    return credits.length === 0
  })
})

it('[V12] a stream that breaks off is not called credited while its settlement is in doubt', async () => {
  bank().mode = 'unknown'
  const { header, caller, stream } = await settledEarly(fresh())
  await until(async () => (await stateOf(header)) === 'settling')
  stream.breaks('cut')
  await caller.end
  expect(caller.text()).toContain('it is cut')
  expect(caller.text()).not.toContain('credited')
})

it('[V12] a stream that breaks off is not called credited if its credit could not be released', async () => {
  const { caller, stream } = await settledEarly(fresh())
  await until(() => bank().earned() === PRICE)
  const { commit } = at.store
  at.store.commit = (changes, ...more) =>
    isOfCredit(changes)
      ? Promise.reject(new Error('away'))
      : commit.call(at.store, changes, ...more)
  stream.breaks('cut')
  await caller.end
  expect(caller.text()).toContain('it is cut')
  expect(caller.text()).not.toContain('credited')
})

it.each([
  ['for a moment', 1],
  ['for longer', 4],
])(
  '[V12] a credit is spent once also where the store was away %s at its end',
  async (_for, most) => {
    const name = await credited()
    const second = await begunOnCredit(name)
    const { commit } = at.store
    let failed = 0
    at.store.commit = (changes, ...more) =>
      failed < most && changes.some(one => one.in === 'gateway.credits')
        ? Promise.reject(new Error(`away ${++failed}`))
        : commit.call(at.store, changes, ...more)
    second.stream.ends()
    expect([await ticking(second.caller.end), bank().earned()]).toEqual(['whole', BEFORE])
    await tickUntil(
      world.clock,
      until(() => failed === most),
    )
    await world.clock.advance(20_000)
    await world.clock.advance(3_600_001) // a credit that is still held is free then
    const third = await begun(await pay(name))
    third.stream.ends()
    expect([await third.caller.end, bank().earned()]).toEqual(['whole', BEFORE + PRICE])
  },
)
