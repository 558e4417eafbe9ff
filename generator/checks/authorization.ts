/**
 * Checks that a signed payment outlives the work that it pays for; otherwise finished work cannot
 * be settled.
 */
import { fault, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Problem } from '../types.ts'

/** Refuses authorizations that end before the work may. */
export const authorization: Check = {
  code: 'authorization-short',
  run(catalog) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    return catalog.routes.flatMap((route): Problem[] => {
      if (!route.price || route.suspended) return []
      const needed = work(route, id => calls.get(id)) + catalog.gateway.slack
      if (route.authorization >= needed) return []
      return [
        fault(
          'authorization-short',
          route.keys.pay ?? route.place,
          `the payment lives ${route.authorization / 1000} s, but the call may take ` +
            `${needed / 1000} s ` +
            `(${route.fallback ? 'work, that of its `fallback`,' : 'work'} and slack)`,
          { hint: `pay: { authorization: ${Math.ceil(needed / 1000)}s }, or shorter timeouts` },
        ),
      ]
    })
  },
}

/**
 * The longest time that a call may take before it answers, in ms. Jobs answer after the inline
 * window; a fallback row starts again from zero. `lasts` of a stream does not count, because the
 * runtime ends and settles a stream before its payment expires.
 */
function work(
  route: RouteIR,
  callOf: (id: string) => CatalogIR['calls'][number] | undefined,
): number {
  const timeOf = (id: string): number => {
    const { timeout = 0, retry = 0 } = callOf(id) ?? {}
    return timeout * (retry + 1)
  }
  if (route.work)
    return route.work.reduce((sum, step) => sum + ('refuse' in step ? 0 : timeOf(step.call)), 0)
  const upstream = Math.max(
    0,
    ...route.calls.map(id => {
      const call = callOf(id)
      const before = call?.first && callOf(call.first.call)
      // A job may poll for the result until it stalls.
      return call?.poll && route.job
        ? Infinity
        : [call, before].reduce((sum, one) => sum + (one ? one.timeout * (one.retry + 1) : 0), 0)
    }),
  )
  if (route.fallback) return 2 * upstream
  return route.job ? Math.min(route.job?.inline ?? 0, upstream) : upstream
}
