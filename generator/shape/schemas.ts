/**
 * Shape of `catalog/schemas/*.yaml`: JSON Schema 2020-12, whose `$ref` is the name of another
 * schema of the catalog.
 */
import { flag, listOf, named, text, whole, type Schema } from './schema.ts'

const self: Schema = { $ref: '#/$defs/schema' }
const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']

const bounds = Object.fromEntries(
  ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(name => [
    name,
    { description: `JSON Schema \`${name}\``, type: 'number' } as Schema,
  ]),
)
const counts = Object.fromEntries(
  [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ].map(name => [name, whole(`JSON Schema \`${name}\``)]),
)
const one = Object.fromEntries(
  [
    'items',
    'contains',
    'not',
    'if',
    'then',
    'else',
    'propertyNames',
    'additionalProperties',
    'unevaluatedProperties',
  ].map(name => [name, self]),
)
const many = Object.fromEntries(
  ['anyOf', 'oneOf', 'allOf', 'prefixItems'].map(name => [
    name,
    { ...listOf(`JSON Schema \`${name}\``, self), minItems: 1 },
  ]),
)
const maps = Object.fromEntries(
  ['properties', 'patternProperties', 'dependentSchemas'].map(name => [
    name,
    named(`JSON Schema \`${name}\``, self, {}),
  ]),
)

const schema: Schema = {
  description: 'A JSON Schema (2020-12)',
  type: ['object', 'boolean'],
  additionalProperties: false,
  properties: {
    ...bounds,
    ...counts,
    ...one,
    ...many,
    ...maps,
    $ref: text('Name of another schema of the catalog'),
    type: {
      description: 'One type or several',
      type: ['string', 'array'],
      pattern: `^(${TYPES.join('|')})$`,
      patternErrorMessage: `one of ${TYPES.join(', ')}`,
      items: { type: 'string', enum: TYPES },
    },
    enum: { description: 'Allowed values', type: 'array', minItems: 1 },
    const: { description: 'The only allowed value' },
    default: { description: 'Value where none is given' },
    examples: { description: 'Examples', type: 'array' },
    title: text('A title'),
    description: text('What it is, for documents'),
    pattern: text('A regular expression'),
    format: text('A format, e.g. uri'),
    required: listOf('Names that must be there', text('A name')),
    uniqueItems: flag('No item twice'),
    deprecated: flag('No longer to be used'),
  },
}

/** A JSON Schema in a file with `SCHEMA_DEFS`. */
export const JSON_SCHEMA: Schema = self
/** The definitions that `JSON_SCHEMA` refers to. */
export const SCHEMA_DEFS = { schema }

/** The file of JSON Schemas. */
export const schemasSchema: Schema = { ...named('JSON Schemas by name', self), $defs: SCHEMA_DEFS }
