import { describe, expect, it } from 'vitest'
import { parseColumn } from '../../generator/notation/column.ts'
import {
  parseField,
  parseType,
  type JsonSchema,
  type Schemas,
} from '../../generator/notation/field.ts'
import { parseBytes, parseDecimal, parseDuration } from '../../generator/notation/literals.ts'
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
bad-number: \`0.5\` is no end of this range
write a whole number`,
    `integer 1_000..
        ^^^^^
bad-number: \`1_000\` is no end of this range
write the digits without underscores: 1000`,
    `string ..
       ^^
bad-field: this range has no ends
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
bad-field: what is required (\`!\`) has no default
leave out the \`!\` or the default`,
    `string =
       ^
bad-field: here a default is missing
write "" for an empty text`,
    `string ! 1..2 !
       ^
bad-field: \`!\` stands right behind the type
write e.g. integer! 1..10`,
    `a | b | a
        ^
bad-field: \`a\` is here twice`,
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
bad-field: the default is not JSON`,
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

describe('columns', () => {
  it.each([
    [
      'usd by size!',
      {
        type: { kind: 'table', of: { kind: 'decimal', den: 1n, usd: true } },
        by: 'size',
        required: true,
      },
    ],
    ['usd', { type: { kind: 'decimal', den: 1n, usd: true }, required: false }],
    [
      'decimal = 1.5',
      {
        type: { kind: 'decimal', den: 1n, usd: false },
        required: false,
        default: { num: 3n, den: 2n },
      },
    ],
    ['integers!', { type: { kind: 'list', of: INTEGER, set: true, min: 1 }, required: true }],
    ['strings!', { type: list(STRING, 1), required: true }],
    ['strings = []', { type: list(STRING), required: false, default: [] }],
    [
      'per_second | per_resolution | tokens !',
      { type: choices('per_second', 'per_resolution', 'tokens'), required: true },
    ],
    [
      'checked | lenient | ignored = checked',
      { type: choices('checked', 'lenient', 'ignored'), required: false, default: 'checked' },
    ],
    ['integer = 9007199254740991', { type: INTEGER, required: false, default: 9007199254740991 }],
    ['boolean = false', { type: { kind: 'boolean' }, required: false, default: false }],
    ['upstream!', { type: STRING, required: true, upstream: true }],
  ])('%s', (source, expected) => {
    expect(good(parseColumn(text(source)))).toEqual(expected)
  })

  it.each([
    `number!
^^^^^^
bad-field: there is no column type \`number\`
write \`decimal\``,
    `usdd by size
^^^^
bad-field: there is no table of \`usdd\`
write usd by size, decimal by size, integer by size or string by size`,
    `decimal = 0,5
          ^^^
bad-number: the default \`0,5\` is not an exact decimal
decimals are written with a point: 0.5`,
    `integer 1..3
        ^^^^
bad-field: columns have no range
a range limits what callers send; write it on the field`,
    `integer = 9007199254740993
          ^^^^^^^^^^^^^^^^
bad-number: the default \`9007199254740993\` is not a whole number
write digits, with a point where needed, e.g. 0.05`,
  ])('%s', expected => {
    const source = expected.slice(0, expected.search(/\n *\^/))
    expect(shown(source, parseColumn(text(source)))).toBe(expected)
  })
})

describe('literals', () => {
  it('decimals are exact', () => {
    const decimal = (source: string): unknown => good(parseDecimal(text(source)))
    expect([
      decimal('1.05'),
      decimal('0.10'),
      decimal('3'),
      decimal('0.000001'),
      decimal('-0.5'),
    ]).toEqual([
      { num: 21n, den: 20n },
      { num: 1n, den: 10n },
      { num: 3n, den: 1n },
      { num: 1n, den: 1_000_000n },
      { num: -1n, den: 2n },
    ])
  })

  it.each([
    ['0,05', 'decimals are written with a point: 0.05'],
    ['1_000', 'write the digits without underscores: 1000'],
    ['1,000,000', 'write the digits without commas: 1000000'],
    ['1e-3', 'exponents are not offered; write all digits'],
    ['.5', 'a number begins with a digit: 0.5'],
    ['5.', 'a number ends with a digit: 5'],
    ['$5', 'write the number alone; money is in USD'],
    ['+5', 'leave out the plus'],
    ['5%', 'write the factor, e.g. 1.05'],
    ['', 'write digits, with a point where needed, e.g. 0.05'],
    ['Infinity', 'write digits, with a point where needed, e.g. 0.05'],
  ])('%s is no decimal', (source, hint) => {
    expect(parseDecimal(text(source)).problems[0]).toMatchObject({ code: 'bad-number', hint })
  })

  it('durations are in ms, sizes in bytes', () => {
    expect(
      ['250ms', '30s', '5m', '1h', '48h', '30d'].map(one => good(parseDuration(text(one)))),
    ).toEqual([250, 30_000, 300_000, 3_600_000, 172_800_000, 2_592_000_000])
    expect(['100B', '1KiB', '32MiB', '1GiB'].map(one => good(parseBytes(text(one))))).toEqual([
      100, 1024, 33_554_432, 1_073_741_824,
    ])
    expect(parseDuration(text('30')).problems[0]).toMatchObject({
      code: 'bad-duration',
      message: '`30` is not a duration',
      hint: 'say the unit: 30s',
    })
    expect(parseDuration(text('30 s')).problems[0]!.hint).toBe(
      'write a whole number and ms, s, m, h or d, e.g. 30s',
    )
    expect(parseBytes(text('1MB')).problems[0]).toMatchObject({
      code: 'bad-size',
      hint: 'sizes are binary: 1MiB',
    })
    expect(parseBytes(text('10')).problems[0]!.code).toBe('bad-size')
  })
})
