import { describe, expect, it } from 'vitest'
import * as f from '../../runtime/formula.ts'

describe('what compiled formulas call', () => {
  it('scaled takes numbers that JavaScript writes with an exponent', () => {
    expect([f.toScaled(5e-7, 2), f.toScaled(5e-7, 7), f.toScaled(1e21, -8)]).toEqual([
      5e-5, 5, 1e13,
    ])
    expect([f.toScaled('123', -2), f.toScaled('5e-7', 2)]).toEqual([1.23, undefined])
  })

  it('text and display write decimals over any denominator', () => {
    expect([
      f.text(107n, 2000n, 6),
      f.text(17n, 2000n, 4),
      f.text(1n, 3n, 2),
      f.text(-5n, 1000n, 3),
      f.text(5n, 1n, 0),
      f.text(0n, 7n, 2),
    ]).toEqual(['0.053500', '0.0085', '0.33', '-0.005', '5', '0.00'])
    expect([
      f.shortText(50_000n, 1_000_000n, 6),
      f.shortText(-2_000_000n, 1_000_000n, 6),
      f.shortText(10n, 1n, 0),
    ]).toEqual(['0.05', '-2', '10'])
    expect([
      f.display(1n, 20n),
      f.display(10n ** 15n + 1n, 10n ** 6n),
      f.display(3n, 200n),
    ]).toEqual([0.05, 1_000_000_000.000001, 0.015])
  })

  it('zip puts lists beside each other, as far as the shortest goes', () => {
    expect(f.zip({ t: [1, 2, 3], o: ['a', 'b'] })).toEqual([
      { t: 1, o: 'a' },
      { t: 2, o: 'b' },
    ])
    expect([f.zip({ t: [1], o: undefined }), f.zip({ t: 'ab' }), f.zip({ t: [] })]).toEqual([
      [],
      [],
      [],
    ])
  })

  it('get and its like never fail and never see what is inherited', () => {
    const json = { a: [{ b: 1 }], text: 'abc', nothing: null }
    expect(f.get(json, 'a', 0, 'b')).toBe(1)
    for (const path of [
      ['x'],
      ['a', 1],
      ['a', 0, 'c'],
      ['text', 'length'],
      ['nothing', 'x'],
      ['constructor'],
      ['a', 'map'],
      ['toString'],
    ])
      expect(f.get(json, ...path)).toBeUndefined()
    expect([f.get(undefined, 'a'), f.get(null, 'a'), f.get(3, 'a')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([f.items([1]), f.items({ 0: 1 }), f.items('ab'), f.items(undefined)]).toEqual([
      [1],
      [],
      [],
      [],
    ])
    expect([f.members({ a: 1 }), f.members([1]), f.members('ab'), f.members(null)]).toEqual([
      { a: 1 },
      {},
      {},
      {},
    ])
    expect([f.str('a'), f.str(1), f.str(['a'])]).toEqual(['a', '', ''])
    expect([
      f.join(['a', 'b'], ', '),
      f.join(['a', 1, null, 'b'], ''),
      f.join('a', '\n'),
      f.join([], ','),
      f.join({ a: 'b' }, ','),
      f.join(undefined, ','),
    ]).toEqual(['a, b', 'ab', 'a', '', '', ''])
    expect([
      f.word('a'),
      f.word(1),
      f.word(false),
      f.word(null),
      f.word(undefined),
      f.word(['a']),
    ]).toEqual(['a', '1', 'false', undefined, undefined, undefined])
    expect([f.given(2, n => n * 2), f.given(undefined, () => 1)]).toEqual([4, undefined])
    expect([f.num(1), f.num('1'), f.num(null), f.num([2])]).toEqual([
      1,
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
    expect([f.entry({ a: 1 }, 'a'), f.entry({ a: 1 }, 'toString')]).toEqual([1, undefined])
  })

  it('counts', () => {
    expect([
      f.count([1, 2]),
      f.count({}),
      f.count('x'),
      f.count(undefined),
      f.count(null),
      f.count([]),
    ]).toEqual([2, 1, 1, 0, 0, 0])
    for (const odd of [
      '',
      '😀😀',
      '\ud83d',
      '\ude00',
      '\ude00\ud83d',
      '\ud83d\ud83d\ude00\ude00',
      'é👨‍👩‍👧',
    ])
      expect(f.length(odd)).toBe([...odd].length)
    expect([
      f.length('😀a'),
      f.length([1]),
      f.length({ a: 1, b: 2 }),
      f.length(undefined),
      f.length(7),
    ]).toEqual([2, 1, 2, 0, 0])
  })

  it('tables', () => {
    expect(f.at({ a: 1 }, 'a')).toBe(1)
    expect(() => f.at({ a: 1 }, 'valueOf')).toThrow(RangeError)
    expect(() => f.need(undefined)).toThrow(RangeError)
    expect([f.least({ a: 3n, b: 2n }), f.least([3, 1, 2])]).toEqual([2n, 1])
    expect(() => f.least({})).toThrow(TypeError)
    expect(f.each({ a: 1, b: 2 }, x => x * 2)).toEqual({ a: 2, b: 4 })
  })

  it('same compares JSON, whatever the order of members', () => {
    expect([
      f.same({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] }),
      f.same([], {}),
      f.same([1], [1, 2]),
      f.same(null, {}),
      f.same('1', 1),
    ]).toEqual([true, false, false, false, false])
    expect(f.same({ a: undefined, b: 1 }, { b: 1, c: undefined })).toBe(false)
  })

  it('say and iso', () => {
    expect([
      f.say('a'),
      f.say(3),
      f.say(undefined),
      f.say(null),
      f.say([1, 'b']),
      f.say(new Set([4, 8])),
      f.say({ x: 1, y: 2 }),
      f.say(false),
    ]).toEqual(['a', '3', '', '', '1, b', '4, 8', 'x, y', 'false'])
    expect([f.iso(1_769_850_000), f.iso(Number.MAX_SAFE_INTEGER)]).toEqual([
      '2026-01-31T09:00:00.000Z',
      '',
    ])
  })

  it('before and after cut at the first separator', () => {
    expect([
      f.before('data:a;b;c', ';'),
      f.after('data:a;b;c', ';'),
      f.before('abc', ';'),
      f.after('abc', ';'),
    ]).toEqual(['data:a', 'b;c', 'abc', ''])
  })

  it('toTime reads dates and times, and gives nothing for what is no instant', () => {
    expect(f.toTime('2026-12-03')).toBe(Date.UTC(2026, 11, 3) / 1000)
    expect(f.toTime('2026-12-03T00:00:00Z')).toBe(Date.UTC(2026, 11, 3) / 1000)
    expect(f.toTime('2026-12-03T01:00:00.900+01:00')).toBe(Date.UTC(2026, 11, 3) / 1000)
    expect(f.toTime('9999-12-31T23:59:59Z')).toBe(253_402_300_799)
    const odd = [
      '',
      'soon',
      '2026-02-30',
      '2026-12-03T00:00:00',
      '03.12.2026',
      '1e3',
      '10000-01-01',
    ]
    for (const one of odd) expect(f.toTime(one)).toBeUndefined()
  })
  it('toSeconds rounds milliseconds, and gives nothing for what is no length', () => {
    expect([f.toSeconds(186_499), f.toSeconds(186_500), f.toSeconds(0)]).toEqual([186, 187, 0])
    for (const odd of [undefined, null, '186000', -1, Number.NaN, Infinity])
      expect(f.toSeconds(odd)).toBeUndefined()
  })

  it('min and max keep the kind of number', () => {
    expect([f.min(1n, 2n), f.max(1n, 2n), f.min(1, 2), f.max(1, 2)]).toEqual([1n, 2n, 1, 2])
  })
})
