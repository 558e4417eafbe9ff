/** What every store must do; run against each implementation, for real. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Store } from '../../runtime/store/store.ts'
import { insert, replace, type Subject } from './changes.ts'
import { expiry, sharing } from './contract-time.ts'

export type { Subject } from './changes.ts'

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
