import { describe, expect, it } from 'vitest'
import {
  parseField,
  parseType,
  type JsonSchema,
  type Schemas,
} from '../../generator/notation/field.ts'
import { choices, good, INTEGER, JSON_TYPE, list, record, shown, STRING, text } from './world.ts'
import type { Type } from '../../generator/types.ts'

const MESSAGE = {
  schema: { type: 'object', properties: { role: { type: 'string' } } },
  type: record({ role: STRING }),
}

const SCHEMAS: Schemas = new Map<
  string,
  {
    schema: JsonSchema
    type: Type
  }
>([
  ['message', MESSAGE],
  ['evm_address', { schema: { type: 'string', pattern: '^0x' }, type: STRING }],
])

const field = (source: string): unknown => good(parseField(text(source), SCHEMAS))

describe('fields', () => {
  it.each([
    ['string', { type: STRING, required: false, schema: { type: 'string' } }],
    ['string!', { type: STRING, required: true, schema: { type: 'string' } }],
    ['string! 1..', { type: STRING, required: true, schema: { type: 'string', minLength: 1 } }],
    [
      'string ..4000',
      { type: STRING, required: false, schema: { type: 'string', maxLength: 4000 } },
    ],
    [
      'string = 1024x1024',
      {
        type: STRING,
        required: false,
        default: '1024x1024',
        schema: { type: 'string', default: '1024x1024' },
      },
    ],
    [
      'string = "a = b"',
      {
        type: STRING,
        required: false,
        default: 'a = b',
        schema: { type: 'string', default: 'a = b' },
      },
    ],
    [
      'string = ""',
      { type: STRING, required: false, default: '', schema: { type: 'string', default: '' } },
    ],
    [
      'integer 1..10 = 1',
      {
        type: { kind: 'integer', min: 1, max: 10 },
        required: false,
        default: 1,
        schema: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
      },
    ],
    [
      'integer -5..-1',
      {
        type: { kind: 'integer', min: -5, max: -1 },
        required: false,
        schema: { type: 'integer', minimum: -5, maximum: -1 },
      },
    ],
    ['data_uri!', { type: STRING, required: true, schema: { type: 'string', format: 'data-uri' } }],
    [
      'string or string[]',
      {
        type: list(STRING),
        required: false,
        wrap: true,
        schema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    ],
    [
      'data_uri or data_uri[]! 1..4',
      {
        type: list(STRING, 1),
        required: true,
        wrap: true,
        schema: {
          anyOf: [
            { type: 'string', format: 'data-uri' },
            {
              type: 'array',
              items: { type: 'string', format: 'data-uri' },
              minItems: 1,
              maxItems: 4,
            },
          ],
        },
      },
    ],
    [
      'message or message[] ..2 = []',
      {
        type: list(MESSAGE.type),
        required: false,
        wrap: true,
        default: [],
        schema: {
          anyOf: [MESSAGE.schema, { type: 'array', items: MESSAGE.schema, maxItems: 2 }],
          default: [],
        },
      },
    ],
    [
      'number 0..2',
      {
        type: { kind: 'number' },
        required: false,
        schema: { type: 'number', minimum: 0, maximum: 2 },
      },
    ],
    [
      'number 0.5..2 = 1.5',
      {
        type: { kind: 'number' },
        required: false,
        default: 1.5,
        schema: { type: 'number', minimum: 0.5, maximum: 2, default: 1.5 },
      },
    ],
    [
      'boolean = false',
      {
        type: { kind: 'boolean' },
        required: false,
        default: false,
        schema: { type: 'boolean', default: false },
      },
    ],
    [
      'active | closed | archived',
      {
        type: choices('active', 'closed', 'archived'),
        required: false,
        schema: { type: 'string', enum: ['active', 'closed', 'archived'] },
      },
    ],
    [
      '"16:9" | "9:16" = "9:16"',
      {
        type: choices('16:9', '9:16'),
        required: false,
        default: '9:16',
        schema: { type: 'string', enum: ['16:9', '9:16'], default: '9:16' },
      },
    ],
    [
      '1s | 1m | 1d !',
      {
        type: choices('1s', '1m', '1d'),
        required: true,
        schema: { type: 'string', enum: ['1s', '1m', '1d'] },
      },
    ],
    [
      'string[]! 1..200',
      {
        type: list(STRING, 1),
        required: true,
        schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 200 },
      },
    ],
    [
      'integer[] = [1, 2]',
      {
        type: list(INTEGER),
        required: false,
        default: [1, 2],
        schema: { type: 'array', items: { type: 'integer' }, default: [1, 2] },
      },
    ],
    ['json[]', { type: list(JSON_TYPE), required: false, schema: { type: 'array', items: {} } }],
    [
      'json = { "a": 1 }',
      { type: JSON_TYPE, required: false, default: { a: 1 }, schema: { default: { a: 1 } } },
    ],
    [
      'message[]! 1..',
      {
        type: list(MESSAGE.type, 1),
        required: true,
        schema: { type: 'array', items: MESSAGE.schema, minItems: 1 },
      },
    ],
    ['evm_address!', { type: STRING, required: true, schema: { type: 'string', pattern: '^0x' } }],
  ])('%s', (source, expected) => {
    expect(field(source)).toEqual(expected)
  })

  it.each([
    `int 1..10
^^^
bad-field: there is no type \`int\`
write \`integer\``,
    `strng!
^^^^^
bad-field: there is no type \`strng\`
did you mean \`string\`?  (types are: string, integer, number, boolean, json, data_uri, message, evm_address)`,
    `mesage[]
^^^^^^
bad-field: there is no type \`mesage\`
did you mean \`message\`?  (types are: string, integer, number, boolean, json, data_uri, message, evm_address)`,
    `integer 10..1
        ^^^^^
bad-field: this range is empty: 10 is more than 1
write 1..10`,
    `integer 0.5..2
        ^^^
bad-number: \`0.5\` is not a valid bound
write a whole number`,
    `integer 1_000..
        ^^^^^
bad-number: \`1_000\` is not a valid bound
write the digits without underscores: 1000`,
    `string ..
       ^^
bad-field: this range has no bounds
write 1..10, 1.. or ..10`,
    `string -1..2
       ^^^^^
bad-field: a length is not negative`,
    `boolean 1..2
        ^^^^
bad-field: only texts, numbers and lists have a range`,
    `integer 1..10 = 11
                ^^
bad-field: the default is above the range, which ends at 10`,
    `integer = 1.5
          ^^^
bad-number: the default \`1.5\` is not a whole number
write digits, with a point where needed, e.g. 0.05`,
    `active | closed = clsed
                  ^^^^^
bad-field: the default \`clsed\` is none of the choices
did you mean \`closed\`?  (one of: active, closed)`,
    `boolean = yes
          ^^^
bad-field: the default must be true or false, not yes`,
    `string! = a
        ^^^
bad-field: a required field or column (\`!\`) has no default
leave out the \`!\` or the default`,
    `string =
       ^
bad-field: the default is missing here
write "" for an empty text`,
    `string ! 1..2 !
       ^
bad-field: \`!\` must follow the type directly
write e.g. integer! 1..10`,
    `a | b | a
        ^
bad-field: \`a\` is repeated here`,
    `a b | c
^^^
bad-field: choices are single words
write a | b | c`,
    `string, 1..10
^^^^^^^
bad-field: there is no type \`string,\`
write <type>[!] [min..max] [= default]; choices are written a | b`,
    `json = {a}
       ^^^
bad-field: the default is not valid JSON`,
    `constructor
^^^^^^^^^^^
bad-field: there is no type \`constructor\`
types are: string, integer, number, boolean, json, data_uri, message, evm_address`,
  ])('%s', expected => {
    const source = expected.slice(0, expected.search(/\n *\^/))
    expect(shown(source, parseField(text(source), SCHEMAS))).toBe(expected)
  })

  it('bare types, as hooks take and give', () => {
    expect(good(parseType(text('usd'), SCHEMAS))).toEqual({
      kind: 'decimal',
      den: 1_000_000n,
      usd: true,
    })
    expect(good(parseType(text('basic | chain'), SCHEMAS))).toEqual(choices('basic', 'chain'))
    expect(good(parseType(text('message[]'), SCHEMAS))).toEqual(list(MESSAGE.type))
    expect(parseType(text('dollars'), SCHEMAS).problems[0]!.code).toBe('bad-field')
  })
})
