/**
 * Members of a request that is passed on with what is not declared: bodies of a form that many
 * programs write. `null` under the name of what may be left out is nothing, as programs that send
 * all they know mean it. No name may differ from a declared one in its case only: a supplier that
 * reads names in any case would take it for that one, which nobody here has looked at.
 */
import type { InputSpec } from '../contract.ts'

/** A name in a case of its own, and the declared one. */
export interface Misspelt {
  path: string
  name: string
}

/** Takes such nulls out of a value, in place; tells the first name in another case. */
export type Tidy = (value: unknown) => Misspelt | undefined

/** A JSON Schema, as far as it tells of members. */
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

/**
 * What is declared of a value: of its members where it is an object, of its elements where it is a
 * list.
 */
interface Node {
  members?: Members
  elements?: Node
}

interface Members {
  names: ReadonlySet<string>
  /** The declared names by what is left of them when case does not count. */
  folded: ReadonlyMap<string, string>
  longest: number
  /** Those that may be left out, but not be null. */
  leavable: readonly string[]
  inside: readonly (readonly [string, Node])[]
}

/** Compiles it for a body; undefined where there is nothing to tidy. */
export function compileTidy({ schema, unknown }: InputSpec): Tidy | undefined {
  const node = unknown === 'forward' ? nodeOf([schema as Schema]) : undefined
  return node && (value => tidied(node, value))
}

/** What schemas, of which a value has to fit one, declare together. */
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

/** Whether null may fit. */
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
 * A name without its case, as readers that ignore it compare: the long s and the sign of Kelvin are
 * letters to them.
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
