/** JSON Schemas of replies, from the types that the formulas of a reply have. */
import type { Js, JsOf } from '../../js/tree.ts'
import { DATA_URI } from '../../notation/field.ts'
import type { InputIR } from '../../ir.ts'
import type { Code, Field, Type } from '../../types.ts'

/** A schema of OpenAPI 3.1, which is JSON Schema. */
export type Schema = Record<string, unknown>

/** Finds the type of JSON by where it comes from (`from` of the type). */
export type Find = (path: string) => Type | undefined

/**
 * The JSON that a value of this type becomes. Money in a reply is a number or text; what is only
 * known as JSON is open.
 */
export function schemaOf(type: Type, find?: Find): Schema {
  switch (type.kind) {
    case 'boolean':
    case 'integer':
    case 'null':
      return { type: type.kind }
    case 'number':
    case 'decimal':
      return { type: 'number' }
    case 'string':
      return type.choices === undefined || type.choices.length === 0
        ? { type: 'string' }
        : { type: 'string', enum: [...type.choices] }
    case 'list':
      return { type: 'array', items: schemaOf(type.of, find) }
    case 'table':
      return { type: 'object', additionalProperties: schemaOf(type.of, find) }
    case 'record':
      return recordSchema(type.fields, find)
    case 'models':
      return { type: 'array', items: { type: 'string' } }
    case 'json':
      return found(type.from, find)
    case 'none':
    case 'hook':
      return {}
  }
}

function found(from: string | undefined, find: Find | undefined): Schema {
  const type = from === undefined ? undefined : find?.(from)
  return type === undefined ? {} : schemaOf(type, find)
}

/** Members of a record: those that are not optional are required, others may be added. */
function recordSchema(fields: Readonly<Record<string, Field>>, find?: Find): Schema {
  const entries = Object.entries(fields)
  const properties = Object.fromEntries(
    entries.map(([name, f]) => [name, withDoc(memberSchema(name, f.type, find), f.doc)]),
  )
  const required = entries
    .filter(([, f]) => f.optional !== true && f.type.kind !== 'json')
    .map(([name]) => name)
  return {
    type: 'object',
    ...(entries.length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  }
}

/** Members whose value says what an object is, by which programs distinguish objects. */
const KINDS = /^(?:object|type|jsonrpc|(?:\w+_)?status)$/

/** A text that is always the same is any text, unless it says what the object is. */
function memberSchema(name: string, type: Type, find?: Find): Schema {
  const isConstant = type.kind === 'string' && type.choices?.length === 1
  return isConstant && !KINDS.test(name) ? { type: 'string' } : schemaOf(type, find)
}

function withDoc(schema: Schema, doc: string | undefined): Schema {
  return doc === undefined ? schema : { ...schema, description: doc }
}

/** Where the types of names are that a formula uses. */
export type TypeOf = (name: string) => Type | undefined

/**
 * The JSON that a formula yields. Of an object with spread members, whose type is open, the members
 * that are written out.
 */
export function schemaOfCode({ js, type }: Code, find?: Find, typeOf?: TypeOf): Schema {
  const schema = schemaOf(type, find)
  return Object.keys(schema).length > 0 || js.kind !== 'object' ? schema : writtenSchema(js, typeOf)
}

/** What is known of a value by how it is written. */
function writtenSchema(js: Js, typeOf: TypeOf = () => undefined): Schema {
  switch (js.kind) {
    case 'text':
    case 'template':
      return { type: 'string' }
    case 'object':
      return writtenObject(js, typeOf)
    case 'name':
      return schemaOf(typeOf(js.name) ?? { kind: 'json' })
    case 'binary':
      return js.op === '??' ? eitherOf(js.left, js.right, typeOf) : {}
    case 'choice':
      return eitherOf(js.yes, js.no, typeOf)
    default:
      return {}
  }
}

/** What is known of one of two values: what is the same of both. */
function eitherOf(a: Js, b: Js, typeOf: TypeOf): Schema {
  const [one, other] = [writtenSchema(a, typeOf), writtenSchema(b, typeOf)]
  return JSON.stringify(one) === JSON.stringify(other) ? one : {}
}

/** An object literal; members of spread objects are not known. */
function writtenObject({ members }: JsOf<'object'>, typeOf: TypeOf): Schema {
  const named = members.flatMap(one => ('spread' in one ? [] : [one]))
  const schemas = named.map(({ key, value }) => [key, writtenSchema(value, typeOf)] as const)
  return {
    type: 'object',
    ...(schemas.length === 0 ? {} : { properties: Object.fromEntries(schemas) }),
  }
}

/**
 * The request as a form: files where the fields are data URIs; a field that may be a list also as
 * `name[]`, written repeatedly.
 */
export function formSchema(input: InputIR): Schema {
  const { properties, required, ...rest } = published(input)
  const lists = new Set(input.wrap)
  const fields = Object.entries((properties ?? {}) as Record<string, Schema>).flatMap(
    ([name, schema]): [string, Schema][] => {
      const { anyOf, ...words } = schema
      if (!lists.has(name) || !Array.isArray(anyOf)) return [[name, asFile(schema)]]
      const [one, many] = anyOf as [Schema, Schema]
      const { default: _default, ...text } = words
      const file = asFile({ ...text, ...one })
      const { description } = file
      return [
        [name, file],
        [
          `${name}[]`,
          {
            ...many,
            ...words,
            ...(description === undefined ? {} : { description }),
            items: asFile(one),
          },
        ],
      ]
    },
  )
  const needed = ((required ?? []) as string[]).filter(name => !lists.has(name))
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

function asFile(schema: Schema): Schema {
  return schema.format === DATA_URI ? { ...asFileWords(schema), format: 'binary' } : schema
}

/** In a form the field is the file itself. */
function asFileWords(schema: Schema): Schema {
  const words = contentWords(schema)
  return { ...schema, description: words === undefined ? 'a file' : `a file: ${words}` }
}

/** What the content of a data URI is, without a word on how it comes. */
export function contentWords(schema: Schema): string | undefined {
  return typeof schema.description === 'string'
    ? schema.description.replace(/^data URIs? of /i, '')
    : undefined
}

/**
 * A request schema as documents show it: it says what becomes of unknown members where they are
 * refused or the only ones, and has no marks of a stand-alone schema.
 */
export function published({ schema, unknown }: InputIR): Schema {
  const { $schema, $id, ...rest } = schema
  const { properties, additionalProperties } = rest
  if (properties === undefined || additionalProperties !== undefined) return rest
  if (unknown === 'refuse') return { ...rest, additionalProperties: false }
  return Object.keys(properties as Schema).length > 0
    ? rest
    : { ...rest, additionalProperties: true }
}
