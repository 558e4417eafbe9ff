/** What a call costs, what it costs us, and what its sale says of it, once its answer is known. */
import { describe, expect, it } from 'vitest'
import {
  noteActual,
  noteActualOfStream,
  noteUsageOfStream,
} from '../../runtime/calls/stages/actual.ts'
import type { Usage } from '../../runtime/protocols/types.ts'
import { fakeCall } from './desk.ts'

const USAGE: Usage = { uncached: 1, cacheRead: 2, cacheWrite: 3, output: 4, reasoning: 5 }
const FACTS = { input: 6, cached: 2, written: 3, output: 9, reasoning: 5 }
/** By use: 1 a token of the answer to the caller, 10 to us, in one unit each. */
const BY_USE = {
  decimals: 6,
  actual: (c: any) => BigInt(c.usage.output),
  actualReads: ['body.n'],
  cost: () => 1_000n,
  actualCost: (c: any) => BigInt(c.usage.output) * 10n,
  units: () => ({ tokens: 100 }),
  actualUnits: (c: any) => ({ tokens: c.usage.output }),
}
const SOLD = { cost: '90', units: { tokens: 9 } }

function callOf(price: object | undefined, more: { work?: object; metered?: boolean } = {}) {
  const record = { sale: { inputs: { 'body.m': 3 } } as Record<string, unknown> }
  const made = fakeCall({
    route: { price },
    charge: { record, due: undefined },
    payment: { scheme: { isMetered: more.metered } },
    quote: { amount: 2_000n },
    scope: { body: { n: 7 } },
    work: more.work ?? { status: 200, completion: { choices: [], usage: USAGE } },
  })
  return { ...made, sale: () => record.sale, due: () => made.call.charge.due }
}
const BOTH = { inputs: { 'body.m': 3, 'body.n': 7 }, usage: FACTS }

describe('a metered call', () => {
  it('is charged by its use, and its sale says by which', () => {
    const { call, sale, due } = callOf(BY_USE, { metered: true })
    noteActual(call)
    expect([due(), call.scope.price]).toEqual([9n, { amount: '0.000009', currency: 'USD' }])
    expect(sale()).toEqual({ ...BOTH, ...SOLD })
  })

  it.each([
    ['it has no result', { work: undefined }, {}],
    [
      'its work is not finished',
      { work: { completion: { pending: true, usage: USAGE } } },
      { usage: FACTS },
    ],
  ])('keeps its price if %s', (_, more, said) => {
    const { call, sale, due } = callOf(BY_USE, { metered: true })
    Object.assign(call, more)
    noteActual(call)
    expect([due(), sale()]).toEqual([undefined, { inputs: { 'body.m': 3 }, ...said }])
  })

  it('keeps a price that does not depend on its use', () => {
    const { call, sale, due } = callOf({ decimals: 6, cost: () => 1_000n }, { metered: true })
    noteActual(call)
    expect([due(), sale()]).toEqual([undefined, { inputs: { 'body.m': 3 }, usage: FACTS }])
  })
})

it('a call that is not metered keeps its price, and its sale says what it cost us', () => {
  const { call, sale, due } = callOf(BY_USE)
  noteActual(call)
  expect(due()).toBe(undefined)
  expect(sale()).toEqual({ inputs: { 'body.m': 3 }, usage: FACTS, ...SOLD })
})

it('the use of a call with a fixed price is not estimated, which takes time', () => {
  const { call, lines } = callOf({ decimals: 6 }, { work: { completion: { choices: [] } } })
  Object.assign(call.context, {
    hooks: {
      estimateTokens: () => {
        throw new Error('it is estimated')
      },
    },
  })
  Object.assign(call.compiled.route, { promptTokens: () => 1, tokenizer: () => 'x' })
  noteActual(call)
  expect(lines).toEqual([])
})

it.each([
  ['cost', { cost: '90', units: { tokens: 100 } }, { actualUnits: undefined }],
  ['units', { cost: '1000', units: { tokens: 9 } }, { actualCost: undefined }],
])('what an answer says only of the %s leaves the other as it was quoted', (_, said, more) => {
  const { call, sale } = callOf({ ...BY_USE, actual: undefined, ...more })
  noteActual(call)
  expect(sale()).toMatchObject(said)
})

it('a cost that cannot be computed is logged, and fails no sale', () => {
  const actualCost = (): never => {
    throw new Error('a fault')
  }
  const { call, lines, due } = callOf({ ...BY_USE, actualCost }, { metered: true })
  noteActual(call)
  expect(due()).toBe(9n)
  expect(lines).toMatchObject([[{ route: 'r' }, 'the cost of a call could not be computed']])
})

describe('a stream', () => {
  it('that is metered is charged by its use', () => {
    const { call, sale, due } = callOf(BY_USE, { metered: true })
    noteActualOfStream(call, USAGE)
    expect([due(), sale()]).toEqual([9n, { ...BOTH, ...SOLD }])
  })

  it.each([
    ['its use is unknown', true, undefined, undefined],
    ['it is not metered', false, USAGE, FACTS],
  ])('keeps its price if %s', (_, metered, used, usage) => {
    const { call, sale, due } = callOf(
      { ...BY_USE, actualCost: () => 90n, actualUnits: undefined },
      { metered },
    )
    noteActualOfStream(call, used)
    expect(due()).toBe(undefined)
    expect(sale()).toEqual({ inputs: { 'body.m': 3 }, usage, cost: '90', units: { tokens: 100 } })
  })

  it('whose price cannot be computed is free, as its caller has it already', () => {
    const actual = (): never => {
      throw new Error('a fault')
    }
    const { call, lines, due } = callOf({ ...BY_USE, actual }, { metered: true })
    noteActualOfStream(call, USAGE)
    expect(due()).toBe(0n)
    expect(lines).toMatchObject([
      [{ route: 'r' }, 'the actual price of a stream could not be computed'],
    ])
  })

  it('that goes on has the usage that was reported so far, and no cost yet', () => {
    const { call, sale } = callOf(BY_USE)
    noteUsageOfStream(call, USAGE, undefined)
    expect(sale()).toEqual({ inputs: { 'body.m': 3 }, usage: FACTS })
    const other = callOf({ decimals: 6 })
    noteUsageOfStream(other.call, undefined, () => {
      throw new Error('it is read although nothing depends on it')
    })
    expect(other.sale()).toEqual({ inputs: { 'body.m': 3 } })
  })
})
