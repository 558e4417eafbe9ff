/**
 * The ends of landed payments, written after the reply has begun. That is safe because the record
 * on disk already holds the intent, from which the chain proves the landing after a crash; and it
 * takes one durable write off every paid call. The end waits a moment for `delivered`, so that both
 * are one write, which shares its way to the disk with that of another call. Until it is written,
 * this process reads the end from here.
 */
import type { Clock } from '../../seams.ts'
import { can, RECORD } from '../transitions.ts'
import type { PaymentRecord } from '../types.ts'
import { sameClaim, stateOf, type Note, type Records } from './records.ts'

/** Ends on their way to the store. */
export interface DeferredWrites {
  /** Takes over the writing of a landing; gives the record as it will be. */
  later(record: PaymentRecord, changes: Note): PaymentRecord
  /** The record with its end, while that is not written yet. */
  get(key: string): PaymentRecord | undefined
  /**
   * Adds changes to an end that is on its way and waits until both are written; false where there
   * is none.
   */
  merge(key: string, changes: Note): Promise<boolean>
  /** Writes everything now. */
  flush(): Promise<void>
}

interface End {
  /** The record before its end. */
  record: PaymentRecord
  changes: Note
  /** The record with its end. */
  doc: PaymentRecord
  /** True once it is to be written without waiting; `wake` ends the wait that is under way. */
  hurried: boolean
  /** True once it is being written: what comes now is another write. */
  begun: boolean
  wake(): void
  written: Promise<void>
}

/** How long an end waits for its delivery, and between tries while the store is away (ms). */
const WAIT = 50
const RETRY = 1000
const RETRIES = 60

/** From now on the end is not waited for any more. */
function hurry(end: End): void {
  end.hurried = true
  end.wake()
}

/** Waits before the end is written, unless it is hurried. */
function pause(end: End, clock: Clock, ms: number): Promise<void> {
  return new Promise(resolve => {
    if (end.hurried) return resolve()
    const cancel = clock.after(ms, resolve)
    end.wake = () => {
      cancel()
      resolve()
    }
  })
}

/**
 * Writes the end over the record as it is now; false where that one was changed meanwhile. Another
 * process may have found the landing first: then only what it cannot know is added, and nothing
 * once the reply was delivered.
 */
async function putOver(now: PaymentRecord, end: End, records: Records): Promise<boolean> {
  const { changes, doc } = end
  // A landing outranks a failure: the chain does not forget a transfer.
  if (can(RECORD, stateOf(now), 'land'))
    return (await records.move(now, 'land', changes, true)) !== undefined
  if (now.delivered) return true
  const { kept, streaming } = doc
  const news = { delivered: changes.delivered ?? now.delivered, kept, streaming }
  return (await records.note(now, news, true)) !== undefined
}

async function put(end: End, records: Records): Promise<void> {
  let now: PaymentRecord | undefined = end.record
  while (now && sameClaim(now, end.record)) {
    if (await putOver(now, end, records)) return
    now = await records.get(end.doc.key)
  }
}

/** Writes the end after its moment, and again while the store is away. */
async function write(end: End, records: Records, clock: Clock): Promise<void> {
  await pause(end, clock, WAIT)
  end.begun = true
  for (let tries = 1; ; tries++) {
    try {
      return await put(end, records)
    } catch (error) {
      if (tries === RETRIES || end.hurried) throw error
      await pause(end, clock, RETRY)
    }
  }
}

/** Ends of the records of a ledger. */
export function createDeferredWrites(records: Records, clock: Clock): DeferredWrites {
  const deferred = new Map<string, End>()
  return {
    get: key => deferred.get(key)?.doc,
    later(record, changes) {
      const doc = Object.assign({}, record, changes, { state: 'settled', mayLand: undefined })
      const end: End = {
        record,
        changes,
        doc,
        hurried: false,
        begun: false,
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
      if (!end || end.begun || end.hurried) return end ? end.written.then(() => false) : false
      Object.assign(end.changes, changes)
      Object.assign(end.doc, changes)
      hurry(end)
      await end.written
      return true
    },
    async flush() {
      const all = [...deferred.values()]
      for (const end of all) hurry(end)
      await Promise.allSettled(all.map(({ written }) => written))
    },
  }
}
