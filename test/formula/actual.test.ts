/** What is charged by use: within the quote, whatever an upstream reports. */
import { describe, expect, it } from 'vitest'
import type { ReplyScope, UsageFacts } from '../../runtime/contract.ts'
import { actualOf } from '../../runtime/quote.ts'

const NONE: UsageFacts = { input: 0, cached: 0, written: 0, output: 0, reasoning: 0 }
const scope = (usage?: Partial<UsageFacts>): ReplyScope =>
  (usage ? { usage: { ...NONE, ...usage } } : {}) as ReplyScope
/** A price that shows the usage which it is given. */
const seen = (usage: Partial<UsageFacts>): UsageFacts | undefined => {
  let found: UsageFacts | undefined
  const actual = (c: ReplyScope): bigint => {
    found = c.usage
    return 0n
  }
  actualOf({ actual }, scope(usage), 5n)
  return found
}

describe('actualOf', () => {
  it.each([
    [7n, 7n],
    [10n, 10n],
    [11n, 10n],
    [0n, 0n],
    [-1n, 0n],
    [undefined, 10n],
  ])('%s of a quote of 10 is charged as %s', (actual, charged) => {
    expect(actualOf({ actual: () => actual }, scope(), 10n)).toBe(charged)
  })

  it('is the quote for a price without `actual`', () => {
    expect(actualOf({}, scope(), 10n)).toBe(10n)
  })

  it('gives formulas no usage where there is none', () => {
    expect(actualOf({ actual: c => ('usage' in c ? 1n : 2n) }, scope(), 10n)).toBe(2n)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, 0.5])(
    'counts %s as nothing',
    wrong => {
      const all = { input: wrong, cached: wrong, written: wrong, output: wrong, reasoning: wrong }
      expect(seen(all)).toEqual(NONE)
    },
  )

  it('counts whole tokens, and leaves what is right as it is', () => {
    expect(seen({ input: 9.9, output: 2 })).toEqual({ ...NONE, input: 9, output: 2 })
    const right = { input: 9, cached: 3, written: 2, output: 5, reasoning: 4 }
    expect(seen(right)).toEqual(right)
  })

  it('caps each partial count at its total', () => {
    expect(seen({ input: 5, cached: 9, written: 9, output: 2, reasoning: 3 })).toEqual({
      input: 5,
      cached: 5,
      written: 0,
      output: 2,
      reasoning: 2,
    })
    expect(seen({ input: 5, cached: 2, written: 9 })).toMatchObject({ cached: 2, written: 3 })
  })
})
