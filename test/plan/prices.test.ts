/** Prices that move: which cause is named, what customers pay, and what is blocked. */
import { describe, expect, it } from 'vitest'
import { planJson } from '../../generator/plan/json.ts'
import { planMarkdown } from '../../generator/plan/markdown.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { planText } from '../../generator/plan/text.ts'
import { EXAMPLES, PRICE } from '../checks/edits.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf, effects, planWith, short } from './small.ts'

const DEARER = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.02 }')
/** A second route that sells the same rows, under another name too. */
const SECOND = file(
  'tools/more.routes.yaml',
  '- route: POST /api/v1/more\n  summary: Makes more\n  flow: inline\n  models: things.models\n  aliases: [/v1/more]\n' +
    '  body: { model: string!, count: integer 1..10 = 1 }\n  gates:\n    - { rule: body.model in models, error: 400 Unknown model }\n' +
    '  price: model.rate * margin + fee\n  upstream: maker.make\n  reply: { made: =result.made }\n' +
    '  examples: [{ model: small, usd: 0.0115 }]\n',
)

describe('an amount of a row', () => {
  it('is one finding, with what customers pay at every route that it reaches', () => {
    const { findings, verdict } = planWith([DEARER], [SECOND])
    expect(findings.map(short)).toEqual(['block | price-raised | small rate | 0.01 -> 0.02'])
    expect(findings[0]!.effects.map(one => one.endpoint)).toContain('POST /api/v1/more')
    expect(effects(findings[0])).toContain('POST /api/v1/things small : 11500 -> 22000')
    expect(findings[0]!.aliases).toEqual(['POST /v1/more'])
    expect(verdict).toBe('block')
  })

  it('is found without any example of it', () => {
    const { findings } = planWith(
      [edit('models', 'large: { rate: 0.05', 'large: { rate: 0.06')],
      [edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '')],
    )
    expect(findings.map(short)).toEqual(['warn | price-raised | large rate | 0.05 -> 0.06'])
  })

  it.each([
    ['0.011', 'allow'],
    ['0.0125', 'warn'],
    ['0.019', 'warn'],
    // The fee keeps the prices below twice as much, but the check wants the rate to be accepted.
    ['0.02', 'block'],
    ['0.005', 'block'],
    ['0.05', 'block'],
    ['0.004', 'block'],
    ['0.0095', 'allow'],
  ])('of 0.01 that becomes %s: %s', (rate, level) => {
    const to = edit('models', 'small: { rate: 0.01 }', `small: { rate: ${rate} }`)
    expect(planWith([to]).verdict).toBe(level)
  })

  it('is judged by the thresholds of gateway.yaml', () => {
    const guard = edit('gateway', 'metrics:', 'guard: { warn: 50 %, block: 80 % }\nmetrics:')
    expect(planWith([DEARER], [guard]).verdict).toBe('block')
    const loose = edit('gateway', 'metrics:', 'guard: { warn: 200 %, block: 300 % }\nmetrics:')
    expect(planWith([DEARER], [loose]).verdict).toBe('allow')
    // A change that loosens them must not hide what they guard.
    const looser = edit('gateway', 'block: 80 %', 'block: 300 %')
    expect(planWith([looser, DEARER], [guard]).verdict).toBe('block')
  })
})

describe('a field that is new and changes the price', () => {
  const CRISP = edit(
    'routes',
    'count: integer 1..10 = 1',
    'crisp: boolean = false\n    count: integer 1..10 = 1',
  )
  const priced = (formula: string) => edit('routes', PRICE, `price: ${formula}`)
  const PAID = priced('model.rate * body.count * choose(body.crisp, 2, 1) * margin + fee')
  const pricesOf = (...edits: Edit[]) =>
    planWith(edits)
      .findings.filter(({ id }) => /price/.test(id))
      .map(short)

  it('raises no price of requests that could be sent before', () => {
    expect(pricesOf(CRISP, PAID)).toEqual([
      'warn | field-priced | POST /api/v1/things with the new field crisp | 0.0115 to 0.0535 -> 0.022 to 0.106',
    ])
  })

  it.each([
    ['0.001', 'block | price-lowered'],
    ['0', 'block | price-dropped'],
    ['20', 'warn | field-priced'],
  ])('is judged like any price where it is lower (factor %s)', (factor, wanted) => {
    const BEFORE = 'price: model.rate * margin'
    const before = [
      edit('routes', PRICE, BEFORE),
      edit('routes', EXAMPLES, '  examples: [{ model: small, usd: 0.0105 }]\n'),
    ]
    const now = edit(
      'routes',
      BEFORE,
      `price: model.rate * choose(body.crisp, ${factor}, 1) * margin`,
    )
    const { findings } = planWith([CRISP, now], before)
    const found = findings.filter(({ id }) => /price/.test(id)).map(short)
    expect(found).toEqual([expect.stringContaining(wanted)])
  })

  it('hides no rise for those who do not send it', () => {
    const dearer = priced('model.rate * 3 * body.count * choose(body.crisp, 2, 1) * margin + fee')
    expect(pricesOf(CRISP, dearer)).toEqual([expect.stringMatching(/^block \| price-raised/)])
    const required = edit(
      'routes',
      'count: integer 1..10 = 1',
      'crisp: boolean!\n    count: integer 1..10 = 1',
    )
    const examples = edit(
      'routes',
      EXAMPLES,
      '  examples: [{ model: small, crisp: true, usd: 0.022 }]\n',
    )
    expect(pricesOf(required, PAID, examples)).toEqual([expect.stringMatching(/price-raised/)])
  })
})

describe('a route that was free', () => {
  const FREE = `- route: GET /api/v1/look
  summary: Looks a thing up
  flow: free
  query: { name: string = small }
  reply: { found: =query.name }
  examples: [{}]
`
  const PAID = FREE.replace('flow: free', 'flow: inline').replace(
    '  examples: [{}]',
    '  price: fee * 3\n  examples: [{ usd: 0.003 }]',
  )
  const looking = (text: string) => catalogOf([file('tools/look.routes.yaml', text)])
  const planFrom = (from: string, to: string) => planOf(looking(from), looking(to))

  it('names its price when it gets one, and what it cost when it becomes free again', () => {
    const priced = (found: ReturnType<typeof planOf>): string[] =>
      found.findings.filter(one => one.id.startsWith('price-')).map(short)
    expect(priced(planFrom(FREE, PAID))).toEqual([
      'block | price-added | GET /api/v1/look | 0 -> 0.003',
    ])
    expect(priced(planFrom(PAID, FREE))).toEqual([
      'block | price-dropped | GET /api/v1/look | 0.003 -> 0',
    ])
  })
})

it('the plan prints every entry that the check wants', () => {
  const guard = edit('gateway', 'metrics:', 'guard: { warn: 200 %, block: 300 % }\nmetrics:')
  const fee = edit('gateway', 'fee: 0.001', 'fee: 0.0011')
  const plan = planWith([DEARER, fee], [guard])
  expect(plan.verdict).toBe('allow')
  const text = planText(plan, { color: false, columns: 120, compared: '', at: () => undefined })
  const markdown = planMarkdown(plan, '')
  for (const entry of [
    '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.02, because: WHY }',
    '- { finding: constant-changed, subject: fee, old: 0.001, new: 0.0011, because: WHY }',
  ]) {
    expect(text).toContain(entry)
    expect(markdown).toContain(entry)
  }
})

describe('prices by size', () => {
  const SIZED =
    '    - { model: small, count: 10, usd: 1.051 }\n    - { model: small, size: l, usd: 0.1585 }\n'
  const SIZES = [
    edit('models', 'columns:\n', 'columns:\n  sizes: usd by size!\n'),
    edit(
      'models',
      'small: { rate: 0.01 }',
      'small: { rate: 0.01, sizes: { s: 0.1, m: 0.1, l: 0.15 } }',
    ),
    edit('models', 'large: { rate: 0.05,', 'large: { rate: 0.05, sizes: { s: 0.2 },'),
    edit('routes', 'count: integer 1..10 = 1', 'count: integer 1..10 = 1\n    size: string = auto'),
    edit(
      'routes',
      '  price: model.rate * body.count',
      "  let: { size: \"choose(body.size == 'auto', 's', body.size)\" }\n  price: model.sizes[size] * body.count",
    ),
    edit(
      'routes',
      '    - rule: body.count',
      '    - { rule: size in model.sizes, error: 400 No such size }\n    - rule: body.count',
    ),
    edit('routes', EXAMPLES, `  examples:\n${SIZED}`),
  ]

  it('only requests of a size that changed count for it', () => {
    const { findings } = planWith(
      [edit('models', 's: 0.1, m: 0.1, l: 0.15', 's: 0.25, m: 0.1, l: 0.17')],
      SIZES,
    )
    expect(findings.map(short)).toEqual([
      'block | price-raised | small sizes.s | 0.1 -> 0.25',
      'warn | price-raised | small sizes.l | 0.15 -> 0.17',
    ])
    expect(findings.map(effects)).toEqual([
      ['POST /api/v1/things small count 10: 1051000 -> 2626000'],
      ['POST /api/v1/things small size l: 158500 -> 179500'],
    ])
  })
})

describe('several numbers of a row', () => {
  const BOTH = [
    edit('models', 'columns:\n', 'columns:\n  extra: usd = 0.001\n'),
    edit('routes', PRICE, 'price: (model.rate + model.extra) * body.count * margin + fee'),
    edit('routes', EXAMPLES, '  examples:\n    - { model: small, usd: 0.01255 }\n'),
  ]
  const from = 'small: { rate: 0.01 }'

  it('that change the same prices are one finding, which names them and lists the prices once', () => {
    const plan = planWith([edit('models', from, 'small: { rate: 0.1, extra: 0.002 }')], BOTH)
    expect(plan.findings.map(short)).toEqual(['block | price-raised | small'])
    const [found] = plan.findings
    expect(found!.message).toBe(
      'small: extra 0.001 -> 0.002 USD, twice as much; rate 0.01 -> 0.1 USD, 10 times as much',
    )
    const text = planText(plan, { color: false, columns: 120, compared: '', at: () => undefined })
    expect(text.split('POST /api/v1/things').length - 1).toBe(found!.effects.length)
    expect(text).toContain('subject: small extra, old: 0.001, new: 0.002')
    expect(text).toContain('subject: small rate, old: 0.01, new: 0.1')
    expect(
      JSON.parse(planJson(plan, { compared: '', at: () => undefined })).findings[0],
    ).toMatchObject({
      subject: 'small',
      numbers: [
        { subject: 'small extra', old: '0.001', new: '0.002' },
        { subject: 'small rate', old: '0.01', new: '0.1' },
      ],
    })
  })

  it('that are accepted stand apart from one that is not', () => {
    const accepted = file(
      'accepted.yaml',
      '- { finding: price-raised, subject: small rate, old: 0.01, new: 0.1, because: meant }\n',
    )
    const { findings, verdict } = planWith(
      [edit('models', from, 'small: { rate: 0.1, extra: 0.002 }'), accepted],
      BOTH,
    )
    expect(findings.map(short)).toEqual([
      'block | price-raised | small extra | 0.001 -> 0.002',
      'block | price-raised | small rate | 0.01 -> 0.1',
    ])
    expect([verdict, findings[1]!.accepted]).toEqual(['block', 'meant'])
  })
})

describe('a number of gateway.yaml', () => {
  it('is one finding that counts what it moves', () => {
    const { findings } = planWith([edit('gateway', 'fee: 0.001', 'fee: 0.002')])
    expect(findings.map(short)).toEqual(['allow | constant-changed | fee | 0.001 -> 0.002'])
    expect(findings[0]!.message).toBe(
      'fee 0.001 -> 0.002: 1 route with 2 models, from +0.9 % to +8.7 %',
    )
  })

  it('does not count what it does not move', () => {
    const flat = 'price: choose(body.count == 1, 0.002, model.rate * body.count * margin)'
    const examples = '  examples:\n    - { model: small, usd: 0.002 }\n'
    const { findings } = planWith(
      [edit('gateway', 'margin: 1.05', 'margin: 1.10')],
      [edit('routes', PRICE, flat), edit('routes', EXAMPLES, examples)],
    )
    expect(findings[0]!.effects.filter(one => one.new === undefined)).toEqual([])
    expect(findings[0]!.effects.length).toBeGreaterThan(0)
  })

  it('stands beside a row that changed with it, each with its own effects', () => {
    const { findings } = planWith([edit('gateway', 'margin: 1.05', 'margin: 1.10'), DEARER])
    expect(findings.map(short).toSorted()).toEqual([
      'allow | constant-changed | margin | 1.05 -> 1.1',
      'block | price-raised | small rate | 0.01 -> 0.02',
    ])
    const row = findings.find(one => one.id === 'price-raised')
    expect(effects(row)).toContain('POST /api/v1/things small : 11500 -> 23000')
    expect(effects(row).some(one => one.includes('large'))).toBe(false)
    const margin = findings.find(one => one.id === 'constant-changed')
    expect(effects(margin)).toContain('POST /api/v1/things small : 22000 -> 23000')
  })
})

describe('a formula', () => {
  it('is a finding of its route, with the amounts from the least to the most', () => {
    const { findings } = planWith([edit('routes', PRICE, `${PRICE} + fee`)])
    expect(findings.map(short)).toEqual([
      'allow | price-raised | POST /api/v1/things | 0.0115 to 0.106 -> 0.0125 to 0.107',
    ])
  })

  it('that makes a call free is blocked', () => {
    const { findings } = planWith([
      edit('routes', PRICE, 'price: 0.0'),
      edit('routes', EXAMPLES, '  examples:\n    - { model: small, usd: 0 }\n'),
    ])
    expect(findings[0]).toMatchObject({ id: 'price-dropped', level: 'block' })
  })
})

it('nothing is found where only comments, places and examples differ', () => {
  const { findings, verdict } = planWith([
    edit('routes', 'summary: Makes things', '# a comment\n  summary: Makes things'),
    edit('routes', EXAMPLES, `${EXAMPLES}    - { model: small, count: 2, usd: 0.022 }\n`),
  ])
  expect(findings).toEqual([])
  expect(verdict).toBe('allow')
})

it('a price is found from the old examples too, where the new catalog has none of them', () => {
  const now = catalogOf([
    edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', ''),
    DEARER,
  ])
  expect(effects(planOf(catalogOf(), now).findings[0]).length).toBeGreaterThan(0)
})
