/** What breaks callers: routes, rows, fields, replies, and requests that are refused. */
import { describe, expect, it } from 'vitest'
import { freeFlow, freeRoute, edit, file, type Edit } from '../checks/small-catalog.ts'
import { planOf } from '../../generator/plan/plan.ts'
import { catalogOf, planWith, short } from './small.ts'

const FREE = file('tools/views.routes.yaml', freeRoute('views'))
const found = (...args: Parameters<typeof planWith>): string[] =>
  planWith(...args).findings.map(short)

describe('what is on sale', () => {
  it('a route that is gone blocks, one that is new does not', () => {
    expect(found([file('tools/views.routes.yaml', freeRoute('others'))], [freeFlow, FREE])).toEqual(
      ['block | route-removed | GET /api/v1/views', 'allow | route-added | GET /api/v1/others'],
    )
  })

  it('a route that keeps its old address as an alias is not gone', () => {
    const renamed = file(
      'tools/views.routes.yaml',
      freeRoute('others', '  aliases: [/api/v1/views]\n'),
    )
    expect(found([renamed], [freeFlow, FREE])).toEqual(['allow | route-added | GET /api/v1/others'])
  })

  it('a row that is gone blocks, unless its name is an alias of another', () => {
    const gone = edit('models', 'small: { rate: 0.01 }', 'tiny: { rate: 0.01 }')
    const examples = edit('routes', '{ model: small,', '{ model: tiny,')
    expect(found([gone, examples])).toEqual([
      'block | model-removed | small',
      'allow | model-added | tiny',
    ])
    const renamed = edit(
      'models',
      'small: { rate: 0.01 }',
      'tiny: { aliases: [small], rate: 0.01 }',
    )
    expect(planWith([renamed, examples]).verdict).toBe('allow')
    expect(found([renamed, examples]).join()).not.toContain('model-')
  })
})

describe('a field of a request', () => {
  const count = (to: string) => edit('routes', 'count: integer 1..10 = 1', to)
  it.each([
    ['count: integer! 1..10', 'request-field-required', 'block'],
    ['count: integer 1..8 = 1', 'request-range-narrowed', 'block'],
    ['count: integer 1..12 = 1', 'request-range-widened', 'allow'],
    ['count: integer 1..10 = 2', 'request-default-changed', 'warn'],
    ['count: integer 1..10 = 1\n    note: string', 'request-field-added', 'allow'],
    ['count: integer 1..10 = 1\n    ...: refuse', 'request-unknown-refused', 'block'],
  ])('%s: %s, %s', (to, id, level) => {
    const finding = planWith([count(to)]).findings.find(one => one.id === id)
    expect(finding?.level).toBe(level)
  })

  it('loses a value: the old and the new ones are named', () => {
    const kind = (values: string) => count(`count: integer 1..10 = 1\n    kind: ${values}`)
    const before = [kind('a | b | c')]
    const after = edit('routes', 'kind: a | b | c', 'kind: a | c')
    expect(found([after], before)).toEqual([
      'block | request-enum-narrowed | POST /api/v1/things body.kind | a, b, c -> a, c',
    ])
  })
})

describe('a reply', () => {
  it('that loses a member blocks', () => {
    const before = edit(
      'routes',
      'reply: { made: =result.made }',
      'reply: { made: =result.made, id: x }',
    )
    const after = edit(
      'routes',
      'reply: { made: =result.made, id: x }',
      'reply: { made: =result.made }',
    )
    expect(found([after], [before])).toEqual([
      'block | reply-field-removed | POST /api/v1/things reply.id',
    ])
  })
})

describe('requests', () => {
  it('that a gate newly refuses block, with the refusal', () => {
    const gate = edit('routes', 'rule: body.count <= model.most', 'rule: body.count < model.most')
    expect(found([gate])).toEqual([
      'block | request-refused | POST /api/v1/things | answered -> 400 At most 10',
      'warn | gate-changed | POST /api/v1/things gate "400 At most {model.most}" | ' +
        'body.count <= model.most -> body.count < model.most',
    ])
  })

  it('that are newly answered are shown', () => {
    const refused = edit(
      'routes',
      'usd: 0.0115 }\n',
      'usd: 0.0115 }\n    - { model: large, count: 6, refused: 400 }\n',
    )
    const wider = edit('models', 'most: 5', 'most: 6')
    const all = planWith([wider], [refused])
    expect(all.findings.map(one => one.id)).toContain('request-accepted')
    expect(all.verdict).toBe('allow')
  })
})

describe('a free quota', () => {
  const limits = (more = ''): Edit[] => [
    file(
      'limits.yaml',
      'day: { max: 5, per: 1d, by: ip, style: reset }\n' +
        'two: { max: 2, per: 1d, by: ip, style: reset }\n' +
        `ten: { max: 10, per: 1d, by: ip, style: reset }\n${more}`,
    ),
  ]
  const quota = (pay: string): Edit =>
    edit('routes', '  flow: inline\n', `  flow: inline\n  pay: { redeliver: 1m${pay} }\n`)
  const plan = (before: string, after: string): string[] =>
    planOf(
      catalogOf([...limits(), quota(before)]),
      catalogOf([...limits(), quota(after)]),
    ).findings.map(short)
  const of = (names: string, more = ''): string => `, free_quota: { count: [${names}]${more} }`
  const CHANGED = 'allow | route-changed | POST /api/v1/things'
  const five = '5 results of an address in a day'

  it.each([
    [
      'that is gone blocks',
      of('day'),
      '',
      `block | free-quota-removed | POST /api/v1/things | ${five} -> none`,
    ],
    [
      'of another limit with less warns',
      of('day'),
      of('two'),
      `warn | free-quota-reduced | POST /api/v1/things | ${five} -> 2 results of an address in a day`,
    ],
    [
      'for some calls only warns',
      of('day'),
      of('day', ', when: body.count == 1'),
      `warn | free-quota-reduced | POST /api/v1/things | ${five} -> ${five}, of some calls only`,
    ],
    [
      'of which no more can be bought warns',
      of('day'),
      of('day', ', then: refuse'),
      `warn | free-quota-reduced | POST /api/v1/things | ${five} -> ${five}, then refused (429)`,
    ],
    [
      'with more is only shown',
      of('day'),
      of('ten'),
      `${CHANGED} | ${five} -> 10 results of an address in a day`,
    ],
    [
      'that is as it was says nothing',
      of('day', ', when: body.count == 1'),
      of('day', ', when: body.count == 1'),
      undefined,
    ],
    ['that is new is only shown', '', of('day'), `${CHANGED} | none -> ${five}`],
  ])('%s', (_what, before, after, said) =>
    expect(plan(before, after)).toEqual(said === undefined ? [] : [said]),
  )
})

it.each([
  [
    'max: 3, per: 1d',
    'warn: limit day: fewer results are free at 1 route, 5 in 86400 s -> 3 in 86400 s',
  ],
  [
    'max: 8, per: 1d',
    'allow: limit day: more results are free at 1 route, 5 in 86400 s -> 8 in 86400 s',
  ],
  ['max: 35, per: 7d', 'allow: limit day: 5 in 86400 s -> 35 in 604800 s'],
])('a limit of a free quota that becomes %s says how many results are free', (numbers, said) => {
  const before = [
    file('limits.yaml', 'day: { max: 5, per: 1d, by: ip, style: reset }\n'),
    edit('routes', '  flow: inline\n', '  flow: inline\n  pay: { free_quota: { count: [day] } }\n'),
  ]
  const { findings } = planWith([edit('limits.yaml', 'max: 5, per: 1d', numbers)], before)
  expect(findings.map(one => `${one.level}: ${one.message}`)).toEqual([said])
})

describe('words', () => {
  const described = (text: string) =>
    edit(
      'models',
      'rows:\n  small: {',
      `  description: string\nrows:\n  small: { description: ${text},`,
    )

  it('of a row that are others are named', () => {
    const before = catalogOf([described('A thing')])
    const { verdict, findings } = planOf(before, catalogOf([described('Another thing')]))
    expect([verdict, findings.map(one => one.message)]).toEqual([
      'allow',
      ['small: description "A thing" -> "Another thing"'],
    ])
  })

  it('of a route and of its fields that are others are named', () => {
    const count = (words: string) =>
      edit('routes', 'count: integer 1..10 = 1', `count: integer 1..10 = 1   ## ${words}`)
    const { findings } = planWith(
      [
        edit('routes', 'summary: Makes things', 'summary: Makes more'),
        edit('routes', 'so many', 'how many'),
      ],
      [count('so many')],
    )
    expect(findings.map(one => [short(one), one.message])).toEqual([
      [
        'allow | route-described | POST /api/v1/things',
        'POST /api/v1/things: summary "Makes things" -> "Makes more"; body.count "so many" -> "how many"',
      ],
    ])
  })
})
