/** A translation makes a body of its route: its fields, and their types. */
import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../checks/edits.ts'
import { edit, problemsOf, type Edit } from '../checks/small-catalog.ts'

/** The small catalog's route, whose body is made of another one. */
const form = (give: string, fields = ''): Edit[] => [
  edit(
    'routes',
    '    count: integer 1..10 = 1',
    `    count: integer 1..10 = 1\n    tags: string or string[]\n    size: string${fields}`,
  ),
  edit(
    'routes',
    EXAMPLES,
    `  translate:\n    body: { id: string!, n: integer, list: 'string[]' }\n    give: ${give}\n` +
      '  examples:\n    - { id: small, usd: 0.0115 }\n    - { id: large, usd: 0.0535 }\n',
  ),
]
const found = (give: string, fields?: string): (string | undefined)[] =>
  problemsOf(...form(give, fields))
    .filter(({ severity }) => severity === 'error')
    .flatMap(({ message, hint }) => (hint === undefined ? [message] : [message, hint]))

describe('what it gives', () => {
  it.each([
    '{ model: =body.id }',
    "{ model: =body.id, count: '=first(body.n, 1)', size: a }",
    '{ model: =body.id, tags: a }',
    '{ model: =body.id, tags: [a] }',
    '{ model: =body.id, tags: =body.list }',
    "{ ...: '={ tags: body.list }', model: =body.id }",
  ])('may be %s', give => expect(found(give)).toEqual([]))

  it.each([
    [
      '{ model: =body.id, sizes: a }',
      'the body has no field `sizes`',
      'did you mean `size`?  (it has: model, count, tags, size)',
    ],
    ['{ size: a }', '`give` lacks `model`, which the body needs'],
    ['{ model: 5 }', '`model` is of another type than the field of the body'],
    ['{ model: =body.id, count: a }', '`count` is of another type than the field of the body'],
    ['{ model: =body.id, tags: 5 }', '`tags` is of another type than the field of the body'],
    ['{ model: =body.id, tags: [5] }', '`tags` is of another type than the field of the body'],
    ['{ model: =body.id, size: [a] }', '`size` is of another type than the field of the body'],
  ])('is not %s', (give, ...wanted) => expect(found(give)).toEqual(wanted))

  it('may be more where the body takes other fields', () => {
    expect(found('{ model: =body.id, sizes: a }', '\n    ...: forward')).toEqual([])
  })

  it('does not depend on the row', () => {
    const why = 'a translation comes before the row is chosen; test it in the gates of the route'
    expect(found('{ model: =model.id }')).toEqual([`\`model\` cannot be used here: ${why}`])
    expect(found('{ model: =models.a }')).toEqual([`\`models\` cannot be used here: ${why}`])
  })
})
