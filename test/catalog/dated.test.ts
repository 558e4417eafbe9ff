/** When the entries of `dated:` of one row may hold at the same time. */
import { expect, it } from 'vitest'
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
