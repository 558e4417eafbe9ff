/** Formulas that are built from parts of others, and the numbers that they are. */
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
import { numberPart, type NumberPart } from '../../generator/formula/lower-parts.ts'
import { parse } from '../../generator/formula/parse.ts'
import { NAMES, run, text } from './world.ts'
import type { Expr } from '../../generator/formula/expr.ts'

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

describe('formulas are alike', () => {
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
