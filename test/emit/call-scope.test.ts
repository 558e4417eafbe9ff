/** The type of the scope that the functions of an upstream call read. */
import { describe, expect, it } from 'vitest'
import { scopeType } from '../../generator/emit/call-scope.ts'
import { imports } from '../../generator/emit/code/imports.ts'
import type { Facts } from '../../generator/emit/facts.ts'
import type { CallIR, CatalogIR, RouteIR } from '../../generator/ir.ts'
import { fixture } from './fixture.ts'
import { block, STRING } from './fixture-routes.ts'

const first = fixture()
const ir: CatalogIR = {
  ...first,
  tables: [...first.tables, { ...first.tables[0]!, name: 'other.models' }],
  upstreams: [
    { ...first.upstreams[0]!, name: 'other' },
    { ...first.upstreams[0]!, settings: ['region', 'base-url'] },
  ],
}
const [make, read] = ir.routes as [RouteIR, RouteIR]
const [bare] = ir.calls.filter(({ id }) => id === 'maker.read') as [CallIR]

/** Types are named after the route, except for those of routes that are listed as `without`. */
const factsWith = (without: readonly RouteIR[] = []): Facts => {
  const named = (part: string) => (route: RouteIR) =>
    without.includes(route) ? undefined : `${route.id}_${part}`
  return {
    requests: {
      body: named('body'),
      query: named('query'),
      values: named('values'),
      pathOf: () => 'media/pictures.requests.ts',
    },
  } as unknown as Facts
}

/** The type of a call that sends `formula`, and what it uses. */
function typeOf(
  formula: string,
  { users = [make], more = {}, without = [] as readonly RouteIR[] } = {} as {
    users?: readonly RouteIR[]
    more?: Partial<CallIR>
    without?: readonly RouteIR[]
  },
) {
  const call = { ...bare, path: block("'/x'"), send: block(formula), ...more } as CallIR
  const used = imports()
  const at = { ir, facts: factsWith(without), path: 'upstreams/maker.ts', used, users }
  return { ...scopeType(call, at), from: used.list().map(one => one.from) }
}

describe('the scope of a call', () => {
  it.each([
    ['nothing', '{}', 'Call<any, any, any, any>'],
    ['the body', 'body.n', 'Call<post_pictures_body, any, any, any>'],
    ['the path', 'path.name', 'Call<any, {}, any, any>'],
    ['the row', 'model.title', 'Call<any, any, PicturesRow, any>'],
    ['the table', 'models.get(1)', 'Call<any, any, PicturesRow, any>'],
    ['the query', 'query.n', 'Call<any, any, any, post_pictures_query>'],
    ['derived values', 'values.n', 'Call<any, any, any, any, post_pictures_values>'],
  ])('has only what its formulas read: %s', (_name, formula, text) => {
    expect(typeOf(formula).text).toBe(text)
  })

  it('has all types of the routes that make it, each once and in order', () => {
    const all = (formula: string) => typeOf(formula, { users: [make, read, make] }).text
    expect(all('body.n')).toBe('Call<get_read_name_body | post_pictures_body, any, any, any>')
    expect(all('path.name')).toBe('Call<any, { name: string } | {}, any, any>')
    expect(all('model.title')).toBe('Call<any, any, PicturesRow, any>')
  })

  it.each([
    ['body', 'Call<any, any, any, any>'],
    ['path', 'Call<any, any, any, any>'],
    ['model', 'Call<any, any, any, any>'],
    ['values', 'Call<any, any, any, any, any>'],
  ])('may be anything where no route makes it: %s', (name, text) => {
    expect(typeOf(`${name}.n`, { users: [] }).text).toBe(text)
  })

  it('says what a route without such a request has', () => {
    expect(typeOf('query.n', { users: [make, read], without: [make] }).text).toBe(
      'Call<any, any, any, any | get_read_name_query>',
    )
    const of = (formula: string) => typeOf(formula, { without: [make] }).text
    expect(of('body.n')).toBe('Call<undefined, any, any, any>')
    expect(of('query.n')).toBe('Call<any, any, any, any>')
    expect(of('values.n')).toBe('Call<any, any, any, any, {}>')
  })

  it('has values where a formula reads a derived let, and not what that let reads', () => {
    const half = { name: 'half', derived: true, code: block('body.n', STRING).code }
    const send = { ...block('half'), lets: [half], code: { ...block('half').code, uses: ['half'] } }
    expect(typeOf('', { more: { send } as Partial<CallIR> }).text).toBe(
      'Call<any, any, any, any, post_pictures_values>',
    )
    const plain = { ...send, lets: [{ name: 'half', code: half.code }] }
    expect(typeOf('', { more: { send: plain } as Partial<CallIR> }).text).toBe(
      'Call<post_pictures_body, any, any, any>',
    )
    const unread = { ...block("'x'"), lets: [half] }
    expect(typeOf('', { more: { send: unread } as Partial<CallIR> }).text).toBe(
      'Call<any, any, any, any>',
    )
  })

  it('imports what it names, from where it is', () => {
    expect(typeOf('values.n + body.n + query.n + model.title')).toMatchObject({
      uses: [
        'Call',
        'post_pictures_body',
        'PicturesRow',
        'post_pictures_query',
        'post_pictures_values',
      ],
      from: ['../hooks.ts', '../media/pictures.models.ts', '../media/pictures.requests.ts'],
    })
  })
})

describe('what only the call has', () => {
  const CALL = 'Call<any, any, any, any>'
  const takes = { id: 'string', most: 'integer?' }

  it.each<[string, string, Partial<CallIR>, string]>([
    ['its arguments', 'args.id', { takes }, ' & { args: { id: string; most?: number } }'],
    ['no arguments', 'args.id', {}, ' & { args: {} }'],
    ['nothing of arguments that it does not read', '{}', { takes }, ''],
    [
      'the arguments that it passes on',
      '{}',
      { takes, first: { call: 'maker.make' } as CallIR['first'] },
      ' & { args: { id: string; most?: number } }',
    ],
    [
      'no arguments for the call before it',
      '{}',
      { first: { call: 'maker.make' } as CallIR['first'] },
      '',
    ],
    [
      'the settings of its upstream',
      'settings.region',
      {},
      " & { settings: { region: string; 'base-url': string } }",
    ],
    [
      'no settings of an upstream without them',
      'settings.region',
      { upstream: 'other' },
      ' & { settings: {} }',
    ],
    ['a ticket of any form', 'ticket.id', {}, ' & { ticket: any }'],
    [
      'its ticket',
      'ticket.id',
      { ticket: block('{ id: 1, at: 2 }', { kind: 'record', fields: { id: any(), at: any() } }) },
      ' & { ticket: { id: any; at: any } }',
    ],
    ['the file of its reply', 'reply_body', {}, ' & { reply_body?: any }'],
  ])('is in its scope: %s', (_name, formula, more, text) => {
    expect(typeOf(formula, { more }).text).toBe(CALL + text)
  })

  it('is in one object', () => {
    expect(typeOf('args.id + ticket.id + settings.region + reply_body').text).toBe(
      `${CALL} & { args: {}; settings: { region: string; 'base-url': string }; ` +
        'ticket: any; reply_body?: any }',
    )
  })
})

function any() {
  return { type: { kind: 'json' as const } }
}
