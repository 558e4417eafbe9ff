/** The price guard of `check`, with and without a repository. */
import { describe, expect, it } from 'vitest'
import { compileAll, readCatalog } from '../../generator/compile.ts'
import { guarded } from '../../generator/plan/guard.ts'
import type { Problem } from '../../generator/types.ts'
import { CATALOG } from '../helpers/catalogs.ts'
import { edit, edited, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from './small.ts'

/** Problems of edits as `check` shows them, compared with the small catalog. */
function shown(...edits: Edit[]): Problem[] {
  const { value, problems } = compileAll(edited(edits))
  return guarded(problems, catalogOf(), value!).filter(one => !one.summed)
}
const rate = (to: string): Edit => edit('models', 'small: { rate: 0.01 }', `small: { rate: ${to} }`)
const jumps = (...edits: Edit[]): Problem[] =>
  shown(...edits).filter(one => one.code === 'price-jump')

describe('an amount of a row', () => {
  it.each([
    ['0.019', []],
    ['0.0051', []],
    ['0.02', ['warning']],
    ['0.005', ['warning']],
    ['0.099', ['warning']],
    ['0.1', ['error']],
    ['0.001', ['error']],
  ])('of 0.01 that becomes %s: %j', (to, severities) =>
    expect(jumps(rate(to)).map(one => one.severity)).toEqual(severities),
  )

  it('is named with both values, what to write if it is meant, and its own line', () => {
    const [problem] = jumps(rate('0.1'))
    expect(problem!.message).toBe('small rate went from 0.01 to 0.1 USD, 10 times as much')
    expect(problem!.hint).toContain(
      '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.1, because: WHY }',
    )
    const { text } = edited([rate('0.1')]).find(one => one.path === problem!.place.file)!
    expect(text.slice(problem!.place.start, problem!.place.end)).toBe('0.1')
  })

  it('has no unit if it is no amount of money', () => {
    const before = [
      edit('models', '  most:   integer = 10\n', '  most:   integer = 10\n  times:  integer = 1\n'),
      edit('routes', 'price: model.rate', 'price: model.times * model.rate'),
    ]
    const after = [
      ...before,
      edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.01, times: 10 }'),
    ]
    const { value, problems } = compileAll(edited(after))
    const [jump] = guarded(problems, catalogOf(before), value!).filter(
      one => one.code === 'price-jump',
    )
    expect(jump!.message).toBe('small times went from 1 to 10, 10 times as much')
  })

  it('is silent once it is accepted, for this change only', () => {
    const entry = (now: string): Edit =>
      file(
        'accepted.yaml',
        `- { finding: price-raised, subject: small rate, old: 0.01, new: ${now}, because: x }\n`,
      )
    expect(jumps(rate('0.1'), entry('0.1'))).toEqual([])
    expect(jumps(rate('0.1'), entry('0.2'))).toHaveLength(1)
  })
})

it('a formula that gives ten times as much is an error at the price', () => {
  const [problem] = jumps(edit('routes', 'price: model.rate', 'price: 20 * model.rate'))
  expect(problem).toMatchObject({
    severity: 'error',
    message:
      'POST /api/v1/things cost 0.0115 to 0.106 USD, and now 0.211 to 2.101 USD: up to 20 times as much',
  })
})

it('a row that costs nothing any more is an error, and says what it cost', () => {
  const [problem] = jumps(edit('models', 'rate: 0.01', 'rate: 0'))
  expect(problem).toMatchObject({
    severity: 'error',
    message: expect.stringMatching(/^small rate went from 0\.01 to 0/),
  })
})

it('rows that were changed are named, and no number of gateway.yaml that is as before', () => {
  const chat = 'text/chat.models.yaml'
  const rates = 'input: 1.00, cache_read: 0.10, cache_write: 1.25, output: 5.00'
  const real = readCatalog(CATALOG)
  const files = edited(
    [edit(chat, rates, rates.replace('5.00', '6.00')), edit(chat, 'output: 14.00', 'output: 16')],
    real,
  )
  const old = compileAll(real, { only: 'build' }).value!
  const { value, problems } = compileAll(files)
  const found = guarded(problems, old, value!).filter(
    one => one.code === 'example-price' && !one.repeats,
  )
  expect(found.some(one => one.sum || one.summed)).toBe(false)
  const { text } = files.find(one => one.path === `catalog/${chat}`)!
  const cells = found.map(({ also }) => also!.find(one => one.label.startsWith('row '))!)
  const named = cells.map(({ label, place }) => `${label}: ${text.slice(place.start, place.end)}`)
  expect(new Set(named)).toEqual(new Set(['row vendorF/small-4: 6.00', 'row vendorA/chat-6: 16']))
})

describe('a number of gateway.yaml', () => {
  const fee = edit('gateway', 'fee: 0.001', 'fee: 0.002')

  it('that is ten times as high is an error until it is accepted, also if examples agree', () => {
    const ten = edit('gateway', 'fee: 0.001', 'fee: 0.01')
    const [problem] = shown(ten).filter(one => one.code === 'price-jump')
    expect(problem).toMatchObject({
      severity: 'error',
      message: '`fee` went from 0.001 to 0.01, 10 times as much',
    })
    const entry =
      '- { finding: constant-changed, subject: fee, old: 0.001, new: 0.01, because: x }\n'
    const accepted = shown(ten, file('accepted.yaml', entry))
    expect(accepted.filter(one => one.code === 'price-jump')).toEqual([])
    expect(shown(ten).map(one => one.code)).toEqual(['price-jump'])
    const nine = shown(edit('gateway', 'fee: 0.001', 'fee: 0.009'))
    expect(nine.filter(one => one.code === 'price-jump')).toEqual([])
  })

  it('that changes no price is no jump, and the sentence says so', () => {
    const constants = (quiet: number): Edit =>
      edit('gateway', 'metrics:', `constants: { quiet: ${quiet} }\nmetrics:`)
    const note = edit('routes', 'reply: { made: =result.made }', 'reply: { n: =quiet, made: 1 }')
    const { value, problems } = compileAll(edited([constants(20), note]))
    const found = guarded(problems, catalogOf([constants(2), note]), value!)
    expect(found.map(one => [one.code, one.message])).toEqual([
      [
        'price-constant',
        '`quiet` went from 2 to 20 and moves no price of the requests that the plan sends',
      ],
    ])
  })

  it('is one error at its value, which counts the examples that it makes wrong', () => {
    const problems = shown(fee)
    expect(problems.map(one => [one.code, one.severity])).toEqual([['example-price', 'error']])
    expect(problems[0]!.message).toBe(
      '`fee` went from 0.001 to 0.002 and changes the prices of 1 route with 2 models, from +0.9 % to +8.7 %; 2 prices of examples are wrong now',
    )
    expect(problems[0]!.place.file).toBe('catalog/gateway.yaml')
  })

  it('does not hide an example that is wrong for another reason', () => {
    const problems = shown(fee, edit('routes', 'usd: 0.106', 'usd: 0.2'))
    expect(problems.map(one => one.message)).toContainEqual(
      expect.stringMatching(/^this example should cost 0\.2 USD/),
    )
    expect(problems.at(-1)!.message).toMatch(/; 1 price of an example is wrong now$/)
  })

  it('is a warning where the examples are right again, and silent once accepted', () => {
    const examples = [
      edit('routes', 'usd: 0.0115', 'usd: 0.0125'),
      edit('routes', 'usd: 0.106', 'usd: 0.107'),
    ]
    const problems = shown(fee, ...examples)
    expect(problems.map(one => [one.code, one.severity])).toEqual([['price-constant', 'warning']])
    const entry =
      '- { finding: constant-changed, subject: fee, old: 0.001, new: 0.002, because: x }\n'
    expect(shown(fee, ...examples, file('accepted.yaml', entry))).toEqual([])
  })
})
