/** The version of a route changes at an instant with the route and each table that it reads. */
import { expect, it } from 'vitest'
import {
  noteVersions,
  noteVersionsThen,
  versionOf,
} from '../../generator/catalog/route-versions.ts'
import type { Versions } from '../../generator/catalog/versions.ts'
import type { CatalogIR, RouteIR } from '../../generator/ir.ts'

const route = { id: 'things' } as RouteIR
const tables = ['rates', 'sizes', 'names'].map(name => ({ name }))
const catalog = (more: object = {}) =>
  ({ routes: [route], tables, ...more }) as unknown as CatalogIR

const list = catalog()
const origin = { version: 'one', tables: ['rates', 'sizes'] }
noteVersions(list, [{ route, origin }], { of: () => '' } as unknown as Versions)

/** The catalog with other tables or routes, as it is since an instant. */
function version(more: object, since = 5): string | undefined {
  const then = catalog(more)
  noteVersionsThen(then, { list, since: () => since })
  return versionOf(then, route)
}
/** The tables, of which these have changed. */
const changed = (...names: string[]) => ({
  tables: tables.map(one => (names.includes(one.name) ? { ...one } : one)),
})

it('is that of the list if nothing of it has changed', () => {
  const listed = versionOf(list, route)
  expect(listed).toEqual(expect.any(String))
  expect(version({})).toBe(listed)
  expect(version(changed('names'))).toBe(listed)
})

it('is another one if the route, or a table that it reads, has', () => {
  const all = [{}, { routes: [{ ...route }] }].map(more => version(more))
  expect(new Set(all).size).toBe(2)
  for (const names of [['rates'], ['sizes'], ['rates', 'sizes']])
    expect(version(changed(...names))).not.toBe(versionOf(list, route))
})

it('is one of each time since which it holds', () => {
  expect(version(changed('rates'), 6)).not.toBe(version(changed('rates'), 7))
  expect(version(changed('rates'), 6)).toBe(version(changed('rates'), 6))
})

it('is not known of a route without an origin, or of a changed copy', () => {
  expect(versionOf({ ...list }, route)).toBeUndefined()
  expect(versionOf(list, { ...route, id: 'other' })).toBeUndefined()
})
