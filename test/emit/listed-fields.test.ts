/** The values of request fields that a table lists. */
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { listedFields } from '../../generator/emit/openapi/choices.ts'
import { networksOf } from '../../generator/emit/facts.ts'
import { edit, edited, type Edit } from '../checks/small-catalog.ts'

const COLUMNS: readonly Edit[] = [
  edit(
    'models',
    '  most:   integer = 10\n',
    '  most:   integer = 10\n  sizes:  usd by size!\n  tags:   strings = []\n',
  ),
  edit('models', '{ rate: 0.01 }', '{ rate: 0.01, sizes: { s: 0.01, m: 0.01 }, tags: [x] }'),
  edit('models', 'most: 5 }', 'most: 5, sizes: { m: 0.05 }, aliases: [big] }'),
  edit(
    'routes',
    '    count: integer',
    '    size:  string = m\n    tag:   string\n    count: integer',
  ),
  edit(
    'upstream',
    'count: =body.count }',
    'count: =body.count, size: =body.size, tag: =body.tag }',
  ),
]
const gate = (rule: string, more = ''): Edit =>
  edit('routes', '  price:', `    - rule: '${rule}'\n      error: 400 Wrong\n${more}  price:`)

/** The lists of the route of the small catalog with edits. */
function lists(...edits: readonly Edit[]): Record<string, unknown> {
  const { value: ir, problems } = compile(edited([...COLUMNS, ...edits]))
  expect(problems).toEqual([])
  return Object.fromEntries(listedFields(ir!, ir!.routes[0]!, networksOf(ir!)[0]!))
}

const MODEL = { values: ['small', 'large', 'big'], table: 'things.models' }

describe('the listed fields of a request', () => {
  it.each<[string, readonly Edit[], object]>([
    ['are the one that chooses the row, with all names of rows', [], {}],
    [
      'and those that must be in a table, or a list, of the row',
      [gate('body.size in model.sizes'), gate('!has(body.tag) || body.tag in model.tags')],
      { 'body.size': { values: ['s', 'm'] }, 'body.tag': { values: ['x'] } },
    ],
    [
      'not those that must be so in some calls',
      [gate('body.size in model.sizes', '      when: body.count == 1\n')],
      {},
    ],
    [
      'nor what may be something else, too',
      [gate('body.count > 1 || body.size in model.sizes')],
      {},
    ],
    ['nor what is compared with a list of the route', [gate('body.size in ["s", "m"]')], {}],
  ])('%s', (_name, edits, more) => {
    expect(lists(...edits)).toEqual({ 'body.model': MODEL, ...more })
  })

  it('refer to no table where a network sells only some of its rows', () => {
    const only = edit('network', '  chain:', '  only: { things.models: [large] }\n  chain:')
    const example = edit('routes', '    - { model: small, usd: 0.0115 }\n', '')
    expect(lists(only, example)).toEqual({ 'body.model': { values: ['large', 'big'] } })
  })
})
