/**
 * A store in memory, for tests that order its steps themselves or need no disk: documents with
 * versions, and the counters, locks, leases and pools of the embedded store. It passes the contract
 * of all stores (`test/store/in-memory.test.ts`).
 */
import { systemClock } from '../../runtime/lib/clock.ts'
import type { Clock } from '../../runtime/seams.ts'
import {
  createCache,
  createCounters,
  createLeases,
  createLocks,
  createPools,
} from '../../runtime/store/memory.ts'
import {
  StoreUnavailable,
  type Change,
  type Store,
  type Stored,
} from '../../runtime/store/store.ts'

/** A document as JSON, with its version, tag and time of expiry (Unix ms). */
interface Held {
  text: string
  version: number
  tag: string
  expires: number
}
/** Documents by collection and key: what outlives the process of a store. */
export type Docs = Map<string, Held>

/** How a store in memory differs from an empty one that several processes share. */
export interface MemoryOptions {
  /** Runs before each access to documents. */
  step?: (what: string) => Promise<unknown>
  /** The documents, which a store that follows this one can be given too. */
  docs?: Docs
  shared?: boolean
}

/** Whether a change can be made of a document as it is held. */
function fits(held: Held | undefined, change: Change): boolean {
  if (change.do === 'insert') return held === undefined
  if (change.do === 'replace') return held?.version === change.version
  return change.version === undefined || held?.version === change.version
}

function changed(change: Change): Held | undefined {
  if (change.do === 'remove') return undefined
  const { doc, tag = '', expires = Infinity } = change
  const version = change.do === 'insert' ? 1 : change.version + 1
  return { text: JSON.stringify(doc), version, tag, expires }
}

function put(docs: Docs, key: string, held: Held | undefined): void {
  if (held === undefined) docs.delete(key)
  else docs.set(key, held)
}

const read = <T>({ text, version, tag }: Held): Stored<T> => ({
  doc: JSON.parse(text) as T,
  version,
  tag,
})

/** Makes a store. Once it is closed it does nothing more, as after the death of its process. */
export function memoryStore(clock: Clock, options: MemoryOptions = {}): Store {
  const { step = async () => undefined, docs = new Map<string, Held>(), shared = true } = options
  let isClosed = false
  const begin = async (what: string): Promise<void> => {
    await step(what)
    if (isClosed) throw new StoreUnavailable('the store is closed')
  }
  const counters = createCounters(clock)
  const cache = createCache(clock, 2 ** 20)
  const leases = createLeases(clock)
  const pools = createPools(clock)
  const locks = createLocks(clock)
  const isAlive = (held: Held): boolean => held.expires > clock.now()
  const alive = (key: string): Held | undefined => {
    const held = docs.get(key)
    if (held === undefined || isAlive(held)) return held
    docs.delete(key)
    return undefined
  }
  return {
    async get<T>(collection: string, key: string) {
      await begin(`get ${collection}`)
      const held = alive(`${collection}|${key}`)
      return held && read<T>(held)
    },
    async list<T>(collection: string, tag: string, limit: number, skip = 0) {
      await begin(`list ${collection} ${tag}`)
      if (tag === '') return []
      const found = [...docs].filter(
        ([key, held]) => key.startsWith(`${collection}|`) && held.tag === tag && isAlive(held),
      )
      return found
        .slice(skip, skip + limit)
        .map(([key, held]) => ({ key: key.slice(collection.length + 1), stored: read<T>(held) }))
    },
    async commit(changes) {
      await begin(`commit ${changes.map(one => `${one.do} ${one.in}`).join(', ')}`)
      const next = new Map<string, Held | undefined>()
      for (const change of changes) {
        const key = `${change.in}|${change.key}`
        if (!fits(next.has(key) ? next.get(key) : alive(key), change)) return false
        next.set(key, changed(change))
      }
      for (const [key, held] of next) put(docs, key, held)
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
    msUntilFits: async (pool, want) => pools.msUntilFits(pool, want),
    clock,
    shared,
    ping: async () => undefined,
    close: async () => {
      isClosed = true
    },
  }
}

/** A store in memory for one process, by the machine's clock; `stop` closes it. */
export function ownStore(): { store: Store; stop(): Promise<void> } {
  const store = memoryStore(systemClock, { shared: false })
  return { store, stop: () => store.close() }
}
