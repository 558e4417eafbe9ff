/** What a wallet owes at once is bounded, by all processes that share a store together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createReservations, type Reservations } from '../../runtime/payments/reservations.ts'
import type { Store } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'
import { memoryStore } from '../helpers/memory-store.ts'
import { spawnRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { embeddedStore, freshPrefix, redisStore } from '../helpers/store.ts'

/** A claim of a wallet on a chain, which lasts a minute. */
const claim = (
  name: string,
  amount: bigint,
  { payer = 'ann', chain = 'eip155:1', asset = 'usdc' } = {},
) => ({
  key: `${chain}|${asset}|${payer}|${name}`,
  payer,
  amount,
  until: systemClock.now() + 60_000,
})
const isAllowance = (key: string): boolean => key.includes('|permit2|')
const has = (amount: bigint | undefined) => async (): Promise<bigint | undefined> => amount
const unasked = async (): Promise<bigint> => {
  throw new Error('the balance is not needed')
}

/** The rules of reservations, for stores that open with the two processes that use them. */
function rules(open: () => Promise<{ one: Reservations; two: Reservations; stop(): unknown }>) {
  let at: Awaited<ReturnType<typeof open>>
  let wallet = 0
  const payer = (): { payer: string } => ({ payer: `wallet${wallet++}` })
  beforeAll(async () => {
    at = await open()
  })
  afterAll(() => at.stop())

  it('a first promise needs no balance', async () => {
    expect(await at.one.add(claim('a', 5n, payer()), unasked)).toBe('added')
  })

  it('a wallet promises at most its balance', async () => {
    const of = payer()
    await at.one.add(claim('a', 5n, of), unasked)
    expect(await at.two.add(claim('b', 5n, of), has(9n))).toBe('overdrawn')
    expect(await at.two.add(claim('c', 5n, of), has(10n))).toBe('added')
    expect(await at.one.add(claim('d', 1n, of), has(10n))).toBe('overdrawn')
  })

  it('a refused promise holds nothing', async () => {
    const of = payer()
    await at.one.add(claim('a', 5n, of), unasked)
    expect(await at.two.add(claim('b', 50n, of), has(9n))).toBe('overdrawn')
    expect(await at.two.add(claim('c', 4n, of), has(9n))).toBe('added')
  })

  it('of fifty promises at once, as many are taken as the balance covers', async () => {
    const of = payer()
    const all = Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? at.one : at.two).add(claim(`n${i}`, 1n, of), has(7n)),
    )
    const ends = await Promise.all(all)
    const taken = ends.filter(end => end === 'added').length
    // The first one is taken without a balance; a balance can cover fewer while others are refused.
    expect(taken).toBeGreaterThan(0)
    expect(taken).toBeLessThanOrEqual(7)
  })

  it('what was paid or released is free again, whoever drops it', async () => {
    const of = payer()
    const first = claim('a', 5n, of)
    await at.one.add(first, unasked)
    await at.two.drop(first)
    expect(await at.two.add(claim('b', 5n, of), has(5n))).toBe('added')
  })

  it('what another process has dropped is reserved again by whoever claims it again', async () => {
    const of = payer()
    const first = claim('a', 5n, of)
    await at.one.add(first, unasked)
    await at.two.drop(first)
    await at.one.add(first, unasked)
    expect(await at.two.add(claim('b', 5n, of), has(9n))).toBe('overdrawn')
  })

  it('a balance that falls while it is compared is compared again', async () => {
    const of = payer()
    const first = claim('a', 5n, of)
    await at.one.add(first, unasked)
    const balances = [10n]
    // The first payment lands and is dropped while the answer of the node is on its way.
    const falling = async (): Promise<bigint> => {
      await at.one.drop(first)
      return balances.pop() ?? 5n
    }
    expect(await at.two.add(claim('b', 10n, of), falling)).toBe('overdrawn')
    expect(await at.two.add(claim('c', 5n, of), unasked)).toBe('added')
  })

  it('an authorization without an end is reserved like others', async () => {
    const of = payer()
    const until = Number(2n ** 256n - 1n) * 1000
    expect(await at.one.add({ ...claim('a', 5n, of), until }, unasked)).toBe('added')
    expect(await at.two.add({ ...claim('b', 5n, of), until }, has(9n))).toBe('overdrawn')
    expect(await at.two.add(claim('c', 5n, of), has(10n))).toBe('added')
    expect(await at.two.add(claim('d', 5n, of), has(14n))).toBe('overdrawn')
  })

  describe('with an allowance', () => {
    const taken = (name: string, of: object) => claim(name, 5n, { ...of, asset: 'permit2' })
    const rich = has(1000n)

    it('bounds those that it takes together, and no others', async () => {
      const of = payer()
      await at.one.add(taken('a', of), unasked, unasked)
      expect(await at.two.add(taken('b', of), rich, has(9n))).toBe('unallowed')
      expect(await at.two.add(claim('c', 5n, of), rich)).toBe('added')
      expect(await at.one.add(taken('d', of), rich, has(10n))).toBe('added')
      expect(await at.one.add(taken('e', of), has(15n), rich)).toBe('overdrawn')
    })

    it('one that replaces it is open alone', async () => {
      const of = payer()
      const first = taken('a', of)
      expect(await at.one.add(first, unasked, 'alone')).toBe('added')
      expect(await at.two.add(taken('b', of), rich, 'alone')).toBe('unallowed')
      expect(await at.two.add(taken('c', of), rich, has(2n ** 255n))).toBe('unallowed')
      await at.two.drop(first)
      expect(await at.two.add(taken('d', of), unasked, rich)).toBe('added')
      expect(await at.one.add(taken('e', of), rich, 'alone')).toBe('unallowed')
    })

    it('a refused one holds nothing of the balance', async () => {
      const of = payer()
      await at.one.add(taken('a', of), unasked, 'alone')
      expect(await at.two.add(taken('b', of), has(10n), 'alone')).toBe('unallowed')
      expect(await at.two.add(claim('c', 5n, of), has(10n))).toBe('added')
    })
  })

  it('the same authorization is reserved once', async () => {
    const of = payer()
    const first = claim('a', 5n, of)
    expect(await at.one.add(first, unasked)).toBe('added')
    expect(await at.one.add(first, unasked)).toBe('known')
    expect(await at.one.add(claim('b', 5n, of), has(10n))).toBe('added')
  })

  it('a wallet has a balance on each chain', async () => {
    const of = payer()
    await at.one.add(claim('a', 5n, of), unasked)
    expect(await at.two.add(claim('b', 5n, { ...of, chain: 'eip155:2' }), unasked)).toBe('added')
  })

  it('a balance that cannot be read is not compared', async () => {
    const of = payer()
    await at.one.add(claim('a', 5n, of), unasked)
    expect(await at.two.add(claim('b', 5n, of), has(undefined))).toBe('added')
  })
}

describe('in one process', () => {
  rules(async () => {
    const { store, stop } = await embeddedStore()
    const one = createReservations(store, systemClock, isAllowance)
    return { one, two: one, stop }
  })
})

describe('the time of a reservation', () => {
  const at = (until: number) => ({ ...claim('a', 5n), until })
  /** The reservations of a process, over a store that others may share. */
  function desk(shared = false) {
    const clock = manualClock(1_000)
    const store = { ...memoryStore(clock), shared }
    return { clock, one: createReservations(store, clock), two: createReservations(store, clock) }
  }

  it('ends with the authorization, which may then be reserved anew', async () => {
    const { clock, one } = desk()
    expect(await one.add(at(1_100), unasked)).toBe('added')
    await clock.advance(99)
    expect(await one.add(at(1_100), unasked)).toBe('known')
    expect(await one.add(claim('b', 5n), has(5n))).toBe('overdrawn')
    await clock.advance(1)
    expect(await one.add(claim('b', 5n), unasked)).toBe('added')
    expect(await one.add(at(1_200), has(10n))).toBe('added')
  })

  it('lasts for a moment if the authorization has ended, and for at most a year', async () => {
    const { clock, one } = desk()
    await one.add(at(0), unasked)
    expect(await one.add(claim('b', 5n), has(5n))).toBe('overdrawn')
    await clock.advance(1)
    await one.add({ ...claim('c', 5n), until: 1e15 }, unasked)
    await clock.advance(31_536_000_000 - 1)
    expect(await one.add(claim('d', 5n), has(5n))).toBe('overdrawn')
    await clock.advance(1)
    expect(await one.add(claim('d', 5n), unasked)).toBe('added')
  })

  it('is waited for, once, if another process may be dropping it', async () => {
    const { clock, one, two } = desk(true)
    const first = claim('a', 5n)
    await one.add(first, unasked)
    const second = two.add(claim('b', 5n), has(5n))
    await clock.advance(249)
    await one.drop(first)
    await clock.advance(1)
    expect(await second).toBe('added')
    const third = two.add(claim('c', 5n), has(5n))
    await clock.advance(250)
    expect(await third).toBe('overdrawn')
  })
})

suitesWith('redis').describe('in two processes on one Redis', () => {
  rules(async () => {
    const redis: TestRedis = await spawnRedis()
    const prefix = freshPrefix()
    const stores = [await redisStore(redis, prefix), await redisStore(redis, prefix)]
    const [one, two] = stores.map(({ store }: { store: Store }) =>
      createReservations(store, systemClock, isAllowance),
    )
    return {
      one: one!,
      two: two!,
      stop: async () => {
        await Promise.all(stores.map(each => each.stop()))
        await redis.stop()
      },
    }
  })
})
