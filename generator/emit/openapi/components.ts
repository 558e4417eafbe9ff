/** What several operations of a document share, each once and by a name. */
import { pascal } from '../code/names.ts'
import type { Shapes } from '../shapes.ts'
import type { Schema } from './schema.ts'

/** The components of a document; grows while its operations are made. */
export interface Components {
  readonly schemas: ReadonlyMap<string, Schema>
  /** A reference to a schema. The same schema is kept once, under the first name it was given. */
  schema(name: string, schema: Schema): Schema
  /** The schema with references in it to the named schemas of the catalog. */
  named(schema: Schema): Schema
}

/** References are not shorter than schemas of so many characters. */
const SHORT = 60

/** Components that begin with schemas of fixed names. */
export function makeComponents(shapes: Shapes, fixed: Record<string, Schema>): Components {
  const schemas = new Map(Object.entries(fixed))
  const names = new Map<string, string>()
  const put = (name: string, schema: Schema): Schema => {
    const text = JSON.stringify(schema)
    const known = names.get(text) ?? freeName(name, schemas)
    names.set(text, known)
    schemas.set(known, schema)
    return { $ref: `#/components/schemas/${known}` }
  }
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    const shape = shapes.of(value)
    if (shape === undefined) return members(value as Schema)
    const { description } = value as Schema
    const own = description === shape.schema.description ? {} : { description }
    return { ...put(pascal(shape.name), members(opened(shape.schema))), ...own }
  }
  const members = (schema: Schema): Schema =>
    Object.fromEntries(Object.entries(itemized(schema)).map(([key, one]) => [key, inside(one)]))
  return {
    schemas,
    schema: (name, schema) =>
      schema.$ref !== undefined || JSON.stringify(schema).length < SHORT
        ? schema
        : put(name, schema),
    named: schema => inside(schema) as Schema,
  }
}

/**
 * An object that says that it takes other members, as it does unless it says otherwise: linters
 * want it of examples with others.
 */
const opened = (schema: Schema): Schema =>
  schema.properties === undefined || schema.additionalProperties !== undefined
    ? schema
    : { ...schema, additionalProperties: true }

/** A list that says of which items, also where of any: many readers insist. */
const itemized = (schema: Schema): Schema =>
  [schema.type].flat().includes('array') &&
  schema.items === undefined &&
  schema.prefixItems === undefined
    ? { ...schema, items: {} }
    : schema

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let found = name
  for (let n = 2; taken.has(found); n++) found = `${name}${n}`
  return found
}
