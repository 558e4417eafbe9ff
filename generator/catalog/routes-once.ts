/**
 * Builds each route once for all compilations of a process in which nothing that it depends on has
 * changed: its own file, the tables that it reads, and all files of other kinds.
 */
import type { LoweringContext } from './build.ts'
import type { CallUse } from './calls.ts'
import { routeOf, type BuiltRoute } from './route.ts'
import { kindOf, type Kind } from '../shape/kinds.ts'
import type { TableIR } from '../ir.ts'
import type { SourceFile } from '../types.ts'

/** The most routes to remember: those of a few catalogs. */
const MOST = 2_000

/**
 * Kinds of files of which a route depends on some at most: on its own file and on the tables that
 * it reads. Answers are added to built routes.
 */
const APART: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'routes',
  'models',
  'answers',
  'accepted',
])

/** A built route without its context, and the versions of the tables that it reads. */
interface Remembered {
  built: BuiltRoute
  tables: ReadonlyMap<string, string | undefined>
}

let memory = new Map<string, Remembered[]>()
/** Numbers of the texts of files. */
let versions = new Map<string, number>()

/** Builds the routes of one compilation, as `routeOf` does. */
export function routesOnce(build: LoweringContext): typeof routeOf {
  if (memory.size >= MOST) [memory, versions] = [new Map(), new Map()]
  const { flat } = build
  const fileOf = new Map(flat.tables.map(({ name, file }) => [name, file]))
  const versionOf = new Map([...build.files.values()].map(file => [file.path, version(file)]))
  const shared = [...versionOf].filter(([path]) => !APART.has(kindOf(path)?.kind))
  const environment = shared
    .map(([, text]) => text)
    .sort()
    .join()
  const tableVersion = (name: string): string | undefined =>
    build.tables.has(name) ? versionOf.get(fileOf.get(name)!) : undefined
  return (route, id, at) => {
    const key = `${id} ${route.place.start} ${versionOf.get(route.file)} ${environment}`
    const all = memory.get(key) ?? []
    const known = all.find(one =>
      [...one.tables].every(([name, text]) => tableVersion(name) === text),
    )
    if (known) return withContext(known.built, at)
    const read = new Map<string, string | undefined>()
    const count = at.problems.length
    const tables = watched(at.tables, name => read.set(name, tableVersion(name)))
    const built = routeOf(route, id, { ...at, tables })
    if (!built || at.problems.length > count) return built
    memory.set(key, [...all, { built: withContext(built, undefined), tables: read }])
    return withContext(built, at)
  }
}

function version({ path, text }: SourceFile): string {
  const number = versions.get(text) ?? versions.size
  versions.set(text, number)
  return `${path} ${number}`
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

/** A built route whose calls report their problems to this compilation; to none if undefined. */
function withContext(built: BuiltRoute, build: LoweringContext | undefined): BuiltRoute {
  if (!built.uses) return built
  const uses = [...built.uses].map(([id, use]): [string, CallUse] => [
    id,
    { ...use, scope: { ...use.scope, build: build! } },
  ])
  return { ...built, uses: new Map(uses) }
}
