/** What calls and routes share in generated code: failure rules, values, types of scopes. */
import { describe, expect, it } from 'vitest'
import { printFile } from '../../generator/emit/code/file.ts'
import { imports } from '../../generator/emit/code/imports.ts'
import { refusedFields, type Facts } from '../../generator/emit/facts.ts'
import { valuesOf, type Around } from '../../generator/emit/family-constants.ts'
import { commonParts, scopeParts, scopeType } from '../../generator/emit/route-scope.ts'
import { startName } from '../../generator/emit/shared-calls.ts'
import { commonStart, startsWith } from '../../generator/emit/shared-fail.ts'
import { shapesOf } from '../../generator/emit/shapes.ts'
import { emitUpstreams } from '../../generator/emit/upstreams.ts'
import type { CallIR, CatalogIR, FailIR, GateIR, RouteIR } from '../../generator/ir.ts'
import { code, fixture } from './fixture.ts'
import { here, place, STRING } from './fixture-routes.ts'

const ir = { ...fixture(), at: ({ start }: { start: number }) => `line ${start}` } as CatalogIR
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]
const rule = (text: string, start = 0, more: Partial<FailIR> = {}): FailIR => ({
  lets: [],
  when: code(text, { kind: 'boolean' }),
  as: 'busy',
  place: place('catalog/upstreams/maker.yaml', start),
  ...more,
})
const rules = (count: number, text = 'status === 1'): FailIR[] =>
  Array.from({ length: count }, (_, i) => rule(text, i))
const facts = {
  print: printFile,
  requests: {
    body: () => 'Body',
    query: () => undefined,
    values: () => undefined,
    pathOf: () => 'a.ts',
  },
  names: new Map(ir.routes.map(({ id }) => [id, id])),
} as unknown as Facts
const at = () => ({ ir, facts, path: 'media/pictures.ts', used: imports() })

describe('the failure rules with which calls of an upstream begin', () => {
  it('are those that save the most', () => {
    const [a, b, c] = rules(3) as [FailIR, FailIR, FailIR]
    expect(commonStart(ir, [[a, b], [a, b, c], [c]])).toEqual([a, b])
    expect(commonStart(ir, [[a], [a], [a], [b]])).toEqual([a])
    expect(commonStart(ir, [[a], [a]])).toBeUndefined()
    expect(commonStart(ir, [[a, b, c]])).toBeUndefined()
    expect(commonStart(ir, [])).toBeUndefined()
  })

  it('read nothing but the reply', () => {
    const both = (own: FailIR) =>
      commonStart(ir, [
        [own, own],
        [own, own],
      ])?.length
    expect(both(rule('status === 1'))).toBe(2)
    expect(both(rule('get(reply, 1) === status', 0, { details: code('reply_headers') }))).toBe(2)
    expect(both(rule('status === body.n'))).toBeUndefined()
    expect(both(rule('status === 1', 0, { details: code('body.n') }))).toBeUndefined()
    const lets = [{ name: 'kind', code: code("get(reply, 'kind')") }]
    expect(both(rule('kind === 1', 0, { lets }))).toBe(2)
    expect(
      both(rule('kind === 1', 0, { lets: [{ name: 'kind', code: code('body.n') }] })),
    ).toBeUndefined()
    expect(both(rule('kind === 1', 0, { lets: [{ ...lets[0]!, derived: true }] }))).toBeUndefined()
  })

  it('are equal if their places and conditions are', () => {
    const [a, b] = rules(2) as [FailIR, FailIR]
    expect(startsWith(ir, [a, b], [a])).toBe(true)
    expect(startsWith(ir, [b, a], [a])).toBe(false)
    expect(startsWith(ir, [rule('status === 2')], [a])).toBe(false)
    expect(startsWith(ir, [a], [a, b])).toBe(false)
  })

  it('have a name that no call has', () => {
    const of = (...ids: string[]) =>
      startName('maker', { ...ir, calls: ids.map(id => ({ id })) as unknown as CallIR[] })
    expect(of('maker.make')).toBe('makerCommonFail')
    expect(of('maker.common_fail')).toBe('makerCommonFail_')
    expect(of('maker.common')).toBe('makerCommonFail_')
  })
})

describe('the code of calls', () => {
  const [first] = ir.calls.filter(({ id }) => id === 'maker.make') as [CallIR]
  /** The files of calls that one route makes. */
  function filesOf(...more: Partial<CallIR>[]): Map<string, string> {
    const calls = more.map(one => ({ ...first, ...one }))
    const routes = [{ ...make, calls: calls.map(({ id }) => id) }]
    const files = emitUpstreams({ ...ir, calls, routes } as CatalogIR, facts)
    return new Map([...files].map(({ path, text }) => [path, text]))
  }

  it('declares tables of failure rules once, also those of a poll', () => {
    const sizes = [{ name: 'sizes', code: code('[1, 2]') }]
    const own = rule('sizes.includes(status)', 0, { lets: sizes })
    const files = filesOf({ fail: [own] })
    expect(files.get('upstreams.shared.ts')).toContain('export const sizes = [1, 2]')
    expect(files.get('upstreams/maker.ts')).toMatch(
      /import \{ sizes \} from '\.\.\/upstreams\.shared\.ts'/,
    )
    expect(files.get('upstreams/maker.ts')).not.toContain('const sizes')
    const poll = { ...first, fail: [own] } as unknown as CallIR['poll']
    expect(filesOf({ fail: [], poll }).get('upstreams.shared.ts')).toContain('const sizes')
    expect(filesOf({ fail: [] }).has('upstreams.shared.ts')).toBe(false)
  })

  it('shares the last three rules of two calls, and no fewer', () => {
    const two = (fail: FailIR[], other = fail) =>
      filesOf({ fail }, { id: 'maker.again', fail: [rule('status === 9', 9), ...other] })
    const shared = two(rules(3)).get('upstreams.shared.ts')!
    expect(shared).toContain('/** The last failure rules of maker.make and other calls. */')
    expect(shared).toContain('export const makerMakeFail')
    expect(two(rules(3)).get('upstreams/maker.ts')).toContain('fail: makerMakeFail')
    expect(two(rules(2)).has('upstreams.shared.ts')).toBe(false)
    expect(two(rules(3), rules(3, 'status === 2')).has('upstreams.shared.ts')).toBe(false)
  })

  it('shares lists of members that may reach the upstream', () => {
    const allow = ['a', 'b']
    const files = filesOf(
      { allow },
      { id: 'maker.again', allow },
      { id: 'maker.third', allow: ['c'] },
    )
    const shared = files.get('upstreams.shared.ts')!
    expect(shared).toContain("export const makerMakeAllow: readonly string[] = ['a', 'b']")
    expect(shared).toContain("export const makerThirdAllow: readonly string[] = ['c']")
    expect(shared).not.toContain('makerAgainAllow')
    expect(files.get('upstreams/maker.ts')!.match(/allow: makerMakeAllow/g)).toHaveLength(2)
  })

  it('lists upstreams and calls', () => {
    const text = filesOf({}, { id: 'maker.again' }).get('upstreams.ts')!.replace(/\s+/g, ' ')
    expect(text).toContain("'maker.make': makerMake, 'maker.again': makerAgain")
    expect(text).toContain("maker: { name: 'maker', env: 'MAKER',")
    expect(text).not.toContain('place')
  })
})

describe('the scope of a route', () => {
  const typeOf = (route: RouteIR, body?: string) => {
    const around = at()
    return { ...scopeType(scopeParts(route, body, around), around), from: around.used.list() }
  }

  it('has no last parts that are as usual', () => {
    expect(typeOf({ ...list, table: undefined } as RouteIR).text).toBe('Call')
    expect(typeOf(read).text).toBe('Call<undefined, { name: string }>')
    expect(typeOf(make, 'Body')).toMatchObject({
      text: 'Call<Body, {}, PicturesRow>',
      uses: ['Call', 'Body', 'PicturesRow'],
    })
  })

  it('has the tables that a reply lists', () => {
    const lists = { all: 'pictures.models' }
    expect(typeOf({ ...list, table: undefined, lists } as unknown as RouteIR)).toMatchObject({
      text: 'Call & { lists: { all: Models<PicturesRow> } }',
      uses: ['Call', 'Models', 'PicturesRow'],
    })
  })

  it('of shared code has what differs only if the code reads it', () => {
    const [one, two] = [scopeParts(make, 'A', at()), scopeParts(read, 'B', at())]
    const common = (...reads: string[]) => {
      const made = commonParts([one!, two!], new Set(reads))
      return Object.values(made).map(({ text }) => text)
    }
    expect(common()).toEqual(['any', 'any', 'any', 'unchecked', '{}', ''])
    expect(common('body')).toEqual(['A | B', 'any', 'any', 'unchecked', '{}', ''])
    expect(common('path', 'requested')).toEqual([
      'any',
      '{ name: string } | {}',
      'PicturesRow | never',
      'unchecked',
      '{}',
      '',
    ])
    const lists = { ...one!, lists: { text: ' & x', uses: [] } }
    expect(commonParts([lists, two!], new Set()).lists.text).toBe('')
    expect(commonParts([lists, two!], new Set(['lists'])).lists.text).toBe(' & { lists: any }')
  })
})

describe('derived values', () => {
  const value = (name: string, text = 'body.n * 2') => ({
    name,
    lets: [],
    code: code(text, { kind: 'integer' }),
  })
  const valued = (...values: object[]) =>
    [make, read, list].map((route, i) => ({
      ...route,
      values: i === 2 ? [] : [...values, ...(i === 1 ? [value('own')] : [])],
    })) as unknown as RouteIR[]
  const many = Array.from({ length: 10 }, (_, i) => value(`value${i}`))

  it('of several routes are one constant, which names them', () => {
    const around = { ...at(), constants: new Map(), translations: new Map() } as Around
    const { members, shared } = valuesOf(valued(...many), around)
    expect(shared.map(({ constant, doc }) => [constant, doc])).toEqual([
      ['post_picturesValues', 'Derived values of /pictures, /read/{name}.'],
    ])
    expect(members.map(own => own.length)).toEqual([1, 2, 0])
    expect(valuesOf(valued(value('a')), around).shared).toEqual([])
  })
})

it('schemas that others use come before them', () => {
  const words = (length: number) => ({
    type: 'string',
    description: '',
    pattern: 'x'.repeat(length),
  })
  const named = (length: number) => ({ schema: words(length), place: here })
  const { list: shapes } = shapesOf({
    schemas: { long: named(200), short: named(100), longest: named(300), tiny: named(1) },
  } as unknown as CatalogIR)
  expect(shapes.map(({ name }) => name)).toEqual(['short', 'long', 'longest'])
})

describe('a field that is refused whenever it is given', () => {
  const gate = (more: Partial<GateIR>): GateIR => ({
    lets: [],
    rule: code('body.a === undefined'),
    status: 400,
    message: code("'No a'", STRING),
    provesModel: false,
    place: here,
    ...more,
  })
  const refused = (...gates: GateIR[]) => Object.fromEntries(refusedFields({ ...make, gates }))

  it('is refused with the message, if that is a text', () => {
    expect(refused(gate({}))).toEqual({ a: 'refused with 400: No a' })
    expect(refused(gate({ message: code('`No ${body.a}`', STRING), status: 503 }))).toEqual({
      a: 'refused with 503',
    })
  })

  it.each<[string, Partial<GateIR>]>([
    ['some calls', { when: code('body.n') }],
    ['another value', { rule: code('body.a === 1') }],
    ['a present one', { rule: code('body.a !== undefined') }],
    ['a field of the query', { rule: code('query.a === undefined') }],
    ['a formula', { rule: code('body.a') }],
  ])('is not one whose gate is for %s', (_name, more) => {
    expect(refused(gate(more))).toEqual({})
  })

  it('is one of the form in which requests come', () => {
    const translate = { gates: [gate({})] } as unknown as RouteIR['translate']
    expect([...refusedFields({ ...make, gates: [], translate }).keys()]).toEqual(['a'])
    expect(
      refusedFields({ ...make, gates: [gate({})], translate: { ...translate!, gates: [] } }).size,
    ).toBe(0)
  })
})
