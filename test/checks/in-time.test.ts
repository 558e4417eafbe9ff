/**
 * The catalog at an instant: what is sold then, at which prices. Periods include their first
 * instant and not their last one.
 */
import { describe, expect, it } from 'vitest'
import { catalogAt, instantsOf, isGone, LIST } from '../../generator/catalog/in-time.ts'
import { compile, compileAll } from '../../generator/compile.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'
import { DATED, PRICE, PROOF } from './edits.ts'
import { edit, edited, file, freeFlow, freeRoute, type Edit } from './small-catalog.ts'

/** The small catalog with edits, which must be right. */
function made(...edits: readonly Edit[]): CatalogIR {
  const { value, problems } = compile(edited(edits))
  expect(problems).toEqual([])
  return value!
}

const day = (text: string): number => Date.parse(text)
const before = (text: string): number => day(text) - 1
const route = (catalog: CatalogIR, at: number, path = '/api/v1/things'): RouteIR =>
  catalogAt(catalog, at).routes.find(one => one.path === path)!

const FEE = edit(
  'gateway',
  'fee: 0.001\n',
  'fee: 0.001\ndated: [{ from: 2026-12-01, until: 2026-12-11, fee: 0.0015, because: gas }]\n',
)
const ROW = DATED('{ from: 2026-12-01, until: 2026-12-08, rate: 0.012, because: a week }')
const RETIRED_ROW = edit(
  'models',
  'most: 5 }',
  'most: 5, retired: { since: 2027-03-01, use: small } }',
)
const PRICES = edit(
  'routes',
  PRICE,
  `price:
    usd: ${PRICE.slice('price: '.length)}
    dated:
      - { from: 2026-12-05, until: 2026-12-20, discount: 10 %, because: a promotion }
      - { from: 2027-01-01, usd: model.rate * body.count * 1.1 + fee, because: more }`,
)
const VIEWS: readonly Edit[] = [
  freeFlow,
  file(
    'tools/views.routes.yaml',
    freeRoute('views', '  retired: { since: 2027-02-01, use: /api/v1/looks }\n') +
      freeRoute('looks') +
      freeRoute('olds', '  retired: { use: /api/v1/looks }\n'),
  ),
]

/** A second route, of the rows of a table. */
const others = (table: string, example: string): Edit =>
  file(
    'tools/others.routes.yaml',
    `- route: POST /api/v1/others
  summary: Makes others
  flow: inline
  models: ${table}.models
  body: { model: string!, count: integer 1..10 = 1 }
  gates: [{ rule: body.model in models, error: 400 Unknown model }]
  price: model.rate + fee
  upstream: maker.make
  reply: { made: =result.made }
  examples: [${example}]
`,
  )

describe('the instants at which the catalog changes', () => {
  it('are those of gateway.yaml, of rows and of routes, in ascending order and once each', () => {
    const proof = PROOF(
      '{ model: small, at: 2026-12-01, usd: 0.0141 }',
      '{ model: large, at: 2026-12-05, usd: 0.0486 }',
      '{ model: large, at: 2027-01-01, usd: 0.056 }',
    )
    const catalog = made(FEE, ROW, RETIRED_ROW, PRICES, ...VIEWS, proof)
    expect(instantsOf(catalog).map(at => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-12-01',
      '2026-12-05',
      '2026-12-08',
      '2026-12-11',
      '2026-12-20',
      '2027-01-01',
      '2027-02-01',
      '2027-03-01',
    ])
  })

  it('are none without dates', () => expect(instantsOf(made())).toEqual([]))
})

describe('the numbers of gateway.yaml', () => {
  it('are those of a period while it holds, which is known at all times', () => {
    const catalog = made(FEE, PROOF('{ model: small, at: 2026-12-01, usd: 0.012 }'))
    const fee = (at: number) => catalogAt(catalog, at).gateway.fee
    expect([LIST, before('2026-12-01'), day('2026-12-11')].map(fee)).toEqual([
      catalog.gateway.fee,
      catalog.gateway.fee,
      catalog.gateway.fee,
    ])
    const { fee: higher, dated } = catalogAt(catalog, day('2026-12-01')).gateway
    expect(higher).toEqual({ num: 3n, den: 2000n })
    expect(fee(before('2026-12-11'))).toEqual(higher)
    expect(dated).toBe(catalog.gateway.dated)
  })

  it('are as they were without dates', () => {
    const catalog = made()
    expect(catalogAt(catalog, day('2026-12-01')).gateway).toStrictEqual(catalog.gateway)
  })
})

describe('a row', () => {
  const cells = (catalog: CatalogIR, at: number) =>
    catalogAt(catalog, at).tables[0]!.rows.map(({ id, cells }) => [id, cells.rate])

  it('has the cells of a period while it holds', () => {
    const catalog = made(ROW, PROOF('{ model: small, at: 2026-12-01, usd: 0.0136 }'))
    const list = [
      ['small', 10_000n],
      ['large', 50_000n],
    ]
    const dated = [['small', 12_000n], list[1]]
    expect(cells(catalog, before('2026-12-01'))).toEqual(list)
    expect(cells(catalog, day('2026-12-01'))).toEqual(dated)
    expect(cells(catalog, before('2026-12-08'))).toEqual(dated)
    expect(cells(catalog, day('2026-12-08'))).toEqual(list)
    // Documents name the dates at any time.
    const [small, large] = catalogAt(catalog, day('2026-12-01')).tables[0]!.rows
    expect(small!.dated).toBe(catalog.tables[0]!.rows[0]!.dated)
    expect(large).toBe(catalog.tables[0]!.rows[1])
    expect(catalogAt(catalog, day('2026-12-01')).tables[0]).not.toHaveProperty('gone')
  })

  it('leaves its table as it is without dates', () => {
    const catalog = made()
    expect(catalogAt(catalog, day('2026-12-01')).tables[0]).toBe(catalog.tables[0])
  })

  it('has lower amounts in a promotion, alone and in maps, and nothing else', () => {
    const columns =
      'columns:\n  rate: usd!\n  at: usd by size\n  factor: decimal\n' +
      '  factors: decimal by size\n  words: strings\n  most: integer = 10\n'
    const small =
      '{ rate: 0.01, at: { s: 0.02, m: 0.04 }, factor: 1.5, factors: { s: 2 }, words: [a] '
    const { value } = compileAll(
      edited([
        file(
          'tools/things.models.yaml',
          `${columns}rows:\n  small: ${small}, dated: [{ from: 2026-12-01, until: 2026-12-08, discount: 10 %, because: a week }] }\n` +
            `  large: ${small}}\n`,
        ),
      ]),
    )
    const [row] = catalogAt(value!, day('2026-12-01')).tables[0]!.rows
    expect(row!.cells).toEqual({
      rate: 9000n,
      at: { s: 18_000n, m: 36_000n },
      factor: 15n,
      factors: { s: 2n },
      words: ['a'],
      most: 10,
    })
    expect(row!.full).toEqual(value!.tables[0]!.rows[0]!.cells)
  })

  it('is gone from the instant of its retirement on, and so are its examples', () => {
    const catalog = made(RETIRED_ROW)
    const at = (instant: number) => {
      const { rows, gone } = catalogAt(catalog, instant).tables[0]!
      const { examples } = route(catalog, instant)
      return [rows.map(({ id }) => id), gone?.map(({ id }) => id), examples.length]
    }
    expect(at(before('2027-03-01'))).toEqual([['small', 'large'], undefined, 2])
    expect(at(day('2027-03-01'))).toEqual([['small'], ['large'], 1])
  })

  it('ends only the examples of routes that sell its table', () => {
    const catalog = made(
      RETIRED_ROW,
      file('tools/others.models.yaml', 'columns:\n  rate: usd!\nrows:\n  large: { rate: 0.04 }\n'),
      others('others', '{ model: large, usd: 0.041 }'),
    )
    const examples = (path: string) => route(catalog, day('2027-03-01'), path).examples.length
    expect([examples('/api/v1/things'), examples('/api/v1/others')]).toEqual([1, 1])
  })

  it('is gone besides those that were before', () => {
    const catalog = made(
      RETIRED_ROW,
      edit('models', '  large:', '  tiny: { rate: 0.001, retired: { use: small } }\n  large:'),
    )
    const at = (instant: number) => catalogAt(catalog, instant).tables[0]!.gone!.map(({ id }) => id)
    expect(at(LIST)).toEqual(['tiny'])
    expect(at(day('2027-03-01'))).toEqual(['tiny', 'large'])
  })

  it('has temporary examples if it will be retired, by its id or an alias in any case', () => {
    const catalog = made(
      edit(
        'models',
        'most: 5 }',
        'most: 5, aliases: [Big], retired: { since: 2027-03-01, use: small } }',
      ),
      PROOF(
        '{ model: Big, usd: 0.0535 }',
        '{ model: LARGE, usd: 0.0535 }',
        '{ model: other, refused: 400 }',
        '{ model: 5, refused: 400 }',
      ),
    )
    const temporary = (at: number) =>
      route(catalog, at).examples.map(({ body, isTemporary }) => [
        (body as { model: string }).model,
        isTemporary,
      ])
    expect(temporary(LIST)).toEqual([
      ['small', undefined],
      ['large', true],
      ['Big', true],
      ['LARGE', true],
      ['other', undefined],
      [5, undefined],
    ])
    expect(temporary(day('2027-03-01'))).toEqual([
      ['small', undefined],
      ['other', undefined],
      [5, undefined],
    ])
  })
})

describe('a route', () => {
  it('has the price of a period while it holds, and is promoted only in a promotion', () => {
    const catalog = made(
      PRICES,
      PROOF(
        '{ model: small, at: 2026-12-05, usd: 0.01035 }',
        '{ model: large, at: 2027-01-01, usd: 0.056 }',
      ),
    )
    const list = catalog.routes[0]!
    for (const at of [LIST, before('2026-12-05'), day('2026-12-20'), before('2027-01-01')])
      expect(route(catalog, at)).toBe(list)
    const promoted = route(catalog, day('2026-12-05'))
    expect(promoted.isPromoted).toBe(true)
    expect(route(catalog, before('2026-12-20'))).toEqual(promoted)
    const dearer = route(catalog, day('2027-01-01'))
    expect('isPromoted' in dearer).toBe(false)
    expect(new Set([list, promoted, dearer].map(one => one.price)).size).toBe(3)
    for (const one of [promoted, dearer])
      expect(one).toMatchObject({
        dated: list.dated,
        promotions: list.promotions,
        examples: list.examples,
      })
  })

  it('is gone from the instant of its retirement on, and at once without one', () => {
    const catalog = made(...VIEWS)
    const gone = (at: number) =>
      ['views', 'looks', 'olds'].map(name => isGone(route(catalog, at, `/api/v1/${name}`)))
    expect(gone(LIST)).toEqual([false, false, true])
    expect(gone(before('2027-02-01'))).toEqual([false, false, true])
    expect(gone(day('2027-02-01'))).toEqual([true, false, true])
    // It is retired for good: without a date that documents would announce.
    const { retired } = route(catalog, day('2027-02-01'), '/api/v1/views')
    expect(retired).toEqual({
      use: 'GET /api/v1/looks',
      place: catalog.routes.find(one => one.path === '/api/v1/views')!.retired!.place,
    })
  })

  it('announces its retirement in a period too, and keeps its price of then', () => {
    const catalog = made(
      PRICES,
      edit(
        'routes',
        '  upstream:',
        '  retired: { since: 2027-02-01, use: /api/v1/others }\n  upstream:',
      ),
      PROOF(
        '{ model: small, at: 2026-12-05, usd: 0.01035 }',
        '{ model: large, at: 2027-01-01, usd: 0.056 }',
      ),
      others('things', '{ model: small, usd: 0.011 }'),
    )
    const dearer = route(catalog, before('2027-02-01'))
    expect(isGone(dearer)).toBe(false)
    expect(dearer.retired!.since).toBe(day('2027-02-01'))
    const gone = route(catalog, day('2027-02-01'))
    expect(isGone(gone)).toBe(true)
    expect(gone.price).toBe(dearer.price)
  })
})

describe('the periods of a route', () => {
  /** The periods of the small catalog's route: their days, reasons and share of discount. */
  const periods = (...edits: readonly Edit[]) =>
    compileAll(edited(edits)).value!.routes[0]!.dated?.map(({ from, until, because, discount }) => [
      [from, until].map(at => at && new Date(at).toISOString().slice(0, 10)).join(' to '),
      because.join(' and '),
      discount?.num,
    ])
  const priced = (...entries: readonly string[]): Edit =>
    edit('routes', PRICE, `price:\n    usd: 0.02 + fee\n    dated: [${entries.join(', ')}]`)
  const fee = (usd: string, more: string): Edit =>
    edit('gateway', 'fee: 0.001\n', `fee: ${usd}\ndated: [{ ${more}, because: gas }]\n`)
  const FEBRUARY = fee('0.001', 'from: 2027-02-01, until: 2027-03-01, fee: 0.0015')

  it('are none without dates', () => expect(periods()).toBeUndefined())

  it('are those of a number of gateway.yaml that it reads', () => {
    expect(periods(FEBRUARY)).toEqual([['2027-02-01 to 2027-03-01', 'gas', undefined]])
    expect(periods(fee('0.001', 'from: 2027-02-01, fee: 0.0015'))).toEqual([
      ['2027-02-01 to ', 'gas', undefined],
    ])
    expect(periods(FEBRUARY, edit('routes', PRICE, 'price: 0.02'))).toBeUndefined()
  })

  it('are the overlaps of both, each with its reasons', () => {
    const price = priced(
      '{ from: 2027-01-01, until: 2027-02-10, usd: 0.022 + fee, because: more }',
      '{ from: 2027-02-20, until: 2027-03-10, discount: 10 %, because: a promotion }',
    )
    expect(periods(FEBRUARY, price)).toEqual([
      ['2027-01-01 to 2027-02-01', 'more', undefined],
      ['2027-02-01 to 2027-02-10', 'gas and more', undefined],
      ['2027-02-10 to 2027-02-20', 'gas', undefined],
      ['2027-02-20 to 2027-03-01', 'gas and a promotion', 1n],
      ['2027-03-01 to 2027-03-10', 'a promotion', 1n],
    ])
  })

  it('are one where a number changes nothing in a price of that time', () => {
    const fixed = priced('{ from: 2027-01-01, until: 2027-04-01, usd: 0.022, because: more }')
    expect(periods(FEBRUARY, fixed)).toEqual([['2027-01-01 to 2027-04-01', 'more', undefined]])
    const open = priced('{ from: 2027-01-01, usd: 0.022, because: more }')
    expect(periods(FEBRUARY, open)).toEqual([['2027-01-01 to ', 'more', undefined]])
  })

  it('stay apart where another entry begins, even with the same price', () => {
    const entries = ['2027-01-01, until: 2027-02-01', '2027-02-01'].map(
      days => `{ from: ${days}, usd: 0.022 + fee, because: more }`,
    )
    expect(periods(priced(...entries))).toEqual([
      ['2027-01-01 to 2027-02-01', 'more', undefined],
      ['2027-02-01 to ', 'more', undefined],
    ])
  })

  it('leave the list price between them as it is', () => {
    const entries = ['2027-01-01, until: 2027-02-01', '2027-03-01'].map(
      days => `{ from: ${days}, usd: 0.022 + fee, because: more }`,
    )
    expect(periods(priced(...entries))?.map(([days]) => days)).toEqual([
      '2027-01-01 to 2027-02-01',
      '2027-03-01 to ',
    ])
  })
})
