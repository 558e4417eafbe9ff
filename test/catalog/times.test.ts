/** Columns of times hold Unix seconds that are not in the future. */
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { edit, edited } from '../checks/small-catalog.ts'

/** 27 October 2025. */
const NOW = 1_761_523_200
const DAY = 86_400

/** What is wrong with a time in a row, and what to do. */
const problems = (time: number): (string | undefined)[] =>
  compile(
    edited([
      edit('models', 'columns:', 'columns:\n  since: time'),
      edit('models', 'rate: 0.01', `rate: 0.01, since: ${time}`),
    ]),
    NOW,
  ).problems.flatMap(({ message, hint }) => [message, hint])
const SECONDS = 'write Unix seconds, such as 1761523200 for 2025-10-27'

it.each([
  ['today', NOW],
  ['the first of 2015', 1_420_070_400],
  ['tomorrow, which has begun somewhere', NOW + DAY],
])('a time may be %s', (_name, time) => expect(problems(time)).toEqual([]))

it.each([
  ['before 2015', 1_420_070_399, '2014-12-31: too early'],
  ['the first day of 1970', 0, '1970-01-01: too early'],
  ['before 1970', -1, 'before 1970: too early'],
  ['earlier than dates go', -9_999_999_999_999, 'before 1970: too early'],
  ['later than tomorrow', NOW + DAY + 1, '2025-10-28: in the future'],
  ['the last second of the year 9999', 253_402_300_799, '9999-12-31: in the future'],
  ['in the year 10000', 253_402_300_800, 'after the year 9999: in the future'],
  ['later than dates go', 1_420_070_400_000_000, 'after the year 9999: in the future'],
  ['in milliseconds before 2015', 1_420_070_399_999, 'after the year 9999: in the future'],
  ['in milliseconds after tomorrow', (NOW + DAY + 1) * 1000, 'after the year 9999: in the future'],
])('a time may not be %s', (_name, time, is) =>
  expect(problems(time)).toEqual([`\`since\` is ${time}, which is ${is}`, SECONDS]),
)

it.each([
  ['today', NOW],
  ['the first of 2015', 1_420_070_400],
  ['tomorrow', NOW + DAY],
])('a time in milliseconds is recognised: %s', (_name, time) =>
  expect(problems(time * 1000)).toEqual([
    `\`since\` is ${time}000, which is in milliseconds`,
    `times are Unix seconds: write ${time}`,
  ]),
)
