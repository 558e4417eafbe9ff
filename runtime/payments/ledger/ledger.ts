/**
 * The ledger of payments: what was claimed, what became of it, and the promise that it is asked of
 * the chain after a crash.
 */
import type { Ledger, PaymentRecord } from '../types.ts'
import { claimRecord } from './claim.ts'
import { createDeferredWrites } from './deferred-writes.ts'
import { giveUp, storeReply, markDelivered } from './finish.ts'
import { createLeases, type Leases } from './leases.ts'
import type { WatchContext, LedgerSettings, LedgerContext } from './context.ts'
import { createRecords } from './records.ts'
import { reconcileRecords, type Tally } from './reconcile.ts'
import { resolveRecord, settleRecord, currentRecord } from './settle.ts'
import { createSingleFlight, type SingleFlight } from './single-flight.ts'
import { createStanding } from './standing.ts'

export type { LedgerSettings } from './context.ts'

/** A ledger that must be closed: its last ends are written, and its lease given up. */
export interface ClosableLedger extends Ledger {
  close(): Promise<void>
}

/**
 * A doubtful settlement of our own is looked up again after this long without news (ms), every
 * third renewal of the lease.
 */
const QUIET = 10_000
/** How long another process may take to answer its caller and write that down (ms). */
const MOMENT = 5_000
const EVERY = 3

/**
 * This process among the others, and the look at what nobody works on, which it takes as long as it
 * lives.
 */
function keepWatch(
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
 * Makes a ledger. Writes of one paid call: the claim, `settling` with the intent and the kept
 * reply, and the end together with the delivery. Where the chain can prove a landing, that last one
 * is written after `settle` has resolved; everything else before.
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
  const { leases, sweep } = keepWatch(parts, share)
  const read = async (key: string): Promise<PaymentRecord | undefined> => {
    const record = await records.get(key)
    return record && currentRecord(parts, record)
  }
  return {
    claim: (payment, facts, also = []) =>
      leases.join().then(() => claimRecord({ parts, payment, facts, also })),
    get: async key => deferred.get(key) ?? read(key),
    settle: (record, reply, goesOn = false) =>
      share.run(record, () => settleRecord(parts, record, { reply, goesOn })),
    paidWith: (record, transaction, kept) => giveUp(parts, record, 'cover', { transaction, kept }),
    resolve: record => share.run(record, () => resolveRecord(parts, record)),
    elsewhere: async record =>
      record.owner !== owner &&
      (record.streaming === true || clock.now() - record.updated < MOMENT) &&
      !(await leases.orphaned(record.owner)),
    delivered: (record, isWhole = true) => markDelivered(parts, record, isWhole),
    keep: (record, reply) => storeReply(parts, record, reply),
    release: (record, reason) => giveUp(parts, record, 'release', { reason }),
    fail: (record, reason) => giveUp(parts, record, 'abandon', { reason }),
    reconcile: () => leases.join().then(sweep),
    close: () => {
      standing.stop()
      return deferred.flush().then(() => leases.leave())
    },
  }
}
