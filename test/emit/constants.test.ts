/** Tables of constants that a file declares once, and translations, which use them. */
import { describe, expect, it } from 'vitest'
import { constantStatements, constantTables } from '../../generator/emit/code/constants.ts'
import { translationOf } from '../../generator/emit/code/translation.ts'
import { shapesOf } from '../../generator/emit/shapes.ts'
import type { GateIR, Let, RouteIR } from '../../generator/ir.ts'
import { whole } from '../js/parse.ts'
import { code, fixture } from './fixture.ts'
import { block, here, STRING } from './fixture-routes.ts'

const lets = (...all: (readonly [name: string, value: string])[]): Let[] =>
  all.map(([name, value]) => ({ name, code: code(value) }))
const tablesOf = (...all: (readonly [name: string, value: string])[]): string[] => [
  ...constantTables(lets(...all)).keys(),
]

describe('tables of constants', () => {
  it.each([
    ['an object', "{ a: 'b' }"],
    ['a list', "['a', 'b']"],
    ['a set', "new Set(['a'])"],
    ['the result of a method of a table', "['a'].concat(['b'])"],
    ['a member of a table', "{ a: ['b'] }.a"],
  ])('are declared once: %s', (_name, value) => {
    expect(tablesOf(['sizes', value])).toEqual(['sizes'])
  })

  it.each([
    ['a text', "'a'"],
    ['a number', '1'],
    ['a text that a method makes', "'a'.concat('b')"],
    ['a member of a text', "'a'.length"],
    ['a table that reads the request', '[body.size]'],
    ['a choice of tables', "true ? ['a'] : ['b']"],
  ])('are not: %s', (_name, value) => {
    expect(tablesOf(['sizes', value])).toEqual([])
  })

  it('are none whose name is that of the scope', () => {
    const names = ['reply', 'status', 'body', 'values', 'sizes']
    expect(tablesOf(...names.map(name => [name, '[1]'] as const))).toEqual(['sizes'])
  })

  it('have one value under one name, wherever it is used', () => {
    expect(tablesOf(['a', '[1]'], ['b', '[2]'], ['a', '[1]'])).toEqual(['a', 'b'])
    expect(tablesOf(['a', '[1]'], ['b', '[2]'], ['a', '[3]'])).toEqual(['b'])
    expect(tablesOf(['a', '[1]'], ['a', '[3]'], ['a', '[1]'])).toEqual([])
    expect(tablesOf(['a', '[1]'], ['a', 'body'])).toEqual([])
    expect(tablesOf(['a', 'body'], ['a', '[1]'])).toEqual([])
  })

  it('are private to their file', () => {
    const [statement, ...others] = constantStatements(constantTables(lets(['a', '[1]'])))
    expect([statement!.constant, whole(statement!.value), statement!.isOwn]).toEqual([
      'a',
      '[1]',
      true,
    ])
    expect(others).toEqual([])
  })
})

describe('a translation', () => {
  const ir = { ...fixture(), at: () => 'here' }
  const [{ body, gates }] = ir.routes as [RouteIR]
  const gate: GateIR = {
    ...gates[0]!,
    rule: code('body.n > 0', { kind: 'boolean' }),
    message: code("'no'", STRING),
  }
  const printed = (own: readonly GateIR[], give = block('{ n: sizes[body.n] }')): string =>
    whole(
      translationOf(
        { body: { ...body!, schema: { type: 'object' } }, gates: own, give, place: here },
        { ir, constants: constantTables(lets(['sizes', '[1]'])), shapes: shapesOf(ir) },
      ),
    )
      .replace(/,(?=\s+\})/g, '')
      .replace(/\s+/g, ' ')

  it('has its body and the form that it becomes, and its gates if there are some', () => {
    const start = "{ body: { schema: { type: 'object' }, unknown: 'ignore' }, "
    expect(printed([])).toBe(`${start}give: ({ body }) => ({ n: sizes[body.n] }) }`)
    expect(printed([gate])).toBe(
      `${start}gates: ({ body }) => { if (!(body.n > 0)) ` +
        "return { status: 400, message: 'no' } // here return undefined }, " +
        'give: ({ body }) => ({ n: sizes[body.n] }) }',
    )
  })

  it('declares no table that its file has', () => {
    const give = { ...block('{ n: sizes[body.n] }'), lets: lets(['sizes', '[1]']) }
    expect(printed([], give)).not.toContain('const')
    const other = { ...give, lets: lets(['sizes', '[2]']) }
    expect(printed([], other)).toContain('const sizes = [2]')
  })
})
