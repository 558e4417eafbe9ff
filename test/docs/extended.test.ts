/** Which object schemas of a document are written as an extension of another one. */
import { describe, expect, it } from 'vitest'
import { extended } from '../../generator/emit/openapi/extended.ts'

type Schema = Record<string, unknown>

const TEXT = { type: 'string' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Members of 36 characters or more each, so that five of them are worth a reference. */
const members = (count: number): Record<string, Schema> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`m${i}`, { ...TEXT, description: `member ${i}` }]),
  )
const object = (properties: Record<string, unknown>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})
const plus = (properties: Record<string, unknown>, more: Schema = {}): Schema =>
  object({ ...members(6), ...properties }, more)
const BASE = plus({})

describe('an object with the members of another one', () => {
  it.each<[string, Schema, Schema]>([
    ['says which members it has more', plus({ n: TEXT }), object({ n: TEXT })],
    [
      'and which of these are required',
      plus({ n: TEXT }, { required: ['n'] }),
      object({ n: TEXT }, { required: ['n'] }),
    ],
  ])('%s', (_name, own, more) => {
    expect(extended({ Base: BASE, Own: own })).toEqual({
      Base: BASE,
      Own: { allOf: [ref('Base'), more] },
    })
  })

  it('repeats no member that the other one requires', () => {
    const required = ['m0', 'm1']
    const made = extended({
      Base: plus({}, { required }),
      Own: plus({ n: TEXT }, { required: [...required, 'n'] }),
    })
    expect(made.Own).toEqual({
      allOf: [ref('Base'), object({ n: TEXT }, { required: ['n'] })],
    })
  })

  it.each<[string, Schema, Schema]>([
    ['that has no more members', BASE, plus({})],
    [
      'if it does not require what the other one does',
      plus({}, { required: ['m0'] }),
      plus({ n: {} }),
    ],
    ['if it is closed', BASE, plus({ n: TEXT }, { additionalProperties: false })],
    ['if it says that it is open', BASE, plus({ n: TEXT }, { additionalProperties: true })],
    ['if it describes its other members', BASE, plus({ n: TEXT }, { additionalProperties: TEXT })],
    ['if it has more rules', BASE, plus({ n: TEXT }, { minProperties: 1 })],
    ['if it has another type', BASE, { ...plus({ n: TEXT }), type: ['object', 'null'] }],
    ['if the other one has more rules', plus({}, { minProperties: 1 }), plus({ n: TEXT })],
    ['if a member is missing', BASE, object({ ...members(5), n: TEXT, o: TEXT })],
    ['if a member differs', plus({ n: TEXT }), plus({ n: { type: 'integer' }, o: TEXT })],
    [
      'if a member that may be anything has another description',
      plus({ n: { description: 'one' } }),
      plus({ n: { ...TEXT, description: 'other' }, o: TEXT }),
    ],
    ['if few of its members are shared', object(members(3)), object({ ...members(3), n: TEXT })],
  ])('is written whole %s', (_name, base, own) => {
    expect(extended({ Base: base, Own: own })).toEqual({ Base: base, Own: own })
  })

  it('may narrow a member that may be anything, and keeps its description', () => {
    const made = extended({
      Base: plus({ n: { description: 'any' } }),
      Own: plus({ n: { ...TEXT, description: 'any' }, o: TEXT }),
    })
    expect(made.Own).toEqual({
      allOf: [ref('Base'), object({ n: { ...TEXT, description: 'any' }, o: TEXT })],
    })
  })

  it('keeps its own description, unless the other one has the same', () => {
    const made = extended({
      Base: plus({}, { description: 'one' }),
      Same: plus({ n: TEXT }, { description: 'one' }),
      Own: plus({ o: TEXT }, { description: 'other' }),
    })
    expect([made.Same!.description, made.Own!.description]).toEqual([undefined, 'other'])
    expect(made.Own!.allOf).toEqual([ref('Base'), object({ o: TEXT })])
  })

  it('extends the one with the most members', () => {
    const made = extended({ A: BASE, B: plus({ b: TEXT }), C: plus({ b: TEXT, c: TEXT }) })
    expect(made).toEqual({
      A: BASE,
      B: { allOf: [ref('A'), object({ b: TEXT })] },
      C: { allOf: [ref('B'), object({ c: TEXT })] },
    })
  })

  it('is also found inside a schema, and in lists of schemas', () => {
    const own = plus({ n: TEXT })
    const short = { allOf: [ref('Base'), object({ n: TEXT })] }
    const made = extended({
      Base: BASE,
      List: { type: 'array', items: own },
      Any: { anyOf: [own] },
    })
    expect([made.List, made.Any]).toEqual([{ type: 'array', items: short }, { anyOf: [short] }])
  })
})

describe('requests', () => {
  const LONG = { long: { ...TEXT, description: 'x'.repeat(1000) } }

  it.each([
    ['BaseRequest', 'OwnRequest', true],
    ['BaseForm', 'OwnForm2', true],
    ['BaseRequest', 'Own', false],
    ['Base', 'OwnRequest', false],
    ['Base', 'RequestOfOwn', true],
  ])('extend requests only: %s and %s: %s', (base, own, isShort) => {
    const made = extended({ [base]: object(LONG), [own]: object({ ...LONG, n: TEXT }) })
    expect(Object.hasOwn(made[own]!, 'allOf')).toBe(isShort)
  })

  it('of which each has members of its own extend what they share', () => {
    const one = { ...LONG, a: TEXT, n: TEXT }
    const other = { ...LONG, a: TEXT, n: { type: 'integer' } }
    const made = extended({
      ARequest: object(one, { required: ['a', 'n'] }),
      BRequest: object(other, { required: ['a', 'long'] }),
    })
    expect(made).toEqual({
      ARequest: {
        allOf: [ref('SharedARequest'), object({ n: TEXT }, { required: ['n'] })],
      },
      BRequest: {
        allOf: [ref('SharedARequest'), object({ n: { type: 'integer' } }, { required: ['long'] })],
      },
      SharedARequest: object({ ...LONG, a: TEXT }, { required: ['a'] }),
    })
  })

  it.each<[string, Schema, Schema]>([
    ['share little', object({ a: TEXT, n: TEXT }), object({ a: TEXT, n: {} })],
    [
      'treat other members differently',
      object({ ...LONG, n: TEXT }),
      object({ ...LONG, n: { type: 'integer' } }, { additionalProperties: true }),
    ],
  ])('that %s extend nothing', (_name, one, other) => {
    expect(extended({ ARequest: one, BRequest: other })).toEqual({ ARequest: one, BRequest: other })
  })

  it('of which one extends the other share nothing more', () => {
    const made = extended({ ARequest: object(LONG), BRequest: object({ ...LONG, n: TEXT }) })
    expect(Object.keys(made)).toEqual(['ARequest', 'BRequest'])
    const turned = extended({ BRequest: object({ ...LONG, n: TEXT }), ARequest: object(LONG) })
    expect(Object.keys(turned)).toEqual(['BRequest', 'ARequest'])
  })

  it('that are no objects share nothing with others', () => {
    const closed = object({ ...LONG, n: TEXT }, { additionalProperties: false })
    const made = extended({ ARequest: closed, BRequest: object({ ...LONG, n: {} }) })
    expect(Object.keys(made)).toEqual(['ARequest', 'BRequest'])
  })
})
