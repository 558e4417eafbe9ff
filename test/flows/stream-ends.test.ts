/**
 * Streams whose caller leaves or reads nothing, whose authorization lapses, or whose gateway
 * closes.
 */
import { request } from 'node:http'
import { type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Break } from '../../runtime/upstream/types.ts'
import { until } from '../helpers/cash-gateway.ts'
import {
  eventsOf,
  PRICE,
  manualStream,
  type Listener,
  type ManualStream,
} from '../helpers/cash-streams.ts'
import {
  at,
  bank,
  begun,
  errorOf,
  keyOf,
  neverWhole,
  opened,
  pay,
  stateOf,
  useGateway,
  world,
} from './stream-desk.ts'

useGateway()

describe('a caller who leaves', () => {
  it('before anything was sent pays nothing, and its upstream call is stopped', async () => {
    const header = await pay()
    let open!: () => void
    world.vendor.stream = ({ signal }) =>
      new Promise(resolve => {
        open = () => resolve(opened[opened.push(manualStream(signal)) - 1]!.stream)
      })
    const sockets: Socket[] = []
    at.gateway.app.server.on('connection', socket => sockets.push(socket))
    const asking = request(`${at.url}/chat`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'payment-signature': header },
    })
    asking.on('error', () => undefined).end('{}')
    await until(async () => (await stateOf(header)) === 'claimed' && open !== undefined)
    asking.destroy()
    await until(() => sockets.at(-1)!.destroyed)
    open()
    await until(async () => (await stateOf(header)) === 'released')
    expect([opened[0]!.isCancelled, opened[0]!.asked, bank().earned()]).toEqual([true, 0, 0n])
    expect((await at.ledger.get(keyOf(header)))!.reason).toBe('the caller left')
  })

  it.each([
    ['after the first piece', 1],
    ['after the last but one', 5],
  ])('%s has been served and pays; the upstream is stopped', async (_, pieces) => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    for (let n = 1; n < pieces; n++) upstream.says(`piece ${n}`)
    if (pieces > 1) await caller.hears(`piece ${pieces - 1}`)
    caller.leave()
    await until(() => bank().earned() === PRICE)
    expect([upstream.isCancelled, bank().attempts.length]).toEqual([true, 1])
    await until(async () => (await stateOf(header)) === 'settled')
    const again = await at.post('/chat', {}, header)
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('"content":"one')])
    expect(again.text).toContain('its caller left')
    expect(bank().earned()).toBe(PRICE)
  })

  it('is sent its copy again also if the header was used before for a stream that broke off', async () => {
    const header = await pay()
    const LONG = 'x'.repeat(1.2 * 2 ** 20)
    const first = await begun(header)
    first.upstream.says(LONG)
    await first.caller.hears(LONG)
    first.upstream.breaks('cut')
    await first.caller.end
    const { caller, upstream } = await begun(header)
    upstream.says(LONG)
    await caller.hears(LONG)
    caller.leave()
    await until(async () => (await stateOf(header)) === 'settled')
    const again = await at.post('/chat', {}, header)
    expect([again.status, again.text.includes(LONG)]).toEqual([200, true])
  })

  it('while the payment is being settled pays once', async () => {
    bank().mode = 'held'
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.ends()
    await until(() => bank().attempts.length === 1)
    caller.leave()
    await caller.end
    bank().letGo()
    await until(async () => (await stateOf(header)) === 'settled')
    expect([bank().attempts.length, bank().earned()]).toEqual([1, PRICE])
  })
})

describe('an authorization that lapses while the stream goes on', () => {
  const LAPSES = 60
  const short = () => ({ validBefore: String(Math.floor(world.clock.now() / 1000) + LAPSES) })
  it('is settled before it does, once, and the stream goes on to its receipt', async () => {
    const { caller, upstream } = await begun(await pay('/chat', short()))
    await world.clock.advance(39_999)
    expect(bank().attempts).toEqual([])
    await world.clock.advance(1)
    await until(() => bank().earned() === PRICE)
    upstream.says('two')
    await caller.hears('two')
    upstream.ends()
    await caller.end
    expect(eventsOf(caller.text()).at(-2).payment.settled).toBe(true)
    expect(bank().attempts).toHaveLength(1)
  })

  it.each<[string, (caller: Listener, upstream: ManualStream) => void]>([
    ['breaks off', (_, upstream) => upstream.breaks('cut')],
    ['is left', caller => caller.leave()],
    ['ends', (_, upstream) => upstream.ends()],
  ])('is settled once when the stream %s at that very moment', async (_, ends) => {
    bank().mode = 'held'
    const { caller, upstream } = await begun(await pay('/chat', short()))
    await world.clock.advance(40_000)
    await until(() => bank().attempts.length === 1)
    ends(caller, upstream)
    bank().letGo()
    await caller.end
    await until(() => bank().earned() === PRICE)
    expect(bank().attempts).toHaveLength(1)
  })
})

describe('a caller that stops reading', () => {
  const LETTERS = 'x'.repeat(256 * 1024)
  /** Speaks until the caller's connection is full. */
  async function fill(upstream: ManualStream): Promise<void> {
    await until(async () => {
      const before = upstream.asked
      upstream.says(LETTERS)
      await new Promise(resolve => setTimeout(resolve, 20))
      return upstream.asked === before
    })
  }

  it('pauses the upstream: no more data is requested', async () => {
    const { caller, upstream } = await begun(await pay())
    caller.pause()
    await fill(upstream)
    const { asked } = upstream
    for (let n = 0; n < 50; n++) upstream.says(LETTERS)
    await world.clock.settle()
    expect(upstream.asked).toBe(asked)
    upstream.ends()
    caller.resume()
    expect(await caller.end).toBe('whole')
    expect([caller.text().endsWith('[DONE]\n\n'), bank().earned()]).toEqual([true, PRICE])
  })

  it.each<[string, number[], Break, bigint]>([
    [
      'for more than 10 s at a time pays for what its upstream then cuts off',
      [11_000],
      'cut',
      PRICE,
    ],
    ['now and then for 10 s does not', [10_000, 10_000], 'cut', 0n],
    ['for long does not pay for what its upstream makes a mess of', [11_000], 'malformed', 0n],
  ])('%s', async (_, waits, how, paid) => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    for (const ms of waits) {
      caller.pause()
      await fill(upstream)
      await world.clock.advance(ms)
      caller.resume()
      upstream.says(`after ${ms}`)
      await caller.hears(`after ${ms}`)
    }
    upstream.breaks(how)
    await caller.end
    await until(async () => ['settled', 'released'].includes((await stateOf(header)) ?? ''))
    expect(bank().earned()).toBe(paid)
    neverWhole(caller)
  })

  it('is charged before its authorization lapses, and disconnected at the time limit of streams', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    caller.pause()
    await fill(upstream)
    await world.clock.advance(280_000)
    await until(() => bank().earned() === PRICE)
    upstream.breaks('too_long')
    await world.clock.advance(10_000)
    caller.resume()
    expect(await caller.end).toBe('cut')
    await until(() => upstream.isCancelled)
    neverWhole(caller)
    expect(bank().attempts).toHaveLength(1)
  })
})

describe('a gateway that closes', () => {
  it('ends its streams with an error event, uncharged', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    const closed = at.gateway.close()
    await world.clock.advance(1)
    expect(await caller.end).toBe('whole')
    await closed
    expect([
      errorOf(caller).code,
      await stateOf(header),
      bank().earned(),
      upstream.isCancelled,
    ]).toEqual(['STREAM_FAILED', 'released', 0n, true])
    neverWhole(caller)
  })
})

it('leaves no timer behind, however streams end', async () => {
  const before = world.clock.sleepers()
  const ends: ((caller: Listener, upstream: ManualStream) => void)[] = [
    (_, upstream) => upstream.ends(),
    (_, upstream) => upstream.breaks('cut'),
    (_, upstream) => upstream.breaks('stalled'),
    (_, upstream) => upstream.breaks('too_long'),
    caller => caller.leave(),
  ]
  for (const end of ends) {
    const { caller, upstream } = await begun(await pay())
    end(caller, upstream)
    await caller.end
  }
  await until(async () => {
    await world.clock.advance(50)
    return world.clock.sleepers() <= before
  })
})
