/**
 * The store interface: all state that two processes of a gateway share. Two implementations pass
 * one contract suite (`test/store/`): embedded (SQLite in a worker thread, group commit) and Redis.
 * Documents are JSON; each has a version.
 */
import type { Clock } from '../seams.ts'

/**
 * Collections of documents. `records` belongs to the catalog. A name with a dot is internal to the
 * gateway. Names from a catalog have no dots, so they cannot collide with internal ones.
 */
export type Collection =
  | 'payments'
  | 'jobs'
  | 'records'
  | 'results'
  | 'gateway.relayer'
  | 'gateway.credits'
  | 'gateway.history'
  | 'gateway.left'
  | 'gateway.followups'
  | 'gateway.leases'
  | 'gateway.catalogs'
  | 'gateway.sales'
  | 'gateway.identified'
  | 'gateway.purchases'
  | 'gateway.signins'
  | 'gateway.quotas'

/** How long a lease survives the death of its holder, in ms. A living holder renews it. */
export const LEASE = 5_000

/** A stored document. `version` grows by one with each replacement. */
export interface Stored<T> {
  doc: T
  version: number
  tag: string
}

/** One change. A commit applies all of its changes or none. */
export type Change =
  /** Fails if the key exists (and has not expired). */
  | { do: 'insert'; in: Collection; key: string; doc: unknown; tag?: string; expires?: number }
  /** Fails unless the stored version is `version`. */
  | {
      do: 'replace'
      in: Collection
      key: string
      version: number
      doc: unknown
      tag?: string
      expires?: number
    }
  /** Fails if `version` is given and differs; a missing document is otherwise no failure. */
  | { do: 'remove'; in: Collection; key: string; version?: number }

/**
 * Returns the change that writes a document unless it was changed since it was read; `version` is
 * undefined if there was none.
 */
export function writeOver(
  version: number | undefined,
  what: Omit<Extract<Change, { do: 'insert' }>, 'do'>,
): Extract<Change, { do: 'insert' | 'replace' }> {
  return version === undefined ? { do: 'insert', ...what } : { do: 'replace', version, ...what }
}

/**
 * A part of a pool; at most `most` may be held at a time. With `renew`, a part that is already held
 * is held for `ttlMs` from now.
 */
export interface Hold {
  key: string
  amount: number
  most: number
  ttlMs: number
  renew?: boolean
}

/**
 * Durable, shared state. Every method rejects with `StoreUnavailable` if the store cannot be
 * reached.
 */
export interface Store {
  /** Reads a document; undefined if it does not exist or has expired. */
  get<T>(collection: Collection, key: string): Promise<Stored<T> | undefined>
  /**
   * Lists documents with a tag, oldest first, without the first `skip`; for finding unfinished
   * work.
   */
  list<T>(
    collection: Collection,
    tag: string,
    limit: number,
    skip?: number,
  ): Promise<{ key: string; stored: Stored<T> }[]>
  /**
   * Resolves to true if all changes were applied durably; to false, with none applied, if one was
   * refused. `expires` is Unix ms. A `lazy` commit may wait some ms for another one, to share its
   * disk write; use it for writes that no caller waits for.
   */
  commit(changes: Change[], how?: { lazy: boolean }): Promise<boolean>
  /**
   * Counts one event in a fixed window. Returns the count, including this event, and the end of the
   * window (Unix ms).
   */
  count(bucket: string, windowMs: number): Promise<{ count: number; resetAt: number }>
  /** Reads from a short-lived cache of bytes (hot reads). */
  cacheGet(key: string): Promise<Buffer | undefined>
  cachePut(key: string, value: Buffer, ttlMs: number): Promise<void>
  /**
   * Runs `work` while no other holder of `name` does. The lock is a lease of this process, renewed
   * while the work continues; it expires `ttlMs` after the process died (`LEASE` is the usual
   * time). A process takes back its own lock, including one that it could not release because the
   * store was unavailable. Rejects with `StoreBusy` after waiting for `wait` ms; without `wait`
   * there is no limit.
   */
  lock<T>(name: string, ttlMs: number, work: () => Promise<T>, wait?: number): Promise<T>
  /** Takes or renews a lease for `owner`. Returns false while another owner's lease is valid. */
  lease(name: string, owner: string, ttlMs: number): Promise<boolean>
  /** Gives up the lease of `owner`, if it still has it. */
  unlease(name: string, owner: string): Promise<void>
  /**
   * Holds an amount of a pool until it is released or `ttlMs` have passed. Returns false if it does
   * not fit. An amount already held under the same key stays as it is (`renew` changes its time),
   * and the result is true. Amounts are whole numbers.
   */
  hold(pool: string, hold: Hold): Promise<boolean>
  /** Releases the amount held under a key. */
  unhold(pool: string, key: string): Promise<void>
  /**
   * Returns the ms until an amount fits into a pool, if nothing is released or held meanwhile: 0 if
   * it fits now, infinite if it is above `most`.
   */
  msUntilFits(pool: string, want: Pick<Hold, 'amount' | 'most'>): Promise<number>
  /**
   * The time that all processes of this store agree on. Read times from it that another process
   * compares, because the clocks of two machines may differ by minutes. Pauses use the machine's
   * own clock.
   */
  readonly clock: Clock
  /** Whether other processes can share this store. */
  readonly shared: boolean
  /** Rejects if the store cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The store cannot be reached. The request gets 500 or 503 and nothing is charged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Another process holds the lock, and the wait is over. Nothing was done. */
export class StoreBusy extends StoreUnavailable {
  override name = 'StoreBusy'
}
