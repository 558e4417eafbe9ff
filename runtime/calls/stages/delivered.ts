/** Follows calls until their payment is done and their delivery is known. */
import type { Call, Reply } from '../../call.ts'
import { endInFlight } from './in-flight.ts'
import { endFreePlace } from '../../limits/free-quota.ts'
import { leaveResent } from '../../limits/resent-replies.ts'
import { holdUncollected, releaseReply } from '../../limits/stored-replies.ts'
import { leavePlace } from '../../limits/uncharged.ts'
import { recordLeft } from './redeliver.ts'

/**
 * Follows a call until it is over: releases its place, and records its delivery. Calls without a
 * payment header, and calls that were answered without waiting, have claimed nothing.
 */
export function followCall(call: Call, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (!(reply instanceof Promise)) return reply
  void reply.then(sent => forgetLarge(call, sent))
  if (call.compiled.quota.length > 0) countFree(call, reply)
  if (call.header === undefined) return reply
  const leave = (): void => void leavePlace(call)
  reply.then(sent => sent.done).then(leave, leave)
  call.end = reply
    .then(sent => followDelivery(call, sent))
    .finally(() => {
      endInFlight(call)
      leaveResent(call)
    })
    .catch(() => undefined)
  return reply
}

/**
 * Releases the room of large upstream replies, and what was read from them: a caller may take its
 * reply slowly, and nothing else is needed then, except for a stream.
 */
function forgetLarge(call: Call, { done }: Reply): void {
  const hold = call.replies?.hold
  if (hold === undefined) return
  if (hold.held > 0 && done === undefined) {
    call.work = undefined
    call.scope.result = undefined
    call.scope.steps = {}
  }
  hold.release()
}

/** Outcomes of replies that hold a result; all others are refusals. */
const RESULTS: ReadonlySet<string> = new Set(['ok', 'charged', 'unsettled'])

/**
 * Counts a result in the free quota of its caller once the call is over. It counts even if the
 * caller left, because the work was done.
 */
function countFree(call: Call, reply: Promise<Reply>): void {
  const isGiven = async (): Promise<boolean> => {
    const { outcome, done } = await reply
    await done
    return call.freePlaces?.isResult ?? RESULTS.has(outcome)
  }
  void isGiven()
    .catch(() => false)
    .then(given => endFreePlace(call, given))
}

/**
 * Records whether the caller received the reply that it paid for, once the call is over. Rejects
 * only if `reply.done` does.
 */
export async function followDelivery(call: Call, reply: Reply): Promise<void> {
  const { charge, context } = call
  const isStream = reply.record === undefined && reply.done !== undefined
  if (reply.record === undefined && !(isStream && charge.record !== undefined)) return
  const delivery = call.delivery()
  await reply.done
  // A stream's payment ends after its reply has begun: paid, or served unpaid.
  if (isStream && charge.transaction === undefined && charge.unsettled !== 'pending') return
  const isDelivered = await delivery
  const record = (reply.record ?? charge.record)!
  if (!isDelivered) await recordLeft(call)
  await context.ledger
    .delivered(record, isDelivered)
    .catch(error => context.observe.log.warn({ err: error }, 'a delivery could not be recorded'))
  if (isDelivered) void releaseReply(call, record)
  // The copies of streams take no room.
  else if (reply.done === undefined) await holdUncollected(call, record)
}
