/** What documents say of dated changes: prices, promotions, retired models and routes. */
import { describe, expect, it } from 'vitest'
import { datesOf, retirementWords } from '../../generator/emit/documents/dates.ts'
import type { CatalogIR, DatedIR, DatedRouteIR, RouteIR, RowIR } from '../../generator/ir.ts'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'
import { fixture } from './fixture.ts'
import { here } from './fixture-routes.ts'

const NEW_YEAR = Date.UTC(2027, 0, 1)
const NOON = Date.UTC(2027, 1, 1, 12)
const retired = { since: NEW_YEAR, use: 'maker/two', place: here }
const ir = fixture()
const [make, read] = ir.routes as [RouteIR, RouteIR]
const [one] = ir.tables[0]!.rows as [RowIR]

/** The fixture whose first row has these members more. */
const withRow = (more: Partial<RowIR>): CatalogIR => ({
  ...ir,
  tables: [
    { ...ir.tables[0]!, name: 'other.models', columns: [] },
    { ...ir.tables[0]!, rows: [{ ...one, ...more }, ...ir.tables[0]!.rows.slice(1)] },
  ],
})
const rowDates = (more: Partial<RowIR>, route: Partial<RouteIR> = {}) =>
  datesOf(withRow(more), { ...make, ...route }, ir.networks[0]!)
const routeDates = (more: Partial<DatedRouteIR>, route = read) =>
  datesOf(ir, { ...route, dated: [{ ...period, route, ...more }] }, ir.networks[0]!)

const period: DatedRouteIR = { from: NEW_YEAR, because: ['New'], place: here, route: read }
const dated: DatedIR = {
  from: NEW_YEAR,
  because: ['Cheaper', 'For all'],
  changed: ['rates', 'title'],
  row: { ...one, cells: { ...one.cells, rates: { small: 15n }, title: 'Uno' } },
}

describe('the dates of rows', () => {
  it('have what changes, in the order of the columns, and why', () => {
    expect(rowDates({ dated: [dated] })).toEqual([
      {
        model: 'maker/one',
        from: '2027-01-01',
        changes: { title: 'Uno', rates: { small: '0.015' } },
        because: 'Cheaper; For all',
      },
    ])
  })

  it('have the end and the discount of a period that has them', () => {
    const discount = { num: 2n, den: 10n }
    expect(rowDates({ dated: [{ ...dated, changed: [], until: NOON, discount }] })).toEqual([
      {
        model: 'maker/one',
        from: '2027-01-01',
        until: '2027-02-01T12:00:00Z',
        discount: '20 %',
        changes: {},
        because: 'Cheaper; For all',
      },
    ])
  })

  it('end with the day on which a row is retired', () => {
    const line = { model: 'maker/one', from: '2027-01-01', use: 'maker/two' }
    expect(rowDates({ retired })).toEqual([line])
    expect(rowDates({ retired, dated: [dated] })).toEqual([
      expect.objectContaining({ because: 'Cheaper; For all' }),
      line,
    ])
    expect(rowDates({ retired: { use: 'maker/two', place: here } })).toEqual([])
  })

  it('are none of a route that chooses no row', () => {
    expect(rowDates({ retired }, { pick: undefined })).toEqual([])
    expect(rowDates({ retired }, { table: undefined })).toEqual([])
    expect(rowDates({ retired }, { table: 'none.models' })).toEqual([])
  })
})

describe('a discount', () => {
  it.each([
    [1n, 10n, '10 %'],
    [105n, 1000n, '10.5 %'],
    [125n, 10_000n, '1.25 %'],
    [5n, 1000n, '0.5 %'],
  ])('%d / %d is %s', (num, den, text) => {
    expect(routeDates({ discount: { num, den } })[0]!.discount).toBe(text)
  })
})

describe('the dates of a route', () => {
  it('have the price, in the numbers of that time, if all calls cost the same', () => {
    expect(routeDates({ because: ['New', 'Better'] })).toEqual([
      { from: '2027-01-01', usd: '0.0085', because: 'New; Better' },
    ])
    const dated = '\ndated:\n  - { from: 2027-01-01, fee: 0.0015, because: gas costs more }\n'
    const files = readCatalog('test/golden/dated-price/catalog')
    const sold = catalogOf([
      edit('gateway', '\nmetrics: /metrics', `\nmetrics: /metrics${dated}`),
      ...files.map(({ path, text }) => file(path.replace('catalog/', ''), text)),
    ])
    const of = (path: string) =>
      datesOf(
        sold,
        sold.routes.find(one => one.path === path)!,
        sold.networks[0]!,
      )
    expect(of('/api/v1/see').map(one => one.usd)).toEqual(['0.0048', '0.0085'])
    expect(of('/api/v1/count').map(one => one.usd)).toEqual([undefined])
  })

  it('have no price if it depends on a row', () => {
    const fixed = { ...make, price: read.price!, gates: [] } as RouteIR
    expect(routeDates({}, fixed)).toEqual([{ from: '2027-01-01', because: 'New' }])
  })

  it('end with the day on which it is retired', () => {
    const line = { from: '2027-01-01', use: 'maker/two' }
    const of = (more: Partial<RouteIR>) => datesOf(ir, { ...read, ...more }, ir.networks[0]!)
    expect(of({})).toEqual([])
    expect(of({ retired })).toEqual([line])
    expect(of({ retired: { use: 'GET /see', place: here } })).toEqual([])
    expect(of({ retired, dated: [period] }).at(-1)).toEqual(line)
  })
})

it('a retirement in a few words names the day and what to use', () => {
  expect(retirementWords({ retired })).toBe('retired from 2027-01-01 on; use `maker/two` instead')
  expect(retirementWords({ retired: { use: 'x', place: here } })).toBeUndefined()
  expect(retirementWords({})).toBeUndefined()
})
