/**
 * Rewrites objects that extend a named one as `allOf` and the additional members. A member without
 * restrictions in the named object may be restricted in the other one.
 */
import { isObject } from '../../../runtime/lib/json.ts'
import type { Schema } from './schema.ts'

const REQUEST = /(?:Request|Form)\d*$/

type Schemas = Readonly<Record<string, Schema>>

/** The fewest characters of shared members that a reference replaces. */
const LEAST = 160

/** A higher minimum for requests, because callers read them more easily in one place. */
const LEAST_OF_REQUEST = 1000

/** The schemas, in which objects that extend a named one are rewritten, including inner ones. */
export function extended(own: Schemas): Record<string, Schema> {
  const schemas = { ...own, ...commonOf(own) }
  const bases = Object.entries(schemas)
    .filter(([, schema]) => isOpenObject(schema) && textOf(schema).length > LEAST)
    .map(([name, schema]) => ({ name, schema, members: membersOf(schema) }))
    .sort((a, b) => b.members.size - a.members.size)
  const baseOf = (schema: Schema, own: string): (typeof bases)[number] | undefined => {
    if (!isOpenObject(schema)) return undefined
    const members = membersOf(schema)
    const least = REQUEST.test(own) ? LEAST_OF_REQUEST : LEAST
    return bases.find(
      base =>
        base.name !== own &&
        REQUEST.test(base.name) === REQUEST.test(own) &&
        base.schema.additionalProperties === schema.additionalProperties &&
        lengthOfShared(base.members, members) > least &&
        namesOf(base.schema).every(name => namesOf(schema).includes(name)),
    )
  }
  const written = (value: unknown, own: string): unknown => {
    if (Array.isArray(value)) return value.map(one => written(one, own))
    if (!isObject(value)) return value
    const base = baseOf(value, own)
    if (base === undefined) return inside(value, own)
    return {
      ...(value.description === undefined || value.description === base.schema.description
        ? {}
        : { description: value.description }),
      allOf: [
        { $ref: `#/components/schemas/${base.name}` },
        inside(moreThan(value, base.schema), own),
      ],
    }
  }
  const inside = (tree: Schema, own: string): Schema =>
    Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, written(one, own)]))
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, written(schema, name) as Schema]),
  )
}

/**
 * The length of the members that an object shares with a base; 0 if it does not extend the base,
 * because a member contradicts it or it has no additional members.
 */
function lengthOfShared(base: Members, members: Members): number {
  let same = 0
  let length = 0
  for (const [name, text] of base) {
    const own = members.get(name)
    if (own === text) {
      same++
      length += text.length
    } else if (own === undefined || !isAnything(text) || !agree(text, own)) return 0
  }
  return same < members.size ? length : 0
}

/**
 * Bases for two long requests of which neither can extend the other, because a member differs:
 * `Shared<name>` has their equal members, and both extend it.
 */
function commonOf(schemas: Schemas): Schemas {
  const requests = Object.entries(schemas)
    .filter(([name, schema]) => REQUEST.test(name) && isOpenObject(schema))
    .map(([name, schema]) => ({ name, schema, members: membersOf(schema) }))
  const found: Record<string, Schema> = {}
  for (const [i, one] of requests.entries())
    for (const other of requests.slice(0, i)) {
      const same = [...one.members].filter(([name, text]) => other.members.get(name) === text)
      const isShort = textLength(same) <= LEAST_OF_REQUEST
      if (isShort || lengthOfShared(other.members, one.members) > 0) continue
      if (lengthOfShared(one.members, other.members) > 0) continue
      if (one.schema.additionalProperties !== other.schema.additionalProperties) continue
      const required = namesOf(one.schema).filter(
        name => namesOf(other.schema).includes(name) && same.some(([key]) => key === name),
      )
      found[`Shared${other.name}`] = {
        ...one.schema,
        properties: Object.fromEntries(
          same.map(([name]) => [name, (one.schema.properties as Schemas)[name]!]),
        ),
        required,
      }
    }
  return found
}

const textLength = (members: readonly (readonly [string, string])[]): number =>
  members.reduce((sum, [, text]) => sum + text.length, 0)

/** Whether a member that may be anything has no description, or the same as `own`. */
function agree(anything: string, own: string): boolean {
  const { description } = JSON.parse(anything) as Schema
  return description === undefined || description === (JSON.parse(own) as Schema).description
}

/** Whether a member's schema has no keyword but a description. */
const isAnything = (text: string): boolean => /^\{(?:"description":"[^"]*")?\}$/.test(text)

/** The additional members of an object beside its base. */
function moreThan(schema: Schema, base: Schema): Schema {
  const known = membersOf(base)
  const members = membersOf(schema)
  const required = namesOf(schema).filter(name => !namesOf(base).includes(name))
  const properties = Object.entries(schema.properties as Schemas).filter(
    ([name]) => known.get(name) !== members.get(name),
  )
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  }
}

/** Whether a schema is an open object that only defines members. */
function isOpenObject(schema: Schema): boolean {
  const { type, properties, required: _, description: __, additionalProperties, ...rest } = schema
  return (
    type === 'object' &&
    isObject(properties) &&
    (additionalProperties === undefined || additionalProperties === true) &&
    Object.keys(rest).length === 0
  )
}

const textOf = (schema: Schema): string => JSON.stringify(schema)
type Members = ReadonlyMap<string, string>
const membersOf = ({ properties }: Schema): Members =>
  new Map(Object.entries(properties as Schemas).map(([name, one]) => [name, textOf(one)]))
const namesOf = ({ required }: Schema): readonly string[] => (required ?? []) as string[]
