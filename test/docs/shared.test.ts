/** How schemas of a document refer to each other instead of saying the same twice. */
import { describe, expect, it } from 'vitest'
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

describe('a parameter or an answer of several operations', () => {
  /** Paths of operations with these parameters and answers. */
  const pathsOf = (...operations: { parameters?: object[]; responses?: object }[]) =>
    Object.fromEntries(
      operations.map((one, i) => [
        `/${i}`,
        { get: { operationId: `op${i}.list`, responses: {}, ...one } },
      ]),
    ) as Parameters<typeof sharePaths>[0]
  /** A parameter whose JSON has this length. */
  const parameter = (length: number, name = 'page') => {
    const bare = JSON.stringify({ name, description: '' }).length
    return { name, description: 'x'.repeat(length - bare) }
  }
  const shown = ({ paths }: ReturnType<typeof sharePaths>, i = 0): any => paths[`/${i}`]!.get

  it('is a reference that saves at least 20 characters, counting the name of the part', () => {
    const twice = (length: number) => {
      const one = { parameters: [parameter(length)] }
      return shown(sharePaths(pathsOf(one, one))).parameters
    }
    const least = 2 * JSON.stringify(ref('Page', 'parameters')).length + 'Page'.length + 20
    expect(twice(least)).toEqual([ref('Page', 'parameters')])
    expect(twice(least - 1)).toEqual([parameter(least - 1)])
  })

  it('is whole in the only operation that has it', () => {
    const made = sharePaths(pathsOf({ parameters: [parameter(900)] }, {}))
    expect(shown(made).parameters).toEqual([parameter(900)])
    expect(shown(made, 1)).toEqual({ operationId: 'op1.list', responses: {} })
    expect([made.parameters, made.responses]).toEqual([{}, {}])
  })

  it('has a number if another one has its name', () => {
    const both = { parameters: [parameter(300), parameter(301), parameter(302)] }
    const made = sharePaths(pathsOf(both, both))
    expect(made.parameters).toEqual({
      Page: parameter(300),
      Page2: parameter(301),
      Page3: parameter(302),
    })
    expect(shown(made, 1).parameters).toEqual(
      ['Page', 'Page2', 'Page3'].map(name => ref(name, 'parameters')),
    )
  })

  it('has the name of the first operation with the answer, and its status', () => {
    const answer = { description: 'x'.repeat(300) }
    const made = sharePaths(
      pathsOf({ responses: { 200: answer } }, { responses: { 202: answer, 404: {} } }),
    )
    expect(made.responses).toEqual({ Op0ListAnswer200: answer })
    expect(shown(made, 1).responses).toEqual({ 202: ref('Op0ListAnswer200', 'responses'), 404: {} })
  })
})

describe('a part of schemas', () => {
  const twice = (part: object, member = 'part') =>
    shareParts({
      A: { type: 'object', properties: { [member]: part } },
      B: { type: 'object', properties: { other: {}, [member]: part } },
    })
  const words = (length: number) => ({ enum: ['x'.repeat(length - '{"enum":[""]}'.length)] })

  it.each<[string, object, object]>([
    ['a choice of values', words(80), { Part: words(80) }],
    ['a choice of schemas', { anyOf: [long, {}] }, { Part: { anyOf: [long, {}] } }],
    ['items of a list', { type: 'array', items: long }, { PartItem: long }],
    ['other members', { type: 'object', additionalProperties: long }, { Part: long }],
    ['one of a choice', { oneOf: [long] }, { Part: long }],
    ['all of a choice', { allOf: [long] }, { Part: long }],
  ])('has the name of its member: %s', (_name, part, wanted) => {
    const { A, B, ...parts } = twice(part)
    expect(parts).toEqual(wanted)
    expect([A, B].map(one => JSON.stringify(one).includes('$ref'))).toEqual([true, true])
  })

  it.each<[string, object]>([
    ['short', words(79)],
    ['a plain value', { type: 'string', description: 'x'.repeat(200) }],
    ['an object without members', { type: 'object', description: 'x'.repeat(200) }],
    ['a list', { type: 'array', items: {}, description: 'x'.repeat(200) }],
  ])('stays where it is if it is %s', (_name, part) => {
    expect(Object.keys(twice(part))).toEqual(['A', 'B'])
  })

  it('has a number if its owner has two of its name', () => {
    const inner = (one: object) => ({ type: 'object', properties: { part: one } })
    const both = (one: object, two: object) => ({ anyOf: [inner(one), inner(two), one, two] })
    const third = { enum: ['c'.repeat(100)] }
    const made = shareParts({ Part: words(90), A: both(long, other), B: both(third, third) })
    expect(Object.keys(made)).toEqual(expect.arrayContaining(['PartOfA', 'PartOfA2', 'PartOfB']))
  })
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
