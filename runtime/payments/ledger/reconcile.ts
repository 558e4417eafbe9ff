/** Brings unfinished records of dead processes to the state that the chain shows. */
import { inParallel } from '../../lib/in-parallel.ts'
import type { PaymentRecord } from '../record.ts'
import type { StoredState } from './record-state.ts'
import { look } from './look.ts'
import { STOPPED, type LedgerContext } from './context.ts'
import type { Leases } from './leases.ts'

/** Counts of the records that were looked up, by result. */
export interface Tally {
  landed: number
  failed: number
  pending: number
  released: number
}

/**
 * Maximum number of records looked up in parallel: the relayer can send as many at a time, in case
 * they must be sent again.
 */
const AT_ONCE = 256
/**
 * How long after its expiry an authorization that may have landed is looked up one last time, ms.
 */
const LAPSED = 30_000

/** Caches `orphaned` for each owner, so that each lease is checked once for many records. */
function rememberOrphans(leases: Leases): (owner: string | undefined) => Promise<boolean> {
  const known = new Map<string | undefined, Promise<boolean>>()
  return owner => {
    const isOrphaned = known.get(owner) ?? leases.orphaned(owner)
    known.set(owner, isOrphaned)
    return isOrphaned
  }
}

async function lookUp(parts: LedgerContext, record: PaymentRecord, tally: Tally): Promise<void> {
  try {
    const { settlement } = await look(parts, record)
    tally[settlement.state === 'unknown' ? 'pending' : settlement.state] += 1
  } catch (error) {
    parts.observe?.log.warn(
      { key: record.key, reason: (error as Error).message },
      'payment not reconciled',
    )
    tally.pending += 1
  }
}

async function release(parts: LedgerContext, record: PaymentRecord, tally: Tally): Promise<void> {
  // Read again: another call may have claimed and reserved it since it was listed.
  if ((await parts.records.get(record.key))?.version !== record.version) return
  // Dropped before the write: once the record is released, another process may claim and reserve it
  // again.
  await parts.reservations?.drop(record)
  const released = await parts.records.move(record, 'release', { reason: STOPPED, kept: undefined })
  if (released) tally.released += 1
}

/**
 * Looks up every unfinished record whose process is dead, and records of this process that `isIdle`
 * accepts. Unsettled records of a job are left to the jobs, which determine whether the work
 * continues.
 */
export async function reconcileRecords(
  parts: LedgerContext,
  leases: Leases,
  isIdle: (record: PaymentRecord) => boolean,
): Promise<Tally> {
  const tally: Tally = { landed: 0, failed: 0, pending: 0, released: 0 }
  const each = async (
    state: StoredState,
    isWanted: (record: PaymentRecord) => boolean,
    end: typeof lookUp,
  ): Promise<void> => {
    const found: PaymentRecord[] = []
    for await (const record of parts.records.list(state)) if (isWanted(record)) found.push(record)
    // Checked anew for each list: a dead process may have woken up, and claimed more.
    const orphaned = rememberOrphans(leases)
    await inParallel(found, { atOnce: AT_ONCE }, async record => {
      if (isIdle(record) || (await orphaned(record.owner))) await end(parts, record, tally)
    })
  }
  await each('settling', () => true, lookUp)
  // An older version may have tagged a job's claim as if it could be released here.
  await each('claimed', ({ job }) => !job, release)
  const expiredBefore = parts.clock.now() - LAPSED
  await each('refused', ({ lapses = Infinity }) => lapses < expiredBefore, lookUp)
  return tally
}
