/** What dated rows change later is part of the plan. */
import { expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { edit, edited, type Edit } from '../checks/small-catalog.ts'

const built = (...edits: Edit[]) => compile(edited(edits)).value!
const row = (more: string): Edit =>
  edit('models', 'small: { rate: 0.01 }', `small: { rate: 0.01, ${more} }`)
const found = (more: string) => planOf(built(), built(row(more))).findings

it('a promotion lowers prices from its first day', () => {
  const promotion = 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: x }]'
  expect(found(promotion)).toMatchObject([
    { id: 'price-lowered', subject: 'small rate from 2026-12-01', old: '0.01', new: '0.008' },
  ])
})

it('a model that is retired on a day is removed from that day', () => {
  expect(found('retired: { since: 2027-01-01, use: large }').map(one => one.subject)).toEqual(
    expect.arrayContaining([expect.stringMatching(/small.* from 2027-01-01$/)]),
  )
})

it('a number of gateway.yaml that is another on a day is one finding, with what it moves', () => {
  const dearer = '{ rate: 0.01, dated: [{ from: 2027-01-01, rate: 0.011, because: x }] }'
  const both = [edit('models', 'small: { rate: 0.01 }', `small: ${dearer}`)]
  const fee = (at: string): Edit =>
    edit('gateway', 'metrics:', `dated: [{ from: ${at}, fee: 0.002, because: gas }]\nmetrics:`)
  const { findings } = planOf(built(...both), built(...both, fee('2027-01-01')))
  expect(findings.map(({ id, subject, message }) => [id, subject, message])).toEqual([
    [
      'constant-changed',
      'fee from 2027-01-01',
      '2027-01-01: fee 0.001 -> 0.002: 1 route with 2 models, from +0.9 % to +8 %',
    ],
  ])
  const gone = planOf(built(fee('2027-01-01')), built())
  expect(gone.findings.map(one => one.message)).toEqual([
    '2027-01-01: fee 0.002 -> 0.001: 1 route with 2 models, from -8 % to -0.9 %',
  ])
})

it('what was dated before and still is changes nothing', () => {
  const dated = row('dated: [{ from: 2026-12-01, rate: 0.012, because: x }]')
  expect(planOf(built(dated), built(dated)).findings).toEqual([])
})

it('says until when it holds', () => {
  const promotion = 'dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 20 %, because: x }]'
  expect(found(promotion).map(one => one.message)).toEqual([
    '2026-12-01 until 2026-12-08: small rate 0.01 -> 0.008 USD, -20 %',
  ])
  const dated = 'dated: [{ from: 2026-12-01, rate: 0.008, because: x }]'
  expect(found(dated).map(one => one.message)).toEqual([
    '2026-12-01: small rate 0.01 -> 0.008 USD, -20 %',
  ])
})

it('a new row has its price of today, and those of its dates', () => {
  const dated = '{ rate: 0.02, dated: [{ from: 2027-01-01, rate: 0.03, because: x }] }'
  const added = edit('models', 'rows:\n', `rows:\n  tiny: ${dated}\n`)
  const { findings } = planOf(built(), built(added))
  expect(findings.map(one => [one.message, one.effects[0]?.new])).toEqual([
    ['tiny is new, at 1 route', 22_000n],
    ['2027-01-01: tiny has another price, at 1 route', 32_500n],
  ])
})
