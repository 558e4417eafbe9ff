/** When the entries of `dated:` of one row may hold at the same time. */
import { describe, expect, it } from 'vitest'
import { periodsOf, promotionsOf, type DatedEntry } from '../../generator/catalog/dated.ts'
import { PRICE } from '../checks/edits.ts'
import { edit, problemsOf } from '../checks/small-catalog.ts'

const YEAR = 'from: 2027-01-01, because: the year'
const MARCH = 'from: 2027-03-01, until: 2027-04-01, because: March'

/** What is wrong with two entries, apart from examples that prove their prices. */
const problems = (first: string, second: string): string[] =>
  problemsOf(
    edit(
      'models',
      'small: { rate: 0.01 }',
      `small: { rate: 0.01, dated: [{ ${first} }, { ${second} }] }`,
    ),
  )
    .filter(({ code }) => code === 'dated')
    .map(({ message }) => message)

it('two prices may not', () => {
  expect(problems(`${YEAR}, rate: 0.011`, `${MARCH}, rate: 0.012`)).toEqual([
    'two entries hold from 2027-03-01: the other one has no end',
  ])
})

it('two promotions may not', () => {
  const spring = 'from: 2027-02-01, until: 2027-03-15, because: spring'
  expect(problems(`${spring}, discount: 10%`, `${MARCH}, discount: 20%`)).toEqual([
    'two entries hold from 2027-03-01: the other one ends on 2027-03-15',
  ])
})

it('a promotion may hold with a price', () => {
  expect(problems(`${YEAR}, rate: 0.011`, `${MARCH}, discount: 20%`)).toEqual([])
})

it('one may begin when another one ends', () => {
  const april = 'from: 2027-04-01, until: 2027-05-01, because: April'
  expect(problems(`${MARCH}, discount: 20%`, `${april}, discount: 10%`)).toEqual([])
})

it('a promotion needs a price to lower', () => {
  const all = problemsOf(
    edit('models', 'rate:   usd!', 'rate:   integer!'),
    edit('models', '{ rate: 0.01 }', `{ rate: 1, dated: [{ ${MARCH}, discount: 10% }] }`),
    edit('models', 'rate: 0.05', 'rate: 5'),
  )
  expect(all[0]!.message).toBe('row small has no price to lower')
})

describe('periods', () => {
  const entry = (from: number, until: number, more: object = {}): DatedEntry =>
    ({ from, until, because: '', settled: false, cells: [], ...more }) as unknown as DatedEntry
  const TENTH = { discount: { num: 1n, den: 10n } }
  /** The periods in short: from, until, and the entries that hold. */
  const periods = (...entries: DatedEntry[]) =>
    periodsOf(entries).map(one => [one.from, one.until, one.prices, one.promotion])

  it('are in the order of time, without the times of the list', () => {
    const [late, early] = [entry(1000, Infinity), entry(5, 90)]
    expect(periods(late, early)).toEqual([
      [5, 90, early, undefined],
      [1000, Infinity, late, undefined],
    ])
    expect(periods()).toEqual([])
  })

  it('end and begin where a promotion does', () => {
    const [price, promotion] = [entry(5, 100), entry(20, 300, TENTH)]
    expect(periods(price, promotion)).toEqual([
      [5, 20, price, undefined],
      [20, 100, price, promotion],
      [100, 300, undefined, promotion],
    ])
    expect(promotionsOf([price, promotion])).toEqual([
      { from: 20, until: 300, settled: false, ...TENTH },
    ])
  })
})

describe('the price of one value in a period', () => {
  const found = (arm: string): string[] =>
    problemsOf(
      edit('routes', '    count: integer', '    kind: a | b = a\n    count: integer'),
      edit(
        'routes',
        PRICE,
        `price:\n    by: body.kind\n    a: model.rate * body.count * margin + fee\n    b: 0.5\n` +
          `    dated:\n      - { from: 2027-01-01, because: more, b: ${arm} }`,
      ),
    )
      .filter(({ code }) => !code.startsWith('dated'))
      .map(({ message }) => message)

  it('may have values of its own, which are formulas', () => {
    expect(found('{ let: { x: body.count }, usd: 0.5 * x }')).toEqual([])
    expect(found('{ let: { x: [1] }, usd: 0.5 }')).toEqual([])
    expect(found('{ let: { x: [1] }, usd: 0.5 * x }')).toEqual(['unknown name x'])
  })
})
