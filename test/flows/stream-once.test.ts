/** A stream is sold once: under replays, crashes, a store that is away, and two instances. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { StoreUnavailable, type Store } from '../../runtime/store/store.ts'
import {
  startCashGateway,
  tickUntil,
  until,
  type CashGateway,
  type Seen,
  type World,
} from '../helpers/cash-gateway.ts'
import {
  chatWorld,
  eventsOf,
  listen,
  openStreams,
  PRICE,
  type Listener,
  type ManualStream,
} from '../helpers/cash-streams.ts'
import { startRedis, type TestRedis } from '../helpers/redis.ts'
import { embeddedStore, redisStore } from '../helpers/store.ts'
import { suitesWith } from '../helpers/servers.ts'

let world: World
let opened: ManualStream[]
const bank = () => world.cash.bank
const keyOf = (header: string): string => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? decoded.payment.authorization.key : ''
}
const pay = async (at: CashGateway, changes = {}): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote('/chat', {}), changes)
const stateOf = async (at: CashGateway, header: string): Promise<string | undefined> =>
  (await at.ledger.get(keyOf(header)))?.state
async function begun(
  at: CashGateway,
  header: string,
): Promise<{ caller: Listener; upstream: ManualStream }> {
  const caller = await listen(at, '/chat', header)
  await caller.hears('one')
  return { caller, upstream: opened.at(-1)! }
}

const said = (seen: Seen): string => `${seen.status} ${seen.body.code}`
const ticking = <T>(what: Promise<T>): Promise<T> => tickUntil(world.clock, what)

describe('in one process', () => {
  let at: CashGateway
  beforeEach(async () => {
    world = chatWorld()
    opened = openStreams(world)
    at = await startCashGateway(world)
  })
  afterEach(async () => {
    await at.stop()
  })
  /** Ends this process as a crash does, and starts another one in the same world. */
  async function restart(meanwhile = (): void => undefined): Promise<void> {
    await at.crash()
    meanwhile()
    opened = openStreams(world)
    at = await startCashGateway(world)
  }

  it('PAY-043 CHAT-093 of 50 identical calls at once one is served, all others are PAYMENT_REPLAY', async () => {
    const header = await pay(at)
    const calls = Array.from({ length: 50 }, () => listen(at, '/chat', header))
    await until(() => opened.length === 1)
    opened[0]!.ends()
    const all = await Promise.all(calls)
    await Promise.all(all.map(({ end }) => end))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      all.filter(
        caller => caller.status === 402 && JSON.parse(caller.text()).code === 'PAYMENT_REPLAY',
      ),
    ).toHaveLength(49)
    expect([bank().attempts.length, bank().earned()]).toEqual([1, PRICE])
  })

  it('PAY-042 the same payment again, during the stream and after it, buys nothing', async () => {
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    const others = async () =>
      (
        await Promise.all([
          at.post('/chat', { text: 'other' }, header),
          at.post('/raw', {}, header),
        ])
      ).map(said)
    expect(await others()).toEqual(Array(2).fill('402 PAYMENT_REPLAY'))
    upstream.ends()
    await caller.end
    expect(await others()).toEqual(Array(2).fill('402 PAYMENT_REPLAY'))
    expect(said(await at.post('/chat', {}, header))).toBe('402 PAYMENT_REPLAY')
    expect([opened.length, bank().earned()]).toEqual([1, PRICE])
  })

  it('[V1] a repeated call during its stream waits a moment and gets Retry-After, not a 402', async () => {
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    const again = at.post('/chat', {}, header)
    await until(() => world.clock.sleepers() > 0)
    await ticking(again)
    expect(said(await again)).toBe('503 SETTLEMENT_PENDING')
    upstream.ends()
    await caller.end
    expect(bank().earned()).toBe(PRICE)
  })

  it.each([
    ['spoken', '/chat', 'its caller left'],
    ['passed on', '/raw', 'STREAM_FAILED'],
  ])(
    '[V10] a stream that is %s and whose caller left is kept: the same header gets what was sent, once',
    async (_, path, end) => {
      const header = world.cash.wallet('ann').sign(await at.quote(path, {}))
      const caller = await listen(at, path, header)
      await caller.hears('one')
      opened[0]!.says(' two')
      await caller.hears('two')
      caller.leave()
      await until(() => bank().earned() === PRICE)
      const again = await at.post(path, {}, header)
      expect([again.status, again.headers.get('x-payment-receipt')]).toEqual([
        200,
        [...bank().landed.values()][0],
      ])
      for (const words of ['one', 'two', end]) expect(again.text).toContain(words)
      expect(said(await at.post(path, {}, header))).toBe('402 PAYMENT_REPLAY')
      expect([opened.length, bank().earned()]).toEqual([1, PRICE])
    },
  )

  it('[V10] a stream whose connection breaks at the last frame is sent again completely', async () => {
    bank().mode = 'held'
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    upstream.ends()
    await until(() => bank().attempts.length === 1)
    caller.leave()
    await caller.end
    // A round trip, in which the gateway sees that the connection is closed.
    await at.quote('/chat', {})
    bank().letGo()
    await until(() => bank().earned() === PRICE)
    const again = await at.post('/chat', {}, header)
    expect([eventsOf(again.text).at(-1), eventsOf(again.text).at(-2).payment.settled]).toEqual([
      '[DONE]',
      true,
    ])
    expect(again.text).toContain('"content":"one"')
  })

  it('a crash in the middle: the claim is released at the next start, and the header buys there', async () => {
    const header = await pay(at)
    const { caller } = await begun(at, header)
    await restart()
    expect(await caller.end).toBe('cut')
    expect([await stateOf(at, header), bank().earned()]).toEqual(['released', 0n])
    const second = await begun(at, header)
    second.upstream.ends()
    await second.caller.end
    expect(bank().earned()).toBe(PRICE)
  })

  it('a crash while it settles: the payment is found at the next start, and buys nothing again', async () => {
    bank().mode = 'held'
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    upstream.ends()
    await until(() => bank().attempts.length === 1)
    await restart(() => bank().letGo())
    expect(await caller.end).toBe('cut')
    expect([await stateOf(at, header), bank().earned(), bank().attempts.length]).toEqual([
      'settled',
      PRICE,
      1,
    ])
    const again = await at.post('/chat', {}, header)
    expect([again.status, eventsOf(again.text).at(-1)]).toEqual([200, '[DONE]'])
    expect(again.text).toContain('"content":"one"')
    expect(said(await at.post('/chat', {}, header))).toBe('402 PAYMENT_REPLAY')
    expect(opened).toEqual([])
  })
})

describe('a store that is away', () => {
  let at: CashGateway
  let isAway = false
  let end: () => Promise<void>
  beforeEach(async () => {
    isAway = false
    world = chatWorld()
    opened = openStreams(world)
    const { store, stop } = await embeddedStore(world.clock)
    end = stop
    const fragile: Store = {
      ...store,
      commit: (changes, ...more) =>
        isAway ? Promise.reject(new StoreUnavailable('away')) : store.commit(changes, ...more),
    }
    at = await startCashGateway(world, { store: fragile })
  })
  afterEach(async () => {
    isAway = false
    await at.stop()
    await end()
  })

  it('at the claim: the call is refused as busy, and no upstream is called', async () => {
    const header = await pay(at)
    isAway = true
    expect((await at.post('/chat', {}, header)).status).toBe(503)
    expect(opened).toEqual([])
  })

  it('at the settlement: the complete stream is marked as not settled, and settled when the store is back', async () => {
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    isAway = true
    upstream.ends()
    expect(await caller.end).toBe('whole')
    expect(eventsOf(caller.text()).at(-2).payment).toEqual({
      settled: false,
      network: 'cash',
      error_class: 'settlement_pending',
    })
    await world.clock.advance(12_000)
    expect(bank().earned()).toBe(0n)
    isAway = false
    await until(async () => {
      await world.clock.advance(5000)
      return (await stateOf(at, header)) === 'settled'
    })
    expect([bank().attempts.length, bank().earned()]).toEqual([1, PRICE])
  })

  it('[V10] at the settlement of an abandoned stream: the same header gets the sent part', async () => {
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    isAway = true
    upstream.says(' two')
    await caller.hears('two')
    caller.leave()
    await until(async () => {
      await world.clock.advance(1000)
      return upstream.isCancelled
    })
    isAway = false
    await until(async () => {
      await world.clock.advance(5000)
      return (await at.ledger.get(keyOf(header)))?.delivered === false
    })
    const again = await at.post('/chat', {}, header)
    expect([again.status, again.text.includes('two')]).toEqual([200, true])
  })

  it('at the release: the caller gets an error, and nothing is charged', async () => {
    const header = await pay(at)
    const { caller, upstream } = await begun(at, header)
    isAway = true
    upstream.breaks('cut')
    await caller.end
    expect(caller.text()).toContain('STREAM_FAILED')
    expect([await stateOf(at, header), bank().earned()]).toEqual(['claimed', 0n])
  })
})

suitesWith('redis').describe('with two instances over one Redis', () => {
  let redis: TestRedis
  let both: CashGateway[]
  let close: (() => Promise<void>)[]
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await redis.stop()
  })
  beforeEach(async () => {
    world = chatWorld(systemClock.now())
    opened = openStreams(world)
    const first = await redisStore(redis)
    const second = await redisStore(redis, first.prefix)
    close = [first.stop, second.stop]
    both = [
      await startCashGateway(world, { store: first.store, settings: { instance: 'one' } }),
      await startCashGateway(world, { store: second.store, settings: { instance: 'two' } }),
    ]
  })
  afterEach(async () => {
    for (const at of both) await at.stop()
    for (const stop of close) await stop()
  })

  it('PAY-043 50 identical calls over both are one stream and one payment', async () => {
    const header = await pay(both[0]!)
    const calls = Array.from({ length: 50 }, (_, i) => listen(both[i % 2]!, '/chat', header))
    await until(() => opened.length === 1)
    opened[0]!.ends()
    const all = await ticking(Promise.all(calls))
    await Promise.all(all.map(({ end }) => end))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect([opened.length, bank().attempts.length, bank().earned()]).toEqual([1, 1, PRICE])
  })

  it('[V1] the payment of a stream is pending at the other one during it, and a replay after it', async () => {
    const header = await pay(both[0]!)
    const { caller, upstream } = await begun(both[0]!, header)
    const again = async (): Promise<string> =>
      said(await ticking(both[1]!.post('/chat', {}, header)))
    expect(await again()).toBe('503 SETTLEMENT_PENDING')
    upstream.ends()
    await caller.end
    expect(await again()).toBe('402 PAYMENT_REPLAY')
    expect([opened.length, bank().earned()]).toEqual([1, PRICE])
  })
})
