/**
 * Prints TypeScript types of JSON Schemas, as callers write and read them. Members that the gateway
 * fills in are optional here. It prints a thousand schemas in the time in which a library reads one
 * file.
 */
import { isObject } from '../../../runtime/lib/json.ts'
import { rows } from '../code/comments.ts'
import { pascal } from '../code/names.ts'
import type { Schema } from '../openapi/schema.ts'

/** Names that a type of a schema would hide. */
const TAKEN = new Set(['Error', 'Function', 'Object', 'Array', 'Blob', 'Record', 'Promise'])
const REFERENCE = '#/components/schemas/'

/** The name of a shared schema's type. */
export function typeName(component: string): string {
  const name = pascal(component)
  return TAKEN.has(name) ? `${name}Data` : name
}

/** The shared schemas that a schema refers to directly. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn)
  if (typeof value !== 'object' || value === null) return []
  const { $ref } = value as Schema
  const own = typeof $ref === 'string' ? [$ref.slice(REFERENCE.length)] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

/** The type of a schema; its further lines begin with `indent`. */
export function typeOf(schema: Schema, indent = ''): string {
  if (typeof schema.$ref === 'string') return typeName(schema.$ref.slice(REFERENCE.length))
  if (isEmpty(schema.not)) return 'never'
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  const typed = choices?.filter(isTyped) ?? []
  if (typed.length > 0 && schema.properties === undefined)
    return union(typed.map(one => typeOf(one, indent)))
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...own } = schema
    const parts = [...(allOf as Schema[]), own].filter(isTyped)
    return parts.map(one => inBrackets(typeOf(one, indent))).join(' & ')
  }
  if (Array.isArray(schema.type))
    return union(schema.type.map(type => typeOf({ ...schema, type }, indent)))
  return plainType(schema, indent)
}

/** The declaration of a shared schema's type. */
export function declaration(component: string, schema: Schema): string {
  const doc = comment(schema.description, '')
  const type = typeOf(schema)
  const name = typeName(component)
  return isObjectType(type)
    ? `${doc}export interface ${name} ${type}`
    : `${doc}export type ${name} = ${type}`
}

function plainType(schema: Schema, indent: string): string {
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return schema.type
    case 'array':
      return listType(schema, indent)
    default:
      return schema.type === 'object' || schema.properties !== undefined
        ? objectType(schema, indent)
        : 'unknown'
  }
}

function listType({ items }: Schema, indent: string): string {
  const item = isObject(items) ? typeOf(items, indent) : 'unknown'
  return /^[\w.]+$/.test(item) || isObjectType(item) ? `${item}[]` : `(${item})[]`
}

function objectType(schema: Schema, indent: string): string {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  const others = schema.additionalProperties
  const rest = isObject(others) && !isEmpty(others) ? typeOf(others, `${indent}  `) : 'unknown'
  if (members.length === 0)
    return others === false ? 'Record<string, never>' : `Record<string, ${rest}>`
  const required = new Set(schema.required as string[] | undefined)
  return objectOf(
    members.map(([name, one]) => ({
      name,
      type: typeOf(one, `${indent}  `),
      isOptional: !required.has(name),
      doc: one.description,
    })),
    indent,
  )
}

/** A member of an object. */
export interface Member {
  name: string
  type: string
  isOptional?: boolean
  isReadonly?: boolean
  doc?: unknown
}

/** The type of an object with these members. */
export function objectOf(members: readonly Member[], indent: string): string {
  const inner = `${indent}  `
  const lines = members.map(({ name, type, isOptional, isReadonly, doc }) => {
    const key = /^(?:[A-Za-z_$][\w$]*|\[parameter: string\])$/.test(name) ? name : literal(name)
    const before = `${comment(doc, inner)}${inner}${isReadonly ? 'readonly ' : ''}`
    return `${before}${key}${isOptional ? '?' : ''}: ${type}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** A doc comment with its line break; nothing without words. */
export function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text.trim() === '') return ''
  const words = text.replaceAll('*/', '*\u200b/').split(/\s+/)
  const line = `${indent}/** ${words.join(' ')} */`
  return line.length <= 100
    ? `${line}\n`
    : `${indent}/**\n${rows(words, `${indent} * `).join('\n')}\n${indent} */\n`
}

function literal(value: unknown): string {
  return typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value)
}

const COMMENTS_AND_TEXTS = /\/\*[^]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g
const INNERMOST = /\{[^{}]*\}|\[[^[\]]*\]|\([^()]*\)|<[^<>]*>/g

/** What a type has outside of brackets, without comments and texts. */
function outsideOf(type: string): string {
  let text = type.replace(COMMENTS_AND_TEXTS, '')
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(INNERMOST, '')
  }
  return text
}

/** Whether a type is one object with members. */
const isObjectType = (type: string): boolean =>
  type.startsWith('{') && type.endsWith('}') && outsideOf(type) === ''

/** A type that can be part of an intersection. */
const inBrackets = (type: string): string => (outsideOf(type).includes(' | ') ? `(${type})` : type)

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** Whether a choice has more information than its required members. */
const isTyped = (schema: Schema): boolean =>
  ['$ref', 'type', 'const', 'enum', 'properties', 'anyOf', 'oneOf', 'allOf'].some(
    key => key in schema,
  )

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0
