/** Formulas that are built from parts of others: their numbers, and their places. */
import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import {
  isAlike,
  join,
  not,
  number,
  product,
  sum,
  when,
} from '../../generator/formula/build-expr.ts'
import { decimalText, digitsOf, gcd, lcm } from '../../generator/formula/decimal.ts'
import { placeIn, sliceText } from '../../generator/formula/fail.ts'
import { numberPart, type NumberPart } from '../../generator/formula/lower-parts.ts'
import { parse } from '../../generator/formula/parse.ts'
import { NAMES, run, text } from './world.ts'
import type { Expr } from '../../generator/formula/expr.ts'
import type { Text } from '../../generator/types.ts'

const part = (expr: Expr): NumberPart | undefined =>
  numberPart(expr, { text: text(''), names: NAMES })
/** The value of a formula over its denominator. */
const valueOf = (expr: Expr, body = {}): unknown => {
  const { js, den } = part(expr)!
  return [run(line(js), { body }), den]
}

describe('a formula of parts', () => {
  const [two, three] = [number('2'), number('3')]
  it.each<[string, Expr, string, bigint]>([
    ['number', number('0.05'), '1', 20n],
    ['negative number', number('-0.5'), '-1', 2n],
    ['difference', join('-', two, three), '-1', 1n],
    ['product', product([two, three, number('0.5')]), '6', 2n],
    ['product of one', product([three]), '3', 1n],
    ['product of none', product([]), '1', 1n],
    ['sum', sum([two, three, number('0.5')]), '11', 2n],
    ['sum of one', sum([three]), '3', 1n],
    ['sum of none', sum([]), '0', 1n],
    ['value without conditions', when([], three), '3', 1n],
  ])('a %s', (_name, expr, num, den) => {
    expect(part(expr)).toMatchObject({ constant: { num: BigInt(num), den } })
  })

  it('is nothing unless all its conditions hold', () => {
    const expr = when([parse('body.n > 2'), not(parse('body.stream'))], parse('body.n'))
    const of = (n: number, stream: boolean): unknown => valueOf(expr, { n, stream })
    expect([of(3, false), of(2, false), of(3, true)]).toEqual([
      [3, 1n],
      [0, 1n],
      [0, 1n],
    ])
  })
})

describe('exact decimals', () => {
  it.each<[bigint, number | undefined]>([
    [1n, 0],
    [2n, 1],
    [8n, 3],
    [25n, 2],
    [40n, 3],
    [3n, undefined],
    [30n, undefined],
  ])('over %s have this number of digits: %s', (den, digits) => {
    expect(digitsOf(den)).toBe(digits)
  })

  it.each<[bigint, bigint, bigint, bigint]>([
    [4n, 6n, 2n, 12n],
    [-4n, 6n, 2n, -12n],
    [5n, 7n, 1n, 35n],
    [6n, 3n, 3n, 6n],
  ])('of %s and %s have in common %s and %s', (a, b, divisor, multiple) => {
    expect([gcd(a, b), lcm(a, b)]).toEqual([divisor, multiple])
  })

  it('are shown without needless zeros', () => {
    expect(
      [
        { num: 1n, den: 20n },
        { num: -5n, den: 2n },
        { num: 40n, den: 1n },
      ].map(decimalText),
    ).toEqual(['0.05', '-2.5', '40'])
  })
})

describe('places in the file', () => {
  /** A text that begins at 100, with a gap of 10 after three characters, as folded lines have. */
  const folded: Text = {
    text: 'abcdef',
    place: { file: 'a.yaml', start: 100, end: 116 },
    at: offset => 100 + offset + (offset < 3 ? 0 : 10),
  }
  it.each<[string, number, number, [number, number]]>([
    ['the first characters', 0, 2, [100, 102]],
    ['those up to the gap', 0, 3, [100, 103]],
    ['those over the gap', 2, 4, [102, 114]],
    ['none', 4, 4, [114, 114]],
    ['more than there are', 5, 99, [115, 116]],
    ['what is behind the end', 6, 6, [116, 116]],
  ])('of %s', (_name, from, to, [start, end]) => {
    expect(placeIn(folded, { start: from, end: to })).toEqual({ file: 'a.yaml', start, end })
  })

  it('are those of the whole text, in a part of it, and in the file of each character', () => {
    const part = sliceText(folded, 2, 5)
    expect([part.text, part.place]).toEqual(['cde', { file: 'a.yaml', start: 102, end: 115 }])
    expect([0, 1, 3, 99].map(part.at)).toEqual([102, 113, 115, 115])
    expect('fileAt' in part).toBe(false)
    expect(sliceText(folded, 4).text).toBe('ef')
    const two = { ...folded, fileAt: (offset: number) => (offset < 3 ? 'a.yaml' : 'b.yaml') }
    expect(placeIn(two, { start: 3, end: 4 }).file).toBe('b.yaml')
    expect([0, 1, 99].map(offset => sliceText(two, 2, 5).fileAt!(offset))).toEqual([
      'a.yaml',
      'b.yaml',
      'b.yaml',
    ])
  })
})

describe('formulas are alike', () => {
  it.each(['0.5', '-0.5'])('a number that is built and one that is written: %s', source => {
    expect(isAlike(number(source), parse(source))).toBe(true)
  })

  it.each([
    ['body.n + 1', ' body.n+1', true],
    ['body["n"]', 'body[ "n" ]', true],
    ['body.n.x(1)', 'body.n . x( 1 )', true],
    ['{ a: 1 }', '{a:1}', true],
    ['body.n + 1', 'body.n + 2', false],
    ['body.n + 1', '1 + body.n', false],
    ['{ a: 1 }', '{ b: 1 }', false],
    ['a(1)', 'a(1, 1)', false],
  ])('%s and %s: %s', (a, b, wanted) => {
    expect(isAlike(parse(a), parse(b))).toBe(wanted)
  })
})

describe('the number that a part is', () => {
  it.each<[string, Partial<NumberPart> | undefined]>([
    ['body.n * fee', { den: 1000n, unit: 'usd', isInteger: false, uses: ['body'] }],
    ['body.n + status', { den: 1n, unit: 'count', isInteger: true, uses: ['body', 'status'] }],
    ['body.n * 0.5', { den: 2n, unit: 'any', isInteger: false, uses: ['body'] }],
    ['fee', { den: 1000n, unit: 'usd', constant: { num: 1n, den: 1000n }, uses: [] }],
    ['2 + 3', { den: 1n, unit: 'any', constant: { num: 5n, den: 1n }, uses: [] }],
    ['body.prompt', undefined],
    ['body.temperature', undefined],
    ['body.seed', undefined],
    ['balanceOf("a")', undefined],
    ['unknown', undefined],
  ])('%s', (formula, wanted) => {
    const found = numberPart(parse(formula), { text: text(formula), names: NAMES })
    if (wanted === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(wanted)
    expect(found !== undefined && 'constant' in found).toBe(wanted?.constant !== undefined)
  })
})
