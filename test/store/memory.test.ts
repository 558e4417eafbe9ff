/**
 * What the embedded store keeps in memory, to the millisecond: windows, cache, locks, leases and
 * pools.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  createCache,
  createCounters,
  createLeases,
  createLocks,
  createPools,
} from '../../runtime/store/memory.ts'
import { StoreBusy } from '../../runtime/store/store.ts'
import { manualClock, type ManualClock } from '../helpers/clock.ts'

let clock: ManualClock
beforeEach(() => {
  clock = manualClock()
})

/** Entries that are swept when there are this many. */
const MANY = 50_000

describe('a window', () => {
  it('ends exactly as long after its first event as it is long', async () => {
    const count = createCounters(clock)
    const first = count('a', 1000)
    expect(first).toEqual({ count: 1, resetAt: clock.now() + 1000 })
    await clock.advance(999)
    expect(count('a', 1000)).toEqual({ ...first, count: 2 })
    await clock.advance(1)
    expect(count('a', 1000)).toEqual({ count: 1, resetAt: clock.now() + 1000 })
  })

  it('of one bucket is not that of another', () => {
    const count = createCounters(clock)
    count('a', 1000)
    expect(count('b', 500)).toEqual({ count: 1, resetAt: clock.now() + 500 })
  })

  it('that still counts is not swept by many others', async () => {
    const count = createCounters(clock)
    count('kept', 2000)
    for (let i = 1; i < MANY - 1; i++) count(`lapses ${i}`, 1000)
    await clock.advance(1000)
    for (let i = 0; i < MANY; i++) count(`new ${i}`, 1000)
    expect(count('kept', 2000).count).toBe(2)
  })
})

describe('the cache', () => {
  it('keeps bytes until they lapse', async () => {
    const cache = createCache(clock, 100)
    cache.put('a', Buffer.from('one'), 1000)
    await clock.advance(999)
    expect(cache.get('a')).toEqual(Buffer.from('one'))
    await clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops what was put first beyond its size, which what lapsed or was replaced does not fill', async () => {
    const cache = createCache(clock, 10)
    const put = (key: string, size: number): void => cache.put(key, Buffer.alloc(size), 1000)
    const held = (): string[] => ['a', 'b', 'c', 'd'].filter(key => cache.get(key) !== undefined)
    put('a', 5)
    put('a', 5)
    put('b', 5)
    expect(held()).toEqual(['a', 'b'])
    put('c', 1)
    expect(held()).toEqual(['b', 'c'])
    put('b', 5)
    put('d', 6)
    expect(held()).toEqual(['d'])
    put('a', 11)
    expect(held()).toEqual(['d'])
    await clock.advance(1000)
    expect(held()).toEqual([])
    put('a', 10)
    expect(held()).toEqual(['a'])
  })

  it('holds so many entries, however small', () => {
    const cache = createCache(clock, 1_000_000)
    for (let i = 0; i <= MANY; i++) cache.put(String(i), Buffer.alloc(1), 1000)
    expect([cache.get('0'), cache.get('1')?.length, cache.get(String(MANY))?.length]).toEqual([
      undefined,
      1,
      1,
    ])
  })
})

describe('a lock', () => {
  /** Work under a lock that ends when it is asked to. */
  function holder(lock: ReturnType<typeof createLocks>, name: string, wait?: number) {
    let end = (): void => undefined
    let isIn = false
    const over = lock(
      name,
      () =>
        new Promise<void>(resolve => {
          isIn = true
          end = resolve
        }),
      wait,
    )
    over.catch(() => undefined)
    return { done: over, isIn: () => isIn, end: () => end() }
  }

  it('has one holder at a time, in the order in which they came', async () => {
    const lock = createLocks(clock)
    const all = [1, 2, 3].map(() => holder(lock, 'a'))
    const other = holder(lock, 'b')
    for (const [i, one] of all.entries()) {
      await clock.settle()
      expect(all.map(({ isIn }) => isIn())).toEqual(all.map((_, at) => at <= i))
      one.end()
      await one.done
    }
    expect(other.isIn()).toBe(true)
  })

  it('that is held is named in the error, whose name says so', async () => {
    const lock = createLocks(clock)
    holder(lock, 'a')
    const busy = { name: 'StoreBusy', message: 'the lock a is held' }
    await expect(lock('a', async () => 1, 0)).rejects.toMatchObject(busy)
  })

  it('is free again after work that failed', async () => {
    const lock = createLocks(clock)
    await expect(lock('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await lock('a', async () => 1, 0)).toBe(1)
  })

  it('is waited for as long as the caller says, and goes to those behind it', async () => {
    const lock = createLocks(clock)
    const first = holder(lock, 'a')
    const [patient, brief, last] = [1000, 100, 1000].map(wait => holder(lock, 'a', wait))
    await expect(lock('a', async () => 1, 0)).rejects.toThrow(StoreBusy)
    await clock.advance(99)
    expect(clock.sleepers()).toBe(3)
    await clock.advance(1)
    await expect(brief!.done).rejects.toThrow(StoreBusy)
    first.end()
    await clock.settle()
    expect([patient!.isIn(), clock.sleepers()]).toEqual([true, 1])
    patient!.end()
    await clock.settle()
    expect([brief!.isIn(), last!.isIn(), clock.sleepers()]).toEqual([false, true, 0])
  })
})

describe('a lease', () => {
  it('is held by its owner until it lapses, is renewed by it, and is given up by nobody else', async () => {
    const leases = createLeases(clock)
    expect(leases.take('a', 'one', 1000)).toBe(true)
    expect(leases.take('a', 'two', 1000)).toBe(false)
    await clock.advance(999)
    leases.drop('a', 'two')
    expect(leases.take('a', 'two', 1000)).toBe(false)
    expect(leases.take('a', 'one', 1000)).toBe(true)
    await clock.advance(999)
    expect(leases.take('a', 'two', 1000)).toBe(false)
    await clock.advance(1)
    expect(leases.take('a', 'two', 1000)).toBe(true)
    leases.drop('a', 'two')
    expect(leases.take('a', 'one', 1000)).toBe(true)
  })
})

describe('a pool', () => {
  const part = (key: string, amount: number, ttlMs = 1000) => ({ key, amount, most: 10, ttlMs })

  it('holds parts up to its most, each once', () => {
    const pools = createPools(clock)
    expect(pools.hold('p', part('a', 6))).toBe(true)
    expect(pools.hold('p', part('a', 6))).toBe(true)
    expect(pools.hold('p', part('b', 5))).toBe(false)
    expect(pools.hold('p', part('b', 4))).toBe(true)
    expect(pools.hold('q', part('b', 10))).toBe(true)
    pools.unhold('p', 'a')
    expect(pools.hold('p', part('c', 7))).toBe(false)
    expect(pools.hold('p', part('c', 6))).toBe(true)
  })

  it('forgets parts that lapse', async () => {
    const pools = createPools(clock)
    pools.hold('p', part('a', 10))
    await clock.advance(999)
    expect(pools.hold('p', part('b', 1))).toBe(false)
    await clock.advance(1)
    expect(pools.hold('p', part('b', 10))).toBe(true)
  })

  it('says when there is room', async () => {
    const pools = createPools(clock)
    expect(pools.msUntilFits('p', { amount: 10, most: 10 })).toBe(0)
    expect(pools.msUntilFits('p', { amount: 11, most: 10 })).toBe(Infinity)
    pools.hold('p', part('late', 4, 3000))
    pools.hold('p', part('early', 4, 1000))
    expect(pools.msUntilFits('p', { amount: 2, most: 10 })).toBe(0)
    expect(pools.msUntilFits('p', { amount: 6, most: 10 })).toBe(1000)
    expect(pools.msUntilFits('p', { amount: 7, most: 10 })).toBe(3000)
    await clock.advance(1000)
    expect(pools.msUntilFits('p', { amount: 6, most: 10 })).toBe(0)
    expect(pools.msUntilFits('p', { amount: 10, most: 10 })).toBe(2000)
  })
})

describe('what lapsed', () => {
  /**
   * A clock that counts how often it is read: once for each call below, and once for each sweep.
   */
  function reading() {
    let reads = 0
    const now = (): number => {
      reads += 1
      return clock.now()
    }
    return { clock: { ...clock, now }, reads: () => reads }
  }
  type Put = (key: string, ms: number) => unknown
  const kinds: [string, (of: ManualClock) => Put][] = [
    ['windows', createCounters],
    [
      'leases',
      of => {
        const leases = createLeases(of)
        return (key, ms) => leases.take(key, 'owner', ms)
      },
    ],
    [
      'pools',
      of => {
        const pools = createPools(of)
        return (key, ms) => pools.hold(key, { key: 'a', amount: 1, most: 1, ttlMs: ms })
      },
    ],
  ]

  it.each(kinds)('is looked for among %s once for each doubling, and removed', async (_, make) => {
    const { clock: counting, reads } = reading()
    const put = make(counting)
    let serial = 0
    const sweepsOf = (count: number): number => {
      const before = reads()
      for (let i = 0; i < count; i++) put(`${serial++}`, 1000)
      return reads() - before - count
    }
    expect([sweepsOf(MANY - 1), sweepsOf(1)]).toEqual([0, 1])
    await clock.advance(1000)
    // Twice as many, of which half have lapsed; those that remain may double again.
    expect([sweepsOf(MANY - 1), sweepsOf(1)]).toEqual([0, 1])
    expect([sweepsOf(MANY - 1), sweepsOf(1)]).toEqual([0, 1])
  })

  it('is not a pool that still holds something', async () => {
    const pools = createPools(clock)
    const hold = (pool: string, key: string, ttlMs: number): boolean =>
      pools.hold(pool, { key, amount: 1, most: 2, ttlMs })
    for (const [key, ms] of [
      ['early', 1000],
      ['late', 2000],
      ['middle', 1500],
    ] as const)
      pools.hold('kept', { key, amount: 2, most: 6, ttlMs: ms })
    await clock.advance(1500)
    for (let i = 0; i < MANY; i++) hold(`${i}`, 'a', 1000)
    expect(hold('kept', 'more', 1000)).toBe(false)
  })

  it('is not a pool from which all was released: it is gone', () => {
    const { clock: counting, reads } = reading()
    const pools = createPools(counting)
    for (let i = 0; i < MANY; i++) {
      pools.hold(`${i}`, { key: 'a', amount: 1, most: 2, ttlMs: 1000 })
      pools.unhold(`${i}`, 'a')
      pools.unhold(`${i}`, 'a')
    }
    expect(reads()).toBe(MANY)
  })
})
