/** Lists and maps in cells: how they are written, and what is said about others. */
import { describe, expect, it } from 'vitest'
import { edit, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** A column of this type, and a cell of it in the first row. */
const edits = (type: string, cell: string): Edit[] => [
  edit('models', 'columns:', `columns:\n  extra: ${type}`),
  edit('models', 'rate: 0.01', `rate: 0.01, extra: ${cell}`),
]
/** What is wrong with the cell: the message, and the hint if there is one. */
const wrong = (type: string, cell: string): (string | undefined)[] =>
  problemsOf(...edits(type, cell))
    .filter(({ code }) => code.startsWith('bad-'))
    .flatMap(({ message, hint }) => (hint === undefined ? [message] : [message, hint]))
const read = (type: string, cell: string): unknown =>
  catalogOf(edits(type, cell)).tables[0]!.rows[0]!.cells.extra

describe('a list of whole numbers', () => {
  it.each([
    ['[3, 1, 3]', [3, 1, 3]],
    ['4..7', [4, 5, 6, 7]],
    ['-1..1', [-1, 0, 1]],
    ['5..5', [5]],
    ['[]', []],
  ])('may be written as %s', (cell, wanted) => expect(read('integers', cell)).toEqual(wanted))

  it('may be as long as 10,000', () => {
    expect(read('integers', '1..10000')).toHaveLength(10_000)
  })

  const LIST = '`extra` must be a list of whole numbers, or a range such as 4..15, not'
  it.each([
    ['7..4', `${LIST} 7..4`, 'write the lower number first: 4..7'],
    ['1..10001', `${LIST} 1..10001`, 'a range has at most 10000 numbers'],
    ['4..', `${LIST} 4..`, 'write a list: [4..]'],
    ['1..2..3', `${LIST} 1..2..3`, 'write a list: [1..2..3]'],
    ['4', `${LIST} 4`, 'write a list: [4]'],
    ['""', `${LIST} nothing`, 'write a list: [...]'],
    ['{ a: 1 }', `${LIST} a map`],
  ])('is not %s', (cell, ...wanted) => expect(wrong('integers', cell)).toEqual(wanted))
})

describe('a list of texts', () => {
  it('has no range, and no text twice', () => {
    expect(wrong('strings', '1..3')).toEqual([
      '`extra` must be a list, not 1..3',
      'write a list: [1..3]',
    ])
    expect(wrong('strings', '[a, b, a]')).toEqual([
      '`a` is repeated in `extra`',
      'keep one of them',
    ])
    expect(wrong('strings', '["", ""]')).toEqual([])
    expect(wrong('integers', '[1, 1]')).toEqual([])
  })

  it('is not empty in a column that needs it', () => {
    const needed = edit('models', 'rate: 0.05', 'rate: 0.05, extra: [a]')
    const found = (cell: string): (string | undefined)[] =>
      problemsOf(...edits('strings!', cell), needed).flatMap(({ message, hint }) => [message, hint])
    expect(found('[a]')).toEqual([])
    expect(found('[]')).toEqual([
      '`extra` must not be empty',
      'its column is marked with `!`: every row needs at least one element',
    ])
  })
})

describe('a map', () => {
  it.each([
    [
      'usd by size',
      '0.05',
      '`extra` must be a map, not 0.05',
      'write an entry for each: { <name>: 0.05 }',
    ],
    [
      'usd by size',
      '""',
      '`extra` must be a map, not nothing',
      'write an entry for each: { <name>: ... }',
    ],
    ['usd by size', '[1]', '`extra` must be a map, not a list'],
    [
      'usd by size',
      '{}',
      '`extra` must not be empty',
      'write an entry; a cell of a column without `!` may be left out',
    ],
    ['usd by size', '{ a: 1, b: -2 }', '`extra.b` must not be negative, and is -2'],
    ['usd by size', '{ a: [1] }', '`extra.a` must be a number such as 0.05, not a list'],
  ])('%s is not %s', (type, cell, ...wanted) => expect(wrong(type, cell)).toEqual(wanted))
})

describe('one value', () => {
  it.each([
    ['boolean', '5', '`extra` must be true or false, not 5'],
    ['boolean', 'maybe', '`extra` must be true or false, not maybe'],
    ['integer', '1.5', '`extra` must be a whole number, not 1.5'],
    ['integer', '90071992547409930', '`extra` must be a whole number, not 90071992547409930'],
    ['integer', '{ a: 1 }', '`extra` must be a whole number, not a map'],
    ['integer', '-5', undefined],
    ['usd', '-0.5', '`extra` must not be negative, and is -0.5'],
    ['usd', '-a', '`extra` must be a number such as 0.05, not -a'],
    ['string', '[a]', '`extra` must be a text, not a list'],
    ['string', 'true', '`extra` must be a text, not true'],
  ])('a %s and %s: %s', (type, cell, wanted) => expect(wrong(type, cell)[0]).toBe(wanted))
})
