/** JSON Schemas of the catalog: named ones are filled in wherever a schema may stand. */
import { describe, expect, it } from 'vitest'
import { completeSchema, namedSchemas } from '../../generator/catalog/schemas.ts'
import { parse } from '../../generator/read/document.ts'
import type { Problem, Raw } from '../../generator/types.ts'

const rawOf = (text: string): Raw => parse({ path: 'catalog/a.yaml', text }).value.raw!
const place = { file: 'catalog/schemas.yaml', start: 0, end: 0 }
const def = (name: string, text: string) => ({ name, place, value: rawOf(text) })

const DEFS = [
  def('money', '{ type: number, minimum: 0 }'),
  def('list', '{ type: array, items: { $ref: money } }'),
  def('one', '{ $ref: two }'),
  def('two', '{ $ref: one }'),
]
const MONEY = { type: 'number', minimum: 0 }

/** A complete schema, or what is wrong with it. */
function complete(text: string): unknown {
  const problems: Problem[] = []
  const schema = completeSchema(rawOf(text), { defs: DEFS as never, problems })
  return problems.length === 0 ? schema : problems.map(one => [one.message, one.hint])
}

describe('a reference', () => {
  it('is the named schema, with the keywords beside it', () => {
    expect(complete('{ $ref: money }')).toEqual(MONEY)
    expect(complete('{ $ref: money, minimum: 2, title: Price }')).toEqual({
      ...MONEY,
      minimum: 2,
      title: 'Price',
    })
    expect(complete('{ $ref: list }')).toEqual({ type: 'array', items: MONEY })
  })

  it.each([
    'items',
    'contains',
    'not',
    'if',
    'then',
    'else',
    'propertyNames',
    'additionalProperties',
    'unevaluatedProperties',
  ])('is filled in below `%s`', key => {
    expect(complete(`{ ${key}: { $ref: money } }`)).toEqual({ [key]: MONEY })
  })

  it.each(['anyOf', 'oneOf', 'allOf', 'prefixItems'])('is filled in in the list `%s`', key => {
    expect(complete(`{ ${key}: [{ type: string }, { $ref: money }] }`)).toEqual({
      [key]: [{ type: 'string' }, MONEY],
    })
  })

  it.each(['properties', 'patternProperties', 'dependentSchemas'])(
    'is filled in in the map `%s`, whose names are no keywords',
    key => {
      expect(complete(`{ ${key}: { items: { $ref: money } } }`)).toEqual({
        [key]: { items: MONEY },
      })
    },
  )

  it.each(['const', 'default', 'enum', 'examples'])('is a value below `%s`', key => {
    expect(complete(`{ ${key}: [{ $ref: money }] }`)).toEqual({ [key]: [{ $ref: 'money' }] })
  })

  it('names a schema that is there, and does not lead back to itself', () => {
    expect(complete('{ items: { $ref: mony } }')).toEqual([
      ['there is no schema `mony`', expect.stringMatching(/^did you mean `money`\?/)],
    ])
    expect(complete('{ $ref: one }')).toEqual([['`$ref: one` leads back to itself', undefined]])
  })
})

describe('a schema', () => {
  it('has the comments of its properties as their descriptions', () => {
    const text =
      'properties:\n  a: { type: string }  ## its name\n  b: { description: own }  ## x\n'
    expect(complete(text)).toEqual({
      properties: {
        a: { type: 'string', description: 'its name' },
        b: { description: 'own' },
      },
    })
  })

  it('has patterns that are regular expressions', () => {
    expect(complete('{ pattern: "^a+$" }')).toEqual({ pattern: '^a+$' })
    expect(complete('{ pattern: "a(" }')).toEqual([['this is not a regular expression', undefined]])
  })

  it('requires only properties that it has, if it lists them', () => {
    expect(complete('{ properties: { a: {} }, required: [a, aa] }')).toEqual([
      ['`required` names `aa`, which is not a property', expect.stringContaining('`a`')],
    ])
    expect(complete('{ required: [aa] }')).toEqual({ required: ['aa'] })
  })
})

describe('the values of a schema', () => {
  const typeOf = (text: string) => namedSchemas([def('a', text)] as never, []).get('a')!.type

  it.each([
    ['{ type: string }', { kind: 'string' }],
    ['{ enum: [a, b] }', { kind: 'string', choices: ['a', 'b'] }],
    ['{ enum: [a, 1] }', { kind: 'json' }],
    ['{ type: integer }', { kind: 'integer' }],
    ['{ type: integer, minimum: 0, maximum: 9 }', { kind: 'integer', min: 0, max: 9 }],
    ['{ type: number, minimum: 0 }', { kind: 'number' }],
    ['{ type: boolean }', { kind: 'boolean' }],
    ['{ type: array }', { kind: 'list', of: { kind: 'json' } }],
    [
      '{ type: array, items: { type: string }, minItems: 2 }',
      { kind: 'list', of: { kind: 'string' }, min: 2 },
    ],
    ['{ type: array, minItems: 0 }', { kind: 'list', of: { kind: 'json' } }],
    ['{ type: object }', { kind: 'json' }],
    ['{ type: [string, number] }', { kind: 'json' }],
    ['{}', { kind: 'json' }],
  ])('of %s have a type for formulas', (text, type) => expect(typeOf(text)).toEqual(type))

  it('that are objects have their properties, which may be absent', () => {
    const text =
      '{ type: object, required: [a], ' +
      'properties: { a: { type: string }, b: { type: number, default: 1 }, c: true } }'
    expect(typeOf(text)).toEqual({
      kind: 'record',
      fields: {
        a: { type: { kind: 'string' } },
        b: { type: { kind: 'number' } },
        c: { type: { kind: 'json' }, optional: true },
      },
    })
    expect(typeOf('{ type: object, properties: { a: {} } }')).toEqual({
      kind: 'record',
      fields: { a: { type: { kind: 'json' }, optional: true } },
    })
  })
})
