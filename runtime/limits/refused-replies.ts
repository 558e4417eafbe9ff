/**
 * Limits the replies that are stored for refused payments that may still land. Callers who empty a
 * wallet while their calls are answered pay nothing for these replies, which may take megabytes.
 */
import type { Call } from '../call.ts'
import { holdFor, releaseReply } from './stored-replies.ts'
import type { Settlement } from '../payments/settlement.ts'
import type { StoredReply } from '../payments/record.ts'

/** Most characters of such replies that are stored at a time, by all processes together. */
const MOST = 16 * 2 ** 20
/** Longest time for which such a reply is stored, ms; clients sign for minutes. */
const LONGEST = 3_600_000
const SECOND = 1000
/** How long after its payment lapsed such a reply is dropped at the latest, ms. */
const SWEPT = 600_000
const POOL = 'replies of refused payments'

/**
 * Drops the stored reply of a refused payment, unless the payment may still land, and there are few
 * such replies and it would not be stored for long. A reply whose cost we bear stays. Room that was
 * reserved for a large reply is released if it does not stay. Never rejects.
 */
export async function dropRefused(
  call: Call,
  { mayLand }: Extract<Settlement, { state: 'failed' }>,
  reply: StoredReply | undefined,
): Promise<void> {
  if (reply === undefined || reply.absorbed === true) return
  const { context, charge } = call
  try {
    if (mayLand === true) {
      if (await mayStay(call, reply)) return
      await context.ledger.keep(charge.record!, undefined)
    }
  } catch (error) {
    // The reply stays stored, and keeps its room.
    context.observe.log.warn({ err: error }, 'the reply of a refused payment could not be dropped')
    return
  }
  void releaseReply(call, { ...charge.record!, kept: reply })
}

/** Whether the reply of a payment that may still land stays stored until the payment lapses. */
async function mayStay(call: Call, reply: StoredReply): Promise<boolean> {
  const { context, payment } = call
  if (payment === undefined) return true
  const { key, validBefore } = payment.authorization
  const ttlMs = Math.max(1, Number(validBefore) * SECOND - context.clock.now())
  const part = { key, amount: reply.body.length, most: MOST, ttlMs }
  if (ttlMs > LONGEST || !(await context.store.hold(POOL, part))) return false
  const record = { ...call.charge.record!, kept: reply }
  await holdFor(call, record, ttlMs + SWEPT).catch(error =>
    context.observe.log.warn({ err: error }, 'the room of a reply could not be shortened'),
  )
  return true
}
