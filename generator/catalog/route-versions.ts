/** Remembers what was found about a route, for compilations in which nothing of it has changed. */
import { keyOf, remembered } from '../memory.ts'
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { BuiltRoute } from './route.ts'
import type { Versions } from './versions.ts'

/** The versions of routes by their ids. Catalogs never change; a changed copy has no versions. */
const known = new WeakMap<CatalogIR, ReadonlyMap<string, string>>()

/** Notes what the routes of a catalog were built from, with their answers. */
export function noteVersions(
  catalog: CatalogIR,
  built: readonly BuiltRoute[],
  files: Versions,
): void {
  const builtFrom = new Map(built.map(({ route, version }) => [route.id, version]))
  const versions = catalog.routes.flatMap(({ id, answer, polled }): [string, string][] => {
    const version = builtFrom.get(id)
    const answers = [answer, polled].map(one => one && files.of(one.place.file))
    return version === undefined ? [] : [[id, keyOf([version, ...answers].join('\n'))]]
  })
  known.set(catalog, new Map(versions))
}

/**
 * The version of a route, which changes with everything that it was built from; undefined in a
 * changed copy of a catalog.
 */
export const versionOf = (catalog: CatalogIR, { id }: RouteIR): string | undefined =>
  known.get(catalog)?.get(id)

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
