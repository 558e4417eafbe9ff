/**
 * Watches landed payments until their blocks are deep. If a reorganisation removes a payment whose
 * receipt was already sent, the payment is sent again so that the receipt stays true; if that is no
 * longer possible, an error is logged. Each process watches the payments that it settled.
 */
import { inParallel } from '../../lib/in-parallel.ts'
import type { PaymentRecord } from '../record.ts'
import type { Intent, Settlement } from '../settlement.ts'
import { dueOf, paymentOf, schemeOf, report, type WatchContext } from './context.ts'
import { sameClaim, type Note } from './records.ts'

/** The watch over the landed payments of one ledger. */
export interface Standing {
  /** Starts to watch a settled record. */
  watch(record: PaymentRecord): void
  stop(): void
}

/** Pause between two checks, ms. */
const EVERY = 4_000
/** Maximum number of watched payments; the oldest are dropped. */
const MOST = 20_000

/** Records that are checked at the same time. */
const AT_ONCE = 32
/**
 * How long after its expiry a payment is watched at most, ms: blocks are deep before that, unless
 * the node does not answer.
 */
const LAPSED = 3_600_000

/** Stores changes of a settled record. Resolves when they are durable. */
async function note(parts: WatchContext, record: PaymentRecord, changes: Note): Promise<void> {
  const { records, deferred } = parts
  if (await deferred.merge(record.key, changes)) return
  let now = await records.get(record.key)
  while (now && sameClaim(now, record)) {
    if (await records.note(now, changes)) return
    now = await records.get(record.key)
  }
}

/**
 * Resends a payment that the chain has removed. Returns the updated record, or undefined if the
 * payment has certainly failed.
 */
async function sendAgain(
  parts: WatchContext,
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  const { backend } = schemeOf(parts, record)
  const { key, transaction } = record
  const intent = { sentAt: record.created, ...record.intent, transaction }
  const onIntent = (intent: Intent): Promise<void> => note(parts, record, { intent })
  const payment = paymentOf(parts, record)
  const found: Settlement = await backend.find(payment, dueOf(record), intent, onIntent)
  if (found.state === 'unknown') return record
  const end = found.state === 'landed' ? 'landed again' : 'cannot be sent again'
  const event = `a payment was taken back by the chain and ${end}`
  parts.observe?.log.error({ key, was: transaction, ...found }, event)
  const state = found.state === 'landed' ? 'reorganized' : 'reversed'
  report(parts, record, { state, settlement: found, at: parts.clock.now() })
  if (found.state === 'failed') return undefined
  if (found.transaction !== record.transaction)
    await note(parts, record, { transaction: found.transaction })
  return { ...record, transaction: found.transaction }
}

/** Checks a record once. Returns the record to keep watching, or undefined. */
async function lookAt(
  parts: WatchContext,
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  const { backend } = schemeOf(parts, record)
  const standing = await backend.standing?.(record.transaction ?? '')
  if (standing === 'shallow') return record
  return standing === 'gone' ? sendAgain(parts, record) : undefined
}

/**
 * Creates the watch over landed payments, which sends those again that a reorganisation removes. It
 * runs only while there are records to watch.
 */
export function createStanding(parts: WatchContext): Standing {
  const { clock } = parts
  const watched = new Map<string, PaymentRecord>()
  const stop = new AbortController()
  let isLooking = false
  const look = async (): Promise<void> => {
    await inParallel([...watched], { atOnce: AT_ONCE }, async ([key, record]) => {
      const now = await lookAt(parts, record).catch(() => record)
      const isOver = now === undefined || clock.now() > (record.lapses ?? Infinity) + LAPSED
      if (isOver) watched.delete(key)
      else watched.set(key, now)
    })
  }
  const keepLooking = async (): Promise<void> => {
    try {
      while (watched.size > 0) {
        await clock.sleep(EVERY, stop.signal)
        await look()
      }
    } finally {
      isLooking = false
    }
  }
  return {
    watch(record) {
      if (!schemeOf(parts, record).backend.standing || !record.transaction) return
      watched.set(record.key, record)
      if (watched.size > MOST) watched.delete(watched.keys().next().value as string)
      if (isLooking) return
      isLooking = true
      void keepLooking().catch(() => undefined)
    },
    stop: () => stop.abort(new Error('closing')),
  }
}
