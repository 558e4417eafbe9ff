/**
 * Shape of `catalog/schemas/*.yaml`: JSON Schema 2020-12, whose `$ref` is the name of another
 * schema of the catalog.
 */
import { SCHEMA_KEYS } from '../language/json-schemas.ts'
import { shapesOf } from '../language/shapes.ts'
import { named, type Schema } from './schema.ts'

/** The definitions to which the shapes of JSON Schemas refer. */
export const SCHEMA_DEFS: Readonly<Record<string, Schema>> = {
  schema: {
    description: 'A JSON Schema (2020-12)',
    type: ['object', 'boolean'],
    additionalProperties: false,
    properties: shapesOf(SCHEMA_KEYS),
  },
}

/** The file of JSON Schemas. */
export const schemasSchema: Schema = {
  ...named('JSON Schemas by name', { $ref: '#/$defs/schema' }),
  $defs: SCHEMA_DEFS,
}
