/**
 * The ledger of payments: records claims and their ends, and looks up unfinished payments on the
 * chain after a crash.
 */
import type { Ledger } from './types.ts'
import type { PaymentRecord } from '../record.ts'
import { claimRecord } from './claim.ts'
import { createDeferredWrites } from './deferred-writes.ts'
import { awaitEnd, giveUp, storeReply, markDelivered } from './finish.ts'
import { createLeases, type Leases } from './leases.ts'
import type { WatchContext, LedgerSettings, LedgerContext } from './context.ts'
import { createRecords } from './records.ts'
import { reconcileRecords, type Tally } from './reconcile.ts'
import { isOver, resolveRecord, currentRecord } from './look.ts'
import { settleRecord } from './settle.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'
import { createStanding } from './standing.ts'

export type { LedgerSettings } from './context.ts'

/**
 * A ledger that must be closed. Closing writes the deferred final states and gives up the lease.
 */
export interface ClosableLedger extends Ledger {
  close(): Promise<void>
}

/**
 * How long this process's own settlement may go without a change before it is looked up again, ms.
 */
const QUIET = 10_000
/** How long another process may take to answer its caller and record that, ms. */
const MOMENT = 5_000
/** How many lease renewals pass between two sweeps. */
const EVERY = 3

/**
 * Starts the leases of this process, and the sweep over idle records that runs with every third
 * renewal.
 */
function startSweeps(
  parts: LedgerContext,
  share: SingleFlight,
): { leases: Leases; sweep(): Promise<Tally> } {
  const { owner, clock, deferred, working } = parts
  const isIdle = ({ key, state, updated }: PaymentRecord): boolean =>
    state === 'settling'
      ? !share.isRunning(key) && !deferred.get(key) && clock.now() - updated > QUIET
      : !working.has(key)
  let beats = 0
  const leases = createLeases(parts, async () => {
    if (++beats % EVERY === 0) await sweep()
  })
  const isOurs = (record: PaymentRecord): boolean => record.owner === owner && isIdle(record)
  const sweep = (): Promise<Tally> => reconcileRecords(parts, leases, isOurs)
  return { leases, sweep }
}

/**
 * Creates a ledger. A paid call writes three times: the claim; `settling` with the intent and the
 * stored reply; and the final state with the delivery. If the chain can prove a landing, the last
 * write happens after `settle` has resolved.
 */
export function createLedger(settings: LedgerSettings): ClosableLedger {
  const { clock } = settings
  const owner = `${settings.owner ?? 'gateway'}-${settings.random.hex(6)}`
  const records = createRecords({ ...settings, owner })
  const deferred = createDeferredWrites(records, clock)
  const bare: WatchContext = {
    ...settings,
    owner,
    wait: settings.wait ?? 45_000,
    records,
    deferred,
    working: new Map(),
    payments: new WeakMap(),
    orphaned: other => leases.orphaned(other),
  }
  const standing = createStanding(bare)
  const parts: LedgerContext = { ...bare, standing }
  const share = createSingleFlight(deferred)
  const { leases, sweep } = startSweeps(parts, share)
  const read = async (key: string): Promise<PaymentRecord | undefined> => {
    const record = await records.get(key)
    return record && currentRecord(parts, record)
  }
  return {
    claim: (payment, facts, also = []) =>
      leases.join().then(() => claimRecord({ parts, payment, facts, also })),
    get: async key => deferred.get(key) ?? read(key),
    settle: (record, reply, also) =>
      share.run(record, () => settleRecord(parts, record, { reply, ...also })),
    paidWith: (record, transaction, reply) =>
      giveUp(parts, record, 'cover', { transaction, kept: reply }),
    isOver: record => isOver(parts, record),
    resolve: record => share.run(record, () => resolveRecord(parts, record)),
    elsewhere: async record =>
      record.owner !== owner &&
      (record.streaming === true || clock.now() - record.updated < MOMENT) &&
      !(await leases.orphaned(record.owner)),
    delivered: (record, isWhole = true) => markDelivered(parts, record, isWhole),
    keep: (record, reply) => storeReply(parts, record, reply),
    awaitEnd: (record, followUp, change) => awaitEnd(parts, record, { followUp, change }),
    release: (record, reason) => giveUp(parts, record, 'release', { reason }),
    fail: (record, reason, effects) => giveUp(parts, record, 'abandon', { reason, effects }),
    reconcile: () => leases.join().then(sweep),
    close: () => {
      standing.stop()
      return deferred.flush().then(() => leases.leave())
    },
  }
}
