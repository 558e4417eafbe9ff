/** Merges schemas for answers that differ only in some members. */
import type { Schema } from './schema.ts'

/**
 * A schema that accepts the values of all of these. Objects get the members of all, required if all
 * require them; other types become a choice.
 */
export function merged(schemas: readonly Schema[]): Schema {
  const distinct = [...new Map(schemas.map(one => [JSON.stringify(one), one])).values()]
  const [first = {}] = distinct
  if (distinct.length < 2) return first
  if (distinct.some(isAnything)) return anythingOr(distinct)
  const objects = distinct.filter(isObject)
  const texts = distinct.filter(({ type }) => type === 'string')
  const others = distinct.filter(one => !objects.includes(one) && !texts.includes(one))
  const all = [
    ...(objects.length > 0 ? [mergedObjects(objects)] : []),
    ...(texts.length > 0 ? [mergedTexts(texts)] : []),
    ...others,
  ]
  return all.length === 1 ? all[0]! : { anyOf: all }
}

const isAnything = (schema: Schema): boolean => Object.keys(schema).length === 0

/** A schema that accepts anything, but keeps the known members of objects and lists. */
function anythingOr(schemas: readonly Schema[]): Schema {
  const known = schemas.filter(({ type }) => type === 'object' || type === 'array')
  return known.length === 0 ? {} : { anyOf: [merged(known), { description: 'Or anything else.' }] }
}

/** A choice of all texts, or any text if one schema accepts any. */
function mergedTexts(schemas: readonly Schema[]): Schema {
  const lists = schemas.map(one => one.enum as readonly string[] | undefined)
  return lists.every(list => list !== undefined)
    ? { type: 'string', enum: [...new Set(lists.flat())] }
    : { type: 'string' }
}

const isObject = ({ type, properties }: Schema): boolean =>
  type === 'object' && typeof properties === 'object'

function mergedObjects(schemas: readonly Schema[]): Schema {
  const members = schemas.map(one => one.properties as Record<string, Schema>)
  const names = [...new Set(members.flatMap(one => Object.keys(one)))]
  const required = names.filter(name =>
    schemas.every(one => Array.isArray(one.required) && one.required.includes(name)),
  )
  const properties = names.map((name): [string, Schema] => [
    name,
    merged(members.flatMap(one => (Object.hasOwn(one, name) ? [one[name]!] : []))),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  }
}
