/**
 * Names generated constants, types and files, with one rule for each kind, so that emitters agree.
 */
import type { CatalogIR } from '../../ir.ts'

const RESERVED = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export ' +
    'extends false finally for function if import in ' +
    'instanceof new null return super switch this throw true try typeof var void while ' +
    'with yield let static await arguments eval'
  ).split(' '),
)

const pascals = new Map<string, string>()

/** `post_things_name`, `upstream.things` → `PostThingsName`, `UpstreamThings`. */
export function pascal(name: string): string {
  const known = pascals.get(name) ?? pascalOf(name)
  pascals.set(name, known)
  return known
}

function pascalOf(name: string): string {
  const text = name
    .split(/[^A-Za-z0-9]+/)
    .filter(part => part !== '')
    .map(part => part[0]!.toUpperCase() + part.slice(1))
    .join('')
    // The same as json-schema-to-typescript.
    .replace(/(?<=\d)[a-z]/g, letter => letter.toUpperCase())
  return /^[A-Za-z]/.test(text) ? text : `N${text}`
}

/** `post_things_name` → `postThingsName`; never a reserved word. */
export function camel(name: string): string {
  const text = pascal(name)
  const lower = text[0]!.toLowerCase() + text.slice(1)
  return RESERVED.has(lower) ? `${lower}_` : lower
}

/** Row type of a table: `things.models` → `ThingsRow`. */
export function rowName(table: string): string {
  return `${pascal(table.replace(/\.models$/, ''))}Row`
}

/** Constant of a table: `things.models` → `thingsModels`. */
export function tableName(table: string): string {
  return camel(table)
}

/**
 * Module that holds a family's routes or tables, below `generated/`: `tools/things` →
 * `tools/things.ts`.
 */
export function familyPath(family: string): string {
  return `${family}.ts`
}

/** Module of what a family shares with others of its folder: `tools/things.common.ts`. */
export function commonPath(family: string): string {
  return `${family}.common.ts`
}

/** Module of a models file: `tools/things.models.ts`. */
export function modelsPath(family: string): string {
  return `${family}.models.ts`
}

/** Module of the types of a family's requests: `tools/things.requests.ts`. */
export function requestsPath(family: string): string {
  return `${family}.requests.ts`
}

/** Import path of one generated module in another, e.g. `./things.models.ts`, `../upstreams.ts`. */
export function importPath(from: string, to: string): string {
  const here = from.split('/').slice(0, -1)
  const there = to.split('/')
  let same = 0
  while (same < here.length && here[same] === there[same]) same++
  const steps = [...here.slice(same).map(() => '..'), ...there.slice(same)]
  return (steps[0] === '..' ? steps : ['.', ...steps]).join('/')
}

/** Constants of all routes, unique over the catalog: route id → name. */
export function routeNames(ir: CatalogIR): ReadonlyMap<string, string> {
  return unique(
    ir.routes.map(route => route.id),
    camel,
  )
}

/** Distinct names for ids: the later of two equal names gets a number. */
export function unique(
  ids: readonly string[],
  name: (id: string) => string,
): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const id of ids) {
    const plain = name(id)
    let free = plain
    for (let n = 2; taken.has(free); n++) free = `${plain}${n}`
    taken.add(free)
    names.set(id, free)
  }
  return names
}
