/** The ledger of payments: what was claimed, what became of it, and the promise that it is asked of the chain after a crash. */
import type { KeptReply, Ledger, PaymentRecord } from '../types.ts'
import { claimRecord } from './claim.ts'
import { createEnds } from './ends.ts'
import { createOwners } from './owners.ts'
import { endOf, type Ended, type LedgerSettings, type Parts } from './parts.ts'
import { createRecords, keptOf, OPEN, sameClaim } from './records.ts'
import { reconcileRecords, type Tally } from './reconcile.ts'
import { currentOf, look, settleRecord } from './settle.ts'

export type { LedgerSettings } from './parts.ts'

/** A ledger that must be closed: its last ends are written, and its lease given up. */
export interface ClosableLedger extends Ledger {
  close(): Promise<void>
}

/** A doubtful settlement of our own is looked up again after this long without news (ms), every third renewal of the lease. */
const QUIET = 10_000
/** How long another process may take to answer its caller and write that down (ms). */
const MOMENT = 5_000
const EVERY = 3

/**
 * Makes a ledger. Writes of one paid call: the claim, `settling` with the intent and the kept reply, and the end together with the
 * delivery. Where the chain can prove a landing, that last one is written after `settle` has resolved; everything else before.
 */
export function createLedger(settings: LedgerSettings): ClosableLedger {
  const owner = `${settings.owner ?? 'gateway'}-${settings.random.hex(6)}`
  const records = createRecords({ ...settings, owner })
  const ends = createEnds(records, settings.clock)
  const parts: Parts = { ...settings, owner, wait: settings.wait ?? 45_000, records, ends, payments: new WeakMap() }
  const running = new Map<string, Promise<Ended>>()
  let beats = 0
  const owners = createOwners({ ...settings, owner }, async () => {
    if (++beats % EVERY === 0) await sweep()
  })

  const doubtful = (record: PaymentRecord): boolean =>
    record.owner === owner && !running.has(record.key) && !ends.get(record.key) && settings.clock.now() - record.updated > QUIET
  const sweep = (): Promise<Tally> => reconcileRecords(parts, owners, doubtful)

  /** One settlement or look at a time for each record of this process; whoever comes meanwhile shares it. */
  const share = (record: PaymentRecord, work: () => Promise<Ended>): Promise<Ended> => {
    const end = ends.get(record.key)
    const settled = end && sameClaim(end, record) && endOf(end)
    if (end && settled) return Promise.resolve({ settlement: settled, record: end })
    const begun = running.get(record.key)
    if (begun) return begun
    const mine = work().finally(() => running.delete(record.key))
    running.set(record.key, mine)
    return mine
  }
  /** Ends work that is still open; a record that has gone further stays as it is. */
  const end = async (record: PaymentRecord, changes: Partial<PaymentRecord>): Promise<void> => {
    let kept = keptOf(record)
    for (;;) {
      kept ??= await records.get(record.key)
      if (!kept || !sameClaim(kept.doc, record) || !OPEN.includes(kept.doc.state)) return
      if (await records.change(kept, { ...changes, kept: undefined })) return
      kept = undefined
    }
  }
  return {
    async claim(payment, facts, also = []) {
      await owners.join()
      return claimRecord(parts, payment, facts, also)
    },
    get: async (key) => ends.get(key) ?? (await records.get(key))?.doc,
    settle: (record: PaymentRecord, reply?: KeptReply) => share(record, () => settleRecord(parts, record, reply)),
    resolve: (record) =>
      share(record, async () => {
        const kept = await currentOf(parts, record)
        const ended = endOf(kept.doc)
        if (ended) return { settlement: ended, record: kept.doc }
        if (kept.doc.state !== 'settling') return { settlement: { state: 'unknown', reason: 'not settled yet' }, record: kept.doc }
        return look(parts, kept)
      }),
    elsewhere: async (record) => record.owner !== owner && settings.clock.now() - record.updated < MOMENT && !(await owners.orphaned(record.owner)),
    async delivered(record) {
      const changes = { delivered: true, kept: undefined }
      if (await ends.merge(record.key, changes)) return
      for (
        let kept = keptOf(record) ?? (await records.get(record.key));
        kept && sameClaim(kept.doc, record);
        kept = await records.get(record.key)
      ) {
        if (kept.doc.delivered || (await records.change(kept, changes))) return
      }
    },
    release: (record, reason) => end(record, { state: 'released', reason }),
    fail: (record, reason) => end(record, { state: 'failed', reason }),
    async reconcile() {
      await owners.join()
      return sweep()
    },
    async close() {
      await ends.flush()
      await owners.leave()
    },
  }
}
