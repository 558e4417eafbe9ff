/** What the hints of some mistakes say to write, and the places that they point at. */
import { expect, it } from 'vitest'
import type { Problem } from '../../generator/types.ts'
import { edit, edited, file, problemsOf, type Edit } from './small-catalog.ts'

const found = (code: string, ...edits: Edit[]): Problem =>
  problemsOf(...edits).find(one => one.code === code)!

/** The texts that a problem also points at. */
function pointedAt({ also = [] }: Problem, ...edits: Edit[]): string[] {
  const files = edited(edits)
  return also.map(({ place }) =>
    files.find(one => one.path === place.file)!.text.slice(place.start, place.end),
  )
}

it('a gate without its error shows one', () => {
  const { message, hint } = found(
    'missing-key',
    edit('routes', '      error: 400 Unknown model {body.model}\n', ''),
  )
  expect(message).toContain('lacks `error`')
  expect(hint).toBe(
    'Status and message with {holes}: a status from 400 and a message, ' +
      'e.g. 400 Unknown model {body.model}',
  )
})

it('a tag that is not declared is to be added, or is a slip', () => {
  const tags = edit('gateway', 'metrics:', 'tags: { things: Things. }\nmetrics:')
  const tagged = (name: string): Problem =>
    found('unknown-tag', tags, edit('routes', '  flow:', `  tags: [${name}]\n  flow:`))
  const add = 'add it to `tags:` of gateway.yaml, with its description'
  expect(tagged('weather').hint).toBe(add)
  expect(tagged('thing').hint).toBe(`did you mean \`things\`?  (one of: things); if not, ${add}`)
})

it.each([
  ['a text that is one of its keys', '    size: a | b = a\n', 'body.size'],
  ['one of its keys', '    size: string = a\n', '"a"'],
])('a table in place of a number shows a look-up with %s', (_, field, key) => {
  const sizes = '  sizes:  usd by size\n'
  const { message, hint } = found(
    'type-mismatch',
    edit('models', '  most:   integer = 10\n', `  most:   integer = 10\n${sizes}`),
    edit('models', '{ rate: 0.01 }', '{ rate: 0.01, sizes: { a: 0.1, b: 0.2 } }'),
    edit('models', 'most: 5 }', 'most: 5, sizes: { a: 0.1, b: 0.2 } }'),
    edit('routes', '    count: integer', `${field}    count: integer`),
    edit('routes', 'model.rate * body.count', 'model.sizes * body.count'),
  )
  expect(message).toContain('`model.sizes` is a table')
  expect(hint).toBe(`look up one of its entries, e.g. \`model.sizes[${key}]\``)
})

const others = file(
  'tools/others.models.yaml',
  'columns: { rate: usd! }\nrows: { wide: { rate: 1 } }\n',
)

it('a row of another table is shown where a row is unknown', () => {
  const edits = [
    others,
    edit('network', '  label: base\n', '  label: base\n  only: { things.models: [wide] }\n'),
  ]
  const problem = found('unknown-row', ...edits)
  expect(problem.hint).toBe(
    'it is a row of others.models, which cannot be named here; one of: small, large',
  )
  expect(pointedAt(problem, ...edits)).toEqual(['wide'])
})

it('a row in place of a family is shown', () => {
  const edits = [
    edit('models', 'rows:\n', 'families:\n  wide: { rate: 0.02 }\nrows:\n  all: { like: wide }\n'),
    edit('models', 'large: {', 'large: { like: small,'),
  ]
  const problem = found('unknown-family', ...edits)
  expect(problem.hint).toMatch(/^it is a row, which cannot be named here; /)
  expect(pointedAt(problem, ...edits)).toEqual(['small'])
})
