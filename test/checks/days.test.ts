/** What `check` says on one day: promotions that end or are over, and dates that are years away. */
import { describe, expect, it } from 'vitest'
import { datesFarAway } from '../../generator/checks/dated-far.ts'
import { promotionsOver, promotionsThatEnd } from '../../generator/checks/promotion-ends.ts'
import { compile, compileAll } from '../../generator/compile.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import type { Problem } from '../../generator/types.ts'
import { DATED, PRICE, PROOF } from './edits.ts'
import { printed } from './printed.ts'
import { edit, edited, freeFlow, freeRoute, file, type Edit } from './small-catalog.ts'

/** What a check of one day prints about the small catalog with edits. */
const on = (
  day: string,
  find: (catalog: CatalogIR, now: number) => Problem[],
  ...edits: readonly Edit[]
): string[] => {
  const files = edited(edits)
  const { value, problems } = compile(files)
  expect(problems).toEqual([])
  return find(value!, Date.parse(day)).map(one => printed([one], files))
}

const WEEK = 'from: 2026-12-01, until: 2026-12-08, discount: 10 %, because: a week'
const ROW = [
  DATED(`{ ${WEEK} }`),
  PROOF(
    '{ model: small, at: 2026-12-01, usd: 0.01045 }',
    '{ model: large, at: 2026-12-01, usd: 0.0535 }',
  ),
]
const ROUTE = (more = ''): readonly Edit[] => [
  edit(
    'routes',
    PRICE,
    `price:\n    usd: ${PRICE.slice('price: '.length)}\n    dated: [{ ${WEEK}${more} }]`,
  ),
  PROOF('{ model: small, at: 2026-12-07, usd: 0.01035 }'),
]

describe('a promotion that ends', () => {
  const ENDS =
    'error[promotion-ends] tools/things.models.yaml:5:34 `from`: the promotion of small ends on 2026-12-08, and nothing follows it\n' +
    '  help: remove it, extend it, or add `then: list` if the list price shall return'

  it('is an error in its last three days, at its entry', () => {
    expect(on('2026-12-05', promotionsThatEnd, ...ROW)).toEqual([ENDS])
    expect(on('2026-12-07T23:59:59.999Z', promotionsThatEnd, ...ROW)).toEqual([ENDS])
    expect(on('2026-12-04T23:59:59.999Z', promotionsThatEnd, ...ROW)).toEqual([])
    expect(on('2026-12-08', promotionsThatEnd, ...ROW)).toEqual([])
  })

  it('is none before it begins, however short it is', () => {
    const notice = edit('gateway', 'metrics:', 'promotion_notice: 30d\nmetrics:')
    expect(on('2026-12-01', promotionsThatEnd, notice, ...ROW)).toEqual([ENDS])
    expect(on('2026-11-30T23:59:59.999Z', promotionsThatEnd, notice, ...ROW)).toEqual([])
  })

  it('is none where it is written what follows', () => {
    const next = '{ from: 2026-12-08, until: 2026-12-20, discount: 5 %, because: more }'
    const proof = '{ model: small, at: 2026-12-08, usd: 0.010975 }'
    expect(
      on('2026-12-07', promotionsThatEnd, DATED(`{ ${WEEK} }`, next), PROOF(proof), ROW[1]!),
    ).toEqual([])
    expect(on('2026-12-07', promotionsThatEnd, DATED(`{ ${WEEK}, then: list }`), ROW[1]!)).toEqual(
      [],
    )
  })

  it('is named after its route where it is one of a route', () => {
    expect(on('2026-12-07', promotionsThatEnd, ...ROUTE())).toEqual([
      'error[promotion-ends] tools/things.routes.yaml:15:15 `from`: the promotion of POST /api/v1/things ends on 2026-12-08, and nothing follows it\n' +
        '  help: remove it, extend it, or add `then: list` if the list price shall return',
    ])
    expect(on('2026-12-07', promotionsThatEnd, ...ROUTE(', then: list'))).toEqual([])
  })
})

describe('a promotion that is over', () => {
  it('is a warning that names the examples of its row on its days', () => {
    expect(on('2026-12-08', promotionsOver, ...ROW)).toEqual([
      'warning[promotion-over] tools/things.models.yaml:5:34 `from`: the promotion of small from 2026-12-01 to 2026-12-08 is over\n' +
        '  help: remove this entry, and the examples of its days; if another year is meant, correct its dates\n' +
        '  also tools/things.routes.yaml:19:9 `model`: an example of its days',
    ])
    expect(on('2026-12-07T23:59:59.999Z', promotionsOver, ...ROW)).toEqual([])
  })

  it('has no examples of a day before or after it', () => {
    const proof = PROOF(
      '{ model: small, at: 2026-11-30, usd: 0.0115 }',
      '{ model: small, at: 2026-12-01, usd: 0.01035 }',
      '{ model: small, at: 2026-12-08, usd: 0.0115 }',
    )
    expect(on('2027-01-01', promotionsOver, ROUTE()[0]!, proof)).toEqual([
      'warning[promotion-over] tools/things.routes.yaml:15:15 `from`: the promotion of POST /api/v1/things from 2026-12-01 to 2026-12-08 is over\n' +
        '  help: remove this entry, and the examples of its days; if another year is meant, correct its dates\n' +
        '  also tools/things.routes.yaml:22:9 `model`: an example of its days',
    ])
  })

  it('names no example of another row, and without one of its own no examples', () => {
    const example = PROOF('{ model: large, at: 2026-12-01, usd: 0.0535 }')
    const other = edit('models', 'most: 5 }', `most: 5, dated: [{ ${WEEK} }] }`)
    const both = PROOF('{ model: large, at: 2026-12-01, usd: 0.04825 }')
    expect(on('2026-12-08', promotionsOver, other, both)).toEqual([
      'warning[promotion-over] tools/things.models.yaml:6:43 `from`: the promotion of large from 2026-12-01 to 2026-12-08 is over\n' +
        '  help: remove this entry, and the examples of its days; if another year is meant, correct its dates\n' +
        '  also tools/things.routes.yaml:19:9 `model`: an example of its days',
    ])
    const settled = DATED('{ from: 2026-12-01, until: 2026-12-08, discount: 1 %, because: a week }')
    const files = edited([settled, example])
    const { value } = compileAll(files)
    expect(printed(promotionsOver(value!, Date.parse('2026-12-08')), files)).toBe(
      'warning[promotion-over] tools/things.models.yaml:5:34 `from`: the promotion of small from 2026-12-01 to 2026-12-08 is over\n' +
        '  help: remove this entry; if another year is meant, correct its dates',
    )
  })
})

describe('a date that is more than five years away', () => {
  const LATE = 'from: 2036-12-01, rate: 0.012, because: more'
  const late = [DATED(`{ ${LATE} }`), PROOF('{ model: small, at: 2036-12-01, usd: 0.0136 }')]

  it('is a warning at its entry, and not on a day that is nearer', () => {
    expect(on('2026-12-01', datesFarAway, ...late)).toEqual([
      'warning[dated-far] tools/things.models.yaml:5:34 `from`: this begins on 2036-12-01, in more than five years\n' +
        '  help: is this the right year?',
    ])
    expect(on('2031-12-01', datesFarAway, ...late)).toHaveLength(1)
    expect(on('2031-12-02', datesFarAway, ...late)).toEqual([])
    // What began long ago is history.
    expect(on('2046-12-01', datesFarAway, ...late)).toEqual([])
  })

  it('is reported once for all rows of a family and all routes of gateway.yaml', () => {
    const fee = edit(
      'gateway',
      'fee: 0.001\n',
      'fee: 0.001\ndated: [{ from: 2036-12-01, fee: 0.0015, because: gas }]\n',
    )
    const proof = PROOF('{ model: large, at: 2036-12-01, usd: 0.054 }')
    expect(on('2026-12-01', datesFarAway, fee, proof)).toEqual([
      'warning[dated-far] gateway.yaml:4:11 `from`: this begins on 2036-12-01, in more than five years\n' +
        '  help: is this the right year?',
    ])
  })

  it('is a warning for retirements on both sides', () => {
    const views = (since: string): Edit[] => [
      freeFlow,
      file(
        'tools/views.routes.yaml',
        freeRoute('views', `  retired: { since: ${since}, use: /api/v1/looks }\n`) +
          freeRoute('looks'),
      ),
    ]
    const at = 'warning[dated-far] tools/views.routes.yaml:5:12'
    const places = (since: string) => `${at} \`{ since: ${since}, use: /api/v1/looks }\`: this`
    const help = '\n  help: is this the right year?'
    expect(on('2026-12-01', datesFarAway, ...views('2036-12-01'))).toEqual([
      `${places('2036-12-01')} begins on 2036-12-01, in more than five years${help}`,
    ])
    expect(on('2026-12-01', datesFarAway, ...views('2020-12-01'))).toEqual([
      `${places('2020-12-01')} began on 2020-12-01, more than five years ago${help}`,
    ])
    for (const since of ['2021-12-02', '2031-11-30'])
      expect(on('2026-12-01', datesFarAway, ...views(since))).toEqual([])
  })
})
