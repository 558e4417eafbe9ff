/** The TypeScript types of the schemas of requests and answers. */
import { describe, expect, it } from 'vitest'
import {
  comment,
  declaration,
  referencesIn,
  typeName,
  typeOf,
} from '../../generator/emit/client/schema-types.ts'

type Schema = Record<string, unknown>

const TEXT = { type: 'string' }
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const object = (properties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})
const A = object({ a: TEXT })
const B = object({ b: TEXT })
const list = (items?: Schema): Schema => ({ type: 'array', ...(items && { items }) })

/** The type on one line. */
const flat = (schema: Schema): string => typeOf(schema).replace(/\n */g, ' ')

describe('the type of', () => {
  it.each<[string, Schema, string]>([
    ['a text', TEXT, 'string'],
    ['a file', { ...TEXT, format: 'binary' }, 'Blob'],
    ['a text of a format', { ...TEXT, format: 'date' }, 'string'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['a number', { type: 'number' }, 'number'],
    ['a truth value', { type: 'boolean' }, 'boolean'],
    ['null', { type: 'null' }, 'null'],
    ['anything', {}, 'unknown'],
    ['nothing', { not: {} }, 'never'],
    ['what is not a text', { not: TEXT }, 'unknown'],
    ['a constant', { const: "it's" }, "'it\\'s'"],
    ['a constant with quotes', { const: 'a "b" \n' }, `'a "b" \\n'`],
    ['a constant number', { const: 3 }, '3'],
    ['null as a constant', { const: null }, 'null'],
    ['some values', { type: 'string', enum: ['a', 'b', 1, null] }, "'a' | 'b' | 1 | null"],
    ['several types', { type: ['string', 'null'] }, 'string | null'],
    ['two types with one name', { type: ['integer', 'number'] }, 'number'],
    ['a shared schema', ref('some_thing'), 'SomeThing'],
    ['a list', list(TEXT), 'string[]'],
    ['a list of anything', list(), 'unknown[]'],
    ['a list of lists', list(list(TEXT)), '(string[])[]'],
    ['a list of values', list({ enum: ['a', 'b'] }), "('a' | 'b')[]"],
    ['a list of objects', list(A), '{ a?: string }[]'],
    ['a list of several objects', list({ anyOf: [A, B] }), '({ a?: string } | { b?: string })[]'],
    ['a list of joined objects', list({ allOf: [A, B] }), '({ a?: string } & { b?: string })[]'],
    [
      'an object with a list of several objects',
      object({ x: list({ anyOf: [A, B] }) }),
      '{ x?: ({ a?: string } | { b?: string })[] }',
    ],
    [
      'a list of lists or objects',
      list({ oneOf: [list(A), B] }),
      '({ a?: string }[] | { b?: string })[]',
    ],
    [
      'a join with a choice of a list',
      { allOf: [{ oneOf: [list(A), TEXT] }, B] },
      '({ a?: string }[] | string) & { b?: string }',
    ],
    [
      'a join with a text in braces',
      { allOf: [{ enum: ['a {', 'b }'] }, A] },
      "('a {' | 'b }') & { a?: string }",
    ],
    [
      'a join with a comment of a bar',
      { allOf: [object({ a: { ...TEXT, description: "it's a } | b" } }), B] },
      "{ /** it's a } | b */ a?: string } & { b?: string }",
    ],
    ['a choice', { anyOf: [TEXT, ref('x')] }, 'string | X'],
    ['a choice of exactly one', { oneOf: [TEXT, { type: 'null' }] }, 'string | null'],
    ['a choice of which one says nothing', { anyOf: [TEXT, { description: 'x' }] }, 'string'],
    [
      'a choice that only says what is required',
      { ...TEXT, anyOf: [{ required: ['a'] }] },
      'string',
    ],
    ['an object beside a choice', object({ a: TEXT }, { anyOf: [A, B] }), '{ a?: string }'],
    ['joined objects', { allOf: [ref('x'), A] }, 'X & { a?: string }'],
    ['joined objects with own members', { allOf: [ref('x')], ...A }, 'X & { a?: string }'],
    [
      'a joined choice',
      { allOf: [{ anyOf: [ref('x'), ref('y')] }, A] },
      '(X | Y) & { a?: string }',
    ],
    [
      'a joined choice of objects',
      { allOf: [{ anyOf: [A, B] }, ref('x')] },
      '({ a?: string } | { b?: string }) & X',
    ],
    [
      'a joined object with a choice inside',
      { allOf: [object({ a: { anyOf: [TEXT, { type: 'null' }] } }), ref('x')] },
      '{ a?: string | null } & X',
    ],
    [
      'an object',
      object({ a: TEXT, 'b-c': TEXT, $d: TEXT }, { required: ['a'] }),
      "{ a: string 'b-c'?: string $d?: string }",
    ],
    ['an object without a type', { properties: { a: TEXT } }, '{ a?: string }'],
    ['an object without members', { type: 'object' }, 'Record<string, unknown>'],
    [
      'an object with texts',
      { type: 'object', additionalProperties: TEXT },
      'Record<string, string>',
    ],
    [
      'an object with anything',
      { type: 'object', additionalProperties: {} },
      'Record<string, unknown>',
    ],
    [
      'an object with nothing',
      { type: 'object', additionalProperties: false },
      'Record<string, never>',
    ],
  ])('%s', (_name, schema, wanted) => expect(flat(schema)).toBe(wanted))

  it('an object has a line for each member, with its description', () => {
    const inner = object({ b: { ...TEXT, description: 'the */ end' } })
    expect(typeOf(object({ a: { ...inner, description: ' ' } }), '  ')).toBe(
      ['{', '    a?: {', '      /** the *\u200b/ end */', '      b?: string', '    }', '  }'].join(
        '\n',
      ),
    )
  })
})

describe('a declaration', () => {
  it.each<[string, Schema, string]>([
    ['of one object is an interface', A, 'export interface X {\n  a?: string\n}'],
    ['of anything else is a type', TEXT, 'export type X = string'],
    [
      'of several objects is a type',
      { anyOf: [A, B] },
      'export type X = {\n  a?: string\n} | {\n  b?: string\n}',
    ],
    [
      'has the description',
      { ...TEXT, description: 'A  word' },
      '/** A word */\nexport type X = string',
    ],
  ])('%s', (_name, schema, wanted) => expect(declaration('x', schema)).toBe(wanted))

  it('hides no type of the language', () => {
    expect(['error', 'blob', 'thing'].map(typeName)).toEqual(['ErrorData', 'BlobData', 'Thing'])
  })
})

it('a comment has one line where it fits, and none without words', () => {
  const words = 'word '.repeat(18).trim()
  expect(comment(`${words} 123`, '')).toBe(`/** ${words} 123 */\n`)
  expect(comment(`${words} 1234`, '')).toBe(`/**\n * ${words} 1234\n */\n`)
  expect(comment(`${words} 123456`, '  ')).toBe(`  /**\n   * ${words}\n   * 123456\n   */\n`)
  expect([comment('', ''), comment('  ', ''), comment(3, '')]).toEqual(['', '', ''])
})

it('references are those of a schema itself, also in lists', () => {
  expect(referencesIn({ anyOf: [ref('a'), list(ref('b'))], not: ref('c'), x: [1, null] })).toEqual([
    'a',
    'b',
    'c',
  ])
})
