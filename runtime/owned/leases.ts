/** Removes records whose lease has ended, some time later. */
import type { RecordKind } from '../contract.ts'
import type { Clock } from '../seams.ts'
import { StoreUnavailable, type Store } from '../store/store.ts'
import { documentKey, erase, type Place } from './documents.ts'
import type { EffectParts } from './effects.ts'
import type { OwnedDocument } from './types.ts'

/** Leased records that are read at a time. */
const PAGE = 500

/** The dependencies of the sweep. */
interface SweepParts extends Pick<EffectParts, 'giveBack'> {
  store: Store
  clock: Clock
  kinds: Readonly<Record<string, RecordKind>>
}

/**
 * Removes every record whose lease ended longer ago than its kind keeps it; returns how many. A
 * failure does not stop the others; it is thrown at the end.
 */
export async function sweepLeases(parts: SweepParts): Promise<number> {
  let removed = 0
  const errors: unknown[] = []
  for (const kind of Object.values(parts.kinds))
    if (kind.lease !== undefined && kind.keep !== undefined)
      removed += await sweepKind(parts, kind, errors)
  if (errors.length > 0) throw errors[0]
  return removed
}

async function sweepKind(parts: SweepParts, kind: RecordKind, errors: unknown[]): Promise<number> {
  const remove = (key: string): Promise<boolean> =>
    removeIfOver(parts, kind, key.slice(kind.name.length + 1)).catch(error => {
      if (error instanceof StoreUnavailable) throw error
      errors.push(error)
      return false
    })
  let removed = 0
  for (let skip = 0; ;) {
    const page = await parts.store.list('gateway.leases', kind.name, PAGE, skip)
    for (const { key } of page) {
      if (await remove(key)) removed += 1
      else skip += 1
    }
    if (page.length < PAGE) return removed
  }
}

/** Removes a record in one commit with the call that gives it back; false if it is not due. */
async function removeIfOver(parts: SweepParts, kind: RecordKind, key: string): Promise<boolean> {
  const stored = await parts.store.get<OwnedDocument>('records', documentKey(kind.name, key))
  const place: Place = { kind, key, stored }
  const unlist = { do: 'remove', in: 'gateway.leases', key: documentKey(kind.name, key) } as const
  if (stored === undefined) return parts.store.commit([unlist])
  const { row, lock } = stored.doc
  if (lock !== undefined || row === undefined || !isOver(parts, kind, Number(row[kind.lease!])))
    return false
  return parts.store.commit([erase(place), unlist, ...parts.giveBack(kind, row)])
}

function isOver({ clock }: SweepParts, { keep = 0 }: RecordKind, end: number): boolean {
  return end * 1000 + keep <= clock.now()
}
