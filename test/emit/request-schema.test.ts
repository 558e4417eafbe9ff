/** How schemas of requests are prepared for the library that prints their types. */
import { describe, expect, it } from 'vitest'
import { forTypes, OPEN_MEMBER } from '../../generator/emit/request-schema.ts'

type Schema = Record<string, unknown>

const TEXT = { type: 'string' }
const JSON_TYPE = { tsType: 'Json' }
const OPEN = { [OPEN_MEMBER]: { tsType: 'Json | undefined' } }
const made = (schema: Schema): Schema => forTypes(schema, () => undefined)
const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  required: [],
  ...more,
})

describe('a value', () => {
  it.each<[string, Schema, Schema]>([
    ['that may be anything is JSON', {}, JSON_TYPE],
    [
      'that may be anything keeps its description',
      { description: 'x', title: 'X', default: 1 },
      { ...JSON_TYPE, description: 'x' },
    ],
    ['without a type may be one of some values', { enum: [1] }, { enum: [1] }],
    ['without a type may be one value', { const: 1 }, { const: 1 }],
    ['may have a reference', { $ref: '#/x' }, { $ref: '#/x' }],
    [
      'is named by nothing, and has no default and no number of elements',
      {
        ...TEXT,
        title: 'T',
        $schema: 's',
        $id: 'i',
        examples: [1],
        default: 'a',
        minItems: 1,
        maxItems: 2,
        maxLength: 3,
      },
      { ...TEXT, maxLength: 3 },
    ],
    [
      'of a list without items is a list of JSON',
      { type: 'array' },
      { type: 'array', items: JSON_TYPE },
    ],
    [
      'of a list has prepared items',
      { type: 'array', items: {} },
      { type: 'array', items: JSON_TYPE },
    ],
    ['of one of several types has these', { anyOf: [{}, TEXT] }, { anyOf: [JSON_TYPE, TEXT] }],
    ['of exactly one type has these', { oneOf: [{}, TEXT] }, { oneOf: [JSON_TYPE, TEXT] }],
    ['of all types has these', { allOf: [{}, TEXT] }, { allOf: [JSON_TYPE, TEXT] }],
  ])('%s', (_name, schema, wanted) => expect(made(schema)).toEqual(wanted))

  it('that has a name is its type, with its description', () => {
    const refer = ({ type }: Schema) => (type === 'string' ? 'Word' : undefined)
    expect(forTypes({ ...TEXT, description: 'x', maxLength: 1 }, refer)).toEqual({
      tsType: 'Word',
      description: 'x',
    })
    expect(forTypes({ type: 'array', items: TEXT }, refer)).toEqual({
      type: 'array',
      items: { tsType: 'Word' },
    })
  })
})

describe('a list of given elements', () => {
  const tuple = (more: Schema) => made({ type: 'array', prefixItems: [{}, TEXT], ...more })
  it.each<[string, Schema, unknown]>([
    ['has JSON behind them', {}, JSON_TYPE],
    ['has nothing behind them', { items: false }, false],
    ['has what is stated behind them', { items: { ...TEXT, title: 'T' } }, TEXT],
  ])('%s', (_name, more, wanted) => {
    expect(tuple(more)).toEqual({
      type: 'array',
      items: [JSON_TYPE, TEXT],
      additionalItems: wanted,
    })
  })
})

describe('an object', () => {
  const members = { a: TEXT }
  it.each<[string, Schema, Schema]>([
    [
      'that says nothing of other members has them too',
      { type: 'object', properties: members },
      object({ ...members, ...OPEN }),
    ],
    [
      'that takes other members has them too',
      { type: 'object', properties: members, additionalProperties: true },
      object({ ...members, ...OPEN }),
    ],
    [
      'without members has others',
      { type: 'object' },
      { type: 'object', properties: OPEN, additionalProperties: false },
    ],
    [
      'without a type has its members',
      { properties: members },
      { properties: { ...members, ...OPEN }, additionalProperties: false, required: [] },
    ],
    [
      'that refuses other members has none',
      { type: 'object', properties: members, additionalProperties: false },
      object(members),
    ],
    [
      'has other members of a type',
      { type: 'object', properties: members, additionalProperties: {} },
      object(members, { additionalProperties: JSON_TYPE }),
    ],
    [
      'may state its other members as unevaluated ones',
      { type: 'object', properties: members, unevaluatedProperties: false },
      object(members),
    ],
    [
      'has the members that are required, and those with a default',
      {
        type: 'object',
        properties: { a: TEXT, b: { ...TEXT, default: 'x' }, c: TEXT, d: true },
        required: ['c'],
        additionalProperties: false,
      },
      object({ a: TEXT, b: TEXT, c: TEXT, d: true }, { required: ['c', 'b'] }),
    ],
  ])('%s', (_name, schema, wanted) => expect(made(schema)).toEqual(wanted))

  it.each(['patternProperties', '$defs', 'definitions'])('has prepared schemas in %s', name => {
    expect(made({ ...TEXT, [name]: { a: { title: 'T', ...TEXT } } })).toEqual({
      ...TEXT,
      [name]: { a: TEXT },
    })
  })
})
