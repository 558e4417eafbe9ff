/** What every store must do as time goes by, and for several processes. */
import { expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { LEASE, StoreBusy, type Store } from '../../runtime/store/store.ts'
import { insert, replace, type Subject } from './changes.ts'

/** How far the clock of a store's server may be from that of this process, in ms. */
const CLOCKS_APART = 60

export function expiry(at: () => { subject: Subject; store: Store; fresh(): string }): void {
  const ms = (short: number): number => short * (at().subject.stretch ?? 1)

  it('forgets a document when it expires: gone, not listed, free to insert, not to replace', async () => {
    const { subject, store, fresh } = at()
    const [a, b] = [fresh(), fresh()] as [string, string]
    const soon = subject.now() + ms(300)
    expect(
      await store.commit([
        insert(a, 1, { tag: 'brief', expires: soon }),
        insert(b, 1, { tag: 'brief', expires: soon }),
      ]),
    ).toBe(true)
    expect(await store.commit([insert(a, 2)])).toBe(false)
    expect(await store.list('payments', 'brief', 10)).toHaveLength(2)
    expect(await store.get('payments', a)).toEqual({ doc: 1, version: 1, tag: 'brief' })
    await subject.pass(ms(400))
    expect(await store.get('payments', a)).toBeUndefined()
    expect(await store.list('payments', 'brief', 10)).toEqual([])
    expect(await store.commit([replace(b, 1, 2)])).toBe(false)
    expect(await store.commit([{ do: 'remove', in: 'payments', key: b, version: 1 }])).toBe(false)
    expect(await store.commit([insert(a, 2)])).toBe(true)
    expect(await store.get('payments', a)).toEqual({ doc: 2, version: 1, tag: '' })
  })

  it('a replacement sets the time of expiry anew, or takes it away', async () => {
    const { subject, store, fresh } = at()
    const [a, b] = [fresh(), fresh()] as [string, string]
    for (const key of [a, b])
      await store.commit([insert(key, 1, { expires: subject.now() + ms(300) })])
    expect(await store.commit([replace(a, 1, 2)])).toBe(true)
    expect(await store.commit([replace(b, 1, 2, { expires: subject.now() + 60_000 })])).toBe(true)
    await subject.pass(ms(400))
    expect((await store.get('payments', a))?.doc).toBe(2)
    expect((await store.get('payments', b))?.doc).toBe(2)
  })

  it('counts in fixed windows', async () => {
    const { subject, store } = at()
    const first = await store.count('ip:1', ms(500))
    const counts = await Promise.all(Array.from({ length: 9 }, () => store.count('ip:1', ms(500))))
    expect(first.count).toBe(1)
    expect(counts.map(c => c.count).sort((x, y) => x - y)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(new Set(counts.map(c => c.resetAt))).toEqual(new Set([first.resetAt]))
    expect(first.resetAt - store.clock.now()).toBeLessThanOrEqual(ms(500) + CLOCKS_APART)
    expect((await store.count('ip:2', ms(500))).count).toBe(1)
    await subject.pass(ms(700))
    expect((await store.count('ip:1', ms(500))).count).toBe(1)
  })

  it('keeps bytes for a while', async () => {
    const { subject, store } = at()
    const bytes = Buffer.from([0, 255, 10, 13, 128, 0])
    expect(await store.cacheGet('block')).toBeUndefined()
    await store.cachePut('block', bytes, ms(300))
    expect(await store.cacheGet('block')).toEqual(bytes)
    await subject.pass(ms(400))
    expect(await store.cacheGet('block')).toBeUndefined()
  })

  it("a lease is one owner's until it lapses or is given back", async () => {
    const { subject, store } = at()
    expect(await store.lease('sweeper', 'a', ms(400))).toBe(true)
    expect(await store.lease('sweeper', 'b', ms(400))).toBe(false)
    await subject.pass(ms(250))
    expect(await store.lease('sweeper', 'a', ms(400))).toBe(true)
    await subject.pass(ms(250))
    expect(await store.lease('sweeper', 'b', ms(400))).toBe(false)
    await subject.pass(ms(300))
    expect(await store.lease('sweeper', 'b', ms(400))).toBe(true)
    await store.unlease('sweeper', 'a')
    expect(await store.lease('sweeper', 'a', ms(400))).toBe(false)
    await store.unlease('sweeper', 'b')
    expect(await store.lease('sweeper', 'a', ms(400))).toBe(true)
  })
}

export function sharing(at: () => { subject: Subject; store: Store; fresh(): string }): void {
  it('[V12] a pool holds at most its most, also for 100 askers at once, until a part is given back', async () => {
    const { store, fresh } = at()
    const pool = fresh()
    const hold = (key: string, amount = 10, most = 100): Promise<boolean> =>
      store.hold(pool, { key, amount, most, ttlMs: 60_000 })
    const held = await Promise.all(Array.from({ length: 100 }, (_, i) => hold(`part ${i}`)))
    expect(held.filter(Boolean)).toHaveLength(10)
    const one = `part ${held.indexOf(true)}`
    expect([await hold(one), await hold('more', 1)]).toEqual([true, false])
    await store.unhold(pool, one)
    await store.unhold(pool, 'never held')
    expect([
      await hold('large', 11),
      await hold('more', 1),
      await hold('rest', 9),
      await hold('over', 1),
    ]).toEqual([false, true, true, false])
    expect(await store.hold(fresh(), { key: 'x', amount: 5, most: 4, ttlMs: 60_000 })).toBe(false)
  })

  it('[V12] what is held lapses by itself, so that the end of a process does not hold it for ever', async () => {
    const { subject, store, fresh } = at()
    const pool = fresh()
    const hold = (key: string, ttlMs: number): Promise<boolean> =>
      store.hold(pool, { key, amount: 1, most: 2, ttlMs })
    expect([await hold('a', 50), await hold('b', 60_000), await hold('c', 60_000)]).toEqual([
      true,
      true,
      false,
    ])
    await subject.pass(80)
    expect([await hold('c', 60_000), await hold('d', 60_000)]).toEqual([true, false])
  })

  it('a part that is held can be held for another time; its amount stays', async () => {
    const { subject, store, fresh } = at()
    const pool = fresh()
    const part = { key: 'a', amount: 2, most: 3, ttlMs: 60_000 }
    const other = (): Promise<boolean> =>
      store.hold(pool, { key: 'b', amount: 2, most: 3, ttlMs: 60_000 })
    await store.hold(pool, { ...part, ttlMs: 50 })
    await store.hold(pool, { ...part, renew: true })
    await subject.pass(80)
    expect([
      await other(),
      await store.hold(pool, { ...part, amount: 3, most: 0, renew: true }),
      await store.msUntilFits(pool, { amount: 1, most: 3 }),
      await store.hold(pool, { ...part, ttlMs: 50 }),
    ]).toEqual([false, true, 0, true])
    await subject.pass(80)
    expect(await other()).toBe(false)
    await store.hold(pool, { ...part, ttlMs: 50, renew: true })
    await subject.pass(80)
    expect([
      await other(),
      await store.hold(pool, { key: 'c', amount: 2, most: 3, ttlMs: 60_000, renew: true }),
    ]).toEqual([true, false])
  })

  it('[charge_if] a pool says when an amount fits, as its parts lapse by themselves', async () => {
    const { subject, store, fresh } = at()
    const pool = fresh()
    const hold = (key: string, ttlMs: number): Promise<boolean> =>
      store.hold(pool, { key, amount: 2, most: 6, ttlMs })
    const room = (amount: number): Promise<number> => store.msUntilFits(pool, { amount, most: 6 })
    expect([await room(6), await room(7)]).toEqual([0, Infinity])
    await hold('late', 60_000)
    await hold('soon', 50)
    await hold('later', 90_000)
    const [now, one, three, six, never] = await Promise.all([0, 1, 3, 6, 7].map(room))
    expect([now, one! > 0 && one! <= 50, never]).toEqual([0, true, Infinity])
    expect([three! > 50 && three! <= 60_000, six! > 60_000 && six! <= 90_000]).toEqual([true, true])
    await subject.pass(80)
    expect([await room(2), (await room(3)) > 0]).toEqual([0, true])
    await store.unhold(pool, 'late')
    expect(await room(4)).toBe(0)
  })

  it("a lock has one holder at a time, and its work's result or error comes through", async () => {
    const { store } = at()
    let inside = 0
    let most = 0
    let done = 0
    const work = async (): Promise<number> => {
      most = Math.max(most, ++inside)
      await systemClock.sleep(2)
      inside -= 1
      return ++done
    }
    const results = await Promise.all(
      Array.from({ length: 20 }, () => store.lock('relayer', 5000, work)),
    )
    expect(most).toBe(1)
    expect([...results].sort((x, y) => x - y)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
    await expect(
      store.lock('relayer', 5000, async () => {
        throw new Error('work failed')
      }),
    ).rejects.toThrow('work failed')
    expect(await store.lock('relayer', 5000, async () => 'free again')).toBe('free again')
  })

  it('locks of other names do not wait for each other', async () => {
    const { store } = at()
    const inner = await store.lock('outer', 5000, () =>
      store.lock('inner', 5000, async () => 'both'),
    )
    expect(inner).toBe('both')
  })

  it("[V5] whoever waits for a lock longer than it is ready to is refused, does nothing, and stands in nobody's way", async () => {
    const { store } = at()
    let free!: () => void
    const holder = store.lock(
      'slow',
      LEASE,
      () =>
        new Promise<string>(resolve => {
          free = () => resolve('held')
        }),
    )
    await systemClock.sleep(20)
    let ran = 0
    const work = async (): Promise<number> => ++ran
    await expect(
      Promise.race([store.lock('slow', LEASE, work, 0), systemClock.sleep(2000)]),
    ).rejects.toBeInstanceOf(StoreBusy)
    const patient = store.lock('slow', LEASE, work, 60_000)
    free()
    expect([await holder, await patient, ran]).toEqual(['held', 1, 1])
  })

  it('[V17] its time is the one that expiry goes by', async () => {
    const { subject, store } = at()
    expect(Math.abs(store.clock.now() - subject.now())).toBeLessThan(1000)
  })

  it("a catalog's records never meet what the gateway keeps for itself", async () => {
    const { store, fresh } = at()
    const key = fresh()
    expect(
      await store.commit([{ do: 'insert', in: 'gateway.relayer', key, doc: 1, tag: 'a' }]),
    ).toBe(true)
    expect(await store.commit([{ do: 'insert', in: 'records', key, doc: 2, tag: 'a' }])).toBe(true)
    expect((await store.list('records', 'a', 9)).map(({ stored }) => stored.doc)).toEqual([2])
    expect((await store.get('gateway.relayer', key))?.doc).toBe(1)
  })

  it('answers a ping', async () => {
    await expect(at().store.ping()).resolves.toBeUndefined()
  })
}
