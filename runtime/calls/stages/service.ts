/** Answers calls of routes that name a service of the gateway. */
import type { Stage } from '../../call.ts'

/** Ends a call with the answer of the route's service, if it names one. */
export const service: Stage = call => {
  const { serves } = call.compiled.route
  return serves === undefined ? undefined : call.context.services[serves]!(call)
}
