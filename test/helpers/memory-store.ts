/**
 * A store in memory for tests that order its steps themselves: documents with versions, and the
 * counters, locks, leases and pools of the embedded store. `step` runs before each access.
 */
import type { Clock } from '../../runtime/seams.ts'
import {
  createCache,
  createCounters,
  createLeases,
  createLocks,
  createPools,
} from '../../runtime/store/memory.ts'
import type { Change, Store, Stored } from '../../runtime/store/store.ts'

type Docs = Map<string, Stored<unknown>>

/** Whether a change can be made. */
function fits(docs: Docs, change: Change): boolean {
  const held = docs.get(`${change.in}|${change.key}`)
  if (change.do === 'insert') return held === undefined
  if (change.do === 'replace') return held?.version === change.version
  return change.version === undefined || held?.version === change.version
}

function apply(docs: Docs, change: Change): void {
  const key = `${change.in}|${change.key}`
  if (change.do === 'remove') docs.delete(key)
  else {
    const version = change.do === 'insert' ? 1 : change.version + 1
    const doc = JSON.parse(JSON.stringify(change.doc)) as unknown
    docs.set(key, { doc, version, tag: change.tag ?? '' })
  }
}

/** Makes an empty store. */
export function memoryStore(
  clock: Clock,
  step: (what: string) => Promise<unknown> = async () => undefined,
): Store {
  const docs: Docs = new Map()
  const counters = createCounters(clock)
  const cache = createCache(clock, 2 ** 20)
  const leases = createLeases(clock)
  const pools = createPools(clock)
  const locks = createLocks(clock)
  return {
    async get<T>(collection: string, key: string) {
      await step(`get ${collection}`)
      const held = docs.get(`${collection}|${key}`)
      return held && (structuredClone(held) as Stored<T>)
    },
    async list<T>(collection: string, tag: string, limit: number, skip = 0) {
      await step(`list ${collection} ${tag}`)
      return [...docs]
        .filter(([key, held]) => key.startsWith(`${collection}|`) && held.tag === tag)
        .slice(skip, skip + limit)
        .map(([key, held]) => ({
          key: key.slice(collection.length + 1),
          stored: structuredClone(held) as Stored<T>,
        }))
    },
    async commit(changes) {
      await step(`commit ${changes.map(one => `${one.do} ${one.in}`).join(', ')}`)
      if (!changes.every(change => fits(docs, change))) return false
      for (const change of changes) apply(docs, change)
      return true
    },
    count: async (bucket, windowMs) => counters(bucket, windowMs),
    cacheGet: async key => cache.get(key),
    cachePut: async (key, value, ttlMs) => cache.put(key, value, ttlMs),
    lock: (name, _ttlMs, work, wait) => locks(name, work, wait),
    lease: async (name, owner, ttlMs) => leases.take(name, owner, ttlMs),
    unlease: async (name, owner) => leases.drop(name, owner),
    hold: async (pool, hold) => pools.hold(pool, hold),
    unhold: async (pool, key) => pools.unhold(pool, key),
    roomIn: async (pool, want) => pools.roomIn(pool, want),
    clock,
    shared: true,
    ping: async () => undefined,
    close: async () => undefined,
  }
}
