/** What is known of a formula before a request: conditions that never change, signs, units. */
import { describe, expect, it } from 'vitest'
import { lowerFormula, lowerPrice } from '../../generator/formula/lower.ts'
import {
  factor,
  good,
  INTEGER,
  list,
  NAMES,
  optional,
  record,
  run,
  STRING,
  text,
  usd,
} from './world.ts'
import type { Names } from '../../generator/types.ts'

const MORE: Names = {
  ...NAMES,
  one: { code: 'one', type: { kind: 'integer', min: 3, max: 3 } },
  few: { code: 'few', type: { kind: 'integer', min: 1, max: 3 } },
  most: { code: 'most', type: { kind: 'integer', max: 5 } },
  amounts: { code: 'amounts', type: list(usd(1000n)) },
  parts: { code: 'parts', type: list(factor(4n)) },
}

describe('a comparison of whole numbers with known limits', () => {
  it.each<[string, boolean | undefined]>([
    ['body.n == 3', undefined],
    ['body.n == 11', false],
    ['body.n != 11', true],
    ['body.n == 10', undefined],
    ['0 == body.n', false],
    ['one == 3', true],
    ['one != 3', false],
    ['one == 4', false],
    ['few == 3', undefined],
    ['3 == few', undefined],
    ['few == 1', undefined],
    ['few == one', undefined],
    ['body.n >= 1', true],
    ['body.n > 1', undefined],
    ['body.n > 0', true],
    ['body.n <= 10', true],
    ['body.n < 10', undefined],
    ['body.n < 1', false],
    ['body.n > 10', false],
    ['10 >= body.n', true],
    ['most > 5', false],
    ['most <= 5', true],
    ['most >= 1', undefined],
    ['body.timeout > 0', undefined],
    ['body.timeout == 5', undefined],
    ['most == 6', false],
  ])('%s is %s', (formula, wanted) => {
    expect(good(lowerFormula(text(formula), MORE)).constant).toBe(wanted)
  })
})

describe('a comparison of amounts', () => {
  it.each<[string, boolean | undefined]>([
    ['fee < 0.002', true],
    ['fee == 0.001', true],
    ['fee != 0.001', false],
    ['fee == 0.002', false],
    ['fee != 0.002', true],
    ['fee > minimum', false],
    ['fee >= minimum', true],
    ['fee <= 0.0009', false],
    ['model.hourly > fee', undefined],
  ])('%s is %s', (formula, wanted) => {
    expect(good(lowerFormula(text(formula), MORE)).constant).toBe(wanted)
  })
})

describe('an amount that may be negative', () => {
  it.each([
    ['fee - body.n * minimum', true],
    ['-fee', true],
    ['fee * (1 - body.n)', true],
    ['min(fee - 0.0005, 1)', true],
    ['min(fee, 1 - fee)', true],
    ['max(fee - 1, fee - 2)', true],
    ['max(fee - 1, fee)', undefined],
    ['max(fee, fee - 1)', undefined],
    ['fee + model.hourly', undefined],
    ['fee * body.n', undefined],
  ])('%s: %s', (formula, wanted) => {
    expect(lowerPrice(text(formula), MORE).value?.negative).toBe(wanted)
  })
})

describe('the smaller and the larger of two', () => {
  it.each([
    ['min(fee, 2)', 1000n],
    ['min(2, fee)', 1000n],
    ['max(0.5, fee)', 500_000n],
    ['max(fee, 0.5)', 500_000n],
  ])('%s is an amount, on either side of a plain number', (formula, wanted) => {
    expect(run(good(lowerPrice(text(formula), MORE)))).toBe(wanted)
  })

  it.each([
    ['min(body.n, 2)', undefined],
    ['2 > min(body.n, 1)', true],
    ['max(body.n, 3) >= 3', true],
    ['max(few, 5) == 5', true],
    ['min(few, 5) <= 3', true],
    ['min(body.timeout, 5) <= 5', true],
    ['max(body.timeout, 5) >= 5', true],
    ['max(body.timeout, 5) <= 9', undefined],
  ])('%s has the limits of both: %s', (formula, wanted) => {
    expect(good(lowerFormula(text(formula), MORE)).constant).toBe(wanted)
  })

  it('are not of a count and an amount', () => {
    expect(lowerFormula(text('max(body.n, fee)'), MORE).problems[0]?.code).toBe('unit-mismatch')
  })
})

describe('an amount in a list', () => {
  const scope = { amounts: [10n, 500n], parts: [2n, 9n], body: { n: 2 } }
  it.each([
    ['0.5 in amounts', true],
    ['0.01 in amounts', true],
    ['0.05 in amounts', false],
    ['0.5 in parts', true],
    ['2.25 in parts', true],
    ['2 in parts', false],
    ['body.n in parts', false],
    ['body.n in [2.0, 3]', true],
    ['0.5 in [0.25, 0.5]', true],
  ])('%s: %s', (formula, wanted) => {
    expect(run(good(lowerFormula(text(formula), MORE)), scope)).toBe(wanted)
  })

  it('of fewer digits cannot be found', () => {
    const [problem] = lowerFormula(text('0.3 in parts'), MORE).problems
    expect(problem!.message).toBe('`0.3` is a decimal, the list holds a decimal')
    expect(lowerFormula(text('body.temperature in parts'), MORE).problems).toHaveLength(1)
  })
})

it('a whole number that can have one value only is that value', () => {
  expect(run(good(lowerFormula(text('one + 1'), MORE)))).toBe(4)
  expect(good(lowerFormula(text('few + 1'), MORE)).type).toEqual({ ...INTEGER, min: 2, max: 4 })
})

describe('what a choice between two values is', () => {
  const WITH: Names = {
    ...NAMES,
    a: { code: 'a', type: record({ id: STRING, n: INTEGER }) },
    b: { code: 'b', type: record({ id: STRING, n: optional(INTEGER) }) },
    more: { code: 'more', type: record({ id: STRING, n: INTEGER, x: STRING }) },
    yes: { code: 'yes', type: { kind: 'boolean', is: true } },
    no: { code: 'no', type: { kind: 'boolean', is: false } },
    priced: { code: 'priced', type: record({ id: usd(1000n) }) },
  }
  const typeOf = (formula: string) => good(lowerFormula(text(formula), WITH)).type
  const message = (formula: string) => lowerFormula(text(formula), WITH).problems[0]?.message

  it('true or false, or the one of them that both are', () => {
    expect(typeOf('choose(body.stream, true, false)')).toEqual({ kind: 'boolean' })
    expect(typeOf('choose(body.stream, yes, no)')).toEqual({ kind: 'boolean' })
    expect(typeOf('choose(body.stream, yes, yes)')).toEqual({ kind: 'boolean', is: true })
    expect(message('choose(body.stream, true, 1)')).toContain('cannot choose between')
  })

  it('a record whose fields may be absent if one may be', () => {
    expect(typeOf('choose(body.stream, a, b)')).toEqual({
      kind: 'record',
      fields: { id: { type: STRING }, n: { type: { kind: 'integer' }, optional: true } },
    })
    expect(typeOf('choose(body.stream, b, a)')).toEqual(typeOf('choose(body.stream, a, b)'))
  })

  it('JSON, of records with other fields', () => {
    expect(typeOf('choose(body.stream, a, more)')).toEqual({ kind: 'json' })
    expect(typeOf('choose(body.stream, more, a)')).toEqual({ kind: 'json' })
  })

  it.each(['choose(body.stream, priced, priced)', 'choose(body.stream, a, 1)'])(
    '%s is none',
    formula => expect(message(formula)).toContain('cannot choose between'),
  )
})

describe('take() and didYouMean()', () => {
  it.each([
    ['take(body.n, 2)', 'an integer and an integer'],
    ['take(model.seconds, 2)', 'a list of integers and an integer'],
    ['take(model.ratios, "2")', 'a list of strings and "2"'],
  ])('%s', (formula, here) => {
    expect(lowerFormula(text(formula), NAMES).problems[0]?.message).toBe(
      `take() takes a list and a whole number; here are ${here}`,
    )
  })

  it('the first elements of a list may be none, even of one that has some', () => {
    const code = good(lowerFormula(text('take(model.resolutions, 2)'), NAMES))
    expect(run(code, { model: { resolutions: ['a', 'b', 'c'] } })).toEqual(['a', 'b'])
    expect(code.type).toMatchObject({ kind: 'list', min: 0 })
  })

  it('names are the ids of the models, or the keys of a table', () => {
    const near = (formula: string) =>
      run(good(lowerFormula(text(formula), NAMES)), {
        models: { ids: ['acme/large'] },
        factors: { '1080p': 1n },
      })
    expect(near('didYouMean("acme/larg", models)')).toContain('acme/large')
    expect(near('didYouMean("1080", factors)')).toContain('1080p')
  })
})

it('a formula that is nested too deep says what to do', () => {
  const deep = `${'('.repeat(200)}1${')'.repeat(200)}`
  expect(lowerFormula(text(deep), NAMES).problems[0]).toMatchObject({
    code: 'formula-limit',
    hint: 'name parts of it with `let:`',
  })
})

it.each([
  ['usd()', 'usd() takes an amount and a number of digits, here are no arguments'],
  ['usd(fee)', 'usd() takes an amount and a number of digits, here is 1 argument'],
  ['text(1, 2)', 'text() takes a value, here are 2 arguments'],
])('%s has another number of arguments', (formula, message) => {
  expect(lowerFormula(text(formula), NAMES).problems[0]?.message).toBe(message)
})
