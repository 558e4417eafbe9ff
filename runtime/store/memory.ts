/**
 * The parts of the embedded store that are in memory, because they end with the only process:
 * counters, cache, locks, leases and pools.
 */
import type { Clock } from '../seams.ts'
import { StoreBusy, type Hold } from './store.ts'

/** Number of counters and leases at which expired ones are removed. */
const SWEEP_AT = 50_000

/**
 * Creates a function that removes expired entries, at most once per doubling, so that many callers
 * cannot fill the memory.
 */
function sweeper<T>(
  entries: Map<string, T>,
  { now }: Pick<Clock, 'now'>,
  untilOf: (entry: T) => number,
): () => void {
  let next = SWEEP_AT
  return () => {
    if (entries.size < next) return
    const time = now()
    for (const [key, entry] of entries) if (untilOf(entry) <= time) entries.delete(key)
    next = Math.max(SWEEP_AT, entries.size * 2)
  }
}

/** Creates counters with fixed windows that start with their first event. */
export function createCounters(
  clock: Clock,
): (bucket: string, windowMs: number) => { count: number; resetAt: number } {
  const windows = new Map<string, { count: number; until: number }>()
  const sweep = sweeper(windows, clock, ({ until }) => until)
  return (bucket, windowMs) => {
    const now = clock.now()
    let window = windows.get(bucket)
    if (!window || window.until <= now)
      windows.set(bucket, (window = { count: 0, until: now + windowMs }))
    window.count += 1
    sweep()
    return { count: window.count, resetAt: window.until }
  }
}

/** A cache of bytes. */
export interface Cache {
  get(key: string): Buffer | undefined
  put(key: string, value: Buffer, ttlMs: number): void
}

/**
 * Creates a cache that stores bytes until they expire; beyond `maxBytes` it drops the oldest first.
 */
export function createCache(clock: Clock, maxBytes: number): Cache {
  const entries = new Map<string, { value: Buffer; until: number }>()
  let bytes = 0
  const drop = (key: string): void => {
    bytes -= entries.get(key)?.value.length ?? 0
    entries.delete(key)
  }
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry && entry.until > clock.now()) return entry.value
      drop(key)
      return undefined
    },
    put(key, value, ttlMs) {
      drop(key)
      if (value.length > maxBytes) return
      entries.set(key, { value, until: clock.now() + ttlMs })
      bytes += value.length
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes && entries.size <= SWEEP_AT) break
        drop(oldest)
      }
    },
  }
}

/**
 * Runs `work` while nothing else in this process holds `name`. Rejects with `StoreBusy` after
 * `wait` ms.
 */
export type LocalLock = <T>(name: string, work: () => Promise<T>, wait?: number) => Promise<T>

/**
 * Creates locks with one holder per name, first come first served. Holders live as long as this
 * process, so a lock does not expire while its holder works.
 */
export function createLocks(clock: Clock): LocalLock {
  const held = new Map<string, (() => void)[]>()
  const take = (name: string, wait: number | undefined): Promise<void> => {
    const queue = held.get(name)
    if (queue === undefined) {
      held.set(name, [])
      return Promise.resolve()
    }
    const busy = new StoreBusy(`the lock ${name} is held`)
    if (wait !== undefined && wait <= 0) return Promise.reject(busy)
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        cancel?.()
        resolve()
      }
      const leave = (): void => {
        queue.splice(queue.indexOf(turn), 1)
        reject(busy)
      }
      const cancel = wait === undefined ? undefined : clock.after(wait, leave)
      queue.push(turn)
    })
  }
  const give = (name: string): void => {
    const next = held.get(name)?.shift()
    if (next === undefined) held.delete(name)
    else next()
  }
  return async (name, work, wait) => {
    await take(name, wait)
    try {
      return await work()
    } finally {
      give(name)
    }
  }
}

/** The leases, each with its owner. */
export interface Leases {
  take(name: string, owner: string, ttlMs: number): boolean
  drop(name: string, owner: string): void
}

/** Creates leases that expire. */
export function createLeases(clock: Clock): Leases {
  const leases = new Map<string, { owner: string; until: number }>()
  const sweep = sweeper(leases, clock, ({ until }) => until)
  return {
    take(name, owner, ttlMs) {
      const held = leases.get(name)
      if (held && held.owner !== owner && held.until > clock.now()) return false
      leases.set(name, { owner, until: clock.now() + ttlMs })
      sweep()
      return true
    },
    drop(name, owner) {
      if (leases.get(name)?.owner === owner) leases.delete(name)
    },
  }
}

/** The amounts held in each pool. */
export interface Pools {
  hold(pool: string, hold: Hold): boolean
  unhold(pool: string, key: string): void
  msUntilFits(pool: string, want: Pick<Hold, 'amount' | 'most'>): number
}

/** Creates pools whose held amounts expire. */
export function createPools(clock: Clock): Pools {
  const pools = new Map<string, Map<string, { amount: number; until: number }>>()
  const sweep = sweeper(pools, clock, held => {
    let last = 0
    for (const { until } of held.values()) last = Math.max(last, until)
    return last
  })
  const unhold: Pools['unhold'] = (pool, key) => {
    const held = pools.get(pool)
    held?.delete(key)
    if (held?.size === 0) pools.delete(pool)
  }
  return {
    unhold,
    hold(pool, { key, amount, most, ttlMs, renew = false }) {
      const now = clock.now()
      const held = pools.get(pool) ?? new Map<string, { amount: number; until: number }>()
      let sum = amount
      for (const [other, part] of held) {
        if (part.until <= now) held.delete(other)
        else sum += part.amount
      }
      const own = held.get(key)
      if (own !== undefined) {
        if (renew) own.until = now + ttlMs
        return true
      }
      if (sum <= most) pools.set(pool, held.set(key, { amount, until: now + ttlMs }))
      sweep()
      return sum <= most
    },
    msUntilFits(pool, { amount, most }) {
      const now = clock.now()
      const held = [...(pools.get(pool)?.values() ?? [])].filter(({ until }) => until > now)
      let sum = held.reduce((total, part) => total + part.amount, amount)
      if (sum <= most) return 0
      held.sort((one, other) => one.until - other.until)
      const last = held.find(part => (sum -= part.amount) <= most)
      return last === undefined ? Infinity : last.until - now
    },
  }
}
