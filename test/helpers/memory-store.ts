/**
 * A store in memory for tests that order its steps themselves: documents with versions, and the
 * counters, locks, leases and pools of the embedded store. `step` runs before each access to
 * documents. It passes the contract of all stores (`test/store/in-memory.test.ts`).
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

/** A document as JSON, with its version, tag and time of expiry (Unix ms). */
interface Held {
  text: string
  version: number
  tag: string
  expires: number
}
type Docs = Map<string, Held>

/** Whether a change can be made of a document as it is held. */
function fits(held: Held | undefined, change: Change): boolean {
  if (change.do === 'insert') return held === undefined
  if (change.do === 'replace') return held?.version === change.version
  return change.version === undefined || held?.version === change.version
}

function apply(docs: Docs, key: string, change: Change): void {
  if (change.do === 'remove') return void docs.delete(key)
  const { doc, tag = '', expires = Infinity } = change
  const version = change.do === 'insert' ? 1 : change.version + 1
  docs.set(key, { text: JSON.stringify(doc), version, tag, expires })
}

const read = <T>({ text, version, tag }: Held): Stored<T> => ({
  doc: JSON.parse(text) as T,
  version,
  tag,
})

/** Makes an empty store. */
export function memoryStore(
  clock: Clock,
  step: (what: string) => Promise<unknown> = async () => undefined,
): Store {
  let docs: Docs = new Map()
  const counters = createCounters(clock)
  const cache = createCache(clock, 2 ** 20)
  const leases = createLeases(clock)
  const pools = createPools(clock)
  const locks = createLocks(clock)
  const isAlive = (held: Held): boolean => held.expires > clock.now()
  const alive = (from: Docs, key: string): Held | undefined => {
    const held = from.get(key)
    if (held === undefined || isAlive(held)) return held
    from.delete(key)
    return undefined
  }
  return {
    async get<T>(collection: string, key: string) {
      await step(`get ${collection}`)
      const held = alive(docs, `${collection}|${key}`)
      return held && read<T>(held)
    },
    async list<T>(collection: string, tag: string, limit: number, skip = 0) {
      await step(`list ${collection} ${tag}`)
      if (tag === '') return []
      const found = [...docs].filter(
        ([key, held]) => key.startsWith(`${collection}|`) && held.tag === tag && isAlive(held),
      )
      return found
        .slice(skip, skip + limit)
        .map(([key, held]) => ({ key: key.slice(collection.length + 1), stored: read<T>(held) }))
    },
    async commit(changes) {
      await step(`commit ${changes.map(one => `${one.do} ${one.in}`).join(', ')}`)
      const next = new Map(docs)
      for (const change of changes) {
        const key = `${change.in}|${change.key}`
        if (!fits(alive(next, key), change)) return false
        apply(next, key, change)
      }
      docs = next
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
