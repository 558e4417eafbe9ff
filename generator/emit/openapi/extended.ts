/**
 * Objects that have all members of a named one and more, said as that: `allOf` and the rest. A member
 * that may be anything in the named one may be something in particular in the other.
 */
import { isObject } from '../../../runtime/lib/json.ts'
import type { Schema } from './schema.ts'

const REQUEST = /(?:Request|Form)\d*$/

type Schemas = Readonly<Record<string, Schema>>

/** The members that are said by a reference have to be longer than that. */
const LEAST = 160

/** Of a request, more: what callers write is better read in one place. */
const LEAST_OF_REQUEST = 1000

/** The schemas with objects that extend another named one written so, inner ones too. */
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
 * How long the members are that an object has from a base; 0 where it does not extend it: where a
 * member contradicts the base's, or it has no more than the base.
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
 * What two long requests have in common where neither extends the other because a member differs:
 * `Shared<name>`, which both extend.
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

/** Whether a member that may be anything is described as the member in its place, or not at all. */
function agree(anything: string, own: string): boolean {
  const { description } = JSON.parse(anything) as Schema
  return description === undefined || description === (JSON.parse(own) as Schema).description
}

/** Whether a member's schema says nothing but words. */
const isAnything = (text: string): boolean => /^\{(?:"description":"[^"]*")?\}$/.test(text)

/** What an object has beside the members of its base. */
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

/** Whether it is an object that says nothing but its members, and takes others. */
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
