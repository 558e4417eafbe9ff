/** Payments that settle the actual price: what was signed is the most that a call can cost. */
import { beforeEach, describe, expect, it } from 'vitest'
import { until } from '../helpers/cash-gateway.ts'
import { usage } from '../helpers/cash-metered.ts'
import {
  eventsOf,
  listen,
  PRICE,
  type Listener,
  type ManualStream,
} from '../helpers/cash-streams.ts'
import {
  bank,
  begun,
  leaves,
  pay,
  payAs,
  recordOf,
  settled,
  shop,
  start,
  startForEach,
} from '../helpers/metered-shop.ts'

startForEach()

describe('a stream', () => {
  it('is settled after its last piece, for what its upstream reports', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    expect(bank().attempts).toEqual([])
    upstream.ends(usage(3, 2))
    await caller.end
    expect(bank().earned()).toBe(370n)
    expect(await settled(header)).toMatchObject({ amount: String(PRICE), charged: '370' })
    const last = eventsOf(caller.text()).find(event => event.cost)
    expect(last).toMatchObject({ cost: { amount: '0.000370' }, payment: { settled: true } })
  })

  it('never costs more than was quoted', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.ends(usage(1_000_000))
    await caller.end
    expect([bank().earned(), (await settled(header)).charged]).toEqual([PRICE, String(PRICE)])
  })

  it('is settled for an estimate where its upstream reports nothing', async () => {
    const { caller, upstream } = await begun(await pay())
    upstream.says('12345678901')
    upstream.ends('none')
    await caller.end
    // 7 tokens of the prompt, and 14 bytes of answer at four to a token.
    expect(bank().earned()).toBe(70n + 400n)
  })

  it('is settled for its whole answer when its caller disconnects, including hidden reasoning', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    await leaves(caller)
    upstream.says('two')
    upstream.ends({ ...usage(2), reasoning: 9 })
    expect((await settled(header)).charged).toBe('1150')
    const again = await listen(shop.at, '/chat', header)
    await again.end
    expect([bank().earned(), again.headers['payment-response'] !== undefined]).toEqual([
      1150n,
      true,
    ])
    expect(again.text()).toContain('two')
  })

  it('is settled for the whole answer where its upstream reports the prompt first', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.says({ usage: usage(1) })
    upstream.says('two')
    await caller.hears('two')
    await leaves(caller)
    upstream.ends(usage(9))
    expect((await settled(header)).charged).toBe('950')
  })

  it('is settled for what was delivered when its caller leaves long before its end', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    await leaves(caller)
    upstream.says('12345')
    await shop.world.clock.advance(5_000)
    // 7 tokens of the prompt, and 8 bytes of answer at four to a token.
    expect((await settled(header)).charged).toBe('270')
    expect([bank().earned(), upstream.isCancelled]).toEqual([270n, true])
  })

  it('is settled for what was delivered also where its upstream reported the prompt first', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.says({ usage: usage(1) })
    upstream.says('1234567890123')
    await caller.hears('1234567890123')
    await leaves(caller)
    await shop.world.clock.advance(5_000)
    // 5 tokens of the prompt as reported, and 16 bytes of answer.
    expect((await settled(header)).charged).toBe('450')
  })

  it('costs nothing when its caller leaves and its upstream breaks it off', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    await leaves(caller)
    upstream.breaks('cut')
    await until(async () => (await recordOf(header)).state === 'released')
    expect(bank().attempts).toEqual([])
  })

  it('is settled for what was delivered when it takes longer than a stream may', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.breaks('too_long')
    await caller.end
    expect([(await settled(header)).charged, bank().earned()]).toEqual(['170', 170n])
  })

  it('costs its maximum if its usage is unknown', async () => {
    const header = await pay('/raw')
    const caller = await listen(shop.at, '/raw', header)
    await caller.hears('one')
    shop.opened.at(-1)!.ends('none')
    await caller.end
    expect([(await settled(header)).amount, bank().earned()]).toEqual([String(PRICE), PRICE])
  })

  it('costs nothing when its upstream breaks it off', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.breaks('cut')
    await caller.end
    await until(async () => (await recordOf(header)).state === 'released')
    expect(bank().attempts).toEqual([])
  })

  it('settles nothing when nothing was used', async () => {
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.ends({ ...usage(0), uncached: 0 })
    await caller.end
    await until(async () => (await recordOf(header)).state === 'failed')
    expect(bank().attempts).toEqual([])
  })

  it('goes on where its authorization ends, settled at its maximum until then', async () => {
    const validBefore = String(Math.floor(shop.world.clock.now() / 1000) + 60)
    const header = await pay('/chat', { validBefore })
    const { caller, upstream } = await begun(header)
    await shop.world.clock.advance(40_000)
    await settled(header)
    expect([bank().earned(), upstream.isCancelled]).toEqual([PRICE, false])
    upstream.says('two')
    upstream.ends(usage(3))
    await caller.end
    expect(caller.text()).toContain('two')
    expect(eventsOf(caller.text()).find(event => event.cost)).toMatchObject({
      payment: { settled: true },
    })
    expect(bank().earned()).toBe(PRICE)
  })

  describe('that was settled at its maximum before its end', () => {
    /** A stream of a wallet that is settled early, and what it earned. */
    const early = async (
      name: string,
      end: (upstream: ManualStream) => void,
    ): Promise<Listener> => {
      const validBefore = String(Math.floor(shop.world.clock.now() / 1000) + 60)
      const header = await payAs(name, { validBefore })
      const { caller, upstream } = await begun(header)
      await shop.world.clock.advance(40_000)
      await settled(header)
      end(upstream)
      await caller.end
      return caller
    }
    const credits = async (name: string): Promise<number[]> => {
      const { address } = shop.world.cash.wallet(name)
      const found = await shop.at.store.list<any>('gateway.credits', `credit|${address}`, 9)
      return found.map(({ stored }) => stored.doc.amount)
    }
    const next = async (name: string): Promise<string> => {
      const header = await payAs(name)
      const { caller, upstream } = await begun(header)
      upstream.ends(usage(3))
      await caller.end
      await until(async () => /settled|released/.test((await recordOf(header)).state))
      return (await recordOf(header)).state
    }

    it('leaves its wallet a credit when its upstream breaks it off', async () => {
      const caller = await early('eve', upstream => upstream.breaks('cut'))
      expect(caller.text()).toContain('is credited')
      expect(await next('eve')).toBe('settled')
      expect([bank().earned(), await credits('eve')]).toEqual([PRICE, [1650]])
      // The next one may cost more than what is left.
      await next('eve')
      expect(bank().earned()).toBe(PRICE + 350n)
    })

    it('costs its actual price of a credit, and on the chain where the credit is gone', async () => {
      await early('kim', upstream => upstream.breaks('cut'))
      const header = await payAs('kim')
      const { caller, upstream } = await begun(header)
      upstream.ends(usage(3))
      await caller.end
      const { cost } = eventsOf(caller.text()).find(event => event.cost)
      expect(cost).toMatchObject({ amount: '0.000350' })
      await early('lea', upstream => upstream.breaks('cut'))
      const before = bank().earned()
      const next = await begun(await payAs('lea'))
      const { address } = shop.world.cash.wallet('lea')
      for (const { key } of await shop.at.store.list('gateway.credits', `credit|${address}`, 9))
        await shop.at.store.commit([{ do: 'remove', in: 'gateway.credits', key }])
      next.upstream.ends(usage(3))
      await next.caller.end
      expect(bank().earned() - before).toBe(350n)
    })
  })

  it('that cannot be found on the chain at once is settled at its price later', async () => {
    bank().mode = 'unknown'
    const header = await pay()
    const { caller, upstream } = await begun(header)
    upstream.ends(usage(3))
    await caller.end
    expect(await recordOf(header)).toMatchObject({ state: 'settling', charged: '350' })
    bank().mode = 'land'
    await shop.at.ledger.resolve(await recordOf(header))
    expect(bank().earned()).toBe(350n)
  })
})

describe('a stream of a wallet that is not trusted', () => {
  beforeEach(async () => {
    await shop.at.stop()
    await start(0)
  })

  it('is sent once it is complete and paid for', async () => {
    const header = await pay()
    const asked = listen(shop.at, '/chat', header)
    await until(() => shop.opened.length === 1)
    shop.opened[0]!.says('two')
    shop.opened[0]!.ends(usage(3))
    const caller = await asked
    await caller.end
    expect([caller.status, bank().earned()]).toEqual([200, 350n])
    expect(caller.headers['payment-response']).toBeDefined()
    expect(caller.text()).toContain('two')
    expect(eventsOf(caller.text()).at(-1)).toBe('[DONE]')
  })

  it('is not sent if its payment fails', async () => {
    bank().mode = 'fail'
    const asked = listen(shop.at, '/chat', await pay())
    await until(() => shop.opened.length === 1)
    shop.opened[0]!.ends()
    const caller = await asked
    await caller.end
    expect(caller.status).toBe(402)
    expect(caller.text()).not.toContain('one')
  })

  it('costs nothing when its upstream breaks it off', async () => {
    const header = await pay()
    const asked = listen(shop.at, '/chat', header)
    await until(() => shop.opened.length === 1)
    shop.opened[0]!.breaks('cut')
    const caller = await asked
    await caller.end
    expect([caller.status, JSON.parse(caller.text())]).toEqual([
      500,
      { error: 'Internal server error', details: 'The stream broke off' },
    ])
    expect((await recordOf(header)).state).toBe('released')
  })

  it('is not said to have broken off if its payment could not be sent', async () => {
    const { backend } = shop.world.cash.paymentScheme
    const { settle } = backend
    backend.settle = () => Promise.reject(new Error('no relayer'))
    const header = await pay()
    const asked = listen(shop.at, '/chat', header)
    await until(() => shop.opened.length === 1)
    shop.opened[0]!.ends(usage(3))
    expect((await asked).status).toBe(503)
    expect((await recordOf(header)).state).toBe('released')
    backend.settle = settle
  })
})
