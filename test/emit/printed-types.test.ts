/** How printed types are brought into the form of generated code, and share members. */
import { describe, expect, it } from 'vitest'
import { sharingMembers } from '../../generator/emit/shared-types.ts'
import { blocksOf, toTypeAliases } from '../../generator/emit/type-blocks.ts'
import { valueTypes } from '../../generator/emit/value-types.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import type { Type } from '../../generator/types.ts'
import { code, fixture } from './fixture.ts'

describe('the output of the library', () => {
  const TEXT = `
/**
 * This interface was referenced by \`Requests\`'s JSON-Schema
 */
export interface Requests {}
/**
 * What a caller
 *   sends.
 *
 * This interface was referenced by \`Requests\`'s JSON-Schema
 * via the \`definition\` "Body".
 */
export interface Body {
  /**
   * the model
   */
  model: string
  __open__?: Json
}
/**
 * This interface was referenced by \`Requests\`'s JSON-Schema
 * via the \`definition\` "Query".
 */
export type Query = string
`
  const made = toTypeAliases(TEXT, '__open__')

  it('has aliases instead of interfaces, and short comments', () => {
    expect(made).toBe(`/** What a caller sends. */
export type Body = {
  /** the model */
  model: string
  [k: string]: Json
}
export type Query = string`)
  })

  it('has long comments on lines that fit', () => {
    const comment = (words: string, indent = '  ') =>
      toTypeAliases(`x\n${indent}/**\n${indent} * ${words}\n${indent} */\n${indent}a`, 'o').slice(2)
    const fits = 'w'.repeat(91)
    expect(comment(fits)).toBe(`  /** ${fits} */\n  a`)
    expect(comment(`${fits}w`)).toBe(`  /**\n   * ${fits}w\n   */\n  a`)
    const line = 'w'.repeat(47)
    expect(comment(`${line} ${line} ${line}`)).toBe(
      `  /**\n   * ${line} ${line}\n   * ${line}\n   */\n  a`,
    )
    expect(comment(`${line} ${line}w ${line}`)).toBe(
      `  /**\n   * ${line}\n   * ${line}w ${line}\n   */\n  a`.replace(
        ` ${line}\n   */`,
        `\n   * ${line}\n   */`,
      ),
    )
  })

  it('is a block for each type, with its comment', () => {
    expect([...blocksOf(made)]).toEqual([
      [
        'Body',
        '/** What a caller sends. */\nexport type Body = {\n' +
          '  /** the model */\n  model: string\n  [k: string]: Json\n}',
      ],
      ['Query', 'export type Query = string'],
    ])
    expect(blocksOf('')).toEqual(new Map())
  })
})

describe('the types of derived values', () => {
  const ir = fixture()
  const [make, read] = ir.routes as [RouteIR, RouteIR]
  const typed = (type: Type) => [{ name: 'half', code: code('1', type) }]
  const of = (...routes: object[]) => valueTypes({ ...ir, routes } as unknown as CatalogIR)
  const member = (type: Type): string =>
    /\{\n {2}half: ([^]*)\n\}$/.exec(of({ ...make, values: typed(type) }).list[0]!.text)![1]!

  it.each<[Type, string]>([
    [{ kind: 'integer' }, 'number'],
    [{ kind: 'record', fields: { a: { type: { kind: 'integer' } } } }, 'any'],
    [{ kind: 'list', of: { kind: 'record', fields: {} } }, 'readonly any[]'],
    [{ kind: 'list', of: { kind: 'string', choices: ['a', 'b'] } }, "readonly ('a' | 'b')[]"],
    [{ kind: 'list', of: { kind: 'integer' }, set: true }, 'ReadonlySet<number>'],
    [{ kind: 'table', of: { kind: 'record', fields: {} } }, 'Readonly<Record<string, any>>'],
  ])('%j is %s', (type, text) => expect(member(type)).toBe(text))

  it('are one for routes of a family with the same values, named after the first', () => {
    const values = typed({ kind: 'integer' })
    const routes = [
      { ...make, values },
      { ...read, values },
      { ...read, id: 'third', family: 'other/reads', values },
      { ...read, id: 'fourth', values: typed({ kind: 'boolean' }) },
      { ...read, id: 'fifth', values: [] },
    ]
    const { list, nameOf } = of(...routes)
    expect(list.map(({ name, path }) => [name, path])).toEqual([
      ['PostPicturesValues', 'media/pictures.requests.ts'],
      ['ThirdValues', 'other/reads.requests.ts'],
      ['FourthValues', 'media/pictures.requests.ts'],
    ])
    expect(routes.map(one => nameOf(one as unknown as RouteIR))).toEqual([
      'PostPicturesValues',
      'PostPicturesValues',
      'ThirdValues',
      'FourthValues',
      undefined,
    ])
    expect(list[0]!.text).toBe(
      '/** The derived values of POST /pictures. */\n' +
        'export interface PostPicturesValues {\n  half: number\n}',
    )
  })
})

describe('types that repeat members', () => {
  const members = (from: number, to: number): string =>
    Array.from(
      { length: to - from },
      (_, i) => `  /** member ${from + i} */\n  m${from + i}: string`,
    ).join('\n')
  const type = (name: string, body: string, comment = '') => ({
    name,
    text: `${comment}export type ${name} = {\n${body}\n}`,
  })
  const share = (types: { name: string; text: string }[], taken: string[] = []) =>
    sharingMembers(types, new Set(taken))

  it('have them from a type above', () => {
    const comment = '/** One of them. */\n'
    expect(
      share([
        type('A', `${members(0, 8)}\n  own?:\n    'a' |\n    'b'`, comment),
        type('B', members(0, 8)),
      ]),
    ).toEqual([
      `/** What A and one more type share. */\ntype ABase = {\n${members(0, 8)}\n}`,
      `${comment}export type A = ABase & {\n  own?:\n    'a' |\n    'b'\n}`,
      'export type B = ABase',
    ])
  })

  it('say how many have them, by a name that is free', () => {
    const [base] = share(
      ['A', 'B', 'C'].map(name => type(name, members(0, 8))),
      ['ABase', 'ABase_'],
    )
    expect(base).toMatch(/^\/\*\* What A and 2 more types share\. \*\/\ntype ABase__ = \{/)
  })

  it('stay as they are if that saves little, or if they are no objects', () => {
    const short = [type('A', members(0, 2)), type('B', members(0, 2))]
    expect(share(short)).toEqual(short.map(({ text }) => text))
    const text = `export interface A {\n${members(0, 8)}\n}`
    expect(
      share([
        { name: 'A', text },
        { name: 'B', text },
      ]),
    ).toEqual([text, text])
  })

  it('have members whole: with their comments, and with all of their lines', () => {
    const long = (last: string) =>
      '  /**\n   * a comment\n   * of two lines\n   */\n' +
      `  a: {\n    b: string\n    ${last}: string\n  }\n` +
      "  'c-d'?: 1\n  [k: string]: any"
    const made = share([
      type('A', `${members(0, 6)}\n${long('x')}`),
      type('B', `${members(0, 6)}\n${long('y')}`),
    ])
    expect(made[0]).toContain("  'c-d'?: 1\n  [k: string]: any")
    expect(made[1]).toBe(
      'export type A = ABase & {\n  /**\n   * a comment\n   * of two lines\n   */\n' +
        '  a: {\n    b: string\n    x: string\n  }\n}',
    )
  })
})
