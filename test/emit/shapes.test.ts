/** Named schemas are printed once; other schemas refer to them by name. */
import { describe, expect, it } from 'vitest'
import { schemaOf, shapesOf } from '../../generator/emit/shapes.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { line } from '../../generator/js/flat.ts'

const PERSON = {
  type: 'object',
  description: 'Somebody',
  properties: { name: { type: 'string', maxLength: 100 }, born: { type: 'integer' } },
}
const place = { file: 'schemas/people.yaml', start: 0, end: 0 }
const shapes = shapesOf({
  schemas: { a_person: { schema: PERSON, place }, short: { schema: { type: 'null' }, place } },
} as unknown as CatalogIR)
const printed = (schema: unknown): string => line(schemaOf(schema, shapes))

describe('a schema in generated code', () => {
  it.each([
    ['that has a name', PERSON, 'aPerson'],
    ['in a list', { anyOf: [PERSON, { type: 'null' }] }, "{ anyOf: [aPerson, { type: 'null' }] }"],
    ['of a field', { properties: { one: PERSON } }, '{ properties: { one: aPerson } }'],
    ['of items', { type: 'array', items: PERSON }, "{ type: 'array', items: aPerson }"],
    [
      'with a description of its own',
      { ...PERSON, description: 'The buyer' },
      "{ ...aPerson, description: 'The buyer' }",
    ],
    ['of values', { enum: [1, 'a', null] }, "{ enum: [1, 'a', null] }"],
    ['that is too short for a name', { type: 'null' }, "{ type: 'null' }"],
    ['with a member that is left out', { type: 'string', format: undefined }, "{ type: 'string' }"],
  ])('%s', (_name, schema, wanted) => expect(printed(schema)).toBe(wanted))
})
