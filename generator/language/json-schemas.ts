/** The keywords of JSON Schemas in schemas/ and answers/ (JSON Schema 2020-12). */
import { flag, listOf, named, text, whole, type Schema } from '../shape/schema.ts'
import { keysOf } from './key.ts'
import { shapeOnly } from './shared.ts'

const SCHEMA: Schema = { $ref: '#/$defs/schema' }
const SCHEMAS: Schema = { ...shapeOnly(listOf('', SCHEMA)), minItems: 1 }
const MAP = shapeOnly(named('', SCHEMA, {}))
const WORDS = shapeOnly(text(''))
const COUNT = shapeOnly(whole(''))
const FLAG = shapeOnly(flag(''))
const NUMBER: Schema = { type: 'number' }

const TYPES = ['string', 'number', 'integer', 'boolean', 'null', 'object', 'array']
const TYPE: Schema = {
  type: ['string', 'array'],
  pattern: `^(${TYPES.join('|')})$`,
  patternErrorMessage: `one of ${TYPES.join(', ')}`,
  items: { type: 'string', enum: TYPES },
}

/** A JSON Schema. `$ref` is the name of another schema of the catalog. */
export const SCHEMA_KEYS = keysOf({
  type: {
    kind: 'other',
    about: 'The JSON type of the value, or a list of types',
    example: 'type: [string, "null"]',
    shape: TYPE,
  },
  enum: {
    kind: 'other',
    about: 'The allowed values',
    example: 'enum: [small, large]',
    shape: { type: 'array', minItems: 1 },
  },
  const: {
    kind: 'other',
    about: 'The only allowed value',
    example: 'const: list',
    shape: {},
  },
  default: {
    kind: 'other',
    about: 'The value where none is given',
    example: 'default: small',
    note: 'It describes the value and changes nothing; `= small` in field notation fills it in.',
    shape: {},
  },
  $ref: {
    kind: 'other',
    about: 'The name of another schema of the catalog',
    example: '$ref: e164',
    shape: WORDS,
  },
  title: {
    kind: 'other',
    about: 'A title, for documents',
    example: 'title: Telephone number',
    shape: WORDS,
  },
  description: {
    kind: 'other',
    about: 'What the value is, for documents',
    example: 'description: A telephone number with its country',
    shape: WORDS,
  },
  examples: {
    kind: 'other',
    about: 'Examples of the value, for documents',
    example: 'examples: ["+14155552671"]',
    shape: { type: 'array' },
  },
  deprecated: {
    kind: 'other',
    about: 'Whether callers should not use it any more',
    example: 'deprecated: true',
    shape: FLAG,
  },
  pattern: {
    kind: 'other',
    about: 'A regular expression that the text matches',
    example: 'pattern: "^[a-z]+$"',
    shape: WORDS,
  },
  format: {
    kind: 'other',
    about: 'The format of the text',
    example: 'format: uri',
    shape: WORDS,
  },
  minLength: {
    kind: 'other',
    about: 'The fewest characters',
    example: 'minLength: 1',
    shape: COUNT,
  },
  maxLength: {
    kind: 'other',
    about: 'The most characters',
    example: 'maxLength: 200',
    shape: COUNT,
  },
  minimum: {
    kind: 'other',
    about: 'The lowest number',
    example: 'minimum: 1',
    shape: NUMBER,
  },
  maximum: {
    kind: 'other',
    about: 'The highest number',
    example: 'maximum: 10',
    shape: NUMBER,
  },
  exclusiveMinimum: {
    kind: 'other',
    about: 'A number that the value is above',
    example: 'exclusiveMinimum: 0',
    shape: NUMBER,
  },
  exclusiveMaximum: {
    kind: 'other',
    about: 'A number that the value is below',
    example: 'exclusiveMaximum: 1',
    shape: NUMBER,
  },
  multipleOf: {
    kind: 'other',
    about: 'The number is a multiple of this one',
    example: 'multipleOf: 8',
    shape: NUMBER,
  },
  items: {
    kind: 'other',
    about: 'The schema of each item of a list',
    example: 'items: { type: string }',
    shape: SCHEMA,
  },
  prefixItems: {
    kind: 'other',
    about: 'The schemas of the first items of a list',
    example: 'prefixItems: [{ type: string }, { type: integer }]',
    shape: SCHEMAS,
  },
  contains: {
    kind: 'other',
    about: 'The schema of at least one item',
    example: 'contains: { const: text }',
    shape: SCHEMA,
  },
  minContains: {
    kind: 'other',
    about: 'How many items fit `contains` at least',
    example: 'minContains: 2',
    shape: COUNT,
  },
  maxContains: {
    kind: 'other',
    about: 'How many items fit `contains` at most',
    example: 'maxContains: 3',
    shape: COUNT,
  },
  minItems: {
    kind: 'other',
    about: 'The fewest items',
    example: 'minItems: 1',
    shape: COUNT,
  },
  maxItems: {
    kind: 'other',
    about: 'The most items',
    example: 'maxItems: 20',
    shape: COUNT,
  },
  uniqueItems: {
    kind: 'other',
    about: 'Whether no item may occur twice',
    example: 'uniqueItems: true',
    shape: FLAG,
  },
  properties: {
    kind: 'other',
    about: 'The schemas of members by name',
    example: 'properties: { role: { type: string } }',
    shape: MAP,
  },
  required: {
    kind: 'other',
    about: 'The members that must be there',
    example: 'required: [role, content]',
    shape: shapeOnly(listOf('', text('A name'))),
  },
  additionalProperties: {
    kind: 'other',
    about: 'The schema of members without one; false refuses them',
    example: 'additionalProperties: false',
    shape: SCHEMA,
  },
  patternProperties: {
    kind: 'other',
    about: 'The schemas of members whose names match a regular expression',
    example: 'patternProperties: { "^x-": { type: string } }',
    shape: MAP,
  },
  propertyNames: {
    kind: 'other',
    about: 'The schema of the names of members',
    example: 'propertyNames: { maxLength: 64 }',
    shape: SCHEMA,
  },
  unevaluatedProperties: {
    kind: 'other',
    about: 'The schema of members that no other keyword has seen',
    example: 'unevaluatedProperties: false',
    shape: SCHEMA,
  },
  dependentSchemas: {
    kind: 'other',
    about: 'Schemas that the object must fit where a member is there',
    example: 'dependentSchemas: { tools: { required: [model] } }',
    shape: MAP,
  },
  minProperties: {
    kind: 'other',
    about: 'The fewest members',
    example: 'minProperties: 1',
    shape: COUNT,
  },
  maxProperties: {
    kind: 'other',
    about: 'The most members',
    example: 'maxProperties: 16',
    shape: COUNT,
  },
  anyOf: {
    kind: 'other',
    about: 'The value fits at least one of these',
    example: 'anyOf: [{ type: string }, { type: integer }]',
    shape: SCHEMAS,
  },
  oneOf: {
    kind: 'other',
    about: 'The value fits exactly one of these',
    example: 'oneOf: [{ required: [url] }, { required: [data] }]',
    shape: SCHEMAS,
  },
  allOf: {
    kind: 'other',
    about: 'The value fits all of these',
    example: 'allOf: [{ $ref: message }, { required: [name] }]',
    shape: SCHEMAS,
  },
  not: {
    kind: 'other',
    about: 'The value does not fit this schema',
    example: 'not: { const: "" }',
    shape: SCHEMA,
  },
  if: {
    kind: 'other',
    about: 'A condition: a schema; `then` or `else` holds by it',
    example: 'if: { required: [stream] }',
    shape: SCHEMA,
  },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: {
    kind: 'other',
    about: 'The schema of a value that fits `if`',
    example: 'then: { required: [model] }',
    shape: SCHEMA,
  },
  else: {
    kind: 'other',
    about: 'The schema of a value that does not fit `if`',
    example: 'else: { required: [prompt] }',
    shape: SCHEMA,
  },
})

/** The contents of the answer of a route, or of the polls of its jobs. */
export const ANSWER_FILE_KEYS = keysOf({
  schema: {
    kind: 'other',
    about: 'The JSON Schema of the answer',
    example: 'schema: { type: object, properties: { price: { type: number } } }',
    shape: SCHEMA,
  },
  example: {
    kind: 'other',
    about: 'A small answer, as callers get it',
    example: 'example: { price: 12.5 }',
  },
})
