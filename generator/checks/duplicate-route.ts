/** Finds two routes for the same method and path, because the second would never be reached. */
import { fault, type Check } from './check.ts'
import type { Place, Problem } from '../types.ts'

/** Refuses the second of two routes for the same requests. */
export const duplicateRoute: Check = {
  code: 'duplicate-route',
  run(catalog) {
    const seen = new Map<string, { path: string; place: Place }>()
    return catalog.routes.flatMap(route =>
      [route, ...route.aliases].flatMap(({ method, path }): Problem[] => {
        const shape = `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`
        const first = seen.get(shape)
        if (!first) {
          seen.set(shape, { path, place: route.place })
          return []
        }
        const message =
          first.path === path
            ? `${method} ${path} is written twice`
            : `${method} ${path} and ${first.path} match the same requests`
        return [
          fault('duplicate-route', route.place, message, {
            hint: 'remove one of them',
            also: [{ place: first.place, label: 'the first' }],
          }),
        ]
      }),
    )
  },
}
