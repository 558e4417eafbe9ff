/** Remembers what was found about a route, for compilations in which nothing of it has changed. */
import { keyOf, remembered } from '../memory.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { BuiltRoute } from './route.ts'
import type { Versions } from './versions.ts'

/** What a route was built from. */
export interface Origin {
  /** Names everything that it was built from. */
  version: string
  /** The tables that it reads. */
  tables: readonly string[]
}

/** The origins of routes by their ids. Catalogs never change; a changed copy has no origins. */
const known = new WeakMap<CatalogIR, ReadonlyMap<string, Origin>>()

/** Notes what the routes of a catalog were built from, with their answers. */
export function noteVersions(
  catalog: CatalogIR,
  built: readonly BuiltRoute[],
  files: Versions,
): void {
  const builtFrom = new Map(built.map(({ route, origin }) => [route.id, origin]))
  const origins = catalog.routes.flatMap(({ id, answer, polled }): [string, Origin][] => {
    const origin = builtFrom.get(id)
    if (origin === undefined) return []
    const answers = [answer, polled].map(one => one && files.of(one.place.file))
    return [[id, { ...origin, version: keyOf([origin.version, ...answers].join('\n')) }]]
  })
  known.set(catalog, new Map(origins))
}

/**
 * Notes the versions of a catalog at an instant. A route that has changed since the list, or reads
 * a table that has, gets a version of its own for the time since its last change (Unix ms), which
 * `since` finds in the list's route and these tables. Numbers of gateway.yaml are in the formulas
 * of routes, so a route that reads one has changed with it.
 */
export function noteVersionsThen(
  then: CatalogIR,
  {
    list,
    since,
  }: { list: CatalogIR; since: (route: RouteIR, tables: readonly string[]) => number },
): void {
  const origins = known.get(list)
  if (!origins) return
  const changed = new Set(
    then.tables.filter((one, i) => one !== list.tables[i]).map(({ name }) => name),
  )
  const inPeriod = then.routes.flatMap((route, i): [string, Origin][] => {
    const origin = origins.get(route.id)
    if (!origin) return []
    const { version, tables } = origin
    const listed = list.routes[i]!
    if (route === listed && !tables.some(name => changed.has(name))) return [[route.id, origin]]
    const own = keyOf(`${version} since ${since(listed, tables)}`)
    return [[route.id, { tables, version: own }]]
  })
  known.set(then, new Map(inPeriod))
}

/**
 * The version of a route, which changes with everything that it was built from; undefined in a
 * changed copy of a catalog.
 */
export const versionOf = (catalog: CatalogIR, { id }: RouteIR): string | undefined =>
  known.get(catalog)?.get(id)?.version

/**
 * What `find` finds about a route. It may read the route with its answers and tables, and
 * everything in files that are not of routes, tables or answers.
 */
export function foundOnce<T>(
  what: string,
  { catalog, route }: { catalog: CatalogIR; route: RouteIR },
  find: () => T,
): T {
  const version = versionOf(catalog, route)
  return version === undefined ? find() : remembered(`${what} ${version}`, find)
}
