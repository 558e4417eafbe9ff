/** Changes of rules, payment, errors and limits, which no price shows. */
import { describe, expect, it } from 'vitest'
import { planText } from '../../generator/plan/text.ts'
import { KEYS } from '../checks/edits.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { planWith, short } from './small.ts'

const found = (edits: readonly Edit[], before: readonly Edit[] = []): string[] =>
  planWith(edits, before).findings.map(short)
const ROUTE = 'POST /api/v1/things'
const GATE = '    - rule: body.count <= model.most\n'
const gate = (rule: string, error: string): string => `    - { rule: ${rule}, error: ${error} }\n`
const NAMES = edit(
  'routes',
  'count: integer 1..10 = 1',
  'count: integer 1..10 = 1\n    a: string\n    b: string',
)

describe('a gate', () => {
  const added = edit('routes', GATE, gate('body.count != 7', '400 No sevens') + GATE)

  it('that is new is a warning, although it refuses none of the requests that are compared', () => {
    const plan = planWith([added])
    expect([plan.verdict, plan.findings.map(short)]).toEqual([
      'warn',
      [`warn | gate-added | ${ROUTE} gate "400 No sevens"`],
    ])
    expect(plan.findings[0]!.message).toBe(
      `${ROUTE} gate "400 No sevens": refuses requests unless body.count != 7`,
    )
  })

  it('that is gone is shown', () => {
    expect(found([edit('routes', gate('body.count != 7', '400 No sevens'), '')], [added])).toEqual([
      `allow | gate-removed | ${ROUTE} gate "400 No sevens"`,
    ])
  })

  it('with another rule is a warning with both rules', () => {
    expect(
      found([edit('routes', 'body.count <= model.most', 'body.count <= model.most + 1')]),
    ).toEqual([
      `warn | gate-changed | ${ROUTE} gate "400 At most {model.most}" | ` +
        'body.count <= model.most -> body.count <= model.most + 1',
    ])
  })

  it('with another message or code is a warning', () => {
    expect(found([edit('routes', '400 At most {model.most}', '422 Too many')])).toEqual([
      `warn | gate-changed | ${ROUTE} gate body.count <= model.most | ` +
        '400 At most {model.most} -> 422 Too many',
    ])
    expect(found([edit('routes', GATE, `${GATE}      code: too_many\n`)])).toEqual([
      `warn | gate-changed | ${ROUTE} gate body.count <= model.most | no code -> code too_many`,
    ])
  })

  it('is not new because a row or a price is', () => {
    const ids = planWith([edit('models', 'rows:\n', 'rows:\n  tiny: { rate: 0.001 }\n')]).findings
    expect(ids.map(one => one.id)).toEqual(['model-added'])
  })
})

it('a rule of `fields:` that is new is a warning', () => {
  const rule = KEYS('  fields: { a: { not_with: [b] } }\n')
  expect(found([rule], [NAMES])).toEqual([
    `warn | field-rule-changed | ${ROUTE} rule "400 a cannot be combined with b" | ` +
      'none -> !has(body.a) || !has(body.b)',
  ])
})

it('a shorter authorization is a warning, a longer one is shown', () => {
  const pay = (time: string): Edit => KEYS(`  pay: { authorization: ${time} }\n`)
  expect(
    found([edit('routes', 'authorization: 600s', 'authorization: 300s')], [pay('600s')]),
  ).toEqual([`warn | authorization-shortened | ${ROUTE} pay.authorization | 600 s -> 300 s`])
  expect(found([pay('600s')])).toEqual([`allow | route-changed | ${ROUTE} pay.authorization`])
})

it('an error with another status or body is a warning', () => {
  expect(
    found([edit('errors', 'upstream_timeout: { status: 500', 'upstream_timeout: { status: 504')]),
  ).toEqual(['warn | error-changed | native upstream_timeout | 500 -> 504'])
  expect(found([edit('errors', '{ error: busy }', '{ error: later }')])).toEqual([
    'warn | error-changed | native busy',
  ])
})

it('a limit that counts something else is a warning', () => {
  const limits = (by: string): Edit =>
    file('limits.yaml', `day: { max: 5, per: 1d, by: ${by}, style: reset }\n`)
  const used = KEYS('  limit: day\n')
  expect(found([limits('client')], [limits('ip'), used])).toEqual([
    'warn | limit-key-changed | day | ip -> client',
  ])
})

describe('a value of a row', () => {
  const COLUMNS = [
    edit(
      'models',
      'columns:\n',
      'columns:\n  fast: boolean = false\n  longest: integer = 100\n  depth: integer = 3\n',
    ),
    edit('models', 'small: {', 'small: { fast: true, longest: 90, depth: 9,'),
    edit(
      'upstream',
      'count: =body.count',
      'count: =body.count, fast: =model.fast, longest: =model.longest',
    ),
  ]
  it.each([
    ['fast: true', 'fast: false', 'warn | model-changed | small fast | true -> false'],
    ['longest: 90', 'longest: 80', 'warn | model-changed | small longest | 90 -> 80'],
    ['longest: 90', 'longest: 95', 'allow | model-described | small'],
    // No gate and no upstream call reads it.
    ['depth: 9', 'depth: 8', 'allow | model-described | small'],
  ])('%s -> %s: %s', (from, to, said) => {
    expect(found([edit('models', from, to)], COLUMNS)).toEqual([said])
  })
})

it('a number of a row that rises in a table of most values is shown', () => {
  const before = [
    edit('routes', 'count: integer 1..10 = 1', 'count: integer 1..10 = 1\n    size: a | b = a'),
    edit('models', 'columns:\n', 'columns:\n  tops: integer by size!\n'),
    edit('models', 'small: {', 'small: { tops: { a: 10, b: 9 },'),
    edit('models', 'large: {', 'large: { tops: { a: 8, b: 8 },'),
    edit(
      'routes',
      GATE,
      `${gate('"body.count < 2 || body.count <= model.tops[body.size]"', '400 Many')}${GATE}`,
    ),
  ]
  expect(found([edit('models', 'a: 10,', 'a: 12,')], before)).toEqual([
    'allow | model-described | small',
  ])
})

describe('a number of a row that rises', () => {
  const before = (rule: string): Edit[] => [
    edit('models', 'columns:\n', 'columns:\n  bound: integer = 3\n'),
    edit('models', 'small: {', 'small: { bound: 1,'),
    edit('routes', GATE, `${gate(rule, '400 Other number')}${GATE}`),
  ]
  it.each([
    ['body.count >= model.bound', 'warn | model-changed | small bound | 1 -> 2'],
    ['model.bound <= body.count', 'warn | model-changed | small bound | 1 -> 2'],
    [
      'body.count > 0 && !(body.count <= model.bound - 1)',
      'warn | model-changed | small bound | 1 -> 2',
    ],
    ['body.count != model.bound + 8', 'warn | model-changed | small bound | 1 -> 2'],
    ['body.count <= model.bound || body.count > 5', 'allow | model-described | small'],
    ['model.bound > body.count - 5', 'allow | model-described | small'],
  ])('with the gate %s: %s', (rule, said) => {
    expect(found([edit('models', 'bound: 1,', 'bound: 2,')], before(rule))).toContain(said)
  })
})

it('refusals of a limit that have another form are a warning, also beside another rate', () => {
  const limits = (rest: string): Edit =>
    file('limits.yaml', `day: { max: 5, per: 1d, by: ip, ${rest} }\n`)
  const said = 'warn | limit-style-changed | day | reset -> full'
  expect(found([limits('style: full')], [limits('style: reset')])).toEqual([said])
  const fewer = file('limits.yaml', 'day: { max: 4, per: 1d, by: ip, style: full }\n')
  expect(found([fewer], [limits('style: reset')])).toEqual([
    'warn | limit-lowered | day | 5 in 86400 s -> 4 in 86400 s',
    said,
  ])
})

it('"nothing changes" is not said while anything of a route differs', () => {
  const plan = planWith([
    edit('routes', 'reply: { made: =result.made }', 'reply: { made: =body.count }'),
  ])
  expect(plan.findings.map(short)).toEqual([`warn | route-changed | ${ROUTE} reply`])
  const text = planText(plan, { color: false, columns: 120, compared: '', at: () => undefined })
  expect(text).toContain(`${ROUTE}: something else changed: reply`)
  expect(text).not.toContain('nothing changes')
})
