/**
 * The store seam: everything that two instances of a gateway must share. Two implementations pass
 * one contract suite (`test/store/`): embedded (SQLite in a worker thread, group commit) and Redis.
 * Documents are JSON; each has a version.
 */
import type { Clock } from '../seams.ts'

/**
 * Kinds of documents. `records` belongs to the catalog. A name with a dot is internal to the
 * gateway: a catalog's names have no dots, so that none of them can be the name of a collection
 * that the gateway uses for itself.
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

/** How long a lease outlives a holder that died, in ms. A living holder renews it. */
export const LEASE = 5_000

/** A stored document. `version` grows by one with each replacement. */
export interface Stored<T> {
  doc: T
  version: number
  tag: string
}

/** One change; a commit applies all of its changes or none. */
export type Change =
  /** Fails when the key exists (and has not expired). */
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
  /** Fails when `version` is given and differs; a missing document is no failure otherwise. */
  | { do: 'remove'; in: Collection; key: string; version?: number }

/** A part of a pool of which at most `most` may be held at a time. */
export interface Hold {
  key: string
  amount: number
  most: number
  ttlMs: number
}

/**
 * Durable, shared state. Every method rejects with `StoreUnavailable` when the store cannot be
 * reached.
 */
export interface Store {
  get<T>(collection: Collection, key: string): Promise<Stored<T> | undefined>
  /**
   * Documents with a tag, oldest first, without the first `skip` of them; for finding unfinished
   * work.
   */
  list<T>(
    collection: Collection,
    tag: string,
    limit: number,
    skip?: number,
  ): Promise<{ key: string; stored: Stored<T> }[]>
  /**
   * True when all changes were applied durably; false when one did not fit, and then none was.
   * `expires` is Unix ms. A `lazy` commit may wait some ms for another one, to share its write to
   * the disk; for what nobody waits for.
   */
  commit(changes: Change[], how?: { lazy: boolean }): Promise<boolean>
  /**
   * Counts one event in a fixed window and tells the count, this one included, and when (Unix ms)
   * the window ends.
   */
  count(bucket: string, windowMs: number): Promise<{ count: number; resetAt: number }>
  /** Short-lived cache of bytes (hot reads). */
  cacheGet(key: string): Promise<Buffer | undefined>
  cachePut(key: string, value: Buffer, ttlMs: number): Promise<void>
  /**
   * Runs `work` while no other holder of `name` does. The lock is a lease of this process, renewed
   * while the work goes on; it lapses `ttlMs` after the process died (`LEASE` is the usual time). A
   * process takes its own lock back, also one that it could not give up because the store was away.
   * Rejects with `StoreBusy` after `wait` ms of waiting; without it there is no limit.
   */
  lock<T>(name: string, ttlMs: number, work: () => Promise<T>, wait?: number): Promise<T>
  /** Takes or renews a lease for `owner`; false while another owner's has not lapsed. */
  lease(name: string, owner: string, ttlMs: number): Promise<boolean>
  unlease(name: string, owner: string): Promise<void>
  /**
   * Takes an amount out of what a pool may hold at a time, until it is given back or `ttlMs` are
   * over; false where it does not fit. What is held under the same key already stays as it is, and
   * fits. Amounts are whole numbers.
   */
  hold(pool: string, hold: Hold): Promise<boolean>
  /** Gives back what is held under a key. */
  unhold(pool: string, key: string): Promise<void>
  /**
   * Ms until an amount fits into what a pool may hold, when nothing is given back or held
   * meanwhile: 0 where it fits now, and infinite for an amount above `most`.
   */
  roomIn(pool: string, want: Pick<Hold, 'amount' | 'most'>): Promise<number>
  /**
   * The time that all processes of this store agree on. Times that one process writes and another
   * one compares must be read from it: the clocks of two machines may be minutes apart. Pauses are
   * those of the machine's own clock.
   */
  readonly clock: Clock
  /** Whether other processes may share this store. */
  readonly shared: boolean
  /** Rejects when the store cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The store cannot be reached; the request is answered 500 or 503 and nothing is charged. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** Another process holds the lock, and the time to wait for it is over. Nothing was done. */
export class StoreBusy extends StoreUnavailable {
  override name = 'StoreBusy'
}
