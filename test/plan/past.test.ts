/** What was sold keeps its price: a new date in the past is an error of `check`. */
import { expect, it } from 'vitest'
import { datesFarAway } from '../../generator/checks/dated-far.ts'
import { rewritten } from '../../generator/plan/past.ts'
import { edit, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from './small.ts'

const TODAY = Date.UTC(2026, 10, 23, 12)
const gateway = (entry: string): Edit =>
  edit('gateway', 'metrics:', `dated: [{ ${entry}, because: x }]\nmetrics:`)
const row = (entry: string): Edit =>
  edit('models', 'rate: 0.01 }', `rate: 0.01, dated: [{ ${entry}, because: x }] }`)
const price = 'model.rate * body.count * margin + fee'
const route = (entry: string): Edit =>
  edit('routes', `price: ${price}`, `price: { usd: ${price}, dated: [{ ${entry}, because: x }] }`)
const found = (edits: readonly Edit[], before: readonly Edit[] = []) =>
  rewritten(catalogOf(before), catalogOf(edits), TODAY)

it.each([
  ['a fee', gateway('from: 2026-01-01, fee: 0.002'), '`fee`'],
  ['a margin', gateway('from: 2026-11-23, margin: 1.1'), '`margin`'],
  [
    'a minimum for some time',
    gateway('from: 2026-01-01, until: 2026-02-01, minimum: 0.002'),
    '`minimum`',
  ],
  ['a row', row('from: 2026-01-01, rate: 0.012'), '`rate` of small'],
  ['a promotion', row('from: 2026-11-20, until: 2026-12-01, discount: 5 %'), '`rate` of small'],
  ['a route', route('from: 2026-01-01, usd: model.rate + fee'), 'the price of POST /api/v1/things'],
])('%s with a day that is past is an error at its entry, with what to write', (_, change, what) => {
  const [problem, ...more] = found([change])
  expect(more).toEqual([])
  expect(problem!.message).toMatch(
    /^this entry changes .* from 2026-\d\d-\d\d on, which is in the past/,
  )
  expect(problem!.message).toContain(what)
  expect(problem!.hint).toMatch(/^write `from: 2026-11-24` or a later time/)
  expect([problem!.severity, problem!.code]).toEqual(['error', 'past'])
})

it('so is another value of an entry that holds', () => {
  const [before, after] = ['0.002', '0.003'].map(fee => gateway(`from: 2026-01-01, fee: ${fee}`))
  expect(found([after!], [before!])).toHaveLength(1)
})

it.each<[string, readonly Edit[], readonly Edit[]]>([
  ['that is ahead', [gateway('from: 2026-11-24, fee: 0.002')], []],
  [
    'that was there before',
    [row('from: 2026-01-01, rate: 0.012')],
    [row('from: 2026-01-01, rate: 0.012')],
  ],
  [
    'that was there before and ends now',
    [gateway('from: 2026-01-01, until: 2026-11-24, fee: 0.002')],
    [gateway('from: 2026-01-01, fee: 0.002')],
  ],
  [
    'beside a list that changes',
    [gateway('from: 2026-01-01, fee: 0.002'), edit('gateway', 'margin: 1.05', 'margin: 1.06')],
    [gateway('from: 2026-01-01, fee: 0.002')],
  ],
  ['that is removed', [], [gateway('from: 2026-01-01, fee: 0.002')]],
])('an entry %s is none', (_, edits, before) => expect(found(edits, before)).toEqual([]))

it.each([
  ['a number of gateway.yaml', gateway('from: 2062-12-01, fee: 0.002')],
  ['a row', row('from: 2062-12-01, rate: 0.012')],
  ['a route', route('from: 2062-12-01, usd: model.rate + fee')],
  [
    'a retirement',
    edit('models', 'rate: 0.01 }', 'rate: 0.01, retired: { since: 2062-12-01, use: large } }'),
  ],
])('a date of %s that is years away is a warning', (_, change) => {
  expect(datesFarAway(catalogOf([change]), TODAY).map(one => [one.severity, one.message])).toEqual([
    ['warning', 'this begins on 2062-12-01, in more than five years'],
  ])
  const nearer = { ...change, by: ('by' in change ? change.by : '').replace('2062', '2030') }
  expect(datesFarAway(catalogOf([nearer as Edit]), TODAY)).toEqual([])
})

it('a retirement of years ago is a warning', () => {
  const since = (day: string) =>
    edit('models', 'rate: 0.01 }', `rate: 0.01, retired: { since: ${day}, use: large } }`)
  expect(datesFarAway(catalogOf([since('2016-12-01')]), TODAY).map(one => one.message)).toEqual([
    'this began on 2016-12-01, more than five years ago',
  ])
  expect(datesFarAway(catalogOf([since('2022-12-01')]), TODAY)).toEqual([])
})
