/** What a fetched table needs: a plain call, a key that each row has, and times. */
import { describe, expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { edit, file, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const TABLE: readonly Edit[] = readCatalog('test/golden/fetched/catalog').map(({ path, text }) =>
  file(path.replace('catalog/', ''), text),
)
const rates = (text: string, by: string): Edit => edit('fetched/rates.yaml', text, by)
const found = (...edits: Edit[]): string[] =>
  problemsOf(...TABLE, ...edits).map(({ message }) => message)

it('is built as written, with at most 10,000 rows', () => {
  const [table] = catalogOf(TABLE).fetched
  expect(table).toMatchObject({
    name: 'rates',
    call: 'bank.rates',
    rows: 'rates',
    key: 'currency',
    columns: {
      currency: { is: 'string', needed: true },
      usd: { is: 'usd', needed: true },
      kind: { is: 'string', among: ['coin', 'note'] },
      digits: { is: 'integer' },
    },
    every: 600_000,
    atMost: 86_400_000,
    most: 10_000,
  })
  expect(Object.keys(table!.columns.kind!)).toEqual(['is', 'among'])
  expect(catalogOf([...TABLE, rates('  every:', '  most: 7\n  every:')]).fetched[0]!.most).toBe(7)
})

describe('its times', () => {
  const times = (every: string, atMost: string): string[] =>
    found(rates('every: 10m', `every: ${every}`), rates('at_most: 24h', `at_most: ${atMost}`))

  it('are at least a second, and a copy is used as long as it is fresh', () => {
    expect(times('1s', '1s')).toEqual([])
    expect(times('999ms', '1s')).toEqual(['a table is fetched at most once a second'])
    expect(times('2s', '1s')).toEqual(['`at_most` is shorter than `every`'])
  })

  it('are compared if both are times', () => {
    const long = '`1234567890s` is not a duration'
    expect(times('100ms', '1234567890s')).toEqual([long])
    expect(times('1234567890s', '100ms')).toEqual([long])
  })
})
