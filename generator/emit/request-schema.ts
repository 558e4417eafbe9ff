/**
 * Prepares request schemas for json-schema-to-typescript, which reads draft 4 to 7 and misreads
 * parts of 2020-12.
 */
import { isObject } from '../../runtime/lib/json.ts'

type Schema = Record<string, unknown>

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions']
const LISTS = ['anyOf', 'oneOf', 'allOf']

/** Returns the name of the type for a schema; undefined if the type is written out. */
export type Refer = (schema: Schema) => string | undefined

/**
 * A placeholder for all other members of an open object. The library would repeat the type of every
 * declared member beside theirs, and all of them are JSON.
 */
export const OPEN_MEMBER = '__open__'

const OPEN = { [OPEN_MEMBER]: { tsType: 'Json | undefined' } }

/**
 * A copy for the library: `prefixItems` and `unevaluatedProperties` are written the old way,
 * members with a default count as present (they are filled in before any formula runs),
 * unrestricted values are `Json`, named schemas are their type, and titles, which would become type
 * names, are removed.
 */
export function forTypes(schema: Schema, refer: Refer): Schema {
  const named = refer(schema)
  if (named !== undefined) return { tsType: named, ...description(schema) }
  if (isAnything(schema)) return { tsType: 'Json', ...description(schema) }
  const inside = (one: Schema) => forTypes(one, refer)
  const copy: Schema = { ...schema }
  for (const name of ['title', '$schema', '$id', 'examples', 'default', 'maxItems', 'minItems'])
    delete copy[name]
  tuples(copy, inside)
  for (const name of MAPS) if (isObject(copy[name])) copy[name] = mapValues(copy[name], inside)
  for (const name of LISTS)
    if (Array.isArray(copy[name])) copy[name] = (copy[name] as Schema[]).map(inside)
  if (isObject(copy.items)) copy.items = inside(copy.items)
  else if (copy.type === 'array' && copy.items === undefined) copy.items = { tsType: 'Json' }
  if (Array.isArray(copy.items)) copy.items = (copy.items as Schema[]).map(inside)
  if (isObject(schema.properties)) copy.required = present(schema)
  openness(copy, inside)
  return copy
}

function description(schema: Schema): Schema {
  return typeof schema.description === 'string' ? { description: schema.description } : {}
}

/** Whether a schema does not restrict the type of the value. */
function isAnything(schema: Schema): boolean {
  return !['type', 'enum', 'const', 'properties', '$ref', ...LISTS].some(name =>
    Object.hasOwn(schema, name),
  )
}

function tuples(copy: Schema, inside: (schema: Schema) => Schema): void {
  if (!Array.isArray(copy.prefixItems)) return
  const rest = copy.items
  copy.items = copy.prefixItems
  copy.additionalItems =
    rest === undefined ? { tsType: 'Json' } : isObject(rest) ? inside(rest) : rest
  delete copy.prefixItems
}

function openness(copy: Schema, inside: (schema: Schema) => Schema): void {
  if (Object.hasOwn(copy, 'unevaluatedProperties')) {
    copy.additionalProperties = copy.unevaluatedProperties
    delete copy.unevaluatedProperties
  }
  const open = copy.additionalProperties
  if (isObject(open)) copy.additionalProperties = inside(open)
  else if (open === true || (open === undefined && describesObject(copy))) {
    copy.additionalProperties = false
    copy.properties = { ...(copy.properties as object), ...OPEN }
  }
}

function describesObject(schema: Schema): boolean {
  return schema.type === 'object' || isObject(schema.properties)
}

function present(schema: Schema): string[] {
  const required = new Set(Array.isArray(schema.required) ? (schema.required as string[]) : [])
  for (const [name, member] of Object.entries(schema.properties as Schema))
    if (isObject(member) && Object.hasOwn(member, 'default')) required.add(name)
  return [...required]
}

function mapValues(map: Schema, change: (schema: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, isObject(value) ? change(value) : value]),
  )
}
