/** Makes JSON Schemas of replies from the types of their formulas. */
import type { Js, JsOf } from '../../js/tree.ts'
import { DATA_URI } from '../../notation/field.ts'
import type { InputIR } from '../../ir.ts'
import type { Code, Field, Type } from '../../types.ts'

/** A schema of OpenAPI 3.1, which is JSON Schema. */
export type Schema = Record<string, unknown>

/** Returns the type of JSON by its origin (`from` of the type). */
export type Find = (path: string) => Type | undefined

/**
 * The JSON that a value of this type becomes. Money in a reply is a number or text; a value that is
 * only known as JSON is open.
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

/** The schema of a record: members that are not optional are required, others may be added. */
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

/** Members whose value is the kind of an object, by which programs distinguish objects. */
const KINDS = /^(?:object|type|jsonrpc|(?:\w+_)?status)$/

/**
 * The schema of a member. A constant text is described as any text, unless it is the kind of the
 * object.
 */
function memberSchema(name: string, type: Type, find?: Find): Schema {
  const isConstant = type.kind === 'string' && type.choices?.length === 1
  return isConstant && !KINDS.test(name) ? { type: 'string' } : schemaOf(type, find)
}

function withDoc(schema: Schema, doc: string | undefined): Schema {
  return doc === undefined ? schema : { ...schema, description: doc }
}

/** Returns the type of a name in a formula. */
export type TypeOf = (name: string) => Type | undefined

/**
 * The JSON that a formula returns. An object with spread members has an open type, so only its
 * written members are described.
 */
export function schemaOfCode({ js, type }: Code, find?: Find, typeOf?: TypeOf): Schema {
  const schema = schemaOf(type, find)
  return Object.keys(schema).length > 0 || js.kind !== 'object' ? schema : writtenSchema(js, typeOf)
}

/** The schema of a value, inferred from its code. */
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

/** The schema of one of two values: the keywords that both have. */
function eitherOf(a: Js, b: Js, typeOf: TypeOf): Schema {
  const [one, other] = [writtenSchema(a, typeOf), writtenSchema(b, typeOf)]
  return JSON.stringify(one) === JSON.stringify(other) ? one : {}
}

/** The schema of an object literal; members of spread objects are unknown. */
function writtenObject({ members }: JsOf<'object'>, typeOf: TypeOf): Schema {
  const named = members.flatMap(one => ('spread' in one ? [] : [one]))
  const schemas = named.map(({ key, value }) => [key, writtenSchema(value, typeOf)] as const)
  return {
    type: 'object',
    ...(schemas.length === 0 ? {} : { properties: Object.fromEntries(schemas) }),
  }
}

/**
 * The request as a form: data URIs become files, and a field that may be a list can also be
 * repeated as `name[]`.
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

/** The description of a field that is a file in a form. */
function asFileWords(schema: Schema): Schema {
  const words = contentWords(schema)
  return { ...schema, description: words === undefined ? 'a file' : `a file: ${words}` }
}

/** The description of a data URI's content, without its encoding. */
export function contentWords(schema: Schema): string | undefined {
  return typeof schema.description === 'string'
    ? schema.description.replace(/^data URIs? of /i, '')
    : undefined
}

/**
 * A request schema for documents: it states how unknown members are treated if they are refused or
 * the only ones, and lacks the keywords of a stand-alone schema.
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
