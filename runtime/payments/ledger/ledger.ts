/**
 * The ledger of payments: what was claimed, what became of it, and the promise that it is asked of
 * the chain after a crash.
 */
import type { Ledger, PaymentRecord } from '../types.ts'
import { claimRecord } from './claim.ts'
import { createEnds } from './ends.ts'
import { giveUp, keepReply, markDelivered } from './finish.ts'
import { createOwners, type Owners } from './owners.ts'
import type { BareParts, LedgerSettings, Parts } from './parts.ts'
import { createRecords } from './records.ts'
import { reconcileRecords, type Tally } from './reconcile.ts'
import { resolveRecord, settleRecord, truthOf } from './settle.ts'
import { createSharing, type Sharing } from './sharing.ts'
import { createStanding } from './standing.ts'

export type { LedgerSettings } from './parts.ts'

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
function keepWatch(parts: Parts, share: Sharing): { owners: Owners; sweep(): Promise<Tally> } {
  const { owner, clock, ends, working } = parts
  const isIdle = ({ key, state, updated }: PaymentRecord): boolean =>
    state === 'settling'
      ? !share.isRunning(key) && !ends.get(key) && clock.now() - updated > QUIET
      : !working.has(key)
  let beats = 0
  const owners = createOwners(parts, async () => {
    if (++beats % EVERY === 0) await sweep()
  })
  const isOurs = (record: PaymentRecord): boolean => record.owner === owner && isIdle(record)
  const sweep = (): Promise<Tally> => reconcileRecords(parts, owners, isOurs)
  return { owners, sweep }
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
  const ends = createEnds(records, clock)
  const bare: BareParts = {
    ...settings,
    owner,
    wait: settings.wait ?? 45_000,
    records,
    ends,
    working: new Map(),
    payments: new WeakMap(),
    orphaned: other => owners.orphaned(other),
  }
  const standing = createStanding(bare)
  const parts: Parts = { ...bare, standing }
  const share = createSharing(ends)
  const { owners, sweep } = keepWatch(parts, share)
  const read = async (key: string): Promise<PaymentRecord | undefined> => {
    const record = await records.get(key)
    return record && truthOf(parts, record)
  }
  return {
    claim: (payment, facts, also = []) =>
      owners.join().then(() => claimRecord({ parts, payment, facts, also })),
    get: async key => ends.get(key) ?? read(key),
    settle: (record, reply, goesOn = false) =>
      share.run(record, () => settleRecord(parts, record, { reply, goesOn })),
    paidWith: (record, transaction, kept) => giveUp(parts, record, 'cover', { transaction, kept }),
    resolve: record => share.run(record, () => resolveRecord(parts, record)),
    elsewhere: async record =>
      record.owner !== owner &&
      (record.streaming === true || clock.now() - record.updated < MOMENT) &&
      !(await owners.orphaned(record.owner)),
    delivered: (record, isWhole = true) => markDelivered(parts, record, isWhole),
    keep: (record, reply) => keepReply(parts, record, reply),
    release: (record, reason) => giveUp(parts, record, 'release', { reason }),
    fail: (record, reason) => giveUp(parts, record, 'abandon', { reason }),
    reconcile: () => owners.join().then(sweep),
    close: () => {
      standing.stop()
      return ends.flush().then(() => owners.leave())
    },
  }
}
