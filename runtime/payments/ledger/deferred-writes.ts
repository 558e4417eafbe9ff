/**
 * Writes the final state of landed payments after the reply has begun. This is safe because the
 * record on disk already holds the intent, from which the chain proves the landing after a crash.
 * It saves every paid call one durable write. The write waits briefly for `delivered`, so that both
 * changes become one write, which may share a commit with other calls. Until then, this process
 * reads the final state from memory.
 */
import type { Clock } from '../../seams.ts'
import { can, RECORD } from '../transitions.ts'
import type { PaymentRecord } from '../record.ts'
import { sameClaim, type Note, type Records } from './records.ts'
import { stateOf } from './record-state.ts'

/** The final states that are waiting to be written to the store. */
export interface DeferredWrites {
  /**
   * Takes the record before the landing. Calls `onLanded` once the landing is written, unless
   * another process was the one that wrote it.
   */
  later(record: PaymentRecord, changes: Note, onLanded: () => void): PaymentRecord
  /** Returns the record with its final state, until it is written. */
  get(key: string): PaymentRecord | undefined
  /**
   * Adds changes to a write that is still waiting, and waits until both are written. Returns false
   * if there is none.
   */
  merge(key: string, changes: Note): Promise<boolean>
  /** Writes everything now. */
  flush(): Promise<void>
}

interface PendingWrite {
  /** The record before its end. */
  record: PaymentRecord
  changes: Note
  /** The record with its final state. */
  doc: PaymentRecord
  /** True once it must be written without waiting; `wake` ends the current wait. */
  isExpedited: boolean
  /** True once it is being written; later changes need a separate write. */
  isWriting: boolean
  /** Whether a write has failed: the store may have made it nevertheless. */
  hasFailed: boolean
  onLanded(): void
  wake(): void
  written: Promise<void>
}

/**
 * How long a write waits for the delivery, and between attempts while the store is unavailable
 * (ms).
 */
const WAIT = 50
const RETRY = 1000
const RETRIES = 60

/** Stops waiting: the write starts immediately. */
function expedite(end: PendingWrite): void {
  end.isExpedited = true
  end.wake()
}

function reportOnce(end: PendingWrite): void {
  end.onLanded()
  end.onLanded = () => undefined
}

/** Waits before a write, unless it is expedited. */
function pause(end: PendingWrite, clock: Clock, ms: number): Promise<void> {
  return new Promise(resolve => {
    if (end.isExpedited) return resolve()
    const cancel = clock.after(ms, resolve)
    end.wake = () => {
      cancel()
      resolve()
    }
  })
}

/**
 * Writes the final state over the current record; false if that record was changed meanwhile.
 * Another process may have found the landing first. Then only the facts that that process cannot
 * know are added, and none once the reply was delivered.
 */
async function writeOver(
  now: PaymentRecord,
  end: PendingWrite,
  records: Records,
): Promise<boolean> {
  const { changes, doc } = end
  // A landing replaces a recorded failure, because the transfer is on the chain.
  if (can(RECORD, stateOf(now), 'land')) {
    const written = await records.move(now, 'land', changes, true)
    if (written) reportOnce(end)
    return written !== undefined
  }
  if (end.hasFailed) reportOnce(end)
  if (now.delivered) return true
  const { kept, streaming } = doc
  const additions = { delivered: changes.delivered ?? now.delivered, kept, streaming }
  return (await records.note(now, additions, { lazy: true })) !== undefined
}

async function writeToCurrent(end: PendingWrite, records: Records): Promise<void> {
  let now: PaymentRecord | undefined = end.record
  while (now && sameClaim(now, end.record)) {
    if (await writeOver(now, end, records)) return
    now = await records.get(end.doc.key)
  }
  reportOnce(end)
}

/** Writes the final state after a short wait, and tries again while the store is unavailable. */
async function write(end: PendingWrite, records: Records, clock: Clock): Promise<void> {
  await pause(end, clock, WAIT)
  end.isWriting = true
  for (let tries = 1; ; tries++) {
    try {
      return await writeToCurrent(end, records)
    } catch (error) {
      end.hasFailed = true
      if (tries === RETRIES || end.isExpedited) throw error
      await pause(end, clock, RETRY)
    }
  }
}

/** Creates the deferred writes of a ledger. */
export function createDeferredWrites(records: Records, clock: Clock): DeferredWrites {
  const deferred = new Map<string, PendingWrite>()
  return {
    get: key => deferred.get(key)?.doc,
    later(record, changes, onLanded) {
      const doc = Object.assign({}, record, changes, { state: 'settled', mayLand: undefined })
      const end: PendingWrite = {
        record,
        changes,
        doc,
        isExpedited: false,
        isWriting: false,
        hasFailed: false,
        onLanded,
        wake: () => undefined,
        written: Promise.resolve(),
      }
      deferred.set(doc.key, end)
      end.written = write(end, records, clock).finally(() => deferred.delete(doc.key))
      end.written.catch(() => undefined)
      return doc
    },
    async merge(key, changes) {
      const end = deferred.get(key)
      if (!end || end.isWriting || end.isExpedited)
        return end ? end.written.then(() => false) : false
      Object.assign(end.changes, changes)
      Object.assign(end.doc, changes)
      expedite(end)
      await end.written
      return true
    },
    async flush() {
      const all = [...deferred.values()]
      for (const end of all) expedite(end)
      await Promise.allSettled(all.map(({ written }) => written))
    },
  }
}
