/** `index.ts`, `routes.ts` and `records.ts`: the catalog as the runtime loads it. */
import { describe, expect, it } from 'vitest'
import { printFile } from '../../generator/emit/code/file.ts'
import { routeNames } from '../../generator/emit/code/names.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import { emitIndex } from '../../generator/emit/index.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { block, place, STRING } from './fixture-routes.ts'
import { fixture } from './fixture.ts'

const ir = { ...fixture(), at: () => 'here' }

/** The files by path, on lines that are joined. */
function files(more: object = {}, ofFacts: object = {}): Map<string, string> {
  const facts = { print: printFile, hash: 'abc', names: routeNames(ir), ...ofFacts }
  const made = emitIndex({ ...ir, ...more } as CatalogIR, facts as unknown as Facts)
  return new Map([...made].map(({ path, text }) => [path, text.replace(/\s+/g, ' ')]))
}

describe('the index', () => {
  it('names all parts of the catalog', () => {
    const text = files().get('index.ts')
    expect(text).toContain(
      '/** The whole catalog, as the runtime serves it. */ export const catalog: Catalog = { ' +
        "hash: 'abc', gateway, networks, tables: { 'pictures.models': picturesModels }, " +
        'upstreams, calls, envelopes, limits, routes, }',
    )
    for (const from of ['gateway', 'upstreams', 'errors', 'routes', 'media/pictures.models'])
      expect(text).toContain(` from './${from}.ts'`)
    for (const absent of ['records', 'fetched', 'dates']) expect(text).not.toContain(absent)
  })

  it('has the dates of its documents', () => {
    const dates = [{ since: 5, folder: 'dated/x', files: [] }]
    expect(files({}, { dates }).get('index.ts')).toMatch(/routes, dates: \[.*since: 5,/)
    expect(files({}, { dates: [] }).get('index.ts')).not.toContain('dates')
  })
})

it('the routes are all routes, made discoverable', () => {
  const text = files().get('routes.ts')
  expect(text).toContain(
    '/** Every route, in the order of the catalog, with the discovery metadata of its challenge. */',
  )
  expect(text).toContain(
    'routes: readonly Route[] = [postPictures, getReadName, getPicturesModels].map( discoverable, )',
  )
})

describe('the kinds of records', () => {
  const kind = {
    name: 'numbers',
    key: 'number',
    owner: 'wallet',
    fields: {},
    place: place('catalog/records/numbers.yaml'),
  }
  const removed = { call: 'maker.drop', args: block('{ id: record.number }', STRING) }
  const records = (...all: object[]): string | undefined =>
    files({ records: all }).get('records.ts')

  it('are there if the catalog has some', () => {
    expect(files().has('records.ts')).toBe(false)
    const index = files({ records: [kind] }).get('index.ts')
    expect(index).toContain("import { records } from './records.ts'")
    expect(index).toContain('limits, records, routes,')
  })

  it('have a key and an owner, and only some a lease', () => {
    const text = records(kind, { ...kind, name: 'keys', lease: 'until', keep: 7 })
    expect(text).toContain('/** The kinds of records, which wallets own. */')
    expect(text).toContain(
      "{ numbers: { name: 'numbers', key: 'number', owner: 'wallet' }, " +
        "keys: { name: 'keys', key: 'number', owner: 'wallet', lease: 'until', keep: 7 }, }",
    )
  })

  it('name the call that releases a removed one, with arguments from the record', () => {
    expect(records({ ...kind, onRemoved: removed })).toContain(
      "onRemoved: ({ record }) => ({ call: 'maker.drop', args: { id: record.number } })",
    )
    expect(records({ ...kind, onRemoved: { call: 'maker.drop' } })).toContain(
      "onRemoved: () => ({ call: 'maker.drop', args: {} })",
    )
  })
})
