/** Changes of a route that no price shows, beside changes that prices show. */
import { describe, expect, it } from 'vitest'
import { KEYS, PRICE } from '../checks/edits.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { planWith, short } from './small.ts'

const ROUTE = 'POST /api/v1/things'
const found = (edits: readonly Edit[], before: readonly Edit[] = []): string[] =>
  planWith(edits, before).findings.map(short)

const FORMULA = PRICE.slice('price: '.length)
const ROW = edit('models', 'rows:\n', 'rows:\n  tiny: { rate: 0.0001234 }\n')
const NEW = 'allow | model-added | tiny'
const DEARER = edit('models', 'small: { rate: 0.01 }', 'small: { rate: 0.0105 }')
const EXAMPLE = edit('routes', 'usd: 0.0115 }', 'usd: 0.012025 }')

/** The price as a map with more keys. */
const price = (more: string): Edit => {
  const formula = more.startsWith('let') ? FORMULA.replace('body.count', 'things') : FORMULA
  return edit('routes', PRICE, `price:\n    usd: ${formula}\n    ${more}`)
}

describe('beside a new row', () => {
  it.each([
    [
      'the actual use',
      'let: { things: body.count }\n    actual: { things: count(result.made) }',
      'count(result.made)',
      'count(result.made) + 1',
    ],
    ['our cost', 'cost: model.rate * body.count', 'model.rate * body.count\n', 'model.rate\n'],
    ['what the 402 shows', 'show: { n: =body.count }', 'n: =body.count', 'n: =body.count + 1'],
    ['the units', 'units: { things: body.count }', 'things: body.count', 'things: 1'],
  ])('another formula of %s is a warning', (_, more, from, to) => {
    const before = [price(more.includes('cost') ? `${more}\n` : more)]
    const changed = edit('routes', from, to)
    const said = `warn | route-changed | ${ROUTE} price`
    expect(found([changed], before)).toEqual([said])
    expect(found([changed, ROW], before)).toEqual([said, NEW])
    expect(found([changed, DEARER, EXAMPLE], before)).toContain(said)
    expect(found([ROW], before)).toEqual([NEW])
  })

  it('another `let:` is a warning', () => {
    const before = [
      KEYS('  let: { double: body.count * 2 }\n'),
      edit('routes', '{ made: =result.made }', '{ made: =result.made, double: =double }'),
    ]
    const changed = edit('routes', 'body.count * 2', 'body.count * 3')
    const said = `warn | route-changed | ${ROUTE} reply, let`
    expect(found([changed], before)).toEqual([said])
    expect(found([changed, ROW], before)).toEqual([said, NEW])
  })

  it('a formula about amounts in another scale is the same', () => {
    expect(
      found([ROW], [price('show: { each: =model.rate * 0.5, more: { n: =body.count } }')]),
    ).toEqual([NEW])
  })

  it('another price that no compared request has is a warning', () => {
    const before = [edit('routes', PRICE, `price: ${FORMULA} + choose(body.count == 7, 0.001, 0)`)]
    const changed = edit('routes', '7, 0.001', '7, 0.002')
    const said = `warn | route-changed | ${ROUTE} price`
    expect(found([changed], before)).toEqual([said])
    expect(found([changed, ROW], before)).toEqual([said, NEW])
  })
})

describe('a number of gateway.yaml', () => {
  const CAP = edit('gateway', 'fee: 0.001\n', 'fee: 0.001\nconstants: { cap: 9000 }\n')
  const lower = edit('gateway', 'cap: 9000', 'cap: 100')

  const CAPPED = 'warn | constant-changed | cap | 9000 -> 100'

  it('that only a reply reads is a warning, also beside a price that changes', () => {
    const before = [
      CAP,
      edit('routes', '{ made: =result.made }', '{ made: =result.made, cap: =cap }'),
    ]
    const said = `warn | route-changed | ${ROUTE} reply`
    expect(found([lower], before)).toEqual([CAPPED, said])
    expect(found([lower, DEARER, EXAMPLE], before)).toContain(said)
    const fee = edit('gateway', 'fee: 0.001', 'fee: 0.00105')
    expect(found([lower, fee], before)).toEqual(
      expect.arrayContaining([said, expect.stringContaining('constant-changed | fee')]),
    )
  })

  it('that a gate reads is a warning, also beside a new row', () => {
    const before = [
      CAP,
      edit(
        'routes',
        '  price:',
        '    - { rule: body.count <= cap, error: 400 Too many }\n  price:',
      ),
    ]
    const said = expect.stringContaining(`warn | gate-changed | ${ROUTE} gate "400 Too many"`)
    expect(found([lower], before)).toEqual([CAPPED, said])
    expect(found([lower, ROW], before)).toEqual([CAPPED, said, NEW])
    expect(found([ROW], before)).toEqual([NEW])
  })
})

it('what else changed is shown as its author wrote it', () => {
  const settled = KEYS('  settle: { on_failure: absorb }\n')
  const { findings } = planWith([
    settled,
    edit('routes', 'reply: { made: =result.made }', 'reply: { made: =body.count }'),
  ])
  expect(findings.map(one => one.message)).toEqual([
    `${ROUTE}: something else changed: reply.made =result.made -> =body.count, ` +
      'settle none -> { on_failure: absorb }',
  ])
})

describe('what follows from another formula is said', () => {
  const said = (edits: readonly Edit[], before: readonly Edit[]) =>
    planWith(edits, before).findings.map(one => `${one.level}: ${one.message}`)

  it('a price without its cost', () => {
    const cost = 'cost: model.rate * body.count'
    expect(said([edit('routes', `    ${cost}`, '')], [price(cost)])).toEqual([
      `warn: ${ROUTE}: something else changed: price.cost model.rate * body.count -> none; the ` +
        'price has no `cost` any more, so `npm run check` does not find sales below cost, and ' +
        'sales lines have no margin',
    ])
    const other = edit('routes', cost, 'cost: model.rate')
    expect(said([other], [price(`${cost}\n`)]).join()).not.toContain('any more')
  })

  const owned = [
    file(
      'records/owned.yaml',
      'owned:\n  key: name\n  fields: { owner: wallet!, ends: time! }\n  lease: ends\n  keep: 7d\n',
    ),
    KEYS('  effects: [{ put: owned, key: =payer, row: { owner: =payer, ends: =now + 30d } }]\n'),
  ]

  it.each([
    ['20d', 'shorter'],
    ['36h', 'shorter'],
    ['60d', 'longer'],
  ])('a lease of %s', (time, word) => {
    expect(said([edit('routes', 'now + 30d', `now + ${time}`)], owned)).toEqual([
      `warn: ${ROUTE}: something else changed: effects.row.ends =now + 30d -> =now + ${time}; ` +
        `\`put: owned\` gives ${word} leases: ${time} instead of 30d`,
    ])
  })

  it('not of a lease as long as before', () => {
    expect(said([edit('routes', 'now + 30d', 'now + 720h')], owned).join()).not.toContain('leases')
  })
})

describe('a price of a row that is no longer written in `row_prices`', () => {
  const PRICES = KEYS('  row_prices: { large: 0.0535 }\n')
  const gone = edit('routes', '  row_prices: { large: 0.0535 }\n', '')
  const ONE = edit('routes', '    - { model: large, count: 2, usd: 0.106 }\n', '')

  it('is shown', () => {
    const { verdict, findings } = planWith([gone], [PRICES, ONE])
    expect([verdict, findings.map(one => one.message)]).toEqual([
      'allow',
      [`${ROUTE} row_prices: no longer names large, so nothing proves the price`],
    ])
  })

  it('is not shown if an example names the row', () => {
    expect(found([gone], [PRICES])).toEqual([])
  })
})

describe('a number of gateway.yaml in a list that a gate reads', () => {
  const LISTED = [
    edit('gateway', 'fee: 0.001\n', 'fee: 0.001\nconstants: { each: 5 }\n'),
    KEYS('  let: { sold: "models.map(m, { id: m.id, cost: each })" }\n'),
  ]
  const gate = (rule: string): Edit =>
    edit(
      'routes',
      '  price:',
      `    - { rule: ${rule}, error: '400 Not one of {sold.map(m, m.id)}' }\n  price:`,
    )
  const other = edit('gateway', 'each: 5', 'each: 6')
  const ids = (rule: string): string[] =>
    planWith([other], [...LISTED, gate(rule)]).findings.map(one => one.id)

  it('is a change of the gate', () => {
    expect(ids('"sold.exists(m, m.cost == body.count)"')).toContain('gate-changed')
  })

  it('does not hide another rule, which is named as it is written', () => {
    const [before, after] = ['m.id == body.model', 'm.id != body.model']
    const { findings } = planWith(
      [edit('routes', before, after)],
      [...LISTED, gate(`"sold.exists(m, ${before})"`)],
    )
    expect(findings.find(one => one.id === 'gate-changed')!.message).toBe(
      `${ROUTE} gate "400 Not one of {sold.map(m, m.id)}": ` +
        `sold.exists(m, ${before}) -> sold.exists(m, ${after})`,
    )
  })
})
