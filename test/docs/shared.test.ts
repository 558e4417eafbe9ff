/** How schemas of a document refer to each other instead of saying the same twice. */
import { expect, it } from 'vitest'
import { extended } from '../../generator/emit/openapi/extended.ts'
import { inlined } from '../../generator/emit/openapi/inlined.ts'
import { shareParts, sharePaths } from '../../generator/emit/openapi/shared.ts'

const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, { type: 'string' }])),
})
const ref = (name: string, part = 'schemas') => ({ $ref: `#/components/${part}/${name}` })

const long = object('first_of_it', 'second_of_it', 'third_of_it', 'fourth_of_it')
const other = object('one_of_them', 'two_of_them', 'three_of_them', 'four_of_them')

it('parts that stand twice, and those that are a whole schema, are references', () => {
  const holding = (part: object) => ({ type: 'object', properties: { part } })
  const list = { type: 'array', items: long }
  expect(
    shareParts({ A: holding(list), B: list.items, C: holding(other), D: holding(other) }),
  ).toEqual({
    A: holding({ type: 'array', items: ref('B') }),
    B: long,
    C: holding(ref('Part')),
    D: holding(ref('Part')),
    Part: other,
  })
})

it('parts of one name have that of their owner, also where one holds the other', () => {
  const outer = { type: 'object', properties: { part: long, more: { type: 'string' } } }
  const holding = { type: 'object', properties: { part: outer } }
  const made = shareParts({ A: holding, B: { ...holding, description: 'B' }, C: { anyOf: [long] } })
  expect(Object.keys(made)).toEqual(['A', 'B', 'C', 'Part', 'PartOfA'])
  expect(made.PartOfA).toEqual(long)
  expect((made.Part as typeof outer).properties.part).toEqual(ref('PartOfA'))
})

it('an object extends one whose open member it narrows, unless a member contradicts it', () => {
  const many = object(...Array.from({ length: 12 }, (_, i) => `member${i}`))
  const base = { ...many, properties: { ...many.properties, open: {} } }
  const narrow = (open: object) => ({ ...base, properties: { ...base.properties, open } })
  const made = extended({ A: base, B: narrow({ type: 'integer' }) })
  expect(made.A).toEqual(base)
  expect(made.B).toEqual({
    allOf: [ref('A'), { type: 'object', properties: { open: { type: 'integer' } } }],
  })
  const against = { ...base, properties: { ...base.properties, member0: { type: 'integer' } } }
  expect(extended({ A: base, B: against }).B).toEqual(against)
})

it('a request extends another one only where nearly all of it is the same', () => {
  const words = (length: number) => ({ type: 'string', description: 'x'.repeat(length) })
  const request = (length: number, more: object) => ({
    type: 'object',
    properties: { text: words(length), ...more },
  })
  const both = (length: number) =>
    extended({ ARequest: request(length, {}), BRequest: request(length, { n: {} }) }).BRequest
  expect(both(500)).toEqual(request(500, { n: {} }))
  expect(both(1500)).toMatchObject({ allOf: [ref('ARequest'), {}] })
})

it('parameters are shared where that is shorter', () => {
  const parameter = { name: 'page', in: 'query', schema: { type: 'integer' } }
  const pathsOf = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `/${i}`,
        { get: { operationId: `op${i}`, parameters: [parameter], responses: {} } },
      ]),
    )
  const parametersOf = (count: number) => sharePaths(pathsOf(count)).paths['/0']!.get!.parameters
  expect(parametersOf(2)).toEqual([parameter])
  expect(parametersOf(20)).toEqual([ref('Page', 'parameters')])
})

it('a choice of one text is a constant, and a long example is shown once, beside its schema', () => {
  const example = { text: 'x'.repeat(60) }
  const contentOf = (one: unknown) => ({
    content: { 'application/json': { schema: {}, example: one } },
  })
  const kind = { description: 'its kind', type: 'string', enum: ['list'] }
  // A member may be called `example` too.
  const part = { type: 'object', properties: { kind, schema: {}, example: long } }
  const schemas = { A: part, B: { ...part, description: 'B' } }
  const document = {
    paths: { '/a': contentOf(example), '/b': contentOf(example), '/c': contentOf(1) },
    components: { schemas },
  }
  const made: any = inlined(document, new Set())
  expect(made.paths).toEqual({
    ...document.paths,
    '/b': { content: { 'application/json': { schema: {} } } },
  })
  const { kind: one, ...others } = made.components.schemas.B.properties
  expect([one, others]).toEqual([
    { const: 'list', description: 'its kind' },
    { schema: {}, example: long },
  ])
})

it('requests that extend another one repeat no description of it', () => {
  const text = { type: 'string', description: 'x'.repeat(1500) }
  const base = { type: 'object', properties: { text }, description: 'Refused: `a`.' }
  const made = extended({
    ARequest: base,
    BRequest: { ...base, properties: { text, n: {} } },
    CRequest: { ...base, properties: { text, n: {}, m: {} }, description: 'Refused: `b`.' },
  })
  expect(made.BRequest).not.toHaveProperty('description')
  expect(made.CRequest).toHaveProperty('description', 'Refused: `b`.')
})
