/**
 * Builds stable ids of routes from method and path: `POST /api/v1/things/{name}` is
 * `post_things_name`.
 */
import type { Endpoint } from '../resolve/flat.ts'

/**
 * The unique ids of routes, in order. Two that would be equal keep their version, then get a
 * number.
 */
export function routeIds(routes: readonly Endpoint[]): string[] {
  const taken = new Set<string>()
  const short = new Map<string, number>()
  for (const route of routes)
    short.set(idOf(route, false), (short.get(idOf(route, false)) ?? 0) + 1)
  const first = new Set<string>()
  return routes.map(route => {
    const plain = idOf(route, false)
    // The first of equal ids keeps the short form, so that adding a later route never renames it.
    const wanted = short.get(plain)! > 1 && first.has(plain) ? idOf(route, true) : plain
    first.add(plain)
    let id = wanted
    for (let n = 2; taken.has(id); n++) id = `${wanted}_${n}`
    taken.add(id)
    return id
  })
}

function idOf(route: Endpoint, whole: boolean): string {
  const path = whole ? route.path : route.path.replace(/^\/(?:api\/)?(?:v\d+\/)?/, '/')
  const words = path
    .replace(/\*/g, 'rest')
    .split(/[^A-Za-z0-9]+/)
    .filter(word => word !== '')
  return [
    route.method.toLowerCase(),
    ...(words.length > 0 ? words : ['root']).map(word => word.toLowerCase()),
  ].join('_')
}
