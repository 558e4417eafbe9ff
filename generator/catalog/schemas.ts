/** Builds the catalog's JSON Schemas, with references filled in, and their types in formulas. */
import { entriesOf, problem, textOf, valueOf, toJson } from '../read/access.ts'
import { nearest, suggestion } from '../problems/suggest.ts'
import type { Def } from '../resolve/flat.ts'
import type { Field, Place, Problem, Raw, RawEntry, Type } from '../types.ts'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, unknown>

/** A schema that a field, a body or another schema can name. */
export interface NamedSchema {
  schema: JsonSchema
  type: Type
  place: Place
}
/** The schemas of the catalog by name. */
export type NamedSchemas = ReadonlyMap<string, NamedSchema>

/** All schemas of `catalog/schemas/`, complete. */
export function namedSchemas(defs: readonly Def[], problems: Problem[]): NamedSchemas {
  const known = new Map(defs.map(def => [def.name, def]))
  return new Map(
    defs.map(def => {
      const schema = complete(def.value, { known, problems, open: [def.name] }) as JsonSchema
      return [def.name, { schema, type: typeOfSchema(schema), place: def.place }]
    }),
  )
}

/** A JSON Schema outside of `catalog/schemas/`, complete. */
export function completeSchema(
  raw: Raw,
  { defs, problems }: { defs: readonly Def[]; problems: Problem[] },
): JsonSchema {
  const known = new Map(defs.map(def => [def.name, def]))
  return complete(raw, { known, problems, open: [] }) as JsonSchema
}

interface Completing {
  known: ReadonlyMap<string, Def>
  problems: Problem[]
  open: readonly string[]
}

/** Keywords whose values are schemas, lists of schemas, or maps of schemas. */
const NESTED = new Set([
  'items',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'propertyNames',
  'additionalProperties',
  'unevaluatedProperties',
  'anyOf',
  'oneOf',
  'allOf',
  'prefixItems',
])
const MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas'])

function complete(raw: Raw, at: Completing): unknown {
  if (raw.kind === 'list') return raw.items.map(item => complete(item, at))
  if (raw.kind === 'scalar') return raw.value
  const ref = valueOf(raw, '$ref')
  if (ref)
    return {
      ...(referenced(ref, at) as JsonSchema),
      ...Object.fromEntries(
        raw.entries.filter(entry => entry.key !== '$ref').map(entry => keyword(entry, at)),
      ),
    }
  checkWords(raw, at.problems)
  return Object.fromEntries(raw.entries.map(entry => keyword(entry, at)))
}

function keyword(entry: RawEntry, at: Completing): [string, unknown] {
  if (NESTED.has(entry.key)) return [entry.key, complete(entry.value, at)]
  if (MAPS.has(entry.key))
    return [
      entry.key,
      Object.fromEntries(
        entriesOf(entry.value).map(one => [one.key, described(complete(one.value, at), one.doc)]),
      ),
    ]
  return [entry.key, toJson(entry.value)]
}

/** Adds a `##` comment as the description of its property. */
function described(schema: unknown, doc: string | undefined): unknown {
  return doc && typeof schema === 'object' ? { description: doc, ...schema } : schema
}

function referenced(ref: Raw, at: Completing): unknown {
  const name = textOf(ref) ?? ''
  const def = at.known.get(name)
  if (!def) {
    const near = nearest(name, at.known.keys())
    at.problems.push(
      problem('unknown-schema', ref.place, `there is no schema \`${name}\``, {
        hint: suggestion(name, [...at.known.keys()]),
        also: near
          ? [{ place: at.known.get(near)!.place, label: `\`${near}\` is defined` }]
          : undefined,
      }),
    )
    return {}
  }
  if (at.open.includes(name)) {
    at.problems.push(problem('like-loop', ref.place, `\`$ref: ${name}\` leads back to itself`))
    return {}
  }
  return complete(def.value, { ...at, open: [...at.open, name] })
}

/** Reports mistakes that JSON Schema itself ignores silently. */
function checkWords(raw: Raw, problems: Problem[]): void {
  const pattern = valueOf(raw, 'pattern')
  if (pattern?.kind === 'scalar') {
    try {
      new RegExp(pattern.text.text, 'u')
    } catch {
      problems.push(problem('bad-value', pattern.place, 'this is not a regular expression'))
    }
  }
  const properties = valueOf(raw, 'properties')
  const required = valueOf(raw, 'required')
  if (!properties || required?.kind !== 'list') return
  const names = entriesOf(properties).map(entry => entry.key)
  for (const item of required.items) {
    const name = textOf(item) ?? ''
    if (!names.includes(name))
      problems.push(
        problem(
          'unknown-field',
          item.place,
          `\`required\` names \`${name}\`, which is not a property`,
          { hint: suggestion(name, names) },
        ),
      )
  }
}

/** The type of a schema's values in formulas. */
function typeOfSchema(schema: unknown): Type {
  if (typeof schema !== 'object' || schema === null) return { kind: 'json' }
  const { type, enum: values, properties, items, minItems } = schema as JsonSchema
  if (Array.isArray(values) && values.every(value => typeof value === 'string'))
    return { kind: 'string', choices: values }
  switch (type) {
    case 'string':
      return { kind: 'string' }
    case 'integer':
      return integerType(schema as JsonSchema)
    case 'number':
      return { kind: 'number' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return {
        kind: 'list',
        of: typeOfSchema(items),
        ...(Number(minItems ?? 0) > 0 ? { min: Number(minItems) } : {}),
      }
    case 'object':
      return properties ? recordType(schema as JsonSchema) : { kind: 'json' }
    default:
      return { kind: 'json' }
  }
}

function integerType(schema: JsonSchema): Type {
  const { minimum, maximum } = schema
  return {
    kind: 'integer',
    ...(typeof minimum === 'number' ? { min: minimum } : {}),
    ...(typeof maximum === 'number' ? { max: maximum } : {}),
  }
}

function recordType(schema: JsonSchema): Type {
  const required = Array.isArray(schema.required) ? schema.required : []
  const fields = Object.entries(schema.properties as Record<string, JsonSchema>).map(
    ([name, own]): [string, Field] => {
      const present =
        required.includes(name) || (typeof own === 'object' && Object.hasOwn(own, 'default'))
      return [name, { type: typeOfSchema(own), ...(present ? {} : { optional: true }) }]
    },
  )
  return { kind: 'record', fields: Object.fromEntries(fields) }
}
