/**
 * Builds each route once for all compilations in which nothing that it depends on has changed: its
 * own file, the tables that it reads, and all files of other kinds.
 */
import { keyOf, recall, remember } from '../memory.ts'
import type { LoweringContext } from './build.ts'
import type { CallUse } from './calls.ts'
import { routeOf, type BuiltRoute } from './route.ts'
import type { TableIR } from '../ir.ts'

/** The most forms of a route that differ in their tables only. */
const MOST_FORMS = 4

/** A built route without its context, and the versions of the tables that it reads. */
interface Form {
  built: BuiltRoute
  tables: ReadonlyMap<string, string | undefined>
}

/** Builds the routes of one compilation, as `routeOf` does. */
export function routesOnce(build: LoweringContext): typeof routeOf {
  const { flat, versions } = build
  const fileOf = new Map(flat.tables.map(({ name, file }) => [name, file]))
  const tableVersion = (name: string): string | undefined =>
    build.tables.has(name) ? versions.of(fileOf.get(name)!) : undefined
  return (route, id, at) => {
    const key = `route ${id} ${route.place.start} ${versions.of(route.file)} ${versions.shared}`
    const forms = recall<readonly Form[]>(key) ?? []
    const known = forms.find(one =>
      [...one.tables].every(([name, text]) => tableVersion(name) === text),
    )
    if (known) return inContext(known, key, at)
    const read = new Map<string, string | undefined>()
    const count = at.problems.length
    const tables = watched(at.tables, name => read.set(name, tableVersion(name)))
    const built = routeOf(route, id, { ...at, tables })
    if (!built || at.problems.length > count) return built
    const form = { built: withUses(built, {}), tables: read }
    remember(key, [form, ...forms].slice(0, MOST_FORMS))
    return inContext({ ...form, built }, key, at)
  }
}

/** A map that reports each name that is looked up in it. */
function watched(
  tables: ReadonlyMap<string, TableIR>,
  note: (name: string) => void,
): ReadonlyMap<string, TableIR> {
  const names = (): void => [...tables.keys()].forEach(note)
  return new Proxy(tables, {
    get(map, member) {
      if (member !== 'get' && member !== 'has') names()
      const value: unknown = Reflect.get(map, member, map)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (member === 'get' || member === 'has') note(String(args[0]))
        return value.apply(map, args) as unknown
      }
    },
  })
}

/** A built route whose calls report their problems to this compilation. */
function inContext({ built, tables }: Form, key: string, build: LoweringContext): BuiltRoute {
  const version = keyOf([key, ...tables.values()].join('\n'))
  const origin = { version, tables: [...tables.keys()] }
  return { ...withUses(built, { build, version }), origin }
}

/** A built route whose calls have this context; plain data without one. */
function withUses(
  built: BuiltRoute,
  { build, version }: { build?: LoweringContext; version?: string },
): BuiltRoute {
  if (!built.uses) return built
  const uses = [...built.uses].map(([id, use]): [string, CallUse] => [
    id,
    { ...use, version, scope: { ...use.scope, build: build! } },
  ])
  return { ...built, uses: new Map(uses) }
}
