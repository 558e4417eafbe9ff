/** Large documents in Redis: nobody else waits for them, and nothing of them stays behind. */
import { createServer, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { connectRedis } from '../../runtime/store/redis-client.ts'
import { createRedisDocuments } from '../../runtime/store/redis-documents.ts'
import { createLargeTexts, isLarge } from '../../runtime/store/redis-large.ts'
import type { Change, Store } from '../../runtime/store/store.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { redisStore } from '../helpers/store.ts'
import { suitesWith } from '../helpers/servers.ts'

const { describe } = suitesWith('redis', 'own')

const insert = (key: string, doc: unknown, expires?: number): Change => ({
  do: 'insert',
  in: 'results',
  key,
  doc,
  tag: 'kept',
  expires,
})
const megabytes = (count: number): string => 'x'.repeat(count * 1_000_000)

let redis: PrivateRedis
let client: Redis
let store: Store
let prefix: string
let stop: () => Promise<void>
beforeAll(async () => {
  redis = await spawnRedis()
  client = new Redis({ path: redis.path })
})
afterAll(async () => {
  client.disconnect()
  await redis.stop()
})
beforeEach(async () => {
  ;({ store, prefix, stop } = await redisStore(redis))
})
afterEach(async () => {
  await stop()
})

/** Keys under which pieces of large documents lie. */
const pieces = (): Promise<string[]> => client.keys(`{${prefix}}:b:*`)

/** How long each of them has to live, ms; -1 for ever. */
const lives = async (): Promise<number[]> =>
  (await Promise.all((await pieces()).map(key => client.pttl(key)))).sort((x, y) => x - y)

/** A way to Redis on which each connection carries no more than a megabyte a second from us. */
async function startSlowWay(): Promise<{ path: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const crawl = async (from: Socket, to: Socket): Promise<void> => {
    for await (const chunk of from) {
      await systemClock.sleep((chunk as Buffer).length / 1000)
      to.write(chunk as Buffer)
    }
    to.end()
  }
  const server: Server = createServer(near => {
    const far = connect(redis.path)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => near.destroy()))
    crawl(near, far).catch(() => far.destroy())
    far.pipe(near)
  })
  const path = join(redis.dir, 'slow')
  await new Promise<void>(resolve => server.listen(path, resolve))
  return {
    path,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

it('a document is large if its texts have more than 262,144 characters together', () => {
  const half = 'x'.repeat(131_072)
  expect([isLarge({ a: half, b: [half] }), isLarge({ a: half, b: [half, 1] })]).toEqual([
    false,
    true,
  ])
  expect([isLarge(null), isLarge(undefined), isLarge(5)]).toEqual([false, false, false])
})

describe('a store that is closed', () => {
  it('leaves no connection behind', async () => {
    const connections = async (): Promise<number> =>
      String(await client.client('LIST'))
        .trim()
        .split('\n').length
    const other = await redisStore(redis)
    const before = await connections()
    await other.stop()
    await expect.poll(connections).toBe(before - 2)
  })
})

describe('a large document', () => {
  it('is written however long it takes, and who asks for something small meanwhile is answered', async () => {
    const way = await startSlowWay()
    const slow = await redisStore({ ...redis, connection: { path: way.path } })
    await slow.store.commit([insert('small', 1)])
    let writing = true
    const written = slow.store.commit([insert('large', megabytes(5))]).finally(() => {
      writing = false
    })
    let answers = 0
    while (writing) {
      expect((await slow.store.get('results', 'small'))?.doc).toBe(1)
      if (writing) answers += 1
      await systemClock.sleep(50)
    }
    expect(await written).toBe(true)
    expect(answers).toBeGreaterThan(1)
    expect((await slow.store.get('results', 'large'))?.doc).toBe(megabytes(5))
    await slow.stop()
    await way.stop()
  })

  it('cannot be seen, nor anything of its commit, before all of it is there', async () => {
    const way = await startSlowWay()
    const slow = await redisStore({ ...redis, connection: { path: way.path } }, prefix)
    const written = slow.store.commit([insert('large', megabytes(1)), insert('beside', 1)])
    while ((await pieces()).length === 0) await systemClock.sleep(5)
    expect([await store.get('results', 'large'), await store.get('results', 'beside')]).toEqual([
      undefined,
      undefined,
    ])
    expect(await written).toBe(true)
    expect([
      (await store.get('results', 'large'))?.doc,
      (await store.get('results', 'beside'))?.doc,
    ]).toEqual([megabytes(1), 1])
    await slow.stop()
    await way.stop()
  })
})

describe('the pieces of large documents', () => {
  it('go when the document is removed, and soon after it is replaced or made small: who reads them then can end', async () => {
    await store.commit([insert('a', megabytes(1)), insert('b', megabytes(1))])
    expect(await pieces()).toHaveLength(2)
    await store.commit([{ do: 'remove', in: 'results', key: 'b' }])
    expect(await lives()).toEqual([-1])
    await store.commit([{ do: 'replace', in: 'results', key: 'a', version: 1, doc: megabytes(2) }])
    expect(await lives()).toEqual([-1, expect.closeTo(30_000, -4)])
    await store.commit([{ do: 'replace', in: 'results', key: 'a', version: 2, doc: 'small' }])
    expect(await lives()).toEqual([expect.closeTo(30_000, -4), expect.closeTo(30_000, -4)])
    expect((await store.get('results', 'a'))?.doc).toBe('small')
  })

  it('live as long as the document', async () => {
    const expires = Date.now() + 3_600_000
    await store.commit([insert('a', megabytes(1), expires), insert('b', megabytes(1))])
    expect(await lives()).toEqual([-1, expect.closeTo(expires - Date.now(), -4)])
    await store.commit([{ do: 'replace', in: 'results', key: 'a', version: 1, doc: megabytes(1) }])
    expect(await lives()).toEqual([-1, -1, expect.closeTo(30_000, -4)])
  })

  it('of a commit that did not fit are removed', async () => {
    await store.commit([insert('taken', 1)])
    expect(await store.commit([insert('a', megabytes(1)), insert('taken', 2)])).toBe(false)
    expect(await pieces()).toEqual([])
  })

  it('that no commit takes over lapse by themselves; a commit that comes too late applies nothing', async () => {
    const aside = await connectRedis(redis.connection)
    const base = `{${prefix}}:`
    const large = createLargeTexts(aside, base, systemRandom)
    await large.put(megabytes(1))
    const [key] = await pieces()
    expect(await client.pttl(key!)).toBeGreaterThan(60_000)
    expect(await client.pttl(key!)).toBeLessThanOrEqual(600_000)
    const lapsed = {
      ...large,
      put: async (doc: unknown) => {
        const name = await large.put(doc)
        await large.drop(name)
        return name
      },
    }
    const documents = createRedisDocuments({
      client: aside,
      large: lapsed,
      base,
      clock: systemClock,
    })
    await expect(
      documents.commit([insert('beside', 1), insert('large', megabytes(1))]),
    ).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect([await store.get('results', 'beside'), await store.get('results', 'large')]).toEqual([
      undefined,
      undefined,
    ])
    aside.disconnect()
  })

  it('are read whole or not at all while the document changes', async () => {
    await store.commit([insert('a', megabytes(1))])
    let changing = true
    const changes = (async () => {
      for (let version = 1; version <= 20; version++) {
        await store.commit([
          {
            do: 'replace',
            in: 'results',
            key: 'a',
            version,
            doc: String(version % 10).repeat(600_000),
          },
        ])
      }
    })().finally(() => {
      changing = false
    })
    while (changing) expect(new Set((await store.get<string>('results', 'a'))!.doc).size).toBe(1)
    await changes
    expect((await store.get('results', 'a'))?.version).toBe(21)
  })
})
