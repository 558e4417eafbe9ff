/** Answers calls of routes that name a service of the gateway. */
import type { Stage } from '../../call.ts'
import { metered } from '../../limits/metered.ts'

/** Ends a call with the answer of the route's service, if it names one. */
export const service: Stage = call => {
  const { serves } = call.compiled.route
  return serves === undefined
    ? undefined
    : metered(call, () => call.context.services[serves]!(call))
}
