import { describe, expect, it } from 'vitest'
import { number } from '../../generator/js/tree.ts'
import { line } from '../../generator/js/flat.ts'
import { lowerPrice } from '../../generator/formula/lower.ts'
import { random, type Random } from './random.ts'
import { choices, good, record, run, runAll, text, usd, factor, column } from './world.ts'
import type { Names, Type } from '../../generator/types.ts'
import { runs } from '../helpers/runs.ts'

/** An exact fraction, reduced nowhere: the reference is as simple as can be. */
interface Fraction {
  num: bigint
  den: bigint
}
const fraction = (num: bigint, den = 1n): Fraction => ({ num, den })
const add = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.num * b.den + b.num * a.den, a.den * b.den)
const times = (a: Fraction, b: Fraction): Fraction => fraction(a.num * b.num, a.den * b.den)
const less = (a: Fraction, b: Fraction): boolean => a.num * b.den < b.num * a.den
const ceilMicro = ({ num, den }: Fraction): bigint => (num * 1_000_000n + den - 1n) / den

/**
 * A price formula, its exact value for the inputs, and whether it is in USD, a count, or either.
 */
interface Made {
  source: string
  value: Fraction
  unit: 'usd' | 'count' | 'any'
}

const DENS = { rate: 10_000n, cents: 100n, odd: 3000n, long: 2n, table: 400n }
interface World {
  n: number
  big: number
  stored: Record<string, bigint>
  table: Record<string, bigint>
  key: string
  flag: boolean
  flat: bigint | undefined
}

function world(rnd: Random): World {
  const digits = (limit: number): bigint => BigInt(rnd.below(limit))
  return {
    n: rnd.below(40),
    big: 2 ** 40 + rnd.below(1000),
    stored: { rate: digits(200_000), cents: digits(5000), odd: digits(9999), long: digits(9) },
    table: {
      a: digits(999),
      b: digits(999),
    },
    key: rnd.pick(['a', 'b']),
    flag: rnd.chance(0.5),
    flat: rnd.chance(0.5) ? digits(9999) : undefined,
  }
}

const NAMES: Names = {
  body: {
    code: 'body',
    type: record({
      n: { kind: 'integer', min: 0 },
      big: { kind: 'integer', min: 0 },
      key: choices('a', 'b'),
      flag: { kind: 'boolean' },
    }),
  },
  model: {
    code: 'model',
    type: record({
      rate: usd(DENS.rate),
      cents: usd(DENS.cents),
      odd: usd(DENS.odd),
      long: factor(DENS.long),
      table: { kind: 'table', of: usd(DENS.table) } as Type,
      flat: { ...column(usd(1000n)), need: false },
    }),
  },
  fee: { code: number(1n), type: usd(1000n) },
  margin: { code: number(21n), type: factor(20n) },
}

/** Makes formulas of a unit; brackets everywhere, since precedence has its own test. */
function maker(rnd: Random, w: World): { usd(depth: number): Made; number(depth: number): Made } {
  const decimals = [
    ['0.5', 1n, 2n],
    ['0.025', 1n, 40n],
    ['1.05', 21n, 20n],
    ['3', 3n, 1n],
    ['0', 0n, 1n],
    ['21690', 21_690n, 1n],
    ['0.000001', 1n, 1_000_000n],
  ] as const
  const written = (): Made => {
    const [source, num, den] = rnd.pick(decimals)
    return { source, value: fraction(num, den), unit: 'any' }
  }
  const count = (): Made =>
    rnd.pick<Made>([
      { source: 'body.n', value: fraction(BigInt(w.n)), unit: 'count' },
      { source: 'body.big', value: fraction(BigInt(w.big)), unit: 'count' },
      { source: 'model.long', value: fraction(w.stored.long!, DENS.long), unit: 'count' },
      { source: 'margin', value: fraction(21n, 20n), unit: 'count' },
    ])
  const money = (): Made =>
    rnd.pick<Made>([
      { source: 'model.rate', value: fraction(w.stored.rate!, DENS.rate), unit: 'usd' },
      { source: 'model.cents', value: fraction(w.stored.cents!, DENS.cents), unit: 'usd' },
      { source: 'model.odd', value: fraction(w.stored.odd!, DENS.odd), unit: 'usd' },
      {
        source: 'model.table[body.key]',
        value: fraction(w.table[w.key]!, DENS.table),
        unit: 'usd',
      },
      { source: 'fee', value: fraction(1n, 1000n), unit: 'usd' },
      {
        source: 'first(model.flat, fee)',
        value: w.flat === undefined ? fraction(1n, 1000n) : fraction(w.flat, 1000n),
        unit: 'usd',
      },
      {
        source: 'first(model.flat, 0.1)',
        value: w.flat === undefined ? fraction(1n, 10n) : fraction(w.flat, 1000n),
        unit: 'usd',
      },
    ])
  const divided = (of: Made): Made => {
    const [source, num, den] = rnd.pick([
      ['1000000', 1_000_000n, 1n],
      ['3600', 3600n, 1n],
      ['7', 7n, 1n],
      ['0.5', 1n, 2n],
    ] as const)
    return {
      ...of,
      source: `(${of.source}) / ${source}`,
      value: times(of.value, fraction(den, num)),
    }
  }
  const picked = (a: Made, b: Made): Made => {
    const name = rnd.pick(['min', 'max', 'choose', 'has'])
    const first =
      name === 'min'
        ? less(a.value, b.value)
        : name === 'max'
          ? !less(a.value, b.value)
          : name === 'choose'
            ? w.flag
            : w.flat !== undefined
    const source =
      name === 'choose'
        ? `choose(body.flag, ${a.source}, ${b.source})`
        : name === 'has'
          ? `choose(has(model.flat), ${a.source}, ${b.source})`
          : `${name}(${a.source}, ${b.source})`
    return { source, value: first ? a.value : b.value, unit: a.unit === 'any' ? b.unit : a.unit }
  }
  const number = (depth: number): Made => {
    if (depth <= 0 || rnd.chance(0.3)) return rnd.chance(0.5) ? count() : written()
    const [a, b] = [number(depth - 1), number(depth - 1)]
    const unit = a.unit === 'any' ? b.unit : a.unit
    return rnd.pick([
      () => ({
        source: `(${a.source}) * (${b.source})`,
        value: times(a.value, b.value),
        unit: a.unit === 'count' && b.unit === 'count' ? ('count' as const) : ('any' as const),
      }),
      () => ({ source: `(${a.source}) + (${b.source})`, value: add(a.value, b.value), unit }),
      () => divided(a),
      () => picked(a, b),
    ])()
  }
  const inUsd = (depth: number): Made => {
    if (depth <= 0 || rnd.chance(0.2)) return money()
    const [a, b, by] = [inUsd(depth - 1), inUsd(depth - 1), number(depth - 1)]
    return rnd.pick([
      () => ({
        source: `(${a.source}) * (${by.source})`,
        value: times(a.value, by.value),
        unit: 'usd' as const,
      }),
      () => ({
        source: `(${by.source}) * (${a.source})`,
        value: times(a.value, by.value),
        unit: 'usd' as const,
      }),
      () => ({
        source: `(${a.source}) + (${b.source})`,
        value: add(a.value, b.value),
        unit: 'usd' as const,
      }),
      () => divided(a),
      () => picked(a, b),
    ])()
  }
  return { usd: inUsd, number }
}

const scope = (w: World): Record<string, unknown> => ({
  body: { n: w.n, big: w.big, key: w.key, flag: w.flag },
  model: {
    ...w.stored,
    table: w.table,
    ...(w.flat === undefined ? {} : { flat: w.flat }),
  },
})

const BATCHES = runs(125)
const EACH = 20

describe('money is exact', () => {
  it(`${BATCHES * EACH} random price formulas equal exact fractions, rounded up once`, () => {
    const rnd = random(53_500)
    const wrong: unknown[] = []
    let rounded = 0
    for (let batch = 0; batch < BATCHES; batch++) {
      const w = world(rnd)
      const made = Array.from({ length: EACH }, () => maker(rnd, w).usd(4))
      const codes = made.map(one => line(good(lowerPrice(text(one.source), NAMES)).js))
      runAll(codes, scope(w)).forEach((got, i) => {
        const { value } = made[i]!
        if (got !== ceilMicro(value))
          wrong.push({ made: made[i], code: codes[i], got, want: ceilMicro(value) })
        if ((value.num * 1_000_000n) % value.den !== 0n) rounded++
      })
    }
    expect(wrong.slice(0, 2)).toEqual([])
    expect(rounded).toBeGreaterThan((BATCHES * EACH) / 10)
  }, 60_000)

  it.each([
    ['model.rate - (0 - fee)', 51_000n],
    ['model.rate + (0 - fee)', 49_000n],
    ['model.rate + (0 - body.n) * fee', 43_000n],
    ['model.rate - (body.n - 0) * fee', 43_000n],
    ['model.rate + (-body.n) * fee', 43_000n],
    ['model.rate - (fee - 0)', 49_000n],
    ['model.rate - (fee - fee * body.n)', 56_000n],
    ['max(fee - model.rate, fee - 0)', 1000n],
  ])('differences: %s', (source, micro) => {
    const w = world(random(1))
    const at = scope({ ...w, n: 7, stored: { ...w.stored, rate: 500n } })
    expect(run(good(lowerPrice(text(source), NAMES)), at)).toBe(micro)
  })

  it('products of integers beyond 2^53 stay exact beside money', () => {
    const w = { ...world(random(1)), n: 39, big: 2 ** 52 + 1 }
    const code = good(lowerPrice(text('body.big * body.n * body.big * fee'), NAMES))
    expect(line(code.js)).toBe('BigInt(body.big) * BigInt(body.n) * BigInt(body.big) * 1000n')
    expect(run(code, scope(w))).toBe(BigInt(w.big) * 39n * BigInt(w.big) * 1000n)
  })
})

describe('a price is one expression with one rounding', () => {
  const names: Names = {
    ...NAMES,
    model: {
      code: 'model',
      type: record({
        sizes: { kind: 'table', of: usd(200n) } as Type,
        hourly: usd(100n),
        usd: usd(1_000_000_000n),
      }),
    },
    body: {
      code: 'body',
      type: record({
        size: { kind: 'string' },
        n: { kind: 'integer' },
        timeout: { kind: 'integer' },
        max_results: { kind: 'integer' },
      }),
    },
    calls: { code: 'calls', type: { kind: 'integer' } },
  }
  const price = (formula: string): string => line(good(lowerPrice(text(formula), names)).js)

  it.each([
    [
      'model.sizes[body.size] * body.n * margin + fee',
      '(at(model.sizes, body.size) * BigInt(body.n) * 21n + 4n) * 250n',
    ],
    [
      'model.hourly * body.timeout / 3600 + fee',
      'ceilDiv((model.hourly * BigInt(body.timeout) + 360n) * 25n, 9n)',
    ],
    ['body.max_results * 0.025 * margin + fee', '(BigInt(body.max_results) * 105n + 4n) * 250n'],
    ['calls * 0.004', 'BigInt(calls) * 4000n'],
    ['0 - model.hourly', '(0n - model.hourly) * 10_000n'],
    ['0 + model.hourly', 'model.hourly * 10_000n'],
    ['0.0075 + fee', '8500n'],
    ['0', '0n'],
    ['fee * margin', '1050n'],
    ['0.00000001', '1n'],
    ['model.usd', 'ceilDiv(model.usd, 1000n)'],
    ['max(model.hourly - fee, 0)', 'max(model.hourly * 10n - 1n, 0n) * 1000n'],
    ['model.hourly * (1 + 0.5) * 2', 'model.hourly * 30_000n'],
    ['body.n * 0 * fee', '0n'],
  ])('%s', (formula, code) => {
    expect(price(formula)).toBe(code)
  })

  it('the published rates come out to the last micro-USD', () => {
    const cost = (size: bigint, n: number): bigint =>
      run(price('model.sizes[body.size] * body.n * margin + fee'), {
        body: { size: 's', n },
        model: { sizes: { s: size } },
      })
    expect([cost(4n, 1), cost(24n, 1), cost(10n, 10), cost(3n, 1), cost(10n, 1)]).toEqual([
      22_000n,
      127_000n,
      526_000n,
      16_750n,
      53_500n,
    ])
  })

  it('a price that subtracts is flagged, unless a floor keeps it', () => {
    expect(good(lowerPrice(text('fee - 0.0005'), names)).negative).toBe(true)
    expect(good(lowerPrice(text('-fee'), names)).negative).toBe(true)
    expect(good(lowerPrice(text('max(fee - 0.0005, 0)'), names)).negative).toBeUndefined()
    expect(good(lowerPrice(text('fee * 3'), names)).negative).toBeUndefined()
  })

  it('rounding goes up, also below zero', () => {
    expect([
      run('ceilDiv(7n, 3n)'),
      run('ceilDiv(6n, 3n)'),
      run('ceilDiv(0n, 3n)'),
      run('ceilDiv(-7n, 3n)'),
      run('ceilDiv(-6n, 3n)'),
    ]).toEqual([3n, 2n, 0n, -2n, -2n])
  })
})
