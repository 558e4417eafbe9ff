/** Refuses the calls of a suspended route. */
import type { Call, Reply } from '../../call.ts'
import { refuse } from '../../replies/answer.ts'

/**
 * Ends a call of a suspended route with the catalog's message: before its challenge, unless the
 * route challenges first, and once its payment is verified; nothing is claimed.
 */
export function suspended(call: Call): Reply | undefined {
  const closed = call.compiled.route.suspended
  return closed === undefined
    ? undefined
    : refuse(call, 'refused', { status: closed.status, message: closed.message })
}
