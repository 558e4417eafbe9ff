/** Facts of the catalog without formulas: the gateway, its networks and limits, and examples. */
import { describe, expect, it } from 'vitest'
import type { Place } from '../../generator/types.ts'
import {
  edit,
  edited,
  file,
  freeFlow,
  freeRoute,
  problemsOf,
  type Edit,
} from '../checks/small-catalog.ts'
import { catalogOf } from '../plan/small.ts'

/** More lines of gateway.yaml. */
const gateway = (...lines: string[]): Edit =>
  edit('gateway', 'fee: 0.001', `${lines.join('\n')}\nfee: 0.001`)

describe('the gateway', () => {
  it('has amounts in USD, times in ms, and 3 days of notice before a promotion ends', () => {
    const { place: _place, guard: _guard, ...facts } = catalogOf().gateway
    expect(facts).toStrictEqual({
      name: 'Shop',
      summary: 'A small catalog for tests.',
      fee: { num: 1n, den: 1000n },
      margin: { num: 21n, den: 20n },
      minimum: { num: 1n, den: 1000n },
      authorization: 300_000,
      slack: 6000,
      promotionNotice: 259_200_000,
      networks: ['base'],
      envelope: 'native',
      bodyLimit: 1_048_576,
      media: '/media',
      metrics: '/metrics',
      numbers: {},
    })
  })

  it('may have more, with amounts in whole micro-USD', () => {
    const more = gateway(
      'margin_floor: 1.02',
      'unsecured: 0.0000019',
      'absorbed: 2',
      'uncharged: 3',
      'canary: { calls: 30, factor: 2, points: 5 }',
      'tags: { images: Pictures }',
      'contact: https://shop.example',
      'titles: { llms: For agents }',
      'promotion_notice: 2d',
      'constants: { most: 8, rate: 0.5, word: a, list: [a] }',
    )
    const { place: _place, ...facts } = catalogOf([more]).gateway
    expect(facts).toMatchObject({
      marginFloor: { num: 51n, den: 50n },
      unsecured: 1,
      absorbed: 2_000_000,
      uncharged: 3,
      canary: { calls: 30, factor: 2, points: 5 },
      tags: { images: 'Pictures' },
      contact: 'https://shop.example',
      titles: { llms: 'For agents' },
      promotionNotice: 172_800_000,
      numbers: { most: { num: 8n, den: 1n }, rate: { num: 1n, den: 2n } },
    })
    expect(Object.keys(facts.numbers)).toEqual(['most', 'rate'])
  })

  it('has a paywall only if it says so', () => {
    expect(catalogOf([gateway('paywall: true')]).gateway.paywall).toBe(true)
    expect(catalogOf([gateway('paywall: false')]).gateway).not.toHaveProperty('paywall')
  })

  it('has networks that it does not list, in the order of their names', () => {
    const more = ['zeta', 'alpha'].map(name =>
      file(
        `networks/${name}.yaml`,
        `${name}:\n  kind: evm\n  scheme: exact\n  chain: eip155:${name.length}\n` +
          `  label: ${name}\n  asset: { symbol: USDC, address: "0x${'1'.repeat(40)}", ` +
          'decimals: 6, name: USD Coin, version: "2" }\n',
      ),
    )
    const catalog = catalogOf(more)
    expect(catalog.gateway.networks).toEqual(['base', 'alpha', 'zeta'])
    expect(catalog.networks.map(one => [one.name, one.chain, one.only])).toEqual([
      ['alpha', 'eip155:5', {}],
      ['base', 'eip155:8453', {}],
      ['zeta', 'eip155:4', {}],
    ])
  })
})

describe('a route', () => {
  const FREE = [freeFlow, file('tools/views.routes.yaml', freeRoute('views'))]
  it('has these facts unless it has others', () => {
    const { keys: _keys, place: _place, reply: _reply, ...facts } = catalogOf(FREE).routes.at(-1)!
    expect(facts).toStrictEqual({
      id: 'get_views',
      family: 'tools/views',
      method: 'GET',
      path: '/api/v1/views',
      prefix: '',
      aliases: [],
      gates: [],
      tags: [],
      summary: 'A free view',
      challenge: 'after_gates',
      discovery: 'none',
      authorization: 300_000,
      bodyLimit: 1_048_576,
      flow: 'free',
      networks: ['base'],
      envelope: 'native',
      pathType: { kind: 'record', fields: {} },
      calls: [],
      fixed: true,
      values: [],
      examples: [],
    })
  })

  it('with a price has a challenge without a request, too', () => {
    expect(catalogOf().routes[0]).toMatchObject({
      challenge: 'after_gates',
      discovery: 'challenge',
      fixed: false,
      table: 'things.models',
      calls: ['maker.make'],
    })
  })

  it('lists the fields that it needs, if there are some', () => {
    const query = (fields: string): unknown =>
      catalogOf([
        freeFlow,
        file('tools/views.routes.yaml', freeRoute('views', `  query: { ${fields} }\n`)),
      ]).routes.at(-1)!.query!.schema
    const text = { type: 'string' }
    expect(query('a: string, b: string')).toStrictEqual({
      type: 'object',
      properties: { a: text, b: text },
    })
    expect(query('a: string, b: string!')).toStrictEqual({
      type: 'object',
      properties: { a: text, b: text },
      required: ['b'],
    })
  })

  it('is suspended with a status and a message', () => {
    const stop = (text: string): Edit => edit('routes', '  flow:', `  suspended: ${text}\n  flow:`)
    expect(catalogOf([stop('503 Back at 10:00 or so')]).routes[0]!.suspended).toEqual({
      status: 503,
      message: 'Back at 10:00 or so',
    })
  })

  it('has a reply that is made once if it is the same for all callers', () => {
    const fixed = (reply: string): boolean =>
      catalogOf([
        gateway('constants: { words: [a, b] }'),
        freeFlow,
        file(
          'tools/views.routes.yaml',
          freeRoute(
            'views',
            '  query: { q: string = a }\n  let: { one: count(query.q), two: 1 + 1 }\n',
          ).replace('{ ok: true }', reply),
        ),
      ]).routes.at(-1)!.fixed
    expect(fixed('{ ok: ="a" in words }')).toBe(true)
    expect(fixed('{ two: =two, net: =network.name }')).toBe(true)
    expect(fixed('{ one: =one }')).toBe(false)
    expect(fixed('{ q: =query.q }')).toBe(false)
    expect(fixed('{ two: =two, at: =now }')).toBe(false)
    expect(fixed('{ ok: =query.q in words }')).toBe(false)
  })
})

it('a network may sell only some rows', () => {
  const only = (rows: string): Edit =>
    edit('network', '  label: base\n', `  label: base\n  only: ${rows}\n`)
  expect(catalogOf([only('{ things.models: [large] }')]).networks[0]!.only).toEqual({
    'things.models': ['large'],
  })
  expect(problemsOf(only('{ things.models: [larg] }'))[0]!.message).toBe('there is no row `larg`')
  expect(problemsOf(only('{ thing.models: [larg] }')).map(one => one.message)).toEqual([
    'there is no models file `thing.models`',
  ])
})

it('a limit counts calls in a time', () => {
  const limits = catalogOf([
    file('limits.yaml', 'few: { max: 3, per: 2m, by: client, style: full }\n'),
    edit('routes', '  flow: inline', '  flow: inline\n  limit: few'),
  ]).limits
  const { place: _place, ...few } = limits[0]!
  expect(few).toStrictEqual({ name: 'few', max: 3, per: 120_000, by: 'client', style: 'full' })
})

describe('an example', () => {
  const VIEW = freeRoute(
    'views/{id}',
    '  query: { q: string, list: "string[]" }\n  examples:\n    - EXAMPLE\n',
  )
  /** The example without its places, and the texts at these. */
  const example = (...edits: Edit[]): unknown[] => {
    const files = edited(edits)
    const { place, expectPlace, ...rest } = catalogOf(edits).routes.at(-1)!.examples[0]!
    const text = ({ file: path, start, end }: Place): string =>
      files.find(one => one.path === path)!.text.slice(start, end)
    return [rest, text(place), text(expectPlace)]
  }
  const view = (text: string): unknown[] =>
    example(freeFlow, file('tools/views.routes.yaml', VIEW.replace('EXAMPLE', text)))
  const made = (text: string): unknown[] =>
    example(edit('routes', '{ model: small, usd: 0.0115 }', text))

  it('may name the parts of the path and the query without saying which they are', () => {
    expect(view('{ id: 7, q: a }')).toStrictEqual([
      { query: { q: 'a' }, path: { id: '7' }, hooks: {}, expect: { none: true } },
      'id',
      '{ id: 7, q: a }',
    ])
  })

  it('or may say it; a list is written as JSON', () => {
    expect(view('{ path: { id: a }, query: { q: [b, 2] }, list: [c] }')[0]).toStrictEqual({
      query: { q: '["b",2]', list: '["c"]' },
      path: { id: 'a' },
      hooks: {},
      expect: { none: true },
    })
  })

  it('has an amount, a rounded one, or a refusal', () => {
    const body = { model: 'small', count: 2 }
    expect(made('{ model: small, count: 2, usd: 0.022 }')).toStrictEqual([
      { body, hooks: {}, expect: { micro: 22_000n } },
      'model',
      'usd: 0.022',
    ])
    expect(made('{ about: 0.022, body: { model: small, count: 2 } }')).toStrictEqual([
      { body, hooks: {}, expect: { about: { num: 11n, den: 500n } } },
      'about',
      'about: 0.022',
    ])
    expect(made('{ model: none, refused: 400 }')).toStrictEqual([
      { body: { model: 'none' }, hooks: {}, expect: { refused: 400 } },
      'model',
      'refused: 400',
    ])
  })

  it('has a use, and what is charged by it if that is written', () => {
    const used = (text: string): unknown => {
      const [rest] = made(`{ model: small, ${text}, usd: 0.0115 }`)
      const { place: _place, ...facts } = (rest as { used: { place: Place } }).used
      return facts
    }
    expect(used('used: { output: 5, result: { a: [1] } }')).toStrictEqual({
      usage: { input: 0, cached: 0, written: 0, output: 5, reasoning: 0 },
      result: { a: [1] },
    })
    expect(used('used: { reply: { b: c } }, actual: 0.01')).toStrictEqual({
      reply: { b: 'c' },
      actual: 10_000n,
    })
  })

  it('at a time is an example of that time', () => {
    expect(made('{ model: small, at: 2027-01-01, usd: 0.0115 }')[0]).toStrictEqual({
      body: { model: 'small' },
      at: Date.parse('2027-01-01'),
      isTemporary: true,
      hooks: {},
      expect: { micro: 11_500n },
    })
  })
})
