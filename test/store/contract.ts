/** What every store must do; run against each implementation, for real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { LEASE, StoreBusy, type Change, type Store } from '../../runtime/store/store.ts'

/** A store under test. `pass` lets `ms` go by: by the injected clock, or really. */
export interface Subject {
  store: Store
  now(): number
  pass(ms: number): Promise<void>
  /**
   * How many times longer than written everything lasts here: more than 1 where time really goes
   * by, however busy the machine.
   */
  stretch?: number
  stop(): Promise<void>
}

/** How far the clock of a store's server may be from that of this process, in ms. */
const CLOCKS_APART = 60

const insert = (
  key: string,
  doc: unknown = { key },
  more: { tag?: string; expires?: number } = {},
): Change => ({ do: 'insert', in: 'payments', key, doc, ...more })
const replace = (
  key: string,
  version: number,
  doc: unknown,
  more: { tag?: string; expires?: number } = {},
): Change => ({ do: 'replace', in: 'payments', key, version, doc, ...more })

/** Describes the contract for one implementation. */
export function describeStore(name: string, start: () => Promise<Subject>): void {
  describe(`${name} store`, () => {
    let subject: Subject
    let store: Store
    let serial = 0
    const fresh = (): string => `key-${++serial}`
    beforeAll(async () => {
      subject = await start()
      store = subject.store
    })
    afterAll(() => subject.stop())

    documents(() => ({ store, fresh }))
    expiry(() => ({ subject, store, fresh }))
    sharing(() => ({ subject, store, fresh }))
  })
}

function documents(at: () => { store: Store; fresh(): string }): void {
  it('gives nothing for a key that was never written', async () => {
    expect(await at().store.get('payments', 'never')).toBeUndefined()
  })

  it('PAY-043 100 concurrent inserts of one key have exactly one winner', async () => {
    const { store, fresh } = at()
    const key = fresh()
    const results = await Promise.all(
      Array.from({ length: 100 }, (_, i) => store.commit([insert(key, { i })])),
    )
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await store.get('payments', key)).toEqual({
      doc: { i: results.indexOf(true) },
      version: 1,
      tag: '',
    })
  })

  it('keeps collections apart', async () => {
    const { store, fresh } = at()
    const key = fresh()
    expect(await store.commit([insert(key)])).toBe(true)
    expect(await store.commit([{ do: 'insert', in: 'jobs', key, doc: 1 }])).toBe(true)
    expect((await store.get('jobs', key))?.doc).toBe(1)
    expect(await store.get('results', key)).toBeUndefined()
  })

  it('replaces only the version that was read, 50 at once included', async () => {
    const { store, fresh } = at()
    const key = fresh()
    expect(await store.commit([replace(key, 1, 'too early')])).toBe(false)
    await store.commit([insert(key, { n: 0 })])
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, i) => store.commit([replace(key, 1, { n: i })])),
    )
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await store.get('payments', key)).toEqual({
      doc: { n: won.indexOf(true) },
      version: 2,
      tag: '',
    })
    expect(await store.commit([replace(key, 1, 'stale')])).toBe(false)
  })

  it('20 callers that read and replace count to 500 without losing one', async () => {
    const { store, fresh } = at()
    const key = fresh()
    await store.commit([insert(key, { n: 0 })])
    const add = async (): Promise<void> => {
      for (let tries = 0; ; tries++) {
        const { doc, version } = (await store.get<{ n: number }>('payments', key))!
        if (await store.commit([replace(key, version, { n: doc.n + 1 })])) return
      }
    }
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 25; i++) await add()
      }),
    )
    expect((await store.get<{ n: number }>('payments', key))?.doc.n).toBe(500)
  })

  it('applies all changes of a commit or none', async () => {
    const { store, fresh } = at()
    const [a, b, c] = [fresh(), fresh(), fresh()] as [string, string, string]
    await store.commit([insert(a, 'a'), insert(b, 'b')])
    expect(await store.commit([insert(c, 'c'), replace(a, 1, 'a2'), replace(b, 7, 'b2')])).toBe(
      false,
    )
    expect(await store.get('payments', c)).toBeUndefined()
    expect((await store.get('payments', a))?.doc).toBe('a')
    expect(
      await store.commit([
        insert(c, 'c'),
        replace(a, 1, 'a2'),
        { do: 'remove', in: 'payments', key: b, version: 1 },
      ]),
    ).toBe(true)
    expect((await store.get('payments', a))?.doc).toBe('a2')
    expect((await store.get('payments', c))?.doc).toBe('c')
    expect(await store.get('payments', b)).toBeUndefined()
  })

  it('changes of one commit see each other in order', async () => {
    const { store, fresh } = at()
    const [a, b] = [fresh(), fresh()] as [string, string]
    expect(
      await store.commit([
        insert(a, 1),
        replace(a, 1, 2),
        { do: 'remove', in: 'payments', key: a, version: 2 },
        insert(a, 3),
      ]),
    ).toBe(true)
    expect(await store.get('payments', a)).toEqual({ doc: 3, version: 1, tag: '' })
    expect(await store.commit([insert(b, 1), insert(b, 2)])).toBe(false)
    expect(await store.get('payments', b)).toBeUndefined()
  })

  it('atomic commits stay atomic when failing ones run between them', async () => {
    const { store, fresh } = at()
    const taken = fresh()
    await store.commit([insert(taken)])
    const pairs = Array.from({ length: 60 }, () => [fresh(), fresh()] as const)
    const won = await Promise.all(
      pairs.map(([a, b], i) =>
        store.commit([insert(a), insert(b), ...(i % 2 ? [insert(taken)] : [])]),
      ),
    )
    expect(won).toEqual(pairs.map((_, i) => i % 2 === 0))
    for (const [i, pair] of pairs.entries())
      for (const key of pair)
        expect((await store.get('payments', key)) !== undefined).toBe(i % 2 === 0)
  })

  it('removes: a missing document is no failure, a wrong version is', async () => {
    const { store, fresh } = at()
    const key = fresh()
    expect(await store.commit([{ do: 'remove', in: 'payments', key }])).toBe(true)
    expect(await store.commit([{ do: 'remove', in: 'payments', key, version: 1 }])).toBe(false)
    await store.commit([insert(key)])
    expect(await store.commit([{ do: 'remove', in: 'payments', key, version: 2 }])).toBe(false)
    expect(await store.commit([{ do: 'remove', in: 'payments', key }])).toBe(true)
    expect(await store.get('payments', key)).toBeUndefined()
    expect(await store.commit([])).toBe(true)
  })

  it('keeps any JSON as it was, large and strange included', async () => {
    const { store, fresh } = at()
    const docs = [
      'x'.repeat(1_000_000),
      'naïve 🦀 \u0000 \u2028 "quotes"\\',
      { __proto__x: 1, 'a:b\n{c}': [null, false, 0, '', 1e21] },
      null,
      [],
      JSON.parse('{"__proto__":{"a":1}}'),
    ]
    for (const doc of docs) {
      const key = `${fresh()} 🗝 :{}\n%`
      expect(await store.commit([insert(key, doc, { tag: 'strange:tag' })])).toBe(true)
      expect(JSON.stringify((await store.get('payments', key))?.doc)).toBe(JSON.stringify(doc))
    }
    expect(await store.list('payments', 'strange:tag', 100)).toHaveLength(docs.length)
  })

  it('changes, lists and removes large documents as it does small ones, and makes large ones small', async () => {
    const { store, fresh } = at()
    const [a, b] = [fresh(), fresh()] as [string, string]
    const large = (letter: string): string => letter.repeat(700_000)
    expect(
      await store.commit([
        insert(a, large('ä'), { tag: 'large' }),
        insert(b, large('b'), { tag: 'large' }),
      ]),
    ).toBe(true)
    expect(await store.commit([insert(a, large('c'))])).toBe(false)
    expect(
      (await store.list('payments', 'large', 9)).map(({ key, stored }) => [
        key,
        stored.doc,
        stored.version,
      ]),
    ).toEqual([
      [a, large('ä'), 1],
      [b, large('b'), 1],
    ])
    expect(
      await store.commit([
        replace(a, 1, large('d'), { tag: 'large' }),
        replace(b, 1, 'small', { tag: 'large' }),
      ]),
    ).toBe(true)
    expect((await store.list('payments', 'large', 9)).map(({ stored }) => stored.doc)).toEqual([
      large('d'),
      'small',
    ])
    expect(
      await store.commit([{ do: 'remove', in: 'payments', key: a }, replace(b, 2, large('e'))]),
    ).toBe(true)
    expect([await store.get('payments', a), (await store.get('payments', b))?.doc]).toEqual([
      undefined,
      large('e'),
    ])
  })

  it('lists a tag oldest first, also after replacements, and forgets what left the tag', async () => {
    const { store, fresh } = at()
    const keys = Array.from({ length: 5 }, fresh) as [string, string, string, string, string]
    for (const key of keys) await store.commit([insert(key, key, { tag: 'open' })])
    await store.commit([replace(keys[0], 1, 'again', { tag: 'open' })])
    await store.commit([replace(keys[1], 1, 'shut', { tag: 'shut' })])
    await store.commit([{ do: 'remove', in: 'payments', key: keys[2] }])
    expect((await store.list('payments', 'open', 10)).map(item => item.key)).toEqual([
      keys[0],
      keys[3],
      keys[4],
    ])
    expect((await store.list('payments', 'open', 2)).map(item => item.key)).toEqual([
      keys[0],
      keys[3],
    ])
    expect((await store.list('payments', 'open', 1))[0]).toEqual({
      key: keys[0],
      stored: { doc: 'again', version: 2, tag: 'open' },
    })
    expect((await store.list('payments', 'shut', 10)).map(item => item.key)).toEqual([keys[1]])
    expect((await store.list('payments', 'open', 2, 1)).map(item => item.key)).toEqual([
      keys[3],
      keys[4],
    ])
    expect(await store.list('payments', 'open', 2, 3)).toEqual([])
    await store.commit([replace(keys[1], 2, 'untagged')])
    expect(await store.list('payments', 'shut', 10)).toEqual([])
    expect(await store.list('jobs', 'open', 10)).toEqual([])
    expect(await store.list('payments', '', 10)).toEqual([])
  })
}

function expiry(at: () => { subject: Subject; store: Store; fresh(): string }): void {
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

function sharing(at: () => { subject: Subject; store: Store; fresh(): string }): void {
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

  it('[charge_if] a pool says when an amount fits, as its parts lapse by themselves', async () => {
    const { subject, store, fresh } = at()
    const pool = fresh()
    const hold = (key: string, ttlMs: number): Promise<boolean> =>
      store.hold(pool, { key, amount: 2, most: 6, ttlMs })
    const room = (amount: number): Promise<number> => store.roomIn(pool, { amount, most: 6 })
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
