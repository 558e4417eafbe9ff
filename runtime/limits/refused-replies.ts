/**
 * Limits the replies that are stored for refused payments that may still land. Callers who empty a
 * wallet while their calls are answered pay nothing for these replies, which may take megabytes.
 */
import type { Call } from '../call.ts'
import type { Settlement } from '../payments/settlement.ts'
import type { StoredReply } from '../payments/record.ts'

/** Most characters of such replies that are stored at a time, by all processes together. */
const MOST = 16 * 2 ** 20
/** Longest time for which such a reply is stored, ms; clients sign for minutes. */
const LONGEST = 3_600_000
const SECOND = 1000
const POOL = 'replies of refused payments'

/**
 * Drops the stored reply of a refused payment if there are too many such replies or if it would be
 * stored for too long. A reply whose cost we bear stays. Never rejects.
 */
export async function dropIfTooMuch(
  call: Call,
  settlement: Settlement,
  reply: StoredReply | undefined,
): Promise<void> {
  const { context, charge, payment } = call
  if (settlement.state !== 'failed' || settlement.mayLand !== true) return
  if (reply === undefined || reply.absorbed === true || payment === undefined) return
  const { key, validBefore } = payment.authorization
  const ttlMs = Math.max(1, Number(validBefore) * SECOND - context.clock.now())
  const part = { key, amount: reply.body.length, most: MOST, ttlMs }
  try {
    if (ttlMs <= LONGEST && (await context.store.hold(POOL, part))) return
    await context.ledger.keep(charge.record!, undefined)
  } catch (error) {
    context.observe.log.warn({ err: error }, 'the reply of a refused payment could not be dropped')
  }
}
