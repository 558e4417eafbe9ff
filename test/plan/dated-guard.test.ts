/**
 * The price guard of dated changes: what is far from the list is accepted once, for all commands.
 */
import { describe, expect, it } from 'vitest'
import { compileAll } from '../../generator/compile.ts'
import { guarded } from '../../generator/plan/guard.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from './small.ts'

const DAY = Date.UTC(2027, 0, 1)
const row = (entry: string): Edit =>
  edit('models', 'rate: 0.01 }', `rate: 0.01, dated: [{ ${entry}, because: x }] }`)
const price = 'model.rate * body.count * margin + fee'
const route = (entry: string): Edit =>
  edit('routes', `price: ${price}`, `price: { usd: ${price}, dated: [{ ${entry}, because: x }] }`)
const gateway = (entry: string): Edit =>
  edit('gateway', 'metrics:', `dated: [{ ${entry}, because: x }]\nmetrics:`)
const promotion = (percent: number): string =>
  `from: 2027-01-01, until: 2027-02-01, discount: ${percent} %`

const jumps = (...edits: Edit[]) =>
  compileAll(edited(edits)).problems.filter(one => one.code === 'dated-jump')

describe('a dated price that is far from the list', () => {
  it.each([
    ['a promotion of 49 %', row(promotion(49)), []],
    ['a promotion of 50 %', row(promotion(50)), ['warning']],
    ['a promotion of 89 %', row(promotion(89)), ['warning']],
    ['a promotion of 90 %', row(promotion(90)), ['error']],
    ['a promotion of a route of 49 %', route(promotion(49)), []],
    ['a promotion of a route of 50 %', route(promotion(50)), ['warning']],
    ['a promotion of a route of 91 %', route(promotion(91)), ['error']],
    ['twice the price', row('from: 2027-01-01, rate: 0.02'), ['warning']],
    ['a tenth of the fee', gateway('from: 2027-01-01, fee: 0.0001'), ['error']],
  ])('%s: %j', (_, change, severities) =>
    expect(jumps(change).map(one => one.severity)).toEqual(severities),
  )

  it('is reported at the line of its entry', () => {
    const change = row(promotion(90))
    const [problem] = jumps(change)
    expect(problem!.message).toBe(
      'small rate goes from 0.01 to 0.001 USD on 2027-01-01, 10 times as little',
    )
    const { text } = edited([change]).find(one => one.path === problem!.place.file)!
    expect(text.slice(problem!.place.start)).toMatch(/^from: 2027-01-01/)
  })

  it('is one problem for an entry, with what accepts all of its prices', () => {
    const more = edit('models', 'rows:\n', '  fast: usd\nrows:\n')
    const found = jumps(
      more,
      edit(
        'models',
        'rate: 0.01 }',
        `rate: 0.01, fast: 0.02, dated: [{ ${promotion(60)}, because: x }] }`,
      ),
    )
    expect(found.map(one => one.message)).toEqual([
      expect.stringMatching(/2\.5 times as little; and 1 more of its prices$/),
    ])
    expect(found[0]!.hint!.match(/finding: price-lowered/g)).toHaveLength(2)
  })
})

describe('one entry', () => {
  it.each([
    ['a row', row('from: 2027-01-01, rate: 0.03'), 'small rate from 2027-01-01'],
    ['a tenfold one', row('from: 2027-01-01, rate: 0.1'), 'small rate from 2027-01-01'],
    ['a promotion', row(promotion(60)), 'small rate from 2027-01-01'],
    ['a route', route(promotion(60)), 'POST /api/v1/things from 2027-01-01'],
    ['a number', gateway('from: 2027-01-01, fee: 0.005'), 'fee from 2027-01-01'],
  ])('accepts the change of %s in check, check of its day, and plan', (_, change, subject) => {
    const [problem] = jumps(change)
    const entry = /- \{ finding: .* \}/.exec(problem!.hint!)![0]
    expect(entry).toContain(
      `subject: ${/^[A-Z]/.test(subject) ? '"' : ''}${subject}`.replace('"POST', 'POST'),
    )
    const meant = file('accepted.yaml', `${entry.replace('WHY', 'meant')}\n`)
    const { value, problems } = compileAll(edited([change, meant]))
    const old = catalogOf()
    expect(problems.filter(one => one.code === 'dated-jump')).toEqual([])
    const onDay = guarded([], old, value!, DAY)
    expect(onDay.map(one => one.message)).toEqual([])
    const plan = planOf(old, value!)
    expect([plan.verdict, plan.notes]).toEqual(['allow', []])
    // Check needs it as long as the dated price stands there.
    expect(planOf(value!, value!).notes).toEqual([])
  })

  it('accepts no other price and no other day', () => {
    const meant = (day: string, now: string): Edit =>
      file(
        'accepted.yaml',
        `- { finding: price-raised, subject: small rate from ${day}, old: 0.01, new: ${now}, because: x }\n`,
      )
    const change = row('from: 2027-01-01, rate: 0.03')
    expect(jumps(change, meant('2027-01-01', '0.03'))).toEqual([])
    expect(jumps(change, meant('2027-01-02', '0.03'))).toHaveLength(1)
    expect(jumps(change, meant('2027-01-01', '0.04'))).toHaveLength(1)
    const later = compileAll(edited([change, meant('2027-06-01', '0.03')])).value!
    expect(guarded([], catalogOf(), later, DAY)).toHaveLength(1)
  })
})

it.each([
  ['on its days', DAY, /^from: 2027-01-01/],
  ['before them, if the list has changed too', DAY - 1, /^0\.0012/],
])('a number of gateway.yaml is reported at its entry %s', (_, at, place) => {
  const list = edit('gateway', 'fee: 0.001', 'fee: 0.0012')
  const files = edited([gateway('from: 2027-01-01, fee: 0.0015'), list])
  const [problem] = guarded([], catalogOf(), compileAll(files).value!, at)
  expect(problem!.code).toBe('price-constant')
  const { text } = files.find(one => one.path === problem!.place.file)!
  expect(text.slice(problem!.place.start)).toMatch(place)
})
