/** Refuses paid calls of a suspended route. */
import type { Stage } from '../../call.ts'
import { refuse } from '../../replies/answer.ts'

/** Ends a verified call of a suspended route with the catalog's message; nothing is claimed. */
export const suspended: Stage = call => {
  const closed = call.compiled.route.suspended
  return closed === undefined
    ? undefined
    : refuse(call, 'refused', { status: closed.status, message: closed.message })
}
