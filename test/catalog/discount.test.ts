/** How a discount is written, and what is said about other ways. */
import { expect, it } from 'vitest'
import { edit, problemsOf } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const dated = (discount: string) =>
  edit(
    'models',
    'small: { rate: 0.01 }',
    'small: { rate: 0.01, dated: [{ from: 2027-03-01, until: 2027-03-08, because: March, ' +
      `discount: ${discount} }] }`,
  )
const wrong = (discount: string): (string | undefined)[] =>
  problemsOf(dated(discount))
    .filter(({ code }) => code === 'dated')
    .flatMap(({ message, hint }) => [message, hint])
const must = (got: string): string => `\`discount\` must be a percentage of the price, not ${got}`

it.each([
  ['20 %', 1n, 5n],
  ['20%', 1n, 5n],
  ['12.5 %', 1n, 8n],
  ['99.9 %', 999n, 1000n],
])('%s is a share', (text, num, den) => {
  const [row] = catalogOf([dated(text)]).tables[0]!.rows
  expect(row!.promotions!.map(one => one.discount)).toEqual([{ num, den }])
  expect(row!.dated!.map(one => one.discount)).toEqual([{ num, den }])
})

it.each([
  ['20', must('20'), 'write 20 %'],
  ['0.2', must('0.2'), 'write 20 %'],
  ['"0,25"', must('0,25'), 'write 25 %'],
  ['"2,5%"', must('2,5%'), 'write 2.5 %'],
  ['1', must('1'), 'write 1 %'],
  ['0.07', must('0.07'), 'write 7 %'],
  ['0.5 %%', must('0.5 %%'), 'write e.g. 20 %'],
  ['20 percent', must('20 percent'), 'write 20 %'],
  ['20 Per Cent', must('20 Per Cent'), 'write 20 %'],
  ['half', must('half'), 'write e.g. 20 %'],
  ['0', must('0'), 'write e.g. 20 %'],
  ['""', must('nothing'), 'write e.g. 20 %'],
  ['-20 %', must('-20 %'), 'a higher price is a new price, not a discount; 20 % would lower it'],
  [
    '0 %',
    'a discount of 0 % does not lower the price',
    'remove the entry, or write the percentage, e.g. 20 %',
  ],
  [
    '100 %',
    'a discount of 100 % leaves no price',
    'a promotion takes off less than 100 %: write e.g. 50 %; ' +
      'to give calls away, make the row or the route free',
  ],
])('%s is none', (text, ...wanted) => expect(wrong(text)).toEqual(wanted))
