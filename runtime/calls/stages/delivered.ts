/**
 * Follows calls to their real end: the payment is over, and it is known whether the caller has the
 * reply.
 */
import type { Call, Reply } from '../../context.ts'
import { dropReservation, endInFlight } from './in-flight.ts'
import { leavePlace } from '../../limits/uncharged.ts'
import { noteLeft } from './redeliver.ts'

/**
 * Follows a call from its start. Its claim key is known once its payment was read; what came
 * without one, or was answered without waiting, claimed nothing.
 */
export function followCall(call: Call, made: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (!(made instanceof Promise) || call.header === undefined) return made
  const drop = (): void => {
    dropReservation(call)
    void leavePlace(call)
  }
  made.then(reply => reply.done).then(drop, drop)
  call.end = made
    .then(reply => followDelivery(call, reply))
    .finally(() => endInFlight(call))
    .catch(() => undefined)
  return made
}

/**
 * Waits until a call is over, and writes down whether the caller has what it paid for. Rejects only
 * where `made.over` does.
 */
export async function followDelivery(call: Call, made: Reply): Promise<void> {
  const { charge, context } = call
  const isStream = made.record === undefined && made.done !== undefined
  if (made.record === undefined && !(isStream && charge.record !== undefined)) return
  const delivery = call.delivery()
  await made.done
  // A stream is paid for, or given away, after its reply has begun.
  if (isStream && charge.transaction === undefined && charge.unsettled !== 'pending') return
  const isWhole = await delivery
  if (!isWhole) await noteLeft(call)
  await context.ledger
    .delivered((made.record ?? charge.record)!, isWhole)
    .catch(error => context.observe.log.warn({ err: error }, 'a delivery could not be recorded'))
}
