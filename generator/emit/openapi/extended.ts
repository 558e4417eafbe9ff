/** Objects that have all members of a named one and more, said as that: `allOf` and the rest. */
import type { Schema } from './schema.ts'

const REQUEST = /(?:Request|Form)\d*$/

type Schemas = Readonly<Record<string, Schema>>

/** What is said by a reference has to be longer than that. */
const LEAST = 160

/**
 * The schemas with objects that extend another named one written so, inner ones too. Requests stay
 * as they are: what callers write is read in one place.
 */
export function extended(schemas: Schemas): Record<string, Schema> {
  const bases = Object.entries(schemas)
    .filter(([, schema]) => isOpenObject(schema) && textOf(schema).length > LEAST)
    .map(([name, schema]) => ({ name, schema, members: membersOf(schema) }))
    .sort((a, b) => b.members.size - a.members.size)
  const baseOf = (schema: Schema, own: string): (typeof bases)[number] | undefined => {
    if (!isOpenObject(schema)) return undefined
    const members = membersOf(schema)
    return bases.find(
      base =>
        base.name !== own &&
        base.members.size < members.size &&
        base.schema.additionalProperties === schema.additionalProperties &&
        [...base.members].every(([name, text]) => members.get(name) === text) &&
        namesOf(base.schema).every(name => namesOf(schema).includes(name)),
    )
  }
  const written = (value: unknown, own: string): unknown => {
    if (Array.isArray(value)) return value.map(one => written(one, own))
    if (!isTree(value)) return value
    const base = baseOf(value, own)
    if (base === undefined) return inside(value, own)
    return {
      ...(value.description === undefined ? {} : { description: value.description }),
      allOf: [
        { $ref: `#/components/schemas/${base.name}` },
        inside(moreThan(value, base.schema), own),
      ],
    }
  }
  const inside = (tree: Schema, own: string): Schema =>
    Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, written(one, own)]))
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      REQUEST.test(name) ? schema : (written(schema, name) as Schema),
    ]),
  )
}

/** What an object has beside the members of its base. */
function moreThan(schema: Schema, base: Schema): Schema {
  const known = membersOf(base)
  const required = namesOf(schema).filter(name => !namesOf(base).includes(name))
  const properties = Object.entries(schema.properties as Schemas).filter(
    ([name]) => !known.has(name),
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
    isTree(properties) &&
    (additionalProperties === undefined || additionalProperties === true) &&
    Object.keys(rest).length === 0
  )
}

const textOf = (schema: Schema): string => JSON.stringify(schema)
const membersOf = ({ properties }: Schema): ReadonlyMap<string, string> =>
  new Map(Object.entries(properties as Schemas).map(([name, one]) => [name, textOf(one)]))
const namesOf = ({ required }: Schema): readonly string[] => (required ?? []) as string[]

const isTree = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
