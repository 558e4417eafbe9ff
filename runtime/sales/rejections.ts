/**
 * Sales lines of payments that were rejected before anything was claimed. They share the writes of
 * others, and a flood of them is counted but not written.
 */
import type { Clock, Random } from '../seams.ts'
import type { Store } from '../store/store.ts'
import { lineChange } from './line.ts'
import type { SaleLine } from './types.ts'

/** Most lines of rejections that a process writes per minute. */
const MOST = 120
const MINUTE = 60_000
/** How long they are kept, ms. */
const KEEP = 30 * 24 * 3_600_000

/** A rejected payment. */
export type RejectedSale = Pick<
  SaleLine,
  'route' | 'model' | 'wallet' | 'network' | 'scheme' | 'quoted' | 'catalog' | 'request' | 'reason'
>

/** Writes a line for a rejected payment, unless there were too many in this minute. Never throws. */
export type NoteRejection = (sale: RejectedSale) => void

/** Creates the writer. `counted` is told of each rejection, whether a line was written. */
export function createRejections(parts: {
  store: Pick<Store, 'commit'>
  clock: Clock
  random: Random
  counted(isWritten: boolean): void
}): NoteRejection {
  const { store, clock, random, counted } = parts
  let [from, count] = [0, 0]
  return sale => {
    const at = clock.now()
    if (at - from >= MINUTE) [from, count] = [at, 0]
    if (++count > MOST) return counted(false)
    const line: SaleLine = { at, outcome: 'rejected', ...sale, charged: '0' }
    store
      .commit([lineChange(`${at}-${random.hex(8)}`, line, KEEP)], { lazy: true })
      .then(counted, () => counted(false))
  }
}
