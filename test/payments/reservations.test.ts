/** What a wallet owes at once is bounded, by all processes that share a store together. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createReservations, type Reservations } from '../../runtime/payments/reservations.ts'
import type { Store } from '../../runtime/store/store.ts'
import { spawnRedis, type TestRedis } from '../helpers/redis.ts'
import { suitesWith } from '../helpers/servers.ts'
import { embeddedStore, freshPrefix, redisStore } from '../helpers/store.ts'

/** A claim of a wallet on a chain, which lasts a minute. */
const claim = (name: string, amount: bigint, { payer = 'ann', chain = 'eip155:1' } = {}) => ({
  key: `${chain}|usdc|${payer}|${name}`,
  payer,
  amount,
  until: systemClock.now() + 60_000,
})
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
    at.two.drop(first)
    await expect.poll(() => at.two.add(claim('b', 5n, of), has(5n))).toBe('added')
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
    const one = createReservations(store, systemClock)
    return { one, two: one, stop }
  })
})

suitesWith('redis').describe('in two processes on one Redis', () => {
  rules(async () => {
    const redis: TestRedis = await spawnRedis()
    const prefix = freshPrefix()
    const stores = [await redisStore(redis, prefix), await redisStore(redis, prefix)]
    const [one, two] = stores.map(({ store }: { store: Store }) =>
      createReservations(store, systemClock),
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
