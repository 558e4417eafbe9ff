/** The code of routes and calls: which members they have, and which functions they share. */
import { describe, expect, it } from 'vitest'
import { callMembers, type CallContext, type SharedRules } from '../../generator/emit/code/call.ts'
import { cell } from '../../generator/emit/code/literal.ts'
import { camel, pascal } from '../../generator/emit/code/names.ts'
import { exampleRequests, routeMembers } from '../../generator/emit/code/route.ts'
import { shapesOf } from '../../generator/emit/shapes.ts'
import type { CallIR, FailIR, RouteIR } from '../../generator/ir.ts'
import type { Member } from '../../generator/js/tree.ts'
import { whole } from '../js/parse.ts'
import { code, fixture } from './fixture.ts'
import { block, here, STRING } from './fixture-routes.ts'

const ir = { ...fixture(), at: () => 'here' }
const [make, read, list] = ir.routes as [RouteIR, RouteIR, RouteIR]

/** Each member as text on one line. */
const texts = (members: readonly Member[]): Record<string, string> =>
  Object.fromEntries(
    members.flatMap(one =>
      'key' in one
        ? [
            [
              one.key,
              whole(one.value)
                .replace(/,(?=\s+[\])}])/g, '')
                .replace(/\s+/g, ' '),
            ],
          ]
        : [],
    ),
  )
const route = (of: RouteIR, more: object = {}): Record<string, string> =>
  texts(
    routeMembers({ ...of, ...more } as RouteIR, {
      ir,
      constants: new Map(),
      shapes: shapesOf(ir),
      call: id => camel(id),
      calls: () => 'calls',
      endGates: undefined,
      values: undefined,
      probes: [],
      probesOf: () => [],
      translation: undefined,
    }),
  )

describe('the code of a route', () => {
  it('has the facts of its address', () => {
    expect(route(read)).toMatchObject({
      id: "'get_read_name'",
      origin: "'here'",
      family: "'media/pictures'",
      method: "'GET'",
      path: "'/read/{name}'",
      prefix: "'/read'",
      upstream: '() => makerRead',
    })
    expect(route(list).limit).toBe("'lists'")
    expect(route(read).limit).toBeUndefined()
  })

  it('has its price, with what it shows if it shows something', () => {
    expect(route(read).price).toBe('{ micro: () => 8500n, // here decimals: 4, identify: false }')
    const show = block('{ a: body.n }')
    const price = { ...read.price!, show, identify: true }
    expect(route(read, { price }).price).toBe(
      '{ micro: () => 8500n, // here decimals: 4, identify: true, ' +
        'show: ({ body }) => ({ a: body.n }) }',
    )
  })

  it('has the example of a route that is paid for', () => {
    expect(route(make).example).toBe("{ body: { model: 'maker/one' } }")
    expect(route(make, { price: undefined }).example).toBeUndefined()
    expect(route(read).example).toBeUndefined()
  })

  it('has when it is retired, and what it keeps', () => {
    expect(route(read, { retired: { since: 1, use: 'x', place: here } }).retired).toBe(
      "{ since: 1, use: 'x' }",
    )
    const cache = { key: block("'a'", STRING), for: 5 }
    expect(route(read, { cache }).cache).toContain("key: () => 'a'")
  })

  it('chooses its call by a formula, which a gate has proven', () => {
    expect(route(make).upstream).toBe('({ model }) => at(calls, model.upstream)')
    const upstream = { lets: [], code: { ...code('model.upstream', STRING), optional: true } }
    expect(route(make, { upstream }).upstream).toBe(
      '({ model }) => at(calls, need(model.upstream))',
    )
    const own = { lets: [{ name: 'x', code: code('1') }], code: code("'maker.read'", STRING) }
    expect(route(read, { upstream: own }).upstream).toContain("at(calls, 'maker.read')")
  })
})

describe('the requests that represent a route', () => {
  const of = (more: object, route: object = {}) =>
    exampleRequests({
      ...make,
      ...route,
      examples: [{ ...make.examples[0]!, ...more }],
    } as RouteIR)

  it('are its examples that pass, without those of a certain day', () => {
    expect(exampleRequests(make).map(({ body }) => body)).toEqual([
      { model: 'maker/one' },
      { model: 'ONE', size: 'large', n: 2, other: 1 },
    ])
    expect(of({ isTemporary: true })).toEqual([])
    expect(of({ expect: { refused: 400 } })).toEqual([])
  })

  it('are not those that are free where others are paid for', () => {
    const free = { expect: { micro: 0n } }
    expect(of(free)).toHaveLength(1)
    expect(of(free, { free: block('true') })).toEqual([])
    expect(of({ expect: { micro: 1n } }, { free: block('true') })).toHaveLength(1)
    expect(of({ expect: { about: { num: 1n, den: 1n } } }, { free: block('true') })).toHaveLength(1)
  })
})

describe('the failure rules of a call', () => {
  const [bare] = ir.calls.filter(({ id }) => id === 'maker.read') as [CallIR]
  const rule = (text: string, more: Partial<FailIR> = {}): FailIR => ({
    lets: [],
    when: code(text, { kind: 'boolean' }),
    as: 'busy',
    place: here,
    ...more,
  })
  /** The function of these rules, of which the first and the last ones are shared. */
  const failOf = (
    fail: readonly FailIR[],
    shared: { first?: SharedRules; last?: SharedRules } = {},
  ): string | undefined => {
    const at: CallContext = {
      ir,
      constants: new Map(),
      allow: () => '',
      call: camel,
      sharedFail: () => shared,
    }
    return texts(callMembers({ ...bare, fail } as CallIR, at)).fail
  }
  const [first, last] = [
    { name: 'start', count: 1 },
    { name: 'end', count: 1 },
  ]
  const one = rule('status === 1')
  const RULE = "if (status === 1) return { as: 'busy' } // here"

  it('are its own, between those that it shares', () => {
    expect(failOf([])).toBeUndefined()
    expect(failOf([one])).toBe(`({ status }) => { ${RULE} return undefined }`)
    expect(failOf([one, one], { last })).toBe(`c => { const { status } = c ${RULE} return end(c) }`)
    expect(failOf([one, one], { first })).toBe(
      `c => { const found = start(c) if (found !== undefined) return found ` +
        `const { status } = c ${RULE} return undefined }`,
    )
  })

  it('are only those that it shares, if it has no other', () => {
    expect(failOf([one], { first })).toBe('start')
    expect(failOf([one], { last })).toBe('end')
    expect(failOf([one, one], { first, last })).toBe(
      'c => { const found = start(c) if (found !== undefined) return found return end(c) }',
    )
  })

  it('wait for a rule, or a value of one, that waits', () => {
    const waits = { ...code("await hooks.held('x')"), wait: true }
    expect(failOf([rule('status === 1', { details: waits })])).toMatch(/^async /)
    const lets = [{ name: 'held', code: waits }]
    const held = { ...code('held === 1'), uses: ['held'] }
    expect(failOf([rule('', { lets, when: held } as Partial<FailIR>)])).toMatch(
      /^async \(\{ hooks \}\) => \{ const held = /,
    )
    expect(failOf([one])).not.toMatch(/^async/)
  })
})

it('names of types have no empty parts', () => {
  expect([pascal('_a-b_'), pascal('/x'), camel('-a')]).toEqual(['AB', 'X', 'a'])
})

it('a value of an unknown type is written as it is', () => {
  expect(whole(cell({ a: { b: [1] } }, undefined))).toBe('{ a: { b: [1] } }')
  expect(whole(cell({ a: { b: [1] } }, { kind: 'json' }))).toBe('{ a: { b: [1] } }')
})
