/** `fields:` of a route: the gates that say which fields go together. */
import { describe, expect, it } from 'vitest'
import { sourceOf } from '../../generator/js/written.ts'
import { edit, problemsOf, type Edit } from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

const fields = (rules: string): Edit[] => [
  edit(
    'routes',
    '    count: integer 1..10 = 1',
    '    count: integer 1..10 = 1\n    a: string\n    b: string',
  ),
  edit('routes', '  gates:', `  fields: { ${rules} }\n  gates:`),
]
/** The rules of these gates, with their refusals. */
const gates = (rules: string): string[] =>
  catalogOf(fields(rules))
    .routes[0]!.gates.filter(({ rule }) => sourceOf(rule.js)!.includes('body.a'))
    .map(
      ({ rule, message, status }) =>
        `${sourceOf(rule.js)}: ${status} ${(message.js as { value: string }).value}`,
    )

describe('two fields', () => {
  it('may need each other', () => {
    expect(gates('a: { needs: [b] }')).toEqual(['!has(body.a) || has(body.b): 400 a needs b'])
  })

  it('may not be combined, which is said once', () => {
    expect(gates('a: { not_with: [b] }, b: { not_with: [a] }')).toEqual([
      '!has(body.a) || !has(body.b): 400 a cannot be combined with b',
    ])
  })

  it('are two: a field has no rule about itself', () => {
    expect(problemsOf(...fields('a: { needs: [a] }')).map(one => one.message)).toEqual([
      '`a` cannot have a rule about itself',
    ])
  })
})

describe('one field', () => {
  it('may be needed under a condition, or allowed under one', () => {
    expect(gates('a: { needed_when: body.count > 2 }')).toEqual([
      'has(body.a) || !(body.count > 2): 400 is needed here',
    ])
    expect(gates('a: { only: model.most > 5 }')).toEqual([
      '!has(body.a) || (model.most > 5): 400 a is not offered by this model',
    ])
  })
})
