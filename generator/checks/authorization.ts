/**
 * Checks that a signed payment outlives the work that it pays for; otherwise finished work cannot
 * be settled.
 */
import { fault, type Check } from './check.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import { entryOf, valueOf } from '../read/access.ts'
import type { Problem, RawEntry } from '../types.ts'

/** A route whose payment ends too early, and the ms that its payment has to live. */
interface Short {
  route: RouteIR
  needed: number
}

/** Refuses authorizations that end before the work may. */
export const authorization: Check = {
  code: 'authorization-short',
  run(catalog, flat) {
    const calls = new Map(catalog.calls.map(call => [call.id, call]))
    const short = catalog.routes.flatMap((route): Short[] => {
      if (!route.price || route.suspended) return []
      const needed = work(route, id => calls.get(id)) + catalog.gateway.slack
      return route.authorization < needed ? [{ route, needed }] : []
    })
    const own = new Set(
      flat.routes
        .filter(({ keys }) => entryOf(valueOf(keys, 'pay'), 'authorization') !== undefined)
        .map(({ method, path }) => `${method} ${path}`),
    )
    const isUsual = ({ method, path }: RouteIR): boolean => !own.has(`${method} ${path}`)
    const shared = short.filter(({ route }) => isUsual(route))
    const usual = catalog.routes.filter(route => route.price && isUsual(route))
    const written = entryOf(flat.gateway.value, 'authorization')
    // If most routes are short, their common value is wrong, otherwise a timeout.
    const isCommon = shared.length > 1 && shared.length * 2 > usual.length
    if (!isCommon || !written) return short.map(ofRoute)
    return [ofGateway(shared, written), ...short.filter(one => !shared.includes(one)).map(ofRoute)]
  },
}

function ofRoute({ route, needed }: Short): Problem {
  return fault(
    'authorization-short',
    route.keys.pay ?? route.place,
    `the payment lives ${route.authorization / 1000} s, but the call may take ` +
      `${needed / 1000} s ` +
      `(${route.fallback ? 'work, that of its `fallback`,' : 'work'} and slack)`,
    { hint: `pay: { authorization: ${Math.ceil(needed / 1000)}s }, or shorter timeouts` },
  )
}

/** The most routes that the problem at gateway.yaml shows. */
const SHOWN = 3

/** One problem for all routes that have the value of gateway.yaml. */
function ofGateway(short: readonly Short[], written: RawEntry): Problem {
  const sorted = short.toSorted((a, b) => b.needed - a.needed)
  const most = Math.ceil(sorted[0]!.needed / 1000)
  const lives = short[0]!.route.authorization / 1000
  return fault(
    'authorization-short',
    { ...written.keyPlace, end: written.value.place.end },
    `payments live ${lives} s, but the calls of ${short.length} routes may take longer, up to ` +
      `${most} s (work and slack)`,
    {
      hint:
        `authorization: ${most}s here, \`pay: { authorization: .. }\` at the routes, or ` +
        'shorter timeouts',
      also: sorted.slice(0, SHOWN).map(({ route, needed }) => ({
        place: route.place,
        label: `${route.id} may take ${needed / 1000} s`,
      })),
    },
  )
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
