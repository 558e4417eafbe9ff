/**
 * Members of the built catalog: what a part does not have is left out, and neither undefined nor
 * empty. Documents and the generated code list the members that exist.
 */
import { expect, it } from 'vitest'
import { readCatalog } from '../../generator/compile.ts'
import { file } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** Members that are always there, even if they are empty. */
const ALWAYS = new Set(
  (
    'limits records fetched hooks schemas accepted numbers only fail rules tables lets uses ' +
    'gates tags aliases calls values examples fields headers'
  ).split(' '),
)
/** Members whose content is code, or the author's own. */
const FOREIGN = new Set(['js', 'narrows', 'schema', 'schemas', 'body', 'sources'])

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** The paths of members that should have been left out. */
function needless(of: unknown, path: string, seen: Set<unknown>): string[] {
  if (typeof of !== 'object' || of === null || seen.has(of)) return []
  seen.add(of)
  return Object.entries(of).flatMap(([key, value]): string[] => {
    const at = `${path}/${key}`
    if (value === undefined || (isEmpty(value) && !ALWAYS.has(key) && !FOREIGN.has(key)))
      return [at]
    return FOREIGN.has(key) ? [] : needless(value, at, seen)
  })
}

it.each([
  '_base',
  'call-arguments',
  'call-hosts',
  'calls',
  'canary',
  'dated',
  'dated-numbers',
  'dated-price',
  'fail-refusals',
  'fetched',
  'free-quota',
  'given',
  'instead',
  'jwt',
  'keywords',
  'media-routes',
  'records',
  'retired',
  'sealed',
  'shared-failures',
  'settle-unpaid',
  'text-routes',
  'timeout-formula',
  'tool-body',
  'transfer',
  'uncharged',
  'unsecured',
  'views',
  'work-steps',
])('in the golden case %s', name => {
  const files = readCatalog(`test/golden/${name}/catalog`)
  const catalog = catalogOf(files.map(({ path, text }) => file(path.replace('catalog/', ''), text)))
  expect(needless(catalog, '', new Set())).toEqual([])
})
