/**
 * Gemini's own schema language: a part of OpenAPI's. What else JSON schemas have is an unknown name
 * to it.
 */
import { isObject, listOf } from '../asked.ts'

const KNOWN = [
  'type',
  'format',
  'title',
  'description',
  'nullable',
  'enum',
  'items',
  'minItems',
  'maxItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'minLength',
  'maxLength',
  'pattern',
  'example',
  'anyOf',
  'propertyOrdering',
  'default',
  'minimum',
  'maximum',
]

/** A name in a schema that Gemini does not know, with its place. */
export function strangeInSchema(
  schema: unknown,
  at: string,
): { name: string; at: string } | undefined {
  if (!isObject(schema)) return undefined
  const name = Object.keys(schema).find(one => !KNOWN.includes(one))
  if (name !== undefined) return { name, at }
  const inside: [unknown, string][] = [
    ...Object.entries(isObject(schema.properties) ? schema.properties : {}).map(
      ([, one], i): [unknown, string] => [one, `${at}.properties[${i}].value`],
    ),
    ...listOf(schema.anyOf).map((one, i): [unknown, string] => [one, `${at}.any_of[${i}]`]),
    [schema.items, `${at}.items`],
  ]
  for (const [one, place] of inside) {
    const found = strangeInSchema(one, place)
    if (found) return found
  }
  return undefined
}
