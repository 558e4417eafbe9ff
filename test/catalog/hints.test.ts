/** The hints for cells of another type than their column: how the value is written. */
import { expect, it } from 'vitest'
import { edit, problemsOf } from '../checks/small-catalog.ts'

/** The hint for a cell of a column of this type; undefined if there is nothing wrong. */
const hint = (type: string, cell: string): string | undefined =>
  problemsOf(
    edit('models', 'columns:', `columns:\n  extra: ${type}`),
    edit('models', 'rate: 0.01', `rate: 0.01, extra: ${cell}`),
  ).find(one => one.code === 'bad-cell')?.hint

it.each([
  ['integer', '12k', 'write all digits: 12000'],
  ['integer', '12K', 'write all digits: 12000'],
  ['integer', '12M', 'write all digits: 12000000'],
  ['integer', 'a12k', undefined],
  ['integer', '12kB', undefined],
  ['integer', '1_000', 'write 1000'],
  ['integer', "1'000.000", 'write 1000000'],
  ['integer', '"1 000"', 'write 1000'],
  ['integer', '1_00', undefined],
  ['integer', '2025-10-27', 'times are Unix seconds: write 1761523200'],
  ['integer', '"5"', 'remove the quotes: 5'],
  ['boolean', '"true"', 'remove the quotes: true'],
  ['boolean', 'yes', 'write true'],
  ['boolean', 'on', 'write true'],
  ['boolean', 'y', 'write true'],
  ['boolean', 'No', 'write false'],
  ['boolean', 'off', 'write false'],
  ['boolean', 'n', 'write false'],
  ['boolean', 'yesterday', undefined],
  ['string', '7', 'put it in quotes: "7"'],
  ['usd', '$5', 'write 5: prices are USD'],
  ['usd', '"0.5"', 'remove the quotes: 0.5'],
  ['usd', '5 cents', 'write 0.05: prices are USD, not cents'],
  ['usd', '5ct', 'write 0.05: prices are USD, not cents'],
  ['usd', '5 cent', 'write 0.05: prices are USD, not cents'],
  ['usd', '150c', 'write 1.5: prices are USD, not cents'],
  ['usd', '5¢', 'write 0.05: prices are USD, not cents'],
  ['usd', '5 usdc', 'write only the number, in USD: 5'],
  ['usd', '5 dollars', 'write only the number, in USD: 5'],
  ['usd', '5£', 'write only the number, in USD: 5'],
  ['usd', '5 coins', undefined],
  ['usd', 'a $5', undefined],
  ['integer', '5 cents', undefined],
  ['usd', '5%', 'write a number: prices are amounts in USD'],
  ['usd', '5 EUR', 'write only the number, in USD: 5'],
  ['usd', '€5.50', 'write only the number, in USD: 5.50'],
])('a %s is not %s: %s', (type, cell, wanted) => expect(hint(type, cell)).toBe(wanted))
