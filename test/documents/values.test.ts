/** Which values of its fields the page of an endpoint lists. */
import { expect, it } from 'vitest'
import { valuesOf } from '../../generator/emit/documents/parameters.ts'
import { edit, file, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** The rows: a column of sizes, and one of tags that are the same in both. */
const models = (large = 'm: 0.05', tags = 'tags: { a: 0.01, b: 0.02 }'): Edit =>
  file(
    'tools/things.models.yaml',
    `columns:
  rate:  usd!
  most:  integer = 10
  sizes: usd by size!
  tags:  usd by tag
rows:
  small: { rate: 0.01, sizes: { s: 0.01, m: 0.02 }, ${tags} }
  large: { rate: 0.05, sizes: { ${large} }, ${tags} }
`,
  )

const BODY = `    count: integer 1..10 = 1
    size: string = m
    tag: string = a
`
const GATES = `    - { rule: body.size in model.sizes, error: 400 Invalid size }
    - { rule: '!has(model.tags) || body.tag in model.tags', error: 400 Invalid tag }
  price:`

const TRANSLATION = `    count: integer 1..10 = 1
    size: string = m
    tag: string = a
  translate:
    body: { model: string!, dimension: string, tag: string, count: integer }
    give: { model: =body.model, size: '=first(body.dimension, "m")', tag: '=first(body.tag, "a")', count: '=first(body.count, 1)' }
`

/** The listed values by field. */
function listed(body: string, rows = models()): Record<string, unknown> {
  const ir = catalogOf([
    rows,
    edit('routes', '    count: integer 1..10 = 1\n', body),
    edit('routes', '  price:', GATES),
  ])
  const found = valuesOf(ir, ir.routes[0]!, ir.networks[0]!) as any[]
  return Object.fromEntries(found.map(({ name, values, words }) => [name, [values, words]]))
}

it('are those of the rows, and of the columns that gates look them up in', () => {
  expect(listed(BODY)).toEqual({
    model: [['small', 'large'], ''],
    size: [['s', 'm'], ' (each model has some of them)'],
    tag: [['a', 'b'], ''],
  })
})

it('are none of a column that is missing in every row', () => {
  expect(Object.keys(listed(BODY, models('s: 0.01, m: 0.02', 'most: 5')))).toEqual([
    'model',
    'size',
  ])
})

it('have no note if every row has them', () => {
  expect(listed(BODY, models('s: 0.05, m: 0.05'))).toMatchObject({ size: [['s', 'm'], ''] })
})

it('are those of fields that callers write, if requests are translated', () => {
  expect(Object.keys(listed(TRANSLATION))).toEqual(['model', 'tag'])
})
