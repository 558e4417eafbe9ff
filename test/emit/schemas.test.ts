/** JSON Schemas of documents: what a value of several answers may be, and what a form holds. */
import { describe, expect, it } from 'vitest'
import { filled } from '../../generator/emit/openapi/filled.ts'
import { merged } from '../../generator/emit/openapi/merged.ts'
import {
  contentWords,
  formSchema,
  published,
  schemaOf,
  schemaOfCode,
  type Schema,
} from '../../generator/emit/openapi/schema.ts'
import type { InputIR } from '../../generator/ir.ts'
import { binary, choice, name, number, object, text, type Js } from '../../generator/js/tree.ts'
import type { Code, Type } from '../../generator/types.ts'

const TEXT = { type: 'string' }
const WHOLE = { type: 'integer' }
const LIST = { type: 'array', items: TEXT }
const of = (properties: Record<string, Schema>, required?: string[]): Schema => ({
  type: 'object',
  properties,
  ...(required ? { required } : {}),
})

describe('a schema for several answers', () => {
  it.each<[string, Schema[], Schema]>([
    ['no schema accepts anything', [], {}],
    ['one stays as it is', [TEXT], TEXT],
    ['equal ones are one', [WHOLE, WHOLE], WHOLE],
    ['others are a choice', [WHOLE, LIST, WHOLE], { anyOf: [WHOLE, LIST] }],
    [
      'choices of texts are one',
      [
        { type: 'string', enum: ['a', 'b'] },
        { type: 'string', enum: ['b', 'c'] },
      ],
      { type: 'string', enum: ['a', 'b', 'c'] },
    ],
    ['any text includes a choice', [{ type: 'string', enum: ['a'] }, TEXT], TEXT],
    [
      'objects have the members of all, and need those that all need',
      [of({ a: TEXT, b: TEXT }, ['a', 'b']), of({ a: TEXT, c: WHOLE }, ['a', 'c'])],
      of({ a: TEXT, b: TEXT, c: WHOLE }, ['a']),
    ],
    [
      'objects may need nothing',
      [of({ a: TEXT }), of({ b: TEXT }, ['b'])],
      of({ a: TEXT, b: TEXT }),
    ],
    [
      'members are merged too',
      [of({ a: TEXT }), of({ a: WHOLE })],
      of({ a: { anyOf: [TEXT, WHOLE] } }),
    ],
    [
      'objects, texts and others stand in this order',
      [WHOLE, TEXT, { type: 'string', enum: ['a'] }, of({ a: TEXT }), of({ b: TEXT })],
      { anyOf: [of({ a: TEXT, b: TEXT }), TEXT, WHOLE] },
    ],
    [
      'an object without known members is none to be merged',
      [{ type: 'object' }, TEXT],
      {
        anyOf: [TEXT, { type: 'object' }],
      },
    ],
    ['anything at all is not described', [{}, TEXT], {}],
    [
      'anything or an object still describes the object',
      [{}, of({ a: TEXT }), TEXT],
      { anyOf: [of({ a: TEXT }), { description: 'Or anything else.' }] },
    ],
    [
      'anything or a list still describes the list',
      [LIST, {}],
      { anyOf: [LIST, { description: 'Or anything else.' }] },
    ],
  ])('%s', (_name, schemas, wanted) => expect(merged(schemas)).toEqual(wanted))
})

describe('a schema that a stated one fills', () => {
  it.each<[string, Schema, Schema, Schema]>([
    [
      'has the words of both',
      { type: 'object' },
      { description: 'x' },
      { type: 'object', description: 'x' },
    ],
    ['has the stated word of two', TEXT, { ...TEXT, type: 'null' }, { type: 'null' }],
    ['has the members of both', of({ a: TEXT }), of({ b: WHOLE }), of({ a: TEXT, b: WHOLE })],
    [
      'is filled in its members',
      of({ a: of({ b: TEXT }), c: TEXT }),
      of({ a: of({ d: WHOLE }), c: false as unknown as Schema }),
      of({ a: of({ b: TEXT, d: WHOLE }), c: false as unknown as Schema }),
    ],
    ['has stated members if it has none', { type: 'object' }, of({ a: TEXT }), of({ a: TEXT })],
    ['requires what either does', of({}, ['a', 'b']), of({}, ['b', 'c']), of({}, ['a', 'b', 'c'])],
    [
      'is filled in its items',
      LIST,
      { items: { format: 'date' } },
      { type: 'array', items: { ...TEXT, format: 'date' } },
    ],
    ['may have stated items alone', { type: 'array' }, { items: TEXT }, LIST],
    [
      'is filled in its other members',
      { additionalProperties: TEXT },
      { additionalProperties: { format: 'date' } },
      { additionalProperties: { ...TEXT, format: 'date' } },
    ],
    [
      'may be stated to be closed',
      { additionalProperties: TEXT },
      { additionalProperties: false },
      { additionalProperties: false },
    ],
  ])('%s', (_name, schema, stated, wanted) => expect(filled(schema, stated)).toEqual(wanted))
})

describe('the schema of a value', () => {
  const STRING: Type = { kind: 'string' }
  it.each<[string, Type, Schema]>([
    ['true or false', { kind: 'boolean' }, { type: 'boolean' }],
    ['nothing', { kind: 'null' }, { type: 'null' }],
    ['money', { kind: 'decimal', den: 1n, usd: true }, { type: 'number' }],
    ['a text', STRING, TEXT],
    ['a choice', { kind: 'string', choices: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['a choice of nothing', { kind: 'string', choices: [] }, TEXT],
    ['a list', { kind: 'list', of: STRING }, LIST],
    ['a table', { kind: 'table', of: STRING }, { type: 'object', additionalProperties: TEXT }],
    ['all rows', { kind: 'models', row: STRING } as Type, LIST],
    ['JSON', { kind: 'json' }, {}],
    ['what no caller sees', { kind: 'none' }, {}],
    ['a record without members', { kind: 'record', fields: {} }, { type: 'object' }],
    [
      'a record; a constant is any text unless it is the kind of the object',
      {
        kind: 'record',
        fields: {
          object: { type: { kind: 'string', choices: ['thing'] } },
          job_status: { type: { kind: 'string', choices: ['done'] } },
          note: { type: { kind: 'string', choices: ['hello'] }, doc: 'A greeting' },
          size: { type: { kind: 'string', choices: ['s', 'm'] }, optional: true },
          more: { type: { kind: 'json' } },
        },
      },
      of(
        {
          object: { type: 'string', enum: ['thing'] },
          job_status: { type: 'string', enum: ['done'] },
          note: { type: 'string', description: 'A greeting' },
          size: { type: 'string', enum: ['s', 'm'] },
          more: {},
        },
        ['object', 'job_status', 'note'],
      ),
    ],
  ])('%s', (_name, type, wanted) => expect(schemaOf(type)).toEqual(wanted))

  it('of JSON is that of the place where it comes from, if this is known', () => {
    const type: Type = { kind: 'json', from: 'reply.id' } as Type
    expect(schemaOf(type, path => (path === 'reply.id' ? STRING : undefined))).toEqual(TEXT)
    expect(schemaOf(type, () => undefined)).toEqual({})
  })
})

describe('the schema of an object with members that are not known', () => {
  const code = (js: Js): Code =>
    ({ js, type: { kind: 'json' }, uses: [], wait: false, place: {} }) as unknown as Code
  const types: Readonly<Record<string, Type>> = { status: { kind: 'integer' } }
  const memberOf = (js: Js): unknown =>
    schemaOfCode(code(object({ a: js })), undefined, one => types[one])

  it.each<[string, Js, Schema]>([
    ['a text', text('a'), TEXT],
    ['a text with holes', { kind: 'template', parts: ['a', name('b')] } as Js, TEXT],
    ['a name', name('status'), WHOLE],
    ['a name of an unknown type', name('other'), {}],
    ['a number', number(1), {}],
    ['one of two texts', choice(name('b'), text('x'), text('y')), TEXT],
    ['one of two types', choice(name('b'), text('x'), name('status')), {}],
    ['a text or its default', binary('??', text('x'), text('y')), TEXT],
    ['a sum', binary('+', text('x'), text('y')), {}],
    ['an object', object({ b: text('x') }), of({ b: TEXT })],
    ['an object without members', object({}), { type: 'object' }],
  ])('has %s as it is written', (_name, js, wanted) =>
    expect(memberOf(js)).toEqual(of({ a: wanted })),
  )

  it('leaves out what is spread into it, and describes nothing else', () => {
    const spread = {
      kind: 'object',
      members: [{ spread: name('reply') }, { key: 'a', value: text('x') }],
    }
    expect(schemaOfCode(code(spread as Js))).toEqual(of({ a: TEXT }))
    expect(schemaOfCode(code(name('reply')))).toEqual({})
  })
})

describe('the schema of a request', () => {
  const input = (schema: Schema, more: Partial<InputIR> = {}): InputIR =>
    ({ schema, unknown: 'ignore', unchecked: false, ...more }) as InputIR

  it('says how other members are treated where they are refused, or the only ones', () => {
    const schema = { $id: 'x', $schema: 'y', ...of({ a: TEXT }) }
    expect(published(input(schema))).toEqual(of({ a: TEXT }))
    expect(published(input(schema, { unknown: 'refuse' }))).toEqual({
      ...of({ a: TEXT }),
      additionalProperties: false,
    })
    expect(published(input(of({})))).toEqual({ ...of({}), additionalProperties: true })
    const own = { ...of({}), additionalProperties: TEXT }
    expect(published(input(own, { unknown: 'refuse' }))).toEqual(own)
    expect(published(input({ type: 'array' }))).toEqual({ type: 'array' })
  })

  const URI = { type: 'string', format: 'data-uri', description: 'Data URI of a picture' }
  it.each([
    ['Data URI of a picture', 'a picture'],
    ['data URIs of pictures', 'pictures'],
    ['a link or data URI of a picture', 'a link or data URI of a picture'],
    [undefined, undefined],
  ])('says of a file that is described as %s: %s', (description, words) =>
    expect(contentWords({ type: 'string', description })).toBe(words),
  )

  it('as a form has files for data URIs, and lists as repeated fields', () => {
    const schema = of(
      {
        picture: URI,
        bare: { type: 'string', format: 'data-uri' },
        many: { anyOf: [URI, { type: 'array', items: URI, maxItems: 3 }], default: 'x' },
        count: WHOLE,
      },
      ['picture', 'many'],
    )
    const file = { type: 'string', format: 'binary', description: 'a file: a picture' }
    expect(formSchema(input(schema, { wrap: ['many'] }))).toEqual(
      of(
        {
          picture: file,
          bare: { type: 'string', format: 'binary', description: 'a file' },
          many: file,
          'many[]': {
            type: 'array',
            items: file,
            maxItems: 3,
            default: 'x',
            description: 'a file: a picture',
          },
          count: WHOLE,
        },
        ['picture'],
      ),
    )
    expect(formSchema(input(of({ many: WHOLE }, ['many']), { wrap: ['many'] }))).toEqual(
      of({ many: WHOLE }),
    )
  })
})
