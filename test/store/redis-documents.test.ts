/** Documents in Redis: the commands that are sent, and what their answers mean; without a Redis. */
import { describe, expect, it } from 'vitest'
import { guarded, warnOfSettings } from '../../runtime/store/redis-client.ts'
import { createRedisDocuments } from '../../runtime/store/redis-documents.ts'
import { createLargeTexts, isLarge } from '../../runtime/store/redis-large.ts'
import { StoreBusy, StoreUnavailable, type Change } from '../../runtime/store/store.ts'
import { manualClock } from '../helpers/clock.ts'

const LARGE = 'x'.repeat(262_145)

/** Documents whose Redis answers like this, and the commands that it gets. */
function documents(
  answers: {
    hmget?: unknown[][]
    list?: string[]
    commit?: number
    large?: (string | undefined)[]
  } = {},
) {
  const requests: unknown[][] = []
  const { hmget = [], large = [] } = answers
  const note =
    (name: string, answer: () => unknown) =>
    async (...of: unknown[]) => {
      requests.push([name, ...of])
      return answer()
    }
  const client = {
    hmget: note('hmget', () => (hmget.length > 1 ? hmget.shift() : hmget[0])),
    fareboxList: note('list', () => answers.list),
    fareboxCommit: note('commit', () => answers.commit ?? 1),
  }
  let names = 0
  const texts = {
    put: note('put', () => `name ${(names += 1)}`),
    get: note('get', () => (large.length > 1 ? large.shift() : large[0])),
    drop: note('drop', () => Promise.reject(new Error('away'))),
  }
  const clock = manualClock()
  const store = createRedisDocuments({ client, large: texts, base: '{a}:', clock } as never)
  return { store, requests, clock }
}
const insert = (more: Partial<Extract<Change, { do: 'insert' }>> = {}): Change => ({
  do: 'insert',
  in: 'jobs',
  key: 'k',
  doc: 1,
  ...more,
})

describe('a document', () => {
  it('is read with its version and tag', async () => {
    const { store, requests } = documents({ hmget: [['{"a":1}', '3', 'queued', null]] })
    expect(await store.get('jobs', 'k')).toEqual({ doc: { a: 1 }, version: 3, tag: 'queued' })
    expect(requests).toEqual([['hmget', '{a}:d:jobs:k', 'd', 'v', 't', 'b']])
    expect(await documents({ hmget: [[null, null, null, null]] }).store.get('jobs', 'k')).toBe(
      undefined,
    )
    const bare = documents({ hmget: [['1', '1', null, null]] })
    expect(await bare.store.get('jobs', 'k')).toMatchObject({ tag: '' })
  })

  it('that is large is read from its pieces, again if it has changed meanwhile', async () => {
    const hmget = [
      ['', '1', '', 'first'],
      ['', '2', '', 'second'],
    ]
    const { store, requests } = documents({ hmget, large: [undefined, '7'] })
    expect(await store.get('jobs', 'k')).toEqual({ doc: 7, version: 2, tag: '' })
    expect(requests.filter(([name]) => name === 'get')).toEqual([
      ['get', 'first'],
      ['get', 'second'],
    ])
  })

  it('that changes each time is given up after three times', async () => {
    const { store, requests } = documents({ hmget: [['', '1', '', 'name']], large: [undefined] })
    await expect(store.get('jobs', 'k')).rejects.toEqual(
      new StoreUnavailable('jobs k is changed too often to be read'),
    )
    expect(requests.filter(([name]) => name === 'get')).toHaveLength(3)
  })
})

describe('a list', () => {
  it('has the documents of a tag, large ones too, without those that changed meanwhile', async () => {
    const list = ['a', '1', '1', '', 'b', '', '2', 'gone', 'c', '', '3', 'large']
    const { store, requests } = documents({ list, large: [undefined, '9'] })
    expect(await store.list('jobs', 'queued', 5, 2)).toEqual([
      { key: 'a', stored: { doc: 1, version: 1, tag: 'queued' } },
      { key: 'c', stored: { doc: 9, version: 3, tag: 'queued' } },
    ])
    expect(requests[0]).toEqual(['list', '{a}:', 'jobs', 'queued', 5, 2])
    await store.list('jobs', 'queued', 5)
    expect(requests.findLast(([name]) => name === 'list')!.at(-1)).toBe(0)
  })

  it('without a tag is empty, and sends no command', async () => {
    const { store, requests } = documents({ list: ['a', '1', '1', ''] })
    expect([await store.list('jobs', '', 5), requests]).toEqual([[], []])
  })
})

describe('a commit', () => {
  it('sends the time and all changes in one command', async () => {
    const { store, requests, clock } = documents()
    const changes: Change[] = [
      insert({ tag: 'queued', expires: 7.9 }),
      { do: 'replace', in: 'results', key: 'r', version: 4, doc: { b: 2 } },
      { do: 'remove', in: 'jobs', key: 'x' },
      { do: 'remove', in: 'jobs', key: 'y', version: 2 },
    ]
    expect(await store.commit(changes)).toBe(true)
    const fields = [
      ['insert', 'jobs', 'k', -1, '1', 'queued', 7, ''],
      ['replace', 'results', 'r', 4, '{"b":2}', '', 0, ''],
      ['remove', 'jobs', 'x', -1, '', '', 0, ''],
      ['remove', 'jobs', 'y', 2, '', '', 0, ''],
    ]
    expect(requests).toEqual([['commit', '{a}:', clock.now(), ...fields.flat()]])
  })

  it('of nothing is done, without a command', async () => {
    const { store, requests } = documents({ commit: 0 })
    expect([await store.commit([]), requests]).toEqual([true, []])
  })

  it('writes large documents before, and names their pieces', async () => {
    const { store, requests } = documents()
    await store.commit([insert({ doc: LARGE }), { do: 'remove', in: 'jobs', key: 'x' }])
    expect(requests.map(([name]) => name)).toEqual(['put', 'commit'])
    expect(requests[1]!.slice(3, 11)).toEqual(['insert', 'jobs', 'k', -1, '', '', 0, 'name 1'])
  })

  it('that was refused removes the pieces, also if that fails', async () => {
    const { store, requests } = documents({ commit: 0 })
    expect(await store.commit([insert({ doc: LARGE }), insert({ doc: LARGE })])).toBe(false)
    expect(requests.slice(3)).toEqual([
      ['drop', 'name 1'],
      ['drop', 'name 2'],
    ])
    const done = documents()
    await done.store.commit([insert({ doc: LARGE })])
    expect(done.requests.map(([name]) => name)).toEqual(['put', 'commit'])
  })

  it('whose pieces have lapsed is not made', async () => {
    await expect(documents({ commit: -1 }).store.commit([insert()])).rejects.toEqual(
      new StoreUnavailable('a large document took too long to be written'),
    )
  })
})

describe('a large text', () => {
  const PIECE = 262_144
  /** Texts in a Redis that has these pieces. */
  function texts(pieces: Record<string, Buffer | undefined> = {}) {
    const requests: unknown[][] = []
    let [running, most] = [0, 0]
    const client = {
      fareboxPiece: async (...of: unknown[]) => {
        most = Math.max(most, (running += 1))
        await new Promise(resolve => setImmediate(resolve))
        running -= 1
        requests.push(of)
      },
      hgetBuffer: async (key: string, piece: string) => {
        requests.push([key, piece])
        return pieces[piece] ?? null
      },
      unlink: async (key: string) => void requests.push([key]),
    }
    const random = { hex: (bytes: number) => `hex${bytes}` } as never
    return { large: createLargeTexts(client as never, '{a}:', random), requests, most: () => most }
  }

  it('is read whole, or not at all', async () => {
    const { large, requests } = texts({ 0: Buffer.from('one '), 1: Buffer.from('zwö') })
    expect(await large.get('2.name')).toBe('one zwö')
    expect(requests).toEqual([
      ['{a}:b:2.name', '0'],
      ['{a}:b:2.name', '1'],
    ])
    expect(await texts({ 0: Buffer.from('one') }).large.get('2.name')).toBe(undefined)
  })

  it('is removed by its name', async () => {
    const { large, requests } = texts()
    await large.drop('2.name')
    expect(requests).toEqual([['{a}:b:2.name']])
  })

  it('is written two at a time, in pieces', async () => {
    const { large, requests, most } = texts()
    const all = await Promise.all([1, 2, 3].map(() => large.put('x'.repeat(PIECE))))
    expect([all, most()]).toEqual([Array(3).fill('2.hex12'), 2])
    expect((requests[0]![2] as Buffer).toString()).toBe(`"${'x'.repeat(PIECE - 1)}`)
  })

  it('is one of more than 262,144 characters', () => {
    const of = (length: number) => 'x'.repeat(length)
    expect([isLarge(of(PIECE)), isLarge(of(PIECE + 1))]).toEqual([false, true])
    expect(isLarge({ a: [of(PIECE)], b: null })).toBe(true)
    expect(isLarge({ a: [of(PIECE - 1)], b: null })).toBe(false)
  })
})

describe('a Redis', () => {
  it('that fails is unavailable', async () => {
    await expect(guarded(() => Promise.reject(new Error('gone')))).rejects.toEqual(
      new StoreUnavailable('Redis does not answer: gone'),
    )
    const busy = new StoreBusy('held')
    await expect(guarded(() => Promise.reject(busy))).rejects.toBe(busy)
    expect(await guarded(async () => 7)).toBe(7)
  })

  it.each<[Record<string, string>, string[]]>([
    [{ appendonly: 'yes', 'maxmemory-policy': 'noeviction' }, []],
    [{}, []],
    [{ appendonly: 'no' }, ['Redis runs without appendonly: its records are lost when it stops']],
    [
      { 'maxmemory-policy': 'allkeys-lru' },
      ['Redis may evict payment records (maxmemory-policy allkeys-lru); set noeviction'],
    ],
  ])('with the settings %o is warned of like this: %j', async (settings, warnings) => {
    const warned: string[] = []
    const client = {
      config: async (_: string, name: string) => {
        const value = settings[name]
        if (value === undefined) throw new Error('not allowed')
        return [name, value]
      },
    }
    await warnOfSettings(client as never, text => warned.push(text))
    expect(warned).toEqual(warnings)
  })
})
