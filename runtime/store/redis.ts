/**
 * The store for several processes or machines: everything is in Redis, and each compare-and-set is
 * one Lua script.
 */
import { systemClock } from '../lib/clock.ts'
import { systemRandom } from '../lib/random.ts'
import type { Clock } from '../seams.ts'
import { connectRedis, guarded, PATIENT, warnOfSettings, type RedisClient } from './redis-client.ts'
import { createRedisClock } from './redis-clock.ts'
import { createRedisDocuments } from './redis-documents.ts'
import { createLargeTexts } from './redis-large.ts'
import { createRedisLock } from './redis-lock.ts'
import type { Store } from './store.ts'

/**
 * The address of Redis (`url`, or `path` of its unix socket) and the prefix that separates
 * gateways.
 */
export type RedisStoreOptions = ({ url: string } | { path: string }) & {
  prefix: string
  clock?: Clock
  /** Receives warnings about settings that can lose payments; default: stderr. */
  warn?: (message: string) => void
}

/** Opens two connections: one for large documents, and one for everything else. */
async function connectTwice(options: RedisStoreOptions): Promise<[RedisClient, RedisClient]> {
  const client = await connectRedis(options)
  try {
    return [client, await connectRedis(options, PATIENT)]
  } catch (error) {
    client.disconnect()
    throw error
  }
}

/** Connects the Redis store. Rejects with StoreUnavailable if Redis does not answer at start. */
export async function createRedisStore(options: RedisStoreOptions): Promise<Store> {
  const machine = options.clock ?? systemClock
  const [client, aside] = await connectTwice(options)
  await warnOfSettings(
    client,
    options.warn ??
      ((message: string) => {
        process.stderr.write(`${message}\n`)
      }),
  )
  const base = `{${options.prefix}}:`
  const lock = createRedisLock(client, machine, systemRandom)
  const { clock, stop } = await createRedisClock(client, machine)

  return {
    shared: true,
    clock,
    ...createRedisDocuments({
      client,
      large: createLargeTexts(aside, base, systemRandom),
      base,
      clock,
    }),
    async count(bucket, windowMs) {
      const [count, resetAt] = await guarded(() =>
        client.fareboxCount(`${base}w:${bucket}`, windowMs),
      )
      return { count, resetAt: Number(resetAt) }
    },
    cacheGet: async key => (await guarded(() => client.getBuffer(`${base}c:${key}`))) ?? undefined,
    async cachePut(key, value, ttlMs) {
      await guarded(() =>
        client.set(`${base}c:${key}`, value, 'PX', Math.max(1, Math.floor(ttlMs))),
      )
    },
    lock: (name, ttlMs, work, wait) => lock(`${base}l:${name}`, { ttlMs, wait }, work),
    lease: async (name, owner, ttlMs) =>
      (await guarded(() => client.fareboxTake(`${base}o:${name}`, owner, ttlMs))) === 1,
    unlease: async (name, owner) => {
      await guarded(() => client.fareboxDrop(`${base}o:${name}`, owner))
    },
    hold: async (pool, { key, amount, most, ttlMs, renew }) => {
      const end = [Math.ceil(ttlMs), renew ? 1 : 0] as const
      const held = await guarded(() =>
        client.fareboxHold(`${base}h:${pool}`, key, amount, most, ...end),
      )
      return held === 1
    },
    unhold: async (pool, key) => {
      await guarded(() => client.fareboxUnhold(`${base}h:${pool}`, key))
    },
    async msUntilFits(pool, { amount, most }) {
      const ms = await guarded(() => client.fareboxRoom(`${base}h:${pool}`, amount, most))
      return ms < 0 ? Infinity : ms
    },
    ping: async () => {
      await guarded(() => client.ping())
    },
    async close() {
      stop()
      await Promise.all([client, aside].map(one => one.quit().catch(() => one.disconnect())))
    },
  }
}
