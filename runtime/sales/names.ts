/** Which members of a request or a reply have names that the catalog chose. Others may be texts. */

/** The names beneath a member, or undefined if its own name may be a caller's. */
export type Names = (name: string) => Names | undefined

/** Names that a place may have; `.` separates them. */
const NAME = /^[\w-]{1,64}$/
/** Names with a meaning for JavaScript, which nobody may set. */
const UNSAFE: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const isName = (name: string): boolean => NAME.test(name) && !UNSAFE.has(name)

/** Whether a place, e.g. `body.n`, only has names that a place may have. */
export const isPlace = (place: string): boolean => place.split('.').every(isName)

/** Nothing beneath is the catalog's. */
export const none: Names = () => undefined
/** One level of names of the catalog, with values of others. */
export const oneLevel: Names = name => (isName(name) ? none : undefined)
/** Names of an upstream or of a record, as formulas read them. */
export const words: Names = name => (isName(name) ? words : undefined)

/** The members that schemas declare. Those that they only admit have names of the caller. */
export function declared(schemas: readonly unknown[]): Names {
  const branches = schemas.flatMap(branchesOf)
  return name => {
    if (!isName(name)) return undefined
    const found = branches.flatMap(branch => memberOf(branch, name))
    return found.length === 0 ? undefined : declared(found)
  }
}

type Branch = Readonly<Record<string, unknown>>

/** A schema and those that it combines. */
function branchesOf(schema: unknown): Branch[] {
  if (typeof schema !== 'object' || schema === null) return []
  const branch = schema as Branch
  const combined = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'].flatMap(key => branch[key])
  return [branch, ...combined.flatMap(branchesOf)]
}

/** The schema of a member or of an element. */
function memberOf({ properties, items, prefixItems }: Branch, name: string): unknown[] {
  const own = properties as Branch | undefined
  if (own !== undefined && Object.hasOwn(own, name)) return [own[name]]
  if (!/^\d+$/.test(name)) return []
  const first = Array.isArray(prefixItems) ? prefixItems[Number(name)] : undefined
  return [first ?? items].filter(one => one !== undefined)
}
