/** The notation of columns and literals. */
import { describe, expect, it } from 'vitest'
import { parseColumn } from '../../generator/notation/column.ts'
import { parseBytes, parseDecimal, parseDuration } from '../../generator/notation/literals.ts'
import { choices, good, INTEGER, list, shown, STRING, text } from './world.ts'

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
    ['1e-3', 'numbers have no exponents; write all digits'],
    ['.5', 'a number begins with a digit: 0.5'],
    ['5.', 'a number ends with a digit: 5'],
    ['$5', 'write only the number; money is in USD'],
    ['+5', 'remove the plus'],
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
