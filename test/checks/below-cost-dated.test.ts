/**
 * Rules are checked again for each date at which what they read has changed, and nothing that was
 * found for the list or for another date stands in its place.
 */
import { expect, it } from 'vitest'
import { PRICE } from './edits.ts'
import { edit, problemsOf, type Edit } from './small-catalog.ts'

const MARGIN = 'price:\n    usd: model.rate * body.count * margin + fee\n'
const COST = '    cost: model.rate * body.count * 1.04\n'
const PAID = edit('routes', `${PRICE}\n`, MARGIN + COST)

const dated = (...entries: readonly string[]): string => `dated: [${entries.join(', ')}]`
const margin = (from: string, value: string): string =>
  `{ from: ${from}, margin: ${value}, because: x }`
const row = (from: string, discount: string): string =>
  `{ from: ${from}, until: ${from.replace(/1$/, '2')}, discount: ${discount}, because: x }`

const inGateway = (...entries: readonly string[]): Edit =>
  edit('gateway', 'fee: 0.001\n', `fee: 0.001\n${dated(...entries)}\n`)
const inRoute = (...entries: readonly string[]): Edit =>
  edit('routes', `${PRICE}\n`, `${MARGIN}${COST}    ${dated(...entries)}\n`)
const inRow = (...entries: readonly string[]): Edit =>
  edit('models', 'small: { rate: 0.01 }', `small: { rate: 0.01, ${dated(...entries)} }`)

/** What the problems of prices below cost say. */
const found = (...edits: readonly Edit[]): string[] =>
  problemsOf(...edits)
    .filter(({ code }) => code === 'below-cost')
    .map(({ message }) => message)

it('the list is not below cost', () => {
  expect(found(PAID)).toEqual([])
})

it.each<[string, readonly Edit[]]>([
  ['a number of gateway.yaml', [PAID, inGateway(margin('2027-01-01', '1'))]],
  ['the price of the route', [inRoute(row('2027-01-01', '60 %'))]],
  ['a row', [PAID, inRow(row('2027-01-01', '60 %'))]],
])('%s that is below cost at a date is found', (_what, edits) => {
  expect(found(...edits)).not.toEqual([])
})

it.each<[string, readonly Edit[]]>([
  [
    'a number of gateway.yaml',
    [
      PAID,
      inGateway(
        '{ from: 2027-01-01, until: 2027-02-01, margin: 1.06, because: x }',
        margin('2027-02-01', '1'),
      ),
    ],
  ],
  ['the price of the route', [inRoute(row('2027-01-01', '1 %'), row('2027-02-01', '60 %'))]],
  ['a row', [PAID, inRow(row('2027-01-01', '1 %'), row('2027-02-01', '60 %'))]],
])('%s that is below cost only at the second of two dates is found', (_what, edits) => {
  expect(found(...edits)).not.toEqual([])
})
