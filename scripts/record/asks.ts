/**
 * The requests that a recording makes: the examples of the catalog, with what they do not say taken
 * from earlier answers, as callers do.
 */
import type { RouteIR } from '../../generator/ir.ts'
import { exampleRequests } from '../../generator/emit/code/route.ts'
import { pathHoles } from '../../generator/emit/bazaar.ts'

/** A request of a route. */
export interface Ask {
  path?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

const NAMES_ONE = /id$|wallet$|address$|hash$|number$/i
/** Examples of a route that are bought. */
const MOST = 4

/** Values of earlier answers, by the names of their members. */
export interface Found {
  /** Notes what an answer of a route holds. */
  note(route: RouteIR, answer: unknown): void
  /** A value by its name, however it is written: `call_id` and `callId` are one name. */
  get(name: string, route?: RouteIR): string | undefined
}

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** An empty one, with values that are known beforehand. */
export function createFound(known: Readonly<Record<string, string>>): Found {
  const values = new Map(Object.entries(known).map(([name, value]) => [plain(name), value]))
  const ids = new Map<string, string>()
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (typeof value !== 'object' || value === null) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'string' && one !== '' && !values.has(plain(name)))
        values.set(plain(name), one)
      walk(one)
    }
  }
  return {
    note({ path, aliases }, answer) {
      walk(answer)
      const id = (answer as { id?: unknown } | null)?.id
      if (typeof id !== 'string') return
      for (const one of [path, ...aliases.map(alias => alias.path)]) ids.set(one, id)
    },
    get(name, route) {
      if (name === 'id' && route !== undefined)
        return ids.get(route.path.slice(0, route.path.indexOf('/{')))
      return values.get(plain(name))
    },
  }
}

/** The requests of a route; undefined holes of its path are left as they are. */
export function asksOf(route: RouteIR, found: Found): Ask[] {
  const examples = exampleRequests(route).slice(0, MOST) as Ask[]
  const all = examples.length > 0 ? examples : [{}]
  return all.map(ask => ({ ...ask, path: { ...holesFrom(route, found), ...ask.path } }))
}

/** The same with each field that an earlier answer has a value for. */
export function askedAgain(route: RouteIR, ask: Ask, found: Found): Ask {
  const fields = (input: RouteIR['query']): string[] =>
    Object.keys((input?.schema.properties ?? {}) as object)
  // Only what names a thing that was made before.
  const known = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names
        .filter(name => NAMES_ONE.test(name))
        .flatMap(name => {
          const value = found.get(name)
          return value === undefined ? [] : [[name, value]]
        }),
    )
  return {
    path: { ...ask.path, ...holesFrom(route, found) },
    query: { ...ask.query, ...known(fields(route.query)) },
    ...(route.method === 'POST'
      ? { body: { ...(ask.body as object), ...known(fields(route.translate?.body ?? route.body)) } }
      : {}),
  }
}

function holesFrom(route: RouteIR, found: Found): Record<string, string> {
  return Object.fromEntries(
    pathHoles(route.path).flatMap(name => {
      const value = found.get(name, route)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The path and query of a request; undefined where a hole is not filled. */
export function addressOf(route: RouteIR, { path = {}, query = {} }: Ask): string | undefined {
  if (pathHoles(route.path).some(name => path[name] === undefined)) return undefined
  const filled = route.path
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!))
    .replace(/\*$/, () => path.rest ?? '')
  const search = new URLSearchParams(query).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** The texts of a request, which are data wherever an answer has them as keys. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(',')]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
