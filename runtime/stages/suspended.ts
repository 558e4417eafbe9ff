/** A suspended route takes no money: a verified call is answered at once and nothing is claimed. */
import type { Stage } from '../context.ts'
import { refuse } from '../errors/answer.ts'

export const suspended: Stage = call => {
  const closed = call.live.route.suspended
  return closed === undefined
    ? undefined
    : refuse(call, 'refused', { status: closed.status, message: closed.message })
}
