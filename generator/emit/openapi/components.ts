/** Collects the components of a document, which several operations share by name. */
import { pascal } from '../code/names.ts'
import type { Shapes } from '../shapes.ts'
import type { Schema } from './schema.ts'

/** The components of a document; grows while its operations are made. */
export interface Components {
  readonly schemas: ReadonlyMap<string, Schema>
  /** Returns a reference to a schema. Equal schemas are stored once, under their first name. */
  schema(name: string, schema: Schema): Schema
  /** The schema, with references to the named schemas of the catalog. */
  named(schema: Schema): Schema
}

/** For shorter schemas, a reference would not save characters. */
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
 * Declares an object open, which is the default: linters require it if its examples have other
 * members.
 */
const opened = (schema: Schema): Schema =>
  schema.properties === undefined || schema.additionalProperties !== undefined
    ? schema
    : { ...schema, additionalProperties: true }

/** Declares the items of a list, even if they may be anything, because many readers require it. */
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
