/** Keeps track of the calls being served, so that a payment that comes again while its first call is under way finds it. */
import type { Call, Reply } from '../context.ts'

/**
 * Follows a call from its start to its end, which comes when its payment is over and it is known whether the caller has the reply. Its
 * claim key is known once its payment was read.
 */
export function servingOnce(call: Call, made: Promise<Reply>): Promise<Reply> {
  const forget = (): void => forgetCall(call)
  const drop = (): void => dropPromise(call)
  made.then(reply => reply.over).then(drop, drop)
  call.end = made.then(reply => followDelivery(call, reply)).then(forget, forget)
  return made
}

/** Waits until a call is over, and writes down whether the caller has what it paid for. Never rejects. */
export async function followDelivery(call: Call, made: Reply): Promise<void> {
  const mayBePaid = made.record !== undefined || (made.over !== undefined && call.record !== undefined)
  const delivery = mayBePaid ? call.delivery() : undefined
  await made.over
  // A stream is paid for after its reply has begun.
  const record = made.record ?? (made.over !== undefined && call.transaction !== undefined ? call.record : undefined)
  if (delivery === undefined || record === undefined) return
  const { ledger, observe } = call.core
  await ledger.delivered(record, await delivery)
    .catch(error => observe.log.warn({ err: error }, 'a delivery could not be noted'))
}

/** A job's promise lasts until the job is paid or has failed; that of every other call ends with its payment. */
function dropPromise(call: Call): void {
  const key = servedKey(call)
  if (key !== undefined && call.job === undefined) call.core.promised.drop(key)
}

function forgetCall(call: Call): void {
  const key = servedKey(call)
  if (key !== undefined) call.core.serving.delete(key)
}

/** The claim key that this call holds; undefined where another call does. */
function servedKey({ core, payment }: Call): string | undefined {
  const key = payment?.authorization.key
  return key !== undefined && core.serving.get(key)?.call.payment === payment ? key : undefined
}

/** Notes that this call is the one that holds its authorization. */
export function noteServing(call: Call): void {
  const key = call.payment?.authorization.key
  if (key !== undefined) call.core.serving.set(key, { call, end: call.end ?? Promise.resolve() })
}
