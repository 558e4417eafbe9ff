/** Derives the served addresses of a gateway from its routes. */
import type { CompiledRoute, GatewayContext } from './context.ts'
import type { Alias } from './contract.ts'
import type { PathRoutes } from './calls/methods.ts'
import type { Served } from './http/nearest.ts'

/**
 * Collects the served paths with their routes; an alias is another path of the same route. Throws
 * when two routes claim the same method of a path.
 */
export function pathsOf(context: GatewayContext): PathRoutes[] {
  const paths = new Map<string, PathRoutes>()
  for (const compiled of context.routes.values()) {
    const own: Alias = { method: compiled.route.method, path: compiled.route.path }
    for (const address of [own, ...compiled.route.aliases]) {
      const { method, path } = address
      const at: PathRoutes = paths.get(path) ?? { path, methods: new Map(), filled: new Map() }
      const other = at.methods.get(method)
      if (other !== undefined)
        throw new Error(
          `${compiled.route.origin}: ${method} ${path} is served by ${other.route.origin} already`,
        )
      at.methods.set(method, compiled)
      if (address.with) at.filled.set(method, address.with)
      paths.set(path, at)
    }
  }
  return [...paths.values()]
}

/**
 * Returns the methods of a path that are still served; suggestions for misspelt addresses come from
 * these.
 */
export function servedAt({ path, methods }: PathRoutes): Served<CompiledRoute>[] {
  return [...methods].flatMap(([method, route]) =>
    route.route.gone === undefined ? [{ method, path, route }] : [],
  )
}

/**
 * Returns the poll paths and the routes whose jobs are polled there. Jobs of an earlier catalog are
 * polled at its paths, even if this catalog no longer has the route.
 */
export function pollsOf(context: GatewayContext): Map<string, CompiledRoute[]> {
  const polls = new Map<string, CompiledRoute[]>()
  const all = new Set([context, ...context.editions.all()])
  for (const compiled of [...all].flatMap(({ routes }) => [...routes.values()])) {
    const path = compiled.route.job?.poll
    if (path !== undefined) polls.set(path, [...(polls.get(path) ?? []), compiled])
  }
  return polls
}
