/** The types of records, which wallets own: e.g. leased numbers and enrolled faces. */
import type { Effect, RecordKind, RecordRow } from '../contract.ts'
import type { Change } from '../store/store.ts'

/**
 * A stored record. `row` is absent until the payment that creates it has ended. `lock` names the
 * payment that is about to change it.
 */
export interface OwnedDocument {
  row?: RecordRow
  lock?: string
  /** The `lock` of the payment that made the record: a record that takes its place has another. */
  made?: string | undefined
}

/** A record as calls see it: its fields, its key, and whether its lease is active. */
export interface Seen {
  row: RecordRow
  version: number
  /** What made the record, see `OwnedDocument`. */
  made?: string | undefined
}

/** Reads and changes the records of a gateway. */
export interface OwnedRecords {
  /**
   * Reads a record. Waits a few seconds while a payment is about to change it, then throws
   * `RecordBusy`.
   */
  get(kind: string, key: string): Promise<Seen | undefined>
  /** Lists at most 1,000 records of a wallet, oldest first, without the first `skip`. */
  of(kind: string, owner: string, skip?: number): Promise<RecordRow[]>
  /**
   * Returns the changes that lock the records for a payment. Throws `RecordBusy` if one is not
   * free.
   */
  lock(effects: readonly Effect[], lock: string): Promise<Change[]>
  /**
   * Returns the changes that apply the effects of a payment and unlock its records. `transaction`
   * is the payment's, if it has landed.
   */
  apply(effects: readonly Effect[], lock: string, transaction?: string): Promise<Change[]>
  /**
   * Returns the changes that apply effects to records that were not locked before. Throws
   * `RecordBusy` if one is not free.
   */
  applyIfFree(effects: readonly Effect[], lock: string): Promise<Change[]>
  /** Returns the changes that unlock the records of a payment without changing them. */
  unlock(effects: readonly Effect[], lock: string): Promise<Change[]>
  /**
   * Removes the records whose lease ended longer ago than they are kept, and gives them back at
   * their upstream. One process at a time runs it. Returns how many it removed.
   */
  sweep(): Promise<number>
  /** Uses the record kinds of another catalog from now on. */
  adopt(kinds: Readonly<Record<string, RecordKind>>): void
}
