/** The stored form of records: keys, tags, and the store changes that write them. */
import type { RecordKind, RecordRow } from '../contract.ts'
import { writeOver, type Change, type Stored } from '../store/store.ts'
import type { OwnedDocument } from './types.ts'

/**
 * Returns the key of an owner. EVM addresses are compared in lower case; other addresses are
 * case-sensitive.
 */
export function ownerKey(owner: string): string {
  return /^0x/i.test(owner) ? owner.toLowerCase() : owner
}

/** Returns the key of a record in the store. */
export const documentKey = (kind: string, key: string): string => `${kind}/${key}`

/** Returns the tag under which the records of a wallet are listed. */
export const ownerTag = (kind: string, owner: string): string => `${kind}/${ownerKey(owner)}`

/**
 * Returns the row as formulas see it: with its key and, if it is leased, whether the lease is
 * active.
 */
export function viewOf(kind: RecordKind, key: string, row: RecordRow, now: number): RecordRow {
  const lease = kind.lease === undefined ? undefined : row[kind.lease]
  const active = kind.lease === undefined ? {} : { active: Number(lease) > now }
  return { ...row, [kind.key]: key, ...active }
}

/** A record's place, and its stored state. */
export interface Place {
  kind: RecordKind
  key: string
  stored: Stored<OwnedDocument> | undefined
}

/**
 * Returns the change that writes a record; it fails if the record was changed since it was read.
 */
export function write({ kind, key, stored }: Place, doc: OwnedDocument): Change {
  const owner = doc.row?.[kind.owner]
  return writeOver(stored?.version, {
    in: 'records',
    key: documentKey(kind.name, key),
    doc,
    ...(owner === undefined ? {} : { tag: ownerTag(kind.name, String(owner)) }),
  })
}

/**
 * Returns the change that removes a record; it fails if the record was changed since it was read.
 */
export function erase({ kind, key, stored }: Place): Change {
  return {
    do: 'remove',
    in: 'records',
    key: documentKey(kind.name, key),
    ...(stored === undefined ? {} : { version: stored.version }),
  }
}
