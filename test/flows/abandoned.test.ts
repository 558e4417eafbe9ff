/**
 * Abandoned work: if a caller disconnects, the upstream is stopped, and the call is free within a
 * grace that limits how often a wallet may do so.
 */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemRandom } from '../../runtime/lib/random.ts'
import { isWithinGrace } from '../../runtime/limits/abandoned-work.ts'
import type { UpstreamStream } from '../../runtime/upstream/types.ts'
import { cashCatalog, routes } from '../helpers/cash-catalog.ts'
import {
  cashWorld,
  fails,
  gives,
  startCashGateway,
  until,
  type CashGateway,
  type World,
} from '../helpers/cash-gateway.ts'
import { chats, eventsOf, listen, PRICE, manualStream } from '../helpers/cash-streams.ts'

let world: World
let at: CashGateway
beforeEach(async () => {
  world = cashWorld(cashCatalog([...Object.values(chats), routes.tree!]))
  at = await startCashGateway(world)
})
afterEach(async () => {
  await at.stop()
})

const bank = () => world.cash.bank
const inSeconds = (seconds: number) => ({
  validBefore: String(Math.floor(world.clock.now() / 1000) + seconds),
})
const pay = async (changes = {}): Promise<string> =>
  world.cash.wallet('ann').sign(await at.quote('/chat', {}), changes)
const stateOf = async (header: string): Promise<string | undefined> => {
  const decoded = world.cash.paymentScheme.decode(header)
  return decoded.ok ? (await at.ledger.get(decoded.payment.authorization.key))?.state : undefined
}

/** An upstream that reasons until the test lets it answer; it counts aborted calls. */
function thinker() {
  const made = { asked: 0, given: 0, speak: (): void => undefined }
  world.vendor.stream = ({ signal }) =>
    new Promise(resolve => {
      made.asked++
      const giveUp = (): void => {
        made.given++
        resolve(fails('upstream_failed', { details: 'given up' }))
      }
      signal!.addEventListener('abort', giveUp, { once: true })
      made.speak = () => {
        signal!.removeEventListener('abort', giveUp)
        resolve(manualStream(signal).stream)
      }
    })
  return made
}

/** Requests a stream, and disconnects once the upstream was called. */
async function leave(header: string, upstream: { asked: number }): Promise<void> {
  const before = upstream.asked
  await hangUp(header, () => upstream.asked > before)
}

async function hangUp(header: string, when: () => boolean): Promise<void> {
  let socket: Socket | undefined
  at.gateway.app.server.once('connection', one => {
    socket = one
  })
  const asking = request(`${at.url}/chat`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'payment-signature': header },
  })
  asking.on('error', () => undefined).end('{}')
  await until(when)
  asking.destroy()
  await until(() => socket!.destroyed)
}

describe('a caller who disconnects before the first word', () => {
  it('stops the upstream while it reasons, pays nothing, and may send its header again', async () => {
    const upstream = thinker()
    const header = await pay()
    await leave(header, upstream)
    await until(async () => upstream.given === 1 && (await stateOf(header)) === 'released')
    const caller = listen(at, '/chat', header)
    await until(() => upstream.asked === 2)
    upstream.speak()
    expect((await caller).status).toBe(200)
    expect(bank().attempts).toHaveLength(0)
  })

  it('is counted once, even if its upstream answers nevertheless', async () => {
    let [asked, counted] = [0, 0]
    let speak!: () => void
    let upstream: ReturnType<typeof manualStream> | undefined
    world.vendor.stream = ({ signal }) =>
      new Promise(resolve => {
        asked++
        speak = () => {
          resolve((upstream = manualStream(signal)).stream)
        }
      })
    const { count } = at.store
    at.store.count = (key, ...more) => {
      if (key.startsWith('abandoned|')) counted++
      return count.call(at.store, key, ...more)
    }
    const header = await pay()
    await hangUp(header, () => asked === 1)
    await until(() => counted === 1)
    speak()
    await until(async () => upstream !== undefined && (await stateOf(header)) === 'released')
    expect([counted, bank().attempts.length]).toEqual([1, 0])
  })

  it('pays from the eleventh time in an hour, unless its upstream fails', async () => {
    const upstream = thinker()
    const header = await pay()
    for (let times = 1; times <= 10; times++) {
      await leave(header, upstream)
      await until(async () => upstream.given === times && (await stateOf(header)) === 'released')
    }
    await leave(header, upstream)
    upstream.speak()
    await until(() => bank().earned() === PRICE)
    expect([upstream.asked, upstream.given]).toEqual([11, 10])
    const next = await pay()
    world.vendor.stream = async () => fails()
    expect((await at.post('/chat', {}, next)).status).toBe(500)
    expect(bank().attempts).toHaveLength(1)
  })
})

describe('a caller who disconnects', () => {
  it('while its payment is verified causes no upstream call, and is counted', async () => {
    const upstream = thinker()
    const { verify } = world.cash.paymentScheme
    for (let times = 1; times <= 10; times++) {
      const header = await pay()
      let isAsked = false
      let goOn!: () => void
      world.cash.paymentScheme.verify = async (...args) => {
        isAsked = true
        await new Promise<void>(resolve => {
          goOn = resolve
        })
        return verify.apply(world.cash.paymentScheme, args)
      }
      await hangUp(header, () => isAsked)
      world.cash.paymentScheme.verify = verify
      goOn()
      await until(async () => (await stateOf(header)) === 'released')
    }
    expect(upstream.asked).toBe(0)
    await leave(await pay(), upstream)
    upstream.speak()
    await until(() => bank().earned() === PRICE)
  })

  it('while the store is unavailable only stops its own upstream call', async () => {
    const upstream = thinker()
    at.store.count = () => Promise.reject(new Error('the store is away'))
    const header = await pay()
    await leave(header, upstream)
    await until(async () => upstream.given === 1 && (await stateOf(header)) === 'released')
  })
})

describe('an authorization that ends before the work', () => {
  it.each([
    ['a stream', '/chat', {}],
    ['a whole answer', '/chat', { stream: false }],
    ['any other call', '/tree', { text: 'x' }],
  ])(
    'gives %s up in time for a settlement: nothing is sent, nothing is charged',
    async (_, path, body) => {
      const upstream = thinker()
      const header = await world.cash.wallet('ann').sign(await at.quote(path, body), inSeconds(10))
      const answer = at.post(path, body, header)
      const asked = () => upstream.asked + world.vendor.asked.length
      await until(() => asked() === 1)
      await world.clock.advance(6_999)
      expect(upstream.given + world.vendor.asked.filter(one => one.signal!.aborted).length).toBe(0)
      await world.clock.advance(1)
      const seen = await answer
      expect([seen.status, JSON.stringify(seen.body)]).toEqual([
        402,
        expect.stringContaining('would have ended'),
      ])
      expect([await stateOf(header), bank().attempts.length]).toEqual(['released', 0])
    },
  )

  it.each([
    ['/chat', {}],
    ['/tree', { text: 'x' }],
  ])(
    'more than ten times in an hour: the wallet is asked for authorizations that last (%s)',
    async (path, body) => {
      const upstream = thinker()
      const asked = () => upstream.asked + world.vendor.asked.length
      const short = async () =>
        world.cash.wallet('ann').sign(await at.quote(path, body), inSeconds(10))
      for (let times = 1; times <= 11; times++) {
        const answer = at.post(path, body, await short())
        await until(() => asked() === times)
        await world.clock.advance(7_000)
        expect((await answer).status).toBe(402)
      }
      expect((await at.post(path, body, await short())).status).toBe(402)
      expect(asked()).toBe(11)
      const caller = listen(at, '/chat', await pay(inSeconds(300)))
      await until(() => asked() === 12)
      upstream.speak()
      expect((await caller).status).toBe(200)
    },
  )

  it('during the stream, without having paid for it, ends the stream', async () => {
    bank().mode = 'fail'
    let upstream!: ReturnType<typeof manualStream>
    world.vendor.stream = async ({ signal }): Promise<UpstreamStream> =>
      (upstream = manualStream(signal)).stream
    const caller = await listen(at, '/chat', await pay(inSeconds(60)))
    await caller.hears('one')
    await world.clock.advance(40_000)
    await caller.end
    expect(eventsOf(caller.text()).at(-1)).toMatchObject({
      error: { code: 'STREAM_FAILED', message: expect.stringContaining('could not be settled') },
    })
    expect(caller.text()).not.toContain('[DONE]')
    expect([upstream.isCancelled, bank().earned()]).toEqual([true, 0n])
  })
})

it('an answer that arrives in time is settled, even with a short authorization', async () => {
  world.vendor.reply = () => ({
    ...gives({}),
    completion: { choices: [{ index: 0, content: 'one', finish: 'stop' }] },
  })
  const seen = await at.post('/chat', { stream: false }, await pay(inSeconds(7)))
  expect([seen.status, bank().earned()]).toEqual([200, PRICE])
})

it('a wallet whose payment failed after its answer pays for the next one before its first word, or gets no answer', async () => {
  const streams: ReturnType<typeof manualStream>[] = []
  world.vendor.stream = async ({ signal }): Promise<UpstreamStream> =>
    streams[streams.push(manualStream(signal)) - 1]!.stream
  bank().mode = 'fail'
  const first = await listen(at, '/chat', await pay())
  streams[0]!.ends()
  await first.end
  expect(eventsOf(first.text()).at(-2).payment).toMatchObject({
    settled: false,
    error_class: 'settlement_failed',
  })
  const second = await listen(at, '/chat', await pay())
  await second.end
  expect([second.status, second.text().includes('one'), streams[1]!.isCancelled]).toEqual([
    402,
    false,
    true,
  ])
  bank().mode = 'land'
  const third = await listen(at, '/chat', await pay())
  expect(bank().earned()).toBe(PRICE)
  streams[2]!.ends()
  expect(await third.end).toBe('whole')
  expect(bank().earned()).toBe(PRICE)
})

describe('expensive calls are within grace less often', () => {
  const call = (payer: string, amount: bigint): any => ({
    context: {
      ...at,
      store: at.store,
      random: systemRandom,
      penalised: new Map(),
      clock: world.clock,
      observe: { log: { warn: () => undefined } },
    },
    payer,
    quote: { amount },
  })

  it('up to half a dollar in total in an hour', async () => {
    expect([
      await isWithinGrace(call('a', 500_000n)),
      await isWithinGrace(call('a', 500_000n)),
    ]).toEqual([true, false])
    expect(await isWithinGrace(call('b', 500_001n))).toBe(false)
    for (let times = 1; times <= 10; times++)
      expect(await isWithinGrace(call('c', 50_000n))).toBe(true)
    expect(await isWithinGrace(call('c', 1n))).toBe(false)
  })

  it('counted by their own prices, not by the price of the last one', async () => {
    for (let times = 1; times <= 9; times++) expect(await isWithinGrace(call('d', 1n))).toBe(true)
    expect(await isWithinGrace(call('d', 60_000n))).toBe(true)
    expect(await isWithinGrace(call('e', 400_000n))).toBe(true)
    expect(await isWithinGrace(call('e', 150_000n))).toBe(false)
  })

  it('and again when the hour is over', async () => {
    expect(await isWithinGrace(call('f', 500_000n))).toBe(true)
    await world.clock.advance(3_600_000)
    expect(await isWithinGrace(call('f', 500_000n))).toBe(true)
  })
})
