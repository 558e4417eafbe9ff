/** Prints TypeScript types of the routes' derived values. */
import type { CatalogIR, RouteIR } from '../ir.ts'
import type { Type } from '../types.ts'
import { key } from './code/literal.ts'
import { camel, pascal, requestsPath } from './code/names.ts'
import { typeText } from './code/type-text.ts'
import type { Entry } from './requests.ts'

/** The types, and the type name of a route's values. Routes with equal values share one. */
export interface ValueTypes {
  list: readonly Required<Entry>[]
  nameOf(route: RouteIR): string | undefined
}

/** The types of all routes that derive values. */
export function valueTypes(ir: CatalogIR): ValueTypes {
  const list = new Map<string, Required<Entry>>()
  for (const route of ir.routes) {
    const key = keyOf(route)
    if (route.values.length > 0 && !list.has(key)) list.set(key, entryOf(route))
  }
  return { list: [...list.values()], nameOf: route => list.get(keyOf(route))?.name }
}

const keyOf = (route: RouteIR): string => `${route.family}\n${membersOf(route)}`

function entryOf(route: RouteIR): Required<Entry> {
  const name = pascal(`${camel(route.id)}_values`)
  const doc = `/** The derived values of ${route.method} ${route.path}. */`
  const text = `${doc}\nexport interface ${name} {\n${membersOf(route)}}`
  return { name, path: requestsPath(route.family), file: route.place.file, text }
}

function membersOf({ values }: RouteIR): string {
  return values.map(({ name, code }) => `  ${key(name)}: ${memberType(code.type)}\n`).join('')
}

/**
 * The type of a value. Records are not written out, because the generator has checked the formulas
 * that read them.
 */
function memberType(type: Type): string {
  switch (type.kind) {
    case 'record':
      return 'any'
    case 'list':
      return listType(type.set === true, memberType(type.of))
    case 'table':
      return `Readonly<Record<string, ${memberType(type.of)}>>`
    default:
      return typeText(type)
  }
}

function listType(isSet: boolean, of: string): string {
  if (isSet) return `ReadonlySet<${of}>`
  return /^\w+$/.test(of) ? `readonly ${of}[]` : `readonly (${of})[]`
}
