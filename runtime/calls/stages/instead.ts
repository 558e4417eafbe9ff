/** Answers calls for which the catalog has a fixed reply, before any payment or upstream. */
import type { Stage } from '../../call.ts'
import { fixedAnswer } from '../../replies/reply.ts'

/** Ends a call with the route's fixed reply, if it has one for the call. */
export const instead: Stage = call => {
  const body = call.compiled.route.instead?.(call.scope)
  return body === undefined ? undefined : fixedAnswer(body)
}
