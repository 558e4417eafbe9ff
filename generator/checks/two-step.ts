/**
 * Finds two-step calls on routes without jobs. Such a call takes as long as the upstream, and only
 * jobs can poll for its result.
 */
import { fault, type Check } from './check.ts'

/** Refuses two-step calls of routes without jobs. */
export const twoStep: Check = {
  code: 'two-step',
  run(catalog) {
    const polled = new Set(catalog.calls.filter(call => call.poll).map(call => call.id))
    return catalog.routes
      .filter(route => !route.job)
      .flatMap(route => {
        const id = route.calls.find(one => polled.has(one))
        if (id === undefined) return []
        const message = `the result of ${id} is polled, and the flow ${route.flow} has no jobs`
        return [
          fault('two-step', route.keys.upstream ?? route.place, message, {
            hint: 'write `flow: hybrid_job` or `flow: polled_job`, and `job:`',
          }),
        ]
      })
  },
}
