/** The catalog's named schemas in generated code: each is printed once and referred to by name. */
import type { CatalogIR } from '../ir.ts'
import { constant } from './code/file.ts'
import { key, literal } from './code/literal.ts'
import { camel, pascal } from './code/names.ts'
import { rows, WIDTH } from './code/layout.ts'

type Schema = Record<string, unknown>

/** Where the constants of named schemas are, below the generated folder, and where their types. */
export const SHAPES = 'shapes.ts'
export const SHAPE_TYPES = 'shapes.types.ts'

/** Shorter schemas are easier to read where they stand than by their name. */
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

/** All named schemas that are long enough, and the way from a schema to its name. */
export interface Shapes {
  list: readonly Shape[]
  /** The shape that a schema is, whatever its own description says. */
  of(schema: unknown): Shape | undefined
}

/** Finds the named schemas of a catalog, those that others use before their users. */
export function shapesOf(ir: CatalogIR): Shapes {
  const found = Object.entries(ir.schemas)
    .filter(([, { schema }]) => literal(schema).length > SHORT)
    .map(([name, { schema, place }]) => {
      return { name, schema, constant: camel(name), type: pascal(name), file: place.file }
    })
    .sort((a, b) => literal(a.schema).length - literal(b.schema).length)
  const byText = new Map(found.map(shape => [textOf(shape.schema), shape]))
  return {
    list: found,
    of: schema => (isSchema(schema) ? byText.get(textOf(schema)) : undefined),
  }
}

/** A schema as text, without the description of the field that has it. */
function textOf({ description, ...schema }: Schema): string {
  return JSON.stringify(schema)
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** How schemas are printed in one file: `use` imports the constant of a shape and names it. */
export interface ShapePrinter {
  shapes: Shapes
  use(shape: Shape): string
}

/** The constants of all shapes. */
export function shapeConstants(shapes: Shapes): string[] {
  return shapes.list.map(shape => {
    const at = { shapes, use: (one: Shape) => one.constant }
    return constant({
      doc: `The schema \`${shape.name}\` of ${shape.file}.`,
      name: shape.constant,
      type: 'object',
      text: membersText(shape.schema, '', at),
    })
  })
}

/** A JSON value that holds schemas, laid out behind `indent` plus `used` columns. */
export function schemaText(value: unknown, place: [string, number], at: ShapePrinter): string {
  const [indent, used] = place
  if (Array.isArray(value)) return listText(value, place, at)
  if (!isSchema(value)) return literal(value)
  const shape = at.shapes.of(value)
  if (shape !== undefined) return referText(value, shape, at)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  const flat = members.map(([name, one]) => `${key(name)}: ${schemaText(one, [indent, 0], at)}`)
  const line = flat.length === 0 ? '{}' : `{ ${flat.join(', ')} }`
  return fits(line, indent, used) ? line : membersText(value, indent, at)
}

function membersText(value: Schema, indent: string, at: ShapePrinter): string {
  const inner = `${indent}  `
  const items = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, one]) => {
      const head = `${key(name)}: `
      return `${head}${schemaText(one, [inner, head.length + 1], at)}`
    })
  return `{\n${inRows(items, inner)}${indent}}`
}

function listText(list: readonly unknown[], place: [string, number], at: ShapePrinter): string {
  const [indent, used] = place
  const line = `[${list.map(item => schemaText(item, [indent, 0], at)).join(', ')}]`
  if (fits(line, indent, used)) return line
  const inner = `${indent}  `
  const items = list.map(item => schemaText(item, [inner, 1], at))
  return `[\n${inRows(items, inner)}${indent}]`
}

function inRows(items: readonly string[], indent: string): string {
  return rows(items, WIDTH - indent.length)
    .map(row => `${indent}${row},\n`)
    .join('')
}

/** The name of a shape, with the description of the field where that differs. */
function referText(schema: Schema, shape: Shape, at: ShapePrinter): string {
  const name = at.use(shape)
  const { description } = schema
  if (description === shape.schema.description) return name
  const own = `description: ${literal(description)}`
  return Object.keys(schema)[0] === 'description'
    ? `{ ${own}, ...${name} }`
    : `{ ...${name}, ${own} }`
}

function fits(line: string, indent: string, used: number): boolean {
  return !line.includes('\n') && indent.length + used + line.length <= WIDTH
}
