/**
 * Limits that count some calls only are asked before the gates: their condition knows the request
 * and its row, and nothing that gates prove.
 */
import { expect, it } from 'vitest'
import { KEYS } from './edits.ts'
import { file, problemsOf } from './small-catalog.ts'

const LIMIT = file('limits.yaml', 'few: { max: 1, per: 1m, by: ip, style: reset }\n')
const when = (condition: string, more = ''): string[] =>
  problemsOf(LIMIT, KEYS(`${more}  limit: { count: [few], when: '${condition}' }\n`)).map(
    ({ code, message }) => `${code}: ${message}`,
  )

it('the request and its row', () => {
  expect(when('body.count == 1')).toEqual([])
  expect(when('model.rate > 0.001')).toEqual([])
})

it('but no named values, which may read what gates prove', () => {
  expect(when('double > 1', '  let: { double: body.count * 2 }\n')).toEqual([
    'unknown-name: unknown name double',
  ])
})
