/** Ends free calls whose callers only ask for the price. */
import type { Stage } from '../../call.ts'
import { UNSTORED_JSON } from '../../replies/answer.ts'

/** Ends a call that costs nothing with an empty reply, if its caller only asks for its price. */
export const quotedFree: Stage = call => {
  const isFree = call.compiled.route.price === undefined || call.free === true
  return call.asksPrice === true && isFree
    ? { status: 200, headers: UNSTORED_JSON, body: '{}', outcome: 'ok' }
    : undefined
}
