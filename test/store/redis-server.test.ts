import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../runtime/lib/clock.ts'
import { createRedisStore } from '../../runtime/store/redis.ts'
import { freshPrefix, redisStore, tempDir } from '../helpers/store.ts'
import { spawnRedis, type PrivateRedis } from '../helpers/redis.ts'
import { Redis } from 'ioredis'
import { suitesWith } from '../helpers/servers.ts'
import { StoreBusy } from '../../runtime/store/store.ts'

const { describe } = suitesWith('redis', 'own')

async function until(check: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 400 && !(await check()); i++) await systemClock.sleep(10)
}

const insert = (key: string, doc: unknown = 1) => ({
  do: 'insert' as const,
  in: 'payments' as const,
  key,
  doc,
})

describe('two processes on one Redis', () => {
  let redis: PrivateRedis
  beforeAll(async () => {
    redis = await spawnRedis()
  })
  afterAll(() => redis.stop())

  it('PAY-043 racing for 3,000 keys win each exactly once', async () => {
    const [a, b] = [await redisStore(redis, 'race'), await redisStore(redis, 'race')]
    const keys = Array.from({ length: 3000 }, (_, i) => `k${i}`)
    const [won, lost] = await Promise.all(
      [a, b].map(({ store }, me) => Promise.all(keys.map(key => store.commit([insert(key, me)])))),
    )
    expect(keys.filter((_, i) => won?.[i] === lost?.[i])).toEqual([])
    for (const [i, key] of keys.entries())
      expect((await a.store.get('payments', key))?.doc).toBe(won?.[i] ? 0 : 1)
    await Promise.all([a.stop(), b.stop()])
  })

  it('LIM-008 count in the same windows, hold the same locks and leases', async () => {
    const [a, b] = [await redisStore(redis, 'both'), await redisStore(redis, 'both')]
    const counts = await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? a : b).store.count('ip', 10_000)),
    )
    expect(counts.map(c => c.count).sort((x, y) => x - y)).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
    expect([
      await a.store.lease('sweep', 'a', 5000),
      await b.store.lease('sweep', 'b', 5000),
    ]).toEqual([true, false])
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? a : b).store.lock('relayer', 5000, async () => {
          most = Math.max(most, ++inside)
          await systemClock.sleep(3)
          inside -= 1
        }),
      ),
    )
    expect(most).toBe(1)
    await Promise.all([a.stop(), b.stop()])
  })

  it('a lock outlives its time while its holder works, and lapses when the holder is gone', async () => {
    const [a, b] = [await redisStore(redis, 'lock'), await redisStore(redis, 'lock')]
    const order: string[] = []
    let enter: () => void
    const entered = new Promise<void>(resolve => {
      enter = resolve
    })
    const long = a.store.lock('job', 600, async () => {
      enter()
      await systemClock.sleep(1500)
      order.push('a')
    })
    await entered
    await Promise.all([
      long,
      b.store.lock('job', 600, async () => {
        order.push('b')
      }),
    ])
    expect(order).toEqual(['a', 'b'])
    const client = new Redis({ path: redis.path })
    const timeThere = async (): Promise<number> => {
      const [seconds, micro] = (await client.time()).map(Number) as [number, number]
      return seconds * 1000 + micro / 1000
    }
    const lapse = Math.ceil(await timeThere()) + 300
    await client.set('{lock}:l:dead', 'another owner', 'PXAT', lapse)
    expect(await b.store.lock('dead', 200, timeThere)).toBeGreaterThanOrEqual(lapse)
    client.disconnect()
    await Promise.all([a.stop(), b.stop()])
  })

  it("[V5] a lock that could not be given up is its own process's again at once, and nobody else's", async () => {
    const [a, b] = [await redisStore(redis, 'own'), await redisStore(redis, 'own')]
    const client = new Redis({ path: redis.path })
    await a.store.lock('turn', 60_000, async () => {
      await client.call('CLIENT', 'KILL', 'TYPE', 'normal')
      await systemClock.sleep(1)
    })
    // Where its end was lost, Redis still has it in the name of the process.
    const left = await client.get('{own}:l:turn')
    await until(() =>
      a.store
        .ping()
        .then(() => b.store.ping())
        .then(
          () => true,
          () => false,
        ),
    )
    expect(left).toMatch(/^[0-9a-f]{32}$/)
    await expect(b.store.lock('turn', 60_000, async () => 'b', 50)).rejects.toBeInstanceOf(
      StoreBusy,
    )
    expect(await a.store.lock('turn', 60_000, async () => 'a', 50)).toBe('a')
    expect(await b.store.lock('turn', 60_000, async () => 'b', 50)).toBe('b')
    client.disconnect()
    await Promise.all([a.stop(), b.stop()])
  })

  it.each([-600_000, 3_960_000])(
    '[V17] a machine whose clock is %i ms off has the time of the others',
    async off => {
      const skewed = { ...systemClock, now: () => Date.now() + off }
      const [a, b] = [
        await redisStore(redis, 'time'),
        await createRedisStore({ ...redis.connection, prefix: 'time', clock: skewed }),
      ]
      expect(Math.abs(a.store.clock.now() - b.clock.now())).toBeLessThan(500)
      const { resetAt } = await b.count(`c${off}`, 10_000)
      expect(Math.abs(resetAt - Date.now() - 10_000)).toBeLessThan(500)
      await Promise.all([a.stop(), b.close()])
    },
  )

  it('caches bytes for the given time, and for a millisecond at least', async () => {
    const { store, stop } = await redisStore(redis, 'bytes')
    const client = new Redis({ path: redis.path })
    await store.cachePut('long', Buffer.from('a'), 3_600_000.5)
    await store.cachePut('short', Buffer.from('a'), 0.5)
    expect(await client.pttl('{bytes}:c:long')).toBeGreaterThan(3_000_000)
    client.disconnect()
    await stop()
  })

  it('offers everything that several processes need', async () => {
    const { store, stop } = await redisStore(redis, 'offers')
    expect(store.shared).toBe(true)
    expect(await store.cacheGet('block')).toBe(undefined)
    await store.cachePut('block', Buffer.from('bytes'), 60_000)
    expect(await store.cacheGet('block')).toEqual(Buffer.from('bytes'))
    expect([
      (await store.count('bucket', 60_000)).count,
      await store.lease('lease', 'one', 60_000),
      await store.lease('lease', 'two', 60_000),
      await store.unlease('lease', 'one'),
      await store.lease('lease', 'two', 60_000),
    ]).toEqual([1, true, false, undefined, true])
    const part = { key: 'a', amount: 2, most: 2, ttlMs: 60_000 }
    expect([
      await store.hold('pool', part),
      await store.hold('pool', { ...part, key: 'b' }),
      await store.msUntilFits('pool', { amount: 3, most: 2 }),
      await store.unhold('pool', 'a'),
      await store.msUntilFits('pool', { amount: 1, most: 2 }),
      await store.lock('name', 60_000, async () => 7),
    ]).toEqual([true, false, Infinity, undefined, 0, 7])
    await stop()
  })

  it('keeps the index of a tag free of documents that lapsed, while others are written', async () => {
    // Too little to be corrected: a document is over for this process before it is for Redis.
    const ahead = { ...systemClock, now: () => systemClock.now() + 45 }
    const prefix = 'lapsing'
    const store = await createRedisStore({ ...redis.connection, prefix, clock: ahead })
    const client = new Redis({ path: redis.path })
    const expires = Date.now() + 1500
    await store.commit(
      Array.from({ length: 30 }, (_, i) => ({
        ...insert(`old${i}`),
        tag: 'settled',
        expires: expires + i * 5,
      })),
    )
    expect(await client.zcard(`{${prefix}}:t:payments:settled`)).toBe(30)
    let written = 0
    const waiting = async (): Promise<number> => {
      await store.commit([insert(`new${written++}`)])
      return client.zcard(`{${prefix}}:x`)
    }
    await expect.poll(waiting, { timeout: 30_000, interval: 5 }).toBe(0)
    expect(await client.zcard(`{${prefix}}:t:payments:settled`)).toBe(0)
    client.disconnect()
    await store.close()
  })
})

describe('a Redis in trouble', () => {
  it('that is not there is StoreUnavailable at start, without waiting, and nothing is printed', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue()
    await expect(
      createRedisStore({ path: '/nonexistent/socket', prefix: 'x' }),
    ).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'Redis cannot be reached: connect ENOENT /nonexistent/socket',
    })
    expect(printed.mock.calls).toEqual([])
    printed.mockRestore()
  })

  it('that hangs up is StoreUnavailable at start', async () => {
    const path = join(tempDir('hang-up'), 'socket')
    const server = createServer(socket => socket.resume().end()).listen(path)
    await once(server, 'listening')
    await expect(createRedisStore({ path, prefix: 'x' })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'Redis cannot be reached: Connection is closed.',
    })
    server.close()
    rmSync(dirname(path), { recursive: true })
  })

  it('that dies makes every call StoreUnavailable at once; its data are there when it returns', async () => {
    const first = await spawnRedis({ args: ['--appendfsync', 'always'] })
    const { store } = await redisStore(first, 'down')
    expect(await store.commit([insert('a', 'kept')])).toBe(true)
    first.signal('SIGKILL')
    await systemClock.sleep(50)
    const calls = [
      store.get('payments', 'a'),
      store.commit([insert('b')]),
      store.list('payments', 't', 1),
      store.count('c', 1000),
      store.cacheGet('k'),
      store.ping(),
      store.lease('l', 'o', 1),
      store.lock('l', 1, async () => 1),
    ]
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    const second = await spawnRedis({ dir: first.dir, args: ['--appendfsync', 'always'] })
    let found
    for (let i = 0; i < 1500 && !found; i++) {
      await systemClock.sleep(20)
      found = await store.get('payments', 'a').catch(() => undefined)
    }
    expect(found?.doc).toBe('kept')
    expect(await store.commit([insert('a', 'again')])).toBe(false)
    await store.close()
    await second.stop()
  })

  it('that hangs makes calls StoreUnavailable, while it hangs', async () => {
    const redis = await spawnRedis()
    const { store } = await redisStore(redis, 'hang')
    redis.signal('SIGSTOP')
    await expect(store.ping()).rejects.toMatchObject({ name: 'StoreUnavailable' })
    redis.signal('SIGCONT')
    await systemClock.sleep(50)
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
    await redis.stop()
  })

  it('warns where settings can lose payments, and not where they cannot', async () => {
    const unsafe = await spawnRedis({
      args: ['--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru'],
    })
    const safe = await spawnRedis()
    const said: string[] = []
    for (const redis of [unsafe, safe]) {
      said.push('-')
      await (
        await createRedisStore({
          path: redis.path,
          prefix: freshPrefix(),
          warn: line => said.push(line),
        })
      ).close()
      await redis.stop()
    }
    expect(said).toEqual([
      '-',
      expect.stringContaining('appendonly'),
      expect.stringContaining('allkeys-lru'),
      '-',
    ])
  })
})
