/**
 * Watches landed payments until their blocks are deep. Where a reorganisation took one back after
 * its receipt was given, the payment is sent again, so that the receipt becomes true; where that
 * cannot be any more, operators are told. Known to the process that settled.
 */
import type { PaymentRecord, Settlement } from '../types.ts'
import { paymentOf, schemeOf, report, type WatchContext } from './context.ts'
import { lapseOf, sameClaim } from './records.ts'

/** The watch of one ledger. */
export interface Standing {
  /** Watches a settled record. */
  watch(record: PaymentRecord): void
  stop(): void
}

/** Pause between two looks, ms. */
const EVERY = 4_000
/** Most payments that are watched; the oldest are let go. */
const MOST = 20_000

/** Puts a new transaction into the record. */
async function moved(
  parts: WatchContext,
  record: PaymentRecord,
  transaction: string,
): Promise<void> {
  const { records, deferred } = parts
  if (await deferred.merge(record.key, { transaction })) return
  let now = await records.get(record.key)
  while (now && sameClaim(now, record)) {
    if (await records.note(now, { transaction })) return
    now = await records.get(record.key)
  }
}

/**
 * Sends a payment again that the chain has taken back; gives the record as it is then, undefined
 * where that is for certain too late.
 */
async function sendAgain(
  parts: WatchContext,
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  const { backend } = schemeOf(parts, record)
  const { key, transaction, requirements } = record
  const intent = { sentAt: record.created, ...record.intent, transaction }
  const payment = paymentOf(parts, record)
  const found: Settlement = await backend.find(payment, requirements, intent, async () => undefined)
  if (found.state === 'unknown') return record
  const end = found.state === 'landed' ? 'landed again' : 'is lost'
  const event = `a payment was taken back by the chain and ${end}`
  parts.observe?.log.error({ key, was: transaction, ...found }, event)
  report(parts, record, found.state === 'landed' ? 'reorganized' : 'reversed', found)
  if (found.state === 'failed') return undefined
  if (found.transaction !== record.transaction) await moved(parts, record, found.transaction)
  return { ...record, transaction: found.transaction }
}

/** Looks once; gives the record to be watched further, undefined where there is no need. */
async function lookAt(
  parts: WatchContext,
  record: PaymentRecord,
): Promise<PaymentRecord | undefined> {
  const { backend } = schemeOf(parts, record)
  const standing = await backend.standing?.(record.transaction ?? '')
  if (standing === 'shallow') return record
  return standing === 'gone' ? sendAgain(parts, record) : undefined
}

/** Watches while there is something to watch. */
export function createStanding(parts: WatchContext): Standing {
  const { clock } = parts
  const watched = new Map<string, PaymentRecord>()
  const stop = new AbortController()
  let isLooking = false
  const look = async (): Promise<void> => {
    for (const [key, record] of watched) {
      const now = await lookAt(parts, record).catch(() => record)
      const isOver = now === undefined || clock.now() > (lapseOf(record) ?? Infinity)
      if (isOver) watched.delete(key)
      else watched.set(key, now)
    }
  }
  const keepLooking = async (): Promise<void> => {
    while (watched.size > 0) {
      await clock.sleep(EVERY, stop.signal)
      await look()
    }
  }
  return {
    watch(record) {
      if (!schemeOf(parts, record).backend.standing || !record.transaction) return
      watched.set(record.key, record)
      if (watched.size > MOST) watched.delete(watched.keys().next().value as string)
      if (isLooking || stop.signal.aborted) return
      isLooking = true
      void keepLooking()
        .catch(() => undefined)
        .finally(() => {
          isLooking = false
        })
    },
    stop: () => stop.abort(new Error('closing')),
  }
}
