/** The store of several processes or machines: everything in Redis, each compare-and-set one Lua script. */
import { systemClock } from '../clock.ts'
import { systemRandom } from '../random.ts'
import type { Clock } from '../seams.ts'
import { connectRedis, guarded } from './redis-client.ts'
import { createRedisLock } from './redis-lock.ts'
import type { Change, Store } from './store.ts'

/** Where Redis is (`url`, or `path` of its unix socket) and the prefix that keeps gateways apart. */
export type RedisStoreOptions = ({ url: string } | { path: string }) & {
  prefix: string
  clock?: Clock
  /** Told of settings that can lose payments; stderr unless given. */
  warn?: (message: string) => void
}

/** A commit as the script takes it: seven fields a change. */
function encode(changes: Change[], now: number): (string | number)[] {
  return changes.reduce<(string | number)[]>((fields, change) => {
    const version = change.do === 'insert' ? -1 : change.version ?? -1
    if (change.do === 'remove') fields.push(change.do, change.in, change.key, version, '', '', 0)
    else fields.push(change.do, change.in, change.key, version, JSON.stringify(change.doc), change.tag ?? '',
      Math.floor(change.expires ?? 0))
    return fields
  }, [now])
}

/** The Redis store. Rejects with StoreUnavailable when Redis does not answer at start. */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const clock = options.clock ?? systemClock
  const warn = options.warn ?? ((message: string) => { process.stderr.write(`${message}\n`) })
  const client = await connectRedis(options, warn)
  const base = `{${options.prefix}}:`
  const lock = createRedisLock(client, clock, systemRandom)

  return {
    shared: true,
    async get(collection, key) {
      const [doc, version, tag] = await guarded(() => client.hmget(`${base}d:${collection}:${key}`, 'd', 'v', 't'))
      return doc ? { doc: JSON.parse(doc), version: Number(version), tag: tag ?? '' } : undefined
    },
    async list(collection, tag, limit) {
      const flat = tag === '' ? [] : await guarded(() => client.fareboxList(base, collection, tag, limit))
      return Array.from({ length: flat.length / 3 }, (_, i) => (
        { key: flat[i * 3] as string, stored: { doc: JSON.parse(flat[i * 3 + 1] as string), version: Number(flat[i * 3 + 2]), tag } }))
    },
    async commit(changes) {
      if (changes.length === 0) return true
      const fields = encode(changes, clock.now())
      return await guarded(() => client.fareboxCommit(base, ...fields)) === 1
    },
    async count(bucket, windowMs) {
      const [count, left] = await guarded(() => client.fareboxCount(`${base}n:${bucket}`, windowMs))
      return { count, resetAt: clock.now() + left }
    },
    cacheGet: async (key) => await guarded(() => client.getBuffer(`${base}c:${key}`)) ?? undefined,
    async cachePut(key, value, ttlMs) {
      await guarded(() => client.set(`${base}c:${key}`, value, 'PX', Math.max(1, Math.floor(ttlMs))))
    },
    lock: (name, ttlMs, work) => lock(`${base}l:${name}`, ttlMs, work),
    lease: async (name, owner, ttlMs) => await guarded(() => client.fareboxTake(`${base}o:${name}`, owner, ttlMs)) === 1,
    unlease: async (name, owner) => { await guarded(() => client.fareboxDrop(`${base}o:${name}`, owner)) },
    ping: async () => { await guarded(() => client.ping()) },
    async close() { await client.quit().catch(() => client.disconnect()) },
  }
}
