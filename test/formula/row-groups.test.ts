/** Rows in formulas: which rows look alike, and what is known of `model` for some of them. */
import { describe, expect, it } from 'vitest'
import { viewOf } from '../../generator/catalog/row-variants.ts'
import type { TypeOf } from '../../generator/formula/types.ts'
import { compileAll } from '../../generator/compile.ts'
import type { TableIR } from '../../generator/ir.ts'
import { edited, file } from '../checks/small-catalog.ts'

/** A table of rows with these cells, besides a price. */
function tableOf(columns: string, rows: Readonly<Record<string, string>>): TableIR {
  const lines = Object.entries(rows).map(
    ([id, cells]) => `  ${id}: { rate: 0.01${cells && ', '}${cells} }\n`,
  )
  const text = `columns:\n  rate: usd!\n${columns}rows:\n${lines.join('')}`
  const files = edited([file('tools/others.models.yaml', text)])
  const { value, problems } = compileAll(files, { only: 'build' })
  expect(problems).toEqual([])
  return value!.tables.find(({ name }) => name === 'others.models')!
}

const COLUMNS = `  kind: fast | slow = fast
  loud: boolean = false
  title: string
  words: strings
  more: strings
  counts: integers
  sizes: usd by size
`
const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

describe('rows look alike', () => {
  const table = tableOf(COLUMNS, {
    plain: '',
    another: '',
    fast: 'kind: fast',
    titled: 'title: a',
    other_title: 'title: b',
    one_word: 'words: [a]',
    same_word: 'words: [a]',
    no_words: 'words: []',
    two_words: 'words: [a, b]',
    joined_words: 'words: [ab]',
    more_words: 'words: [], more: [a]',
    moved_words: 'words: [a], more: []',
    some_counts: 'counts: [1]',
    other_counts: 'counts: [2, 3]',
    sized: 'sizes: { s: 0.01, m: 0.02 }',
    same_sizes: 'sizes: { s: 0.03, m: 0.04 }',
    joined_sizes: 'sizes: { sm: 0.01 }',
    loud: 'loud: true',
    slow: 'kind: slow',
  })

  it('with the same columns, choices, words and keys, whatever their other values are', () => {
    expect(viewOf(table).groups.map(({ rows }) => ids(rows))).toEqual([
      ['plain', 'another', 'fast'],
      ['titled', 'other_title'],
      ['one_word', 'same_word'],
      ['no_words'],
      ['two_words'],
      ['joined_words'],
      ['more_words'],
      ['moved_words'],
      ['some_counts', 'other_counts'],
      ['sized', 'same_sizes'],
      ['joined_sizes'],
      ['loud'],
      ['slow'],
    ])
  })

  it('among those with a value in a column, each time the same', () => {
    const slow = viewOf(table, { column: 'kind', value: 'slow' })
    expect(ids(slow.rows)).toEqual(['slow'])
    expect(viewOf(table, { column: 'kind', value: 'slow' })).toBe(slow)
    expect(ids(viewOf(table, { column: 'title', value: 'slow' }).rows)).toEqual([])
    expect(ids(viewOf(table, { column: 'title', value: 'a' }).rows)).toEqual(['titled'])
    expect(viewOf(table).rows).toHaveLength(19)
    expect(viewOf(table)).toBe(viewOf(table))
  })
})

describe('what is known of `model`', () => {
  const fields = (columns: string, rows: Readonly<Record<string, string>>, group?: number) => {
    const view = viewOf(tableOf(columns, rows))
    const type = group === undefined ? view.type : view.groups[group]!.type
    return (type as TypeOf<'record'>).fields
  }

  it('is whether a column is there: in all rows, in some, in none', () => {
    const columns = '  all: integer\n  some: integer\n  none: integer\n  given: integer = 1\n'
    const rows = { a: 'all: 1, some: 1', b: 'all: 2' }
    const marks = (group?: number) =>
      Object.entries(fields(columns, rows, group)).map(([name, { optional, need, never }]) =>
        [name, optional && 'optional', need && 'need', never && 'never'].filter(Boolean).join(' '),
      )
    const [id, aliases, rate, given] = ['id', 'aliases optional', 'rate', 'given']
    expect(marks()).toEqual([
      id,
      aliases,
      rate,
      'all',
      'some optional',
      'none optional never',
      given,
    ])
    const [one, other] = ['some optional need', 'some optional never']
    expect(marks(0)).toEqual([id, aliases, rate, 'all', one, 'none optional never', given])
    expect(marks(1)).toEqual([id, aliases, rate, 'all', other, 'none optional never', given])
  })

  it('is the only value of a boolean, and the values of texts', () => {
    const rows = { a: 'kind: slow, title: x', b: 'loud: true, title: x, words: [p, q]' }
    const [all, one] = [fields(COLUMNS, rows), fields(COLUMNS, rows, 1)]
    expect(all.loud!.type).toEqual({ kind: 'boolean' })
    expect(one.loud!.type).toEqual({ kind: 'boolean', is: true })
    expect(fields(COLUMNS, rows, 0).loud!.type).toEqual({ kind: 'boolean', is: false })
    expect(all.kind!.type).toMatchObject({ within: { values: ['slow', 'fast'] } })
    expect(all.title!.type).toMatchObject({ within: { values: ['x'] } })
    expect(all.words!.type).toEqual({
      kind: 'list',
      of: { kind: 'string', within: { values: ['p', 'q'] } },
    })
    expect(all.rate!.type).not.toHaveProperty('within')
  })

  it('is which keys all rows have, and which some have', () => {
    const columns = '  names: string by size!\n'
    const rows = { a: 'names: { s: x, m: y }', b: 'names: { m: z, l: x }' }
    const all = fields(columns, rows).names!.type
    expect(all).toMatchObject({ sure: ['m'], some: ['s', 'm', 'l'] })
    expect(all).not.toHaveProperty('keys')
    expect(all).toMatchObject({ of: { within: { values: ['x', 'y', 'z'] } } })
    const one = fields(columns, rows, 0).names!.type
    expect(one).toMatchObject({ keys: ['s', 'm'], of: { within: { values: ['x', 'y'] } } })
    expect(one).not.toHaveProperty('some')
    const alike = { a: 'names: { s: x }', b: 'names: { s: y }' }
    expect(fields(columns, alike).names!.type).toMatchObject({ keys: ['s'] })
  })

  it('is no more than its type where no row has a value', () => {
    const type = fields(COLUMNS, { a: '' })
    expect(type.id).toEqual({ type: { kind: 'string' }, doc: 'Id of the row' })
    expect(type.aliases).toEqual({ type: { kind: 'list', of: { kind: 'string' } }, optional: true })
    expect(type.title!.type).toEqual({ kind: 'string' })
    expect(type.sizes!.type).toMatchObject({ kind: 'table', of: { kind: 'decimal', usd: true } })
    expect(type.sizes!.type).not.toHaveProperty('keys')
  })
})
