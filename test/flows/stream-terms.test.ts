/**
 * Streams that are settled before their last piece: nothing is served before the money has landed,
 * what goes on is pending everywhere, and what breaks off is credited.
 */
import { expect, it } from 'vitest'
import { startCashGateway, until, type Seen } from '../helpers/cash-gateway.ts'
import { chats, PRICE } from '../helpers/cash-streams.ts'
import {
  at,
  bank,
  begun,
  fill,
  fresh,
  lands,
  pay,
  recordOf,
  start,
  stateOf,
  streams,
  ticking,
  useGateway,
  world,
} from './terms-desk.ts'

useGateway()

const said = (seen: Seen): string => `${seen.status} ${seen.body.code}`
const again = (header: string, where = at): Promise<Seen> =>
  ticking(where.post('/chat', {}, header))

it('[V12] after an uncertain early settlement nothing is sent, and the payment covers the next stream', async () => {
  await fill()
  const name = fresh()
  const header = await pay(name)
  bank().mode = 'unknown'
  const refused = await at.post('/chat', {}, header)
  expect([said(refused), refused.text.includes('one')]).toEqual(['503 SETTLEMENT_PENDING', false])
  expect(streams[1]!.isCancelled).toBe(true)
  bank().mode = 'land'
  await lands(header)
  expect(said(await again(header))).toBe('402 PAYMENT_REPLAY')
  const next = await begun(await pay(name))
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] after an unsent early settlement nothing is sent, and the header is reusable', async () => {
  await fill()
  const header = await pay(fresh())
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = () => Promise.reject(new Error('no relayer'))
  const refused = await at.post('/chat', {}, header)
  expect([refused.status, refused.text.includes('one')]).toEqual([503, false])
  expect([await stateOf(header), streams[1]!.isCancelled]).toEqual(['released', true])
  backend.settle = settle
  const { caller, stream } = await begun(header)
  stream.ends()
  expect([await caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V1] a stream whose early settlement is not certain is pending until it ends, then kept whole', async () => {
  const header = await pay('ann', 60)
  const { caller, stream } = await begun(header)
  bank().mode = 'unknown'
  await world.clock.advance(40_000)
  await until(async () => (await stateOf(header)) === 'settling')
  expect(said(await again(header))).toBe('503 SETTLEMENT_PENDING')
  stream.says(' two')
  await caller.hears('two')
  caller.leave()
  await until(async () => (await recordOf(header))?.delivered === false)
  const { kept } = (await recordOf(header))!
  const copy = Buffer.from(kept!.body, 'base64').toString()
  expect([copy.includes('two'), copy.includes('its caller left')]).toEqual([true, true])
})

it('[V1] a stream that was settled first is pending in another process until it ends', async () => {
  await fill()
  const settings = { instance: 'two' }
  const other = await startCashGateway(world, { store: at.store, settings })
  const header = await pay(fresh())
  const { caller, stream } = await begun(header)
  await until(async () => (await stateOf(header)) === 'settled')
  await ticking(world.clock.sleep(8_000))
  expect(said(await again(header, other))).toBe('503 SETTLEMENT_PENDING')
  stream.ends()
  expect(await caller.end).toBe('whole')
  await until(async () => (await recordOf(header))?.delivered === true)
  expect((await recordOf(header))?.streaming).toBe(undefined)
  expect(said(await again(header, other))).toBe('402 PAYMENT_REPLAY')
  await other.stop()
})

it('[V1] a stream that was settled before its authorization lapsed is pending in another process until it ends', async () => {
  const other = await startCashGateway(world, { store: at.store, settings: { instance: 'two' } })
  const header = await pay('ann', 60)
  const { caller, stream } = await begun(header)
  await world.clock.advance(40_000)
  await until(async () => (await stateOf(header)) === 'settled')
  expect((await recordOf(header))?.streaming).toBe(true)
  expect(said(await again(header, other))).toBe('503 SETTLEMENT_PENDING')
  stream.ends()
  expect(await caller.end).toBe('whole')
  await until(async () => (await recordOf(header))?.delivered === true)
  await other.stop()
})

it('[V12] a stream that was settled before its authorization lapsed and breaks off is credited', async () => {
  const { caller, stream } = await begun(await pay('ann', 60))
  await world.clock.advance(40_000)
  await until(() => bank().earned() === PRICE)
  stream.breaks('cut')
  await caller.end
  expect(caller.text()).toContain("credited to this wallet's next stream")
  const next = await begun(await pay('ann'))
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] a stream that was settled before its authorization lapsed and is served leaves no credit', async () => {
  const { caller, stream } = await begun(await pay('ann', 60))
  await world.clock.advance(40_000)
  await until(() => bank().earned() === PRICE)
  stream.ends()
  expect(await caller.end).toBe('whole')
  const next = await begun(await pay('ann'))
  next.stream.ends()
  await next.caller.end
  await until(() => bank().earned() === 2n * PRICE)
})

it('[V12] after an early settlement that broke off, the payment covers the next stream if it lands', async () => {
  await fill()
  const name = fresh()
  const header = await pay(name)
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = async (_payment, _requirements, onIntent) => {
    await onIntent({ transaction: '0xintent', sentAt: world.clock.now() })
    throw new Error('the node is away')
  }
  expect((await at.post('/chat', {}, header)).status).toBe(503)
  backend.settle = settle
  await lands(header)
  expect(said(await again(header))).toBe('402 PAYMENT_REPLAY')
  const next = await begun(await pay(name))
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] a wallet with an unpaid stream pays first, and gets credit if that stream breaks off', async () => {
  await at.stop()
  await start(100)
  bank().mode = 'fail'
  const unpaid = await begun(await pay('ann'))
  unpaid.stream.ends()
  await unpaid.caller.end
  expect(unpaid.caller.headers).not.toHaveProperty('x-payment-receipt')
  bank().mode = 'land'
  const { caller, stream } = await begun(await pay('ann'))
  expect(bank().earned()).toBe(PRICE)
  // Even if it breaks off, its caller knows what it has paid.
  const transaction = caller.headers['x-payment-receipt']
  expect([...bank().landed.values()]).toContain(transaction)
  const receipt = Buffer.from(String(caller.headers['payment-response']), 'base64').toString()
  expect(JSON.parse(receipt)).toMatchObject({ success: true, transaction })
  stream.breaks('cut')
  await caller.end
  expect(caller.text()).toContain("credited to this wallet's next stream")
})

it('[V10] a stream that a credit paid for is kept for a caller that lost its connection', async () => {
  await fill()
  const name = fresh()
  const first = await begun(await pay(name))
  first.stream.breaks('cut')
  await first.caller.end
  const header = await pay(name)
  const { caller, stream } = await begun(header)
  stream.says(' two')
  await caller.hears('two')
  caller.leave()
  await until(async () => (await recordOf(header))?.delivered === false)
  const seen = await again(header)
  expect([seen.status, seen.text.includes('two')]).toEqual([200, true])
  expect(seen.headers.get('x-payment-receipt')).toBe([...bank().landed.values()][0])
  expect(said(await again(header))).toBe('402 PAYMENT_REPLAY')
  expect(bank().earned()).toBe(PRICE)
})

it('[V10] a stream too large to store is not replaced by the part stored at its settlement', async () => {
  const header = await pay('ann', 60)
  const { caller, stream } = await begun(header)
  await world.clock.advance(40_000)
  await until(async () => (await recordOf(header))?.kept !== undefined)
  stream.says('x'.repeat(2 * 2 ** 20))
  stream.says(' end')
  await caller.hears(' end')
  caller.leave()
  await until(async () => (await recordOf(header))?.delivered === false)
  expect(said(await again(header))).toBe('402 PAYMENT_REPLAY')
})

it('[V12] a first settlement that was refused and lands later pays for the next stream', async () => {
  await fill()
  const name = fresh()
  const { backend } = world.cash.paymentScheme
  const { settle } = backend
  backend.settle = async () => ({ state: 'failed', reason: 'refused', mayLand: true })
  const header = await pay(name)
  expect((await at.post('/chat', {}, header)).status).toBe(402)
  backend.settle = settle
  await lands(header)
  const { caller, stream } = await begun(await pay(name))
  stream.ends()
  expect([await caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] a credit belongs to one claim: a header that was released and used again has none', async () => {
  await fill()
  const name = fresh()
  const header = await pay(name)
  const { backend } = world.cash.paymentScheme
  const [{ settle }, { commit }] = [backend, at.store]
  backend.settle = () => Promise.reject(new Error('no relayer'))
  at.store.commit = (changes, ...more) =>
    changes.some(change => change.do === 'remove')
      ? Promise.reject(new Error('away'))
      : commit.call(at.store, changes, ...more)
  expect((await at.post('/chat', {}, header)).status).toBe(503)
  backend.settle = settle
  at.store.commit = commit
  streams[0]!.ends()
  await until(() => bank().earned() === PRICE)
  const { caller, stream } = await begun(header)
  stream.ends()
  await caller.end
  await world.clock.advance(3_600_001)
  const next = await begun(await pay(name))
  next.stream.ends()
  expect([await next.caller.end, bank().earned()]).toEqual(['whole', 3n * PRICE])
})

it('[V12] a history that cannot be read uses up no credit', async () => {
  await fill()
  const name = fresh()
  const first = await begun(await pay(name))
  first.stream.breaks('cut')
  await first.caller.end
  const { get } = at.store
  at.store.get = (collection, key) =>
    collection === 'gateway.history'
      ? Promise.reject(new Error('away'))
      : (get.call(at.store, collection, key) as never)
  expect((await at.post('/chat', {}, await pay(name))).status).toBe(500)
  at.store.get = get
  const { caller, stream } = await begun(await pay(name))
  stream.ends()
  expect([await caller.end, bank().earned()]).toEqual(['whole', PRICE])
})

it('[V12] an upstream that throws frees its share of the limit', async () => {
  const { stream } = world.vendor
  world.vendor.stream = () => Promise.reject(new Error('a fault'))
  expect((await at.post('/chat', {}, await pay(fresh()))).status).toBe(500)
  world.vendor.stream = stream
  await begun(await pay(fresh()))
  expect(bank().earned()).toBe(0n)
})

it('[V12] a stream whose headers cannot be written frees its share of the limit and returns its credit', async () => {
  await at.stop()
  let fails = true
  const headers = (): Record<string, string> => {
    if (fails) throw new Error('a fault')
    return {}
  }
  await start(1, [{ ...chats.chat!, headers }])
  const header = await pay(fresh())
  expect([(await at.post('/chat', {}, header)).status, await stateOf(header)]).toEqual([
    500,
    'released',
  ])
  fails = false
  await fill()
  expect(bank().earned()).toBe(0n)
  const name = fresh()
  const broken = await begun(await pay(name))
  broken.stream.breaks('cut')
  await broken.caller.end
  fails = true
  expect((await at.post('/chat', {}, await pay(name))).status).toBe(500)
  fails = false
  const { caller, stream } = await begun(await pay(name))
  stream.ends()
  expect([await caller.end, bank().earned()]).toEqual(['whole', PRICE])
})
