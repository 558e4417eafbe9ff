/**
 * Sales lines of payments that were rejected before anything was claimed. They share other writes,
 * and beyond a limit they are only counted.
 */
import type { Clock, Random } from '../seams.ts'
import type { Store } from '../store/store.ts'
import { lineChange } from './line.ts'
import type { SaleLine } from './types.ts'

/** Most lines of rejections that a process writes per minute, and per UTC day. */
const MOST = 120
const MOST_PER_DAY = 5_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** How long lines of rejections are kept, ms. */
const KEEP = 3 * DAY

/** A rejected payment. */
export type RejectedSale = Pick<
  SaleLine,
  'route' | 'model' | 'wallet' | 'network' | 'scheme' | 'quoted' | 'catalog' | 'request' | 'reason'
>

/**
 * Writes a line for a rejected payment, unless there were too many in this minute or day. Never
 * throws.
 */
export type NoteRejection = (sale: RejectedSale) => void

/** Creates the writer. `counted` gets, for each rejection, whether a line was written. */
export function createRejections(parts: {
  store: Pick<Store, 'commit'>
  clock: Clock
  random: Random
  counted(isWritten: boolean): void
}): NoteRejection {
  const { store, clock, random, counted } = parts
  let [from, count] = [0, 0]
  let [day, written] = [0, 0]
  return sale => {
    const at = clock.now()
    if (at - from >= MINUTE) [from, count] = [at, 0]
    if (Math.floor(at / DAY) !== day) [day, written] = [Math.floor(at / DAY), 0]
    if (++count > MOST || written >= MOST_PER_DAY) return counted(false)
    written += 1
    const line: SaleLine = { at, outcome: 'rejected', ...sale, charged: '0' }
    store
      .commit([lineChange(`${at}-${random.hex(8)}`, line, KEEP)], { lazy: true })
      .then(counted, () => counted(false))
  }
}
