/**
 * What shares what: calls that take from calls, gates by name, several tables in one reply; and
 * what a request says besides its values.
 */
import { whole } from '../js/parse.ts'
import { describe, expect, it } from 'vitest'
import { compile } from '../../generator/compile.ts'
import { generate } from '../../generator/generate.ts'
import { CALL_REPLY, functionOf, HELPERS } from '../../generator/emit/code/function.ts'
import type { Block, CallIR, CatalogIR, RouteIR } from '../../generator/ir.ts'
import type { Code } from '../../generator/types.ts'
import * as helpers from '../../runtime/formula.ts'
import { codesOf, edit, edited, file, problemsOf, type Edit } from '../checks/small-catalog.ts'

/** The catalog with edits, which must be right. */
function made(...edits: readonly Edit[]): CatalogIR {
  const { value, problems } = compile(edited(edits))
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  return value!
}

/** Runs a formula as it is printed. */
function run(block: Block | Code, scope: object): unknown {
  const own = 'lets' in block ? block : { lets: [], code: block }
  const text = whole(functionOf(own, { roots: CALL_REPLY }))
  const values = [...HELPERS].map(name => (helpers as Record<string, unknown>)[name])
  return (
    new Function(...HELPERS, `'use strict'\nreturn ${text}`)(...values) as (c: object) => unknown
  )(scope)
}

const callOf = (catalog: CatalogIR, id: string): CallIR => catalog.calls.find(one => one.id === id)!
const routeOf = (catalog: CatalogIR, path: string): RouteIR =>
  catalog.routes.find(one => one.path === path)!

/** A second route, which calls what is given. */
const other = (upstream: string): Edit =>
  file(
    'tools/others.routes.yaml',
    `- route: POST /api/v1/others
  summary: Makes others
  flow: inline
  models: things.models
  body: { model: string!, count: integer 1..10 = 1 }
  gates:
    - { rule: body.model in models, error: 400 Unknown model }
  price: model.rate + fee
  upstream: ${upstream}
  reply: { made: =result.made }
  examples:
    - { model: small, usd: 0.011 }
`,
  )
/** A second call of the upstream. */
const call = (text: string): Edit =>
  edit(
    'upstream',
    '      give: { made: =reply.made }\n',
    `      give: { made: =reply.made }\n${text}`,
  )

describe('a call that is like another', () => {
  it('takes its keys, merges maps, replaces anything else, and goes where it says itself', () => {
    const catalog = made(
      other('maker.again'),
      call(`    again:
      like: maker.make
      get: /again
      timeout: 5s
      send: { count: 3, more: =body.model }
`),
    )
    const again = callOf(catalog, 'maker.again')
    expect(again).toMatchObject({ method: 'GET', timeout: 5000 })
    expect(run(again.path, {})).toBe('/again')
    expect(run(again.send as Block, { model: { id: 'small' }, body: { model: 'small' } })).toEqual({
      id: 'small',
      count: 3,
      more: 'small',
    })
    expect(run(again.give!, { reply: { made: 7 } })).toEqual({ made: 7 })
    expect(callOf(catalog, 'maker.make')).toMatchObject({ method: 'POST', timeout: 20_000 })
  })

  it('may be of another upstream, whose rules about failures it does not take', () => {
    const catalog = made(
      other('second.make'),
      file(
        'upstreams/second.yaml',
        `second:
  base: https://api.second.example
  source: second
  calls:
    make: { like: maker.make }
`,
      ),
      edit(
        'upstream',
        '  calls:',
        '  fail: [{ when: status == 418, as: upstream_failed }]\n  calls:',
      ),
    )
    expect(callOf(catalog, 'second.make')).toMatchObject({
      upstream: 'second',
      fail: [],
      timeout: 20_000,
    })
    expect(callOf(catalog, 'maker.make').fail).toHaveLength(1)
  })

  it.each<[string, string, string]>([
    ['an unknown call', '    again: { like: maker.mak }\n', 'unknown-call'],
    ['itself', '    again: { like: maker.again, post: /x, timeout: 5s }\n', 'like-loop'],
    ['what is no call', '    again: { like: things }\n', 'bad-value'],
  ])('cannot be like %s', (_what, text, code) => {
    expect(codesOf(other('maker.again'), call(text))).toContain(code)
  })

  it("needs a time, its own or another's", () => {
    const [problem] = problemsOf(edit('upstream', '      timeout: 20s\n', ''))
    expect(problem).toMatchObject({ code: 'missing-key', message: 'maker.make has no `timeout`' })
  })
})

describe('what a call says of its reply', () => {
  it('`let` may read the reply, for rules about failures', () => {
    const catalog = made(
      edit(
        'upstream',
        '      send:',
        `      tables: { busy: [full, queue] }
      let: { said: 'first(reply.error.message, reply.error)', twice: body.count * 2 }
      fail:
        - { when: 'status == 400 && busy.exists(word, said.contains(word))', as: rate_limited, details: =said, retry_after: 30 }
        - { when: status == 429, as: rate_limited, retry_after: =reply.wait }
      send:`,
      ),
      edit('upstream', 'count: =body.count', 'count: =twice'),
    )
    const { fail, send } = callOf(catalog, 'maker.make')
    expect(run(send as Block, { model: { id: 'small' }, body: { count: 2 } })).toMatchObject({
      count: 4,
    })
    const holds = (reply: object): unknown =>
      run({ lets: fail[0]!.lets, code: fail[0]!.when }, { status: 400, reply })
    expect([
      holds({ error: 'the queue is long' }),
      holds({ error: { message: 'full' } }),
      holds({ error: 'no' }),
      holds({}),
    ]).toEqual([true, true, false, false])
    expect([
      run(fail[0]!.retryAfter!, {}),
      run(fail[1]!.retryAfter!, { reply: { wait: '7s' } }),
    ]).toEqual(['30', '7s'])
  })

  it('which what is sent cannot know', () => {
    const [problem] = problemsOf(
      edit('upstream', '      send:', '      let: { said: reply.error }\n      send:'),
      edit('upstream', 'count: =body.count', 'count: =said'),
    )
    expect(problem).toMatchObject({
      code: 'too-early',
      message: expect.stringContaining('it reads the reply'),
    })
  })

  it('tables that calls share are declared once', async () => {
    const edits = [
      other('maker.again'),
      call('    again: { like: maker.make }\n'),
      edit(
        'upstream',
        '      send:',
        `      tables: { busy: [full, queue] }
      fail: [{ when: 'busy.exists(word, reply.error.contains(word))', as: rate_limited }]
      send:`,
      ),
    ]
    const files = await generate(made(...edits))
    const shared = files.get('upstreams.shared.ts')!.text
    const calls = files.get('upstreams/maker.ts')!.text
    expect(shared.match(/new Set\(\['full', 'queue'\]\)/g)).toHaveLength(1)
    expect(calls).not.toContain('new Set')
    expect(calls.match(/\[\.\.\.busy\]\.some/g)).toHaveLength(2)
  })
})

describe('gates by name', () => {
  const template = (more = ''): Edit =>
    file(
      'templates.yaml',
      `thing:
  flow: inline
  models: things.models
  gates:
    known: { rule: body.model in models, error: 400 Unknown model, code: UNKNOWN }
    few:   { rule: body.count <= model.most, error: 400 Too many }
${more}`,
    )
  const taken = (gates: string): Edit =>
    file(
      'tools/others.routes.yaml',
      `- route: POST /api/v1/others
  like: thing
  summary: Makes others
  body: { model: string!, count: integer 1..10 = 1 }
  gates:
${gates}
  price: model.rate + fee
  upstream: maker.make
  reply: { made: =result.made }
  examples:
    - { model: small, usd: 0.011 }
`,
    )

  it('are those of the template in its order, of which a route replaces one or a part of one, and adds to', () => {
    const { gates } = routeOf(
      made(
        template(),
        taken(
          `    few: { error: 409 Far too many }\n    last: { rule: body.count != 7, error: 400 None }`,
        ),
      ),
      '/api/v1/others',
    )
    expect(gates.map(({ status, code }) => [status, code])).toEqual([
      [400, 'UNKNOWN'],
      [409, undefined],
      [400, undefined],
    ])
    expect(gates.map(({ provesModel }) => provesModel)).toEqual([true, false, false])
  })

  it('need a rule and a message, wherever they come from', () => {
    const [problem] = problemsOf(template(), taken('    last: { error: 400 None }'))
    expect(problem).toMatchObject({ code: 'missing-key', message: 'the gate `last` has no `rule`' })
  })

  it('a list replaces all of them', () => {
    const { gates } = routeOf(
      made(template(), taken('    - { rule: body.model in models, error: 404 None }')),
      '/api/v1/others',
    )
    expect(gates.map(({ status }) => status)).toEqual([404])
  })
})

describe('several tables in one reply', () => {
  const listing = (
    lists: string,
    reply = '=things.map(t, { id: t.id, rate: t.rate }) + extras.map(e, { id: e.id })',
  ): Edit[] => [
    file('tools/extras.models.yaml', 'columns:\n  word: string!\nrows:\n  one: { word: first }\n'),
    file(
      'tools/all.routes.yaml',
      `- route: GET /api/v1/all
  free: true
  summary: All of them
  lists: ${lists}
  reply: { data: '${reply}' }
`,
    ),
  ]

  it('each under its own name, made once', () => {
    const route = routeOf(
      made(...listing('{ things: things.models, extras: extras.models }')),
      '/api/v1/all',
    )
    expect([route.lists, route.fixed]).toEqual([
      { things: 'things.models', extras: 'extras.models' },
      true,
    ])
    const lists = {
      things: { rows: [{ id: 'small', rate: 1n }] },
      extras: { rows: [{ id: 'one', word: 'first' }] },
    }
    expect(run(route.reply as Block, { lists })).toEqual({
      data: [{ id: 'small', rate: expect.anything() }, { id: 'one' }],
    })
  })

  it('and is typed by its rows', async () => {
    const text = (
      await generate(made(...listing('{ things: things.models, extras: extras.models }')))
    ).get('tools/all.ts')!.text
    expect(text).toContain(
      'Call & { lists: { things: Models<ThingsRow>; extras: Models<ExtrasRow> } }',
    )
  })

  it.each([
    ['an unknown table', '{ things: things.models, extras: extra.models }', 'unknown-table'],
    [
      'a name that is taken',
      '{ things: things.models, extras: extras.models, network: extras.models }',
      'name-taken',
    ],
  ])('with %s is a problem', (_what, lists, code) => {
    expect(codesOf(...listing(lists))).toContain(code)
  })
})

describe('what a request says besides its values', () => {
  it('its headers, for gates', () => {
    const { gates } = routeOf(
      made(
        edit(
          'routes',
          '  price:',
          `    - rule: '!has(request_headers["x-beta"]) || request_headers["x-beta"].contains("on")'
      error: 400 The beta is not on
  price:`,
        ),
      ),
      '/api/v1/things',
    )
    const rule = (request_headers: object): unknown => run(gates.at(-1)!.rule, { request_headers })
    expect([rule({}), rule({ 'x-beta': 'on, more' }), rule({ 'x-beta': 'off' })]).toEqual([
      true,
      true,
      false,
    ])
  })

  it('which may be absent, and has to be proven', () => {
    expect(
      codesOf(
        edit(
          'routes',
          '  price:',
          `    - rule: request_headers["x-beta"] == "on"\n      error: 400 No\n  price:`,
        ),
      ),
    ).toEqual(['maybe-absent'])
  })

  it('what stands for the last part of its path is path.rest', () => {
    const [first, second] = [
      '  pick: path.rest\n  body:\n',
      '    - rule: path.rest in models\n      error: 400 Unknown model {path.rest}\n',
    ]
    const catalog = made(
      edit('routes', 'POST /api/v1/things', 'POST /api/v1/things/*'),
      edit('routes', '  body:\n    model: string!\n', first),
      edit(
        'routes',
        '    - rule: body.model in models\n      error: 400 Unknown model {body.model}\n',
        second,
      ),
      edit('routes', '{ model: small, usd', '{ path: { rest: small }, usd'),
      edit('routes', '{ model: large,', '{ path: { rest: large },'),
    )
    expect(run(routeOf(catalog, '/api/v1/things/*').pick!, { path: { rest: 'acme/small' } })).toBe(
      'acme/small',
    )
  })
})
