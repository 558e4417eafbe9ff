/**
 * Tidies the members of a request that is passed on with undeclared members. `null` for an optional
 * member counts as absent, because programs that send every member mean it so. A name that differs
 * from a declared one only in case is refused, because an upstream that ignores case would read it
 * as that member, unchecked.
 */
import type { InputSpec } from '../contract.ts'

/** A name in wrong case, and the declared name. */
export interface Misspelt {
  path: string
  name: string
}

/** Removes such nulls in place; returns the first name in wrong case. */
export type Tidy = (value: unknown) => Misspelt | undefined

/** The parts of a JSON Schema that concern members. */
interface Schema {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  const?: unknown
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  not?: Schema
}

/** The declarations for a value: its members if it is an object, its elements if it is a list. */
interface Node {
  members?: Members
  elements?: Node
}

interface Members {
  names: ReadonlySet<string>
  /** The declared names by their case-folded form. */
  folded: ReadonlyMap<string, string>
  longest: number
  /** Members that are optional but must not be null. */
  leavable: readonly string[]
  inside: readonly (readonly [string, Node])[]
}

/** Compiles the function for a body; undefined if there is nothing to tidy. */
export function compileTidy({ schema, unknown }: InputSpec): Tidy | undefined {
  const node = unknown === 'forward' ? nodeOf([schema as Schema]) : undefined
  return node && (value => tidied(node, value))
}

/** Merges the declarations of all schemas of a union. */
function nodeOf(schemas: readonly Schema[]): Node | undefined {
  const all = schemas.flatMap(branches)
  const members = membersOf(all.filter(schema => schema.properties !== undefined))
  const lists = all.flatMap(({ items }) => (isSchema(items) ? [items] : []))
  const elements = lists.length === 0 ? undefined : nodeOf(lists)
  return members === undefined && elements === undefined
    ? undefined
    : { ...(members && { members }), ...(elements && { elements }) }
}

function branches(schema: Schema): readonly Schema[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].filter(
    isSchema,
  )
  return [schema, ...inner.flatMap(branches)]
}

function membersOf(objects: readonly Schema[]): Members | undefined {
  if (objects.length === 0) return undefined
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties!)))]
  const declared = (name: string): readonly Schema[] =>
    objects.filter(({ properties }) => Object.hasOwn(properties!, name))
  const schemasOf = (name: string): readonly Schema[] =>
    declared(name)
      .map(({ properties }) => properties![name]!)
      .filter(isSchema)
  const isLeavable = (name: string): boolean =>
    declared(name).every(({ required = [] }) => !required.includes(name)) &&
    !schemasOf(name).some(takesNull)
  const inside = names.flatMap(name => {
    const node = nodeOf(schemasOf(name))
    return node === undefined ? [] : [[name, node] as const]
  })
  return {
    names: new Set(names),
    folded: new Map(names.map(name => [fold(name), name])),
    longest: Math.max(...names.map(name => name.length)),
    leavable: names.filter(isLeavable),
    inside,
  }
}

function isSchema(schema: unknown): schema is Schema {
  return typeof schema === 'object' && schema !== null
}

/** Whether null is allowed. */
function takesNull({ type, enum: values, anyOf, oneOf, allOf, not, ...rest }: Schema): boolean {
  if (type !== undefined && ![type].flat().includes('null')) return false
  if (values !== undefined && !values.includes(null)) return false
  if (Object.hasOwn(rest, 'const') && rest.const !== null) return false
  if (not !== undefined && takesNull(not)) return false
  return (
    [anyOf, oneOf].every(choices => choices === undefined || choices.some(takesNull)) &&
    (allOf ?? []).every(takesNull)
  )
}

/**
 * Folds the case of a name as case-insensitive readers do: they also treat the long s and the
 * Kelvin sign as letters.
 */
function fold(name: string): string {
  return name.toUpperCase().toLowerCase()
}

function tidied(node: Node, value: unknown): Misspelt | undefined {
  if (value === null || typeof value !== 'object') return undefined
  if (!Array.isArray(value))
    return node.members && tidiedObject(node.members, value as Record<string, unknown>)
  if (node.elements === undefined) return undefined
  for (let at = 0; at < value.length; at++) {
    const wrong = tidied(node.elements, value[at])
    if (wrong !== undefined) return { ...wrong, path: `${at}.${wrong.path}` }
  }
  return undefined
}

function tidiedObject(members: Members, object: Record<string, unknown>): Misspelt | undefined {
  for (const name of members.leavable) if (object[name] === null) delete object[name]
  const spelt = misspelt(members, object)
  if (spelt !== undefined) return spelt
  for (const [name, node] of members.inside) {
    const wrong = Object.hasOwn(object, name) ? tidied(node, object[name]) : undefined
    if (wrong !== undefined) return { ...wrong, path: `${name}.${wrong.path}` }
  }
  return undefined
}

function misspelt({ names, folded, longest }: Members, object: object): Misspelt | undefined {
  for (const key of Object.keys(object)) {
    if (names.has(key) || key.length > longest) continue
    const name = folded.get(fold(key))
    if (name !== undefined) return { path: key, name }
  }
  return undefined
}
