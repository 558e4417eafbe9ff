/** Brings unfinished records of dead processes to a state that is true on the chain. */
import type { PaymentRecord } from '../types.ts'
import { look } from './settle.ts'
import type { LedgerContext } from './context.ts'
import { lapseOf } from './records.ts'
import type { Leases } from './leases.ts'

/** What became of the records that were looked at. */
export interface Tally {
  landed: number
  failed: number
  pending: number
  released: number
}

/**
 * Records looked up at once: as many as the relayer sends together, in case they have to be sent
 * again.
 */
const AT_ONCE = 256
/**
 * How long after its lapse an authorization that may have landed is looked up for the last time,
 * ms.
 */
const LAPSED = 30_000

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
}

/** Answers for each owner once. */
function rememberOrphans(leases: Leases): (owner: string | undefined) => Promise<boolean> {
  const known = new Map<string | undefined, Promise<boolean>>()
  return owner => {
    const asked = known.get(owner) ?? leases.orphaned(owner)
    known.set(owner, asked)
    return asked
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
  const reason = 'the gateway stopped before the work was paid'
  const done = await parts.records.move(record, 'release', { reason, kept: undefined })
  if (done) tally.released += 1
}

/**
 * Looks at every unfinished record whose process is dead; `isIdle` names our own on which nobody
 * works. Records of a job that has not settled are left to the jobs: they know whether the work
 * goes on.
 */
export async function reconcileRecords(
  parts: LedgerContext,
  leases: Leases,
  isIdle: (record: PaymentRecord) => boolean,
): Promise<Tally> {
  const tally: Tally = { landed: 0, failed: 0, pending: 0, released: 0 }
  const orphaned = rememberOrphans(leases)
  const isNobodys = async (record: PaymentRecord): Promise<boolean> =>
    isIdle(record) || orphaned(record.owner)
  const settling = await parts.records.list('settling')
  await inParallel(settling, async record => {
    if (await isNobodys(record)) await lookUp(parts, record, tally)
  })
  // An older gateway may have tagged the claim of a job as if it could be released here.
  const open = (await parts.records.list('claimed')).filter(({ job }) => !job)
  await inParallel(open, async record => {
    if (await isNobodys(record)) await release(parts, record, tally)
  })
  const over = parts.clock.now() - LAPSED
  const refused = await parts.records.list('refused')
  const lapsed = refused.filter(record => (lapseOf(record) ?? Infinity) < over)
  await inParallel(lapsed, record => lookUp(parts, record, tally))
  return tally
}
