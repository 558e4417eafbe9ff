/** Prints the catalog's named schemas once, so that generated code refers to them by name. */
import { isObject } from '../../runtime/lib/json.ts'
import type { CatalogIR } from '../ir.ts'
import { line } from '../js/flat.ts'
import { array, literal, name, objectOf, type Js } from '../js/tree.ts'
import type { Constant } from './code/file.ts'
import { camel, pascal } from './code/names.ts'

type Schema = Record<string, unknown>

/** The file of the constants of named schemas, below the generated folder. */
export const SHAPES = 'shapes.ts'
/** The file of the types of named schemas, below the generated folder. */
export const SHAPE_TYPES = 'shapes.types.ts'

/** Shorter schemas are easier to read in place than by name. */
const SHORT = 80

/** A schema that the generated code names. */
export interface Shape {
  name: string
  schema: Schema
  /** Name of its constant and of its type. */
  constant: string
  type: string
  file: string
}

/** All named schemas that are long enough, and the look-up by schema. */
export interface Shapes {
  list: readonly Shape[]
  /** The shape that a schema equals, ignoring its own description. */
  of(schema: unknown): Shape | undefined
}

/** The named schemas of a catalog; a schema that others use comes before them. */
export function shapesOf(ir: CatalogIR): Shapes {
  const found = Object.entries(ir.schemas)
    .filter(([, { schema }]) => lengthOf(schema) > SHORT)
    .map(([name, { schema, place }]) => {
      return { name, schema, constant: camel(name), type: pascal(name), file: place.file }
    })
    .sort((a, b) => lengthOf(a.schema) - lengthOf(b.schema))
  const byText = new Map(found.map(shape => [textOf(shape.schema), shape]))
  const known = new WeakMap<object, Shape | undefined>()
  return {
    list: found,
    of(schema) {
      if (!isObject(schema)) return undefined
      if (!known.has(schema)) known.set(schema, byText.get(textOf(schema)))
      return known.get(schema)
    },
  }
}

const lengthOf = (schema: Schema): number => line(literal(schema)).length

/** A schema as text, without the description of the field that has it. */
function textOf({ description, ...schema }: Schema): string {
  return JSON.stringify(schema)
}

/** The constants of all shapes. */
export function shapeConstants(shapes: Shapes): Constant[] {
  return shapes.list.map(({ name, file, constant, schema }) => ({
    doc: `The schema \`${name}\` of ${file}.`,
    constant,
    type: 'object',
    value: membersOf(schema, shapes),
  }))
}

/** A JSON value with schemas; named schemas are replaced by their names. */
export function schemaOf(value: unknown, shapes: Shapes): Js {
  if (Array.isArray(value)) return array(value.map(item => schemaOf(item, shapes)))
  if (!isObject(value)) return literal(value)
  const shape = shapes.of(value)
  return shape === undefined ? membersOf(value, shapes) : referTo(value, shape)
}

function membersOf(value: Schema, shapes: Shapes): Js {
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return objectOf(members.map(([key, one]) => ({ key, value: schemaOf(one, shapes) })))
}

/** A reference to a shape, with the description of the field if that differs. */
function referTo(schema: Schema, { constant, schema: named }: Shape): Js {
  const { description } = schema
  if (description === named.description) return name(constant)
  const [own, all] = [
    { key: 'description', value: literal(description) },
    { spread: name(constant) },
  ]
  return objectOf(Object.keys(schema)[0] === 'description' ? [own, all] : [all, own])
}
