/** A suspended route takes no money: a verified call is answered at once and nothing is claimed. */
import type { Stage } from '../../context.ts'
import { refuse } from '../../replies/answer.ts'

export const suspended: Stage = call => {
  const closed = call.compiled.route.suspended
  return closed === undefined
    ? undefined
    : refuse(call, 'refused', { status: closed.status, message: closed.message })
}
