/** Applies effects to stored records: locks them, changes them, or restores them. */
import type { Effect, RecordKind, RecordRow } from '../contract.ts'
import type { Change } from '../store/store.ts'
import { erase, ownerKey, write, type Place } from './documents.ts'
import { RecordBusy } from './record-busy.ts'

/** The dependencies of applying effects, besides the record itself. */
export interface EffectParts {
  /** The transaction of the payment, once it has landed. */
  transaction?: string | undefined
  /**
   * Returns the changes that list a new record for the sweep over leases, and those that delist it.
   */
  listLease(place: Place): Promise<Change[]>
  unlistLease(place: Place): Change[]
  /** Returns the change that makes the call which gives a removed record back. */
  giveBack(kind: RecordKind, row: RecordRow): Change[]
}

/**
 * Returns the change that locks a record for a payment. Throws `RecordBusy` if the record is not
 * free.
 */
export function lockChange(effect: Effect, place: Place, lock: string, now: number): Change[] {
  const { stored } = place
  const isOurs = stored?.doc.lock === lock
  if (isOurs) return []
  if (!isFree(effect, place, now)) throw new RecordBusy(effect.kind, effect.key)
  return [write(place, { ...stored?.doc, lock })]
}

function isFree(effect: Effect, { kind, stored }: Place, now: number): boolean {
  if (stored?.doc.lock !== undefined) return false
  if (effect.seen !== undefined && !isAsSeen(effect, stored)) return false
  const row = stored?.doc.row
  if (effect.do !== 'put') return row !== undefined
  return row === undefined || hasSameOwner(kind, row, effect.row) || hasEnded(kind, row, now)
}

/**
 * Whether a record is the one that the call's checks saw, unchanged. The versions of a record that
 * was removed and made anew begin at 1 again, so the version alone does not prove it.
 */
function isAsSeen({ seen, seenMade }: Effect, stored: Place['stored']): boolean {
  return stored?.version === seen && stored?.doc.made === seenMade
}

function hasSameOwner({ owner }: RecordKind, a: RecordRow, b: RecordRow): boolean {
  return ownerKey(String(a[owner])) === ownerKey(String(b[owner]))
}

function hasEnded({ lease }: RecordKind, row: RecordRow, now: number): boolean {
  return lease !== undefined && Number(row[lease]) <= now
}

/**
 * Returns the changes that apply an effect. A refused payment has released its locks; if it lands
 * after all, its effect applies to the record as it is then.
 */
export async function applyChanges(
  effect: Effect,
  place: Place,
  lock: string,
  parts: EffectParts,
): Promise<Change[]> {
  const { stored } = place
  const other = stored?.doc.lock
  if (other !== undefined && other !== lock) throw new RecordBusy(effect.kind, effect.key)
  const row = withTransaction(effect, place, rowAfter(effect, stored?.doc.row), parts)
  if (row === undefined) return removal(place, parts)
  const isNew = stored?.doc.row === undefined
  const made = isNew ? lock : stored.doc.made
  return [write(place, { row, made }), ...(isNew ? await parts.listLease(place) : [])]
}

/** Returns a written row with the transaction that paid for it, if its kind has a field for it. */
function withTransaction(
  effect: Effect,
  { kind }: Place,
  row: RecordRow | undefined,
  { transaction }: EffectParts,
): RecordRow | undefined {
  if (effect.do !== 'put' || row === undefined || kind.transaction === undefined) return row
  return { ...row, [kind.transaction]: transaction }
}

/** Returns the row after an effect; undefined if the effect removes the record. */
function rowAfter(effect: Effect, row: RecordRow | undefined): RecordRow | undefined {
  if (effect.do === 'put') return effect.row
  if (effect.do === 'remove' || row === undefined) return undefined
  if (effect.do === 'set') return { ...row, ...effect.row }
  const sums = Object.entries(effect.row).map(([field, by]) => [field, Number(row[field]) + by])
  return { ...row, ...Object.fromEntries(sums) }
}

function removal(place: Place, parts: EffectParts): Change[] {
  const row = place.stored?.doc.row
  if (place.stored === undefined) return []
  const back = row === undefined ? [] : parts.giveBack(place.kind, row)
  return [erase(place), ...parts.unlistLease(place), ...back]
}

/** Returns the changes that unlock a record and leave it as it was before the payment. */
export function unlockChanges(place: Place, lock: string): Change[] {
  const { stored } = place
  if (stored?.doc.lock !== lock) return []
  const { row, made } = stored.doc
  return [row === undefined ? erase(place) : write(place, { row, made })]
}
