/** Keeps track of the calls being served, so that a payment that comes again while its first call is under way finds it. */
import type { Call, Reply } from '../context.ts'

/**
 * Follows a call from its start to its end, which comes after the reply where that is a stream.
 * Its claim key is known once its payment was read. What was answered without waiting claimed
 * nothing.
 */
export function servingOnce(call: Call, made: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (!(made instanceof Promise)) return made
  const end = made.then((reply) => reply.over)
  const forget = (): void => forgetCall(call)
  call.end = end.then(forget, forget)
  return made
}

function forgetCall(call: Call): void {
  const { serving, promised } = call.core
  const key = call.payment?.authorization.key
  if (key === undefined || serving.get(key)?.call !== call) return
  serving.delete(key)
  // A job's promise lasts until the job is paid or has failed; every other call is over now.
  if (call.job === undefined) promised.drop(key)
}

/** Notes that this call is the one that holds its authorization. */
export function noteServing(call: Call): void {
  const key = call.payment?.authorization.key
  if (key !== undefined) call.core.serving.set(key, { call, end: call.end ?? Promise.resolve() })
}
