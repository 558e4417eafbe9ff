/** The types of records, which wallets own: e.g. leased numbers and enrolled faces. */
import type { Json } from './values.ts'

/** The values of a record, by field. Times are Unix seconds. */
export type RecordRow = Readonly<Record<string, Json | undefined>>

/** A kind of record, as `catalog/records/` declares it. */
export interface RecordKind {
  name: string
  /** The field whose value is the record's key. */
  key: string
  /** The field that holds the owner's address. */
  owner: string
  /** The field that holds the end of the lease, Unix seconds. */
  lease?: string
  /** The field that gets the transaction of the payment that wrote the record. */
  transaction?: string
  /** How long after its lease a record is still listed, in ms. */
  keep?: number
  /** The upstream call, with its arguments, that gives a removed record back. */
  onRemoved?(c: { record: any }): { call: string; args: Readonly<Record<string, Json | undefined>> }
}

/**
 * A record that a route reads, or the list of a wallet's records. `when: payer` reads it once the
 * payment is verified, `request` before the gates. Nothing is read if the key is absent. A list has
 * at most 1,000 records, without the first `skip`.
 */
export type RecordRead<S = any> = { name: string; kind: string; when: 'request' | 'payer' } & (
  | { key(c: S): string | undefined }
  | { of(c: S): string | undefined; skip?(c: S): number | undefined }
)

/**
 * One change of a record, with its values. `seen` is the version that the call's checks saw, and
 * `seenMade` names what made the record. The change is refused if the record differs.
 * `when: settled` applies only if the payment lands, `done` also if it certainly fails.
 */
export type Effect = {
  kind: string
  key: string
  when: 'done' | 'settled'
  seen?: number
  seenMade?: string | undefined
} & (
  | { do: 'put'; row: RecordRow }
  | { do: 'set'; row: RecordRow }
  | { do: 'add'; row: Readonly<Record<string, number>> }
  | { do: 'remove' }
)
