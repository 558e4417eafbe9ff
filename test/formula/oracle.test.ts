import { Environment } from '@marcbachmann/cel-js'
import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { BOOLEAN, good, INTEGER, list, optional, record, runAll, STRING, text } from './world.ts'
import { random, type Random } from './random.ts'
import type { Names } from '../../generator/types.ts'
import { runs } from '../helpers/runs.ts'

/**
 * The same expression in both languages; they differ in `choose` and `join` and in nothing else.
 */
interface Both {
  ours: string
  cel: string
}

const NAMES: Names = {
  n: { code: 'n', type: INTEGER },
  m: { code: 'm', type: INTEGER },
  s: { code: 's', type: STRING },
  t: { code: 't', type: STRING },
  b: { code: 'b', type: BOOLEAN },
  xs: { code: 'xs', type: list(INTEGER, 3) },
  ss: { code: 'ss', type: list(STRING, 2) },
  r: {
    code: 'r',
    type: record({
      a: INTEGER,
      deep: record({ s: STRING }),
      opt: optional(INTEGER),
      name: optional(STRING),
    }),
  },
}
const WORDS = ['', 'a', 'b', 'ab', 'cat', 'x']

const same = (source: string): Both => ({ ours: source, cel: source })
const join = (parts: readonly (string | Both)[]): Both => ({
  ours: parts.map(part => (typeof part === 'string' ? part : part.ours)).join(''),
  cel: parts.map(part => (typeof part === 'string' ? part : part.cel)).join(''),
})
const joinTexts = (list: Both, between: Both): Both => ({
  ours: `join(${list.ours}, ${between.ours})`,
  cel: `(${list.cel}).join(${between.cel})`,
})
const choose = (test: Both, a: Both, b: Both): Both => ({
  ours: `choose(${test.ours}, ${a.ours}, ${b.ours})`,
  cel: `((${test.cel}) ? (${a.cel}) : (${b.cel}))`,
})

/**
 * Random well-typed expressions. Brackets are written at random, so that precedence is tested where
 * there are none.
 */
class Maker {
  readonly rnd: Random
  locals: string[] = []
  constructor(rnd: Random) {
    this.rnd = rnd
  }

  maybe(inner: Both): Both {
    return this.rnd.chance(0.4) ? join(['(', inner, ')']) : inner
  }
  tight(inner: Both): Both {
    return join(['(', inner, ')'])
  }

  int(depth: number): Both {
    if (depth <= 0 || this.rnd.chance(0.25))
      return same(this.rnd.pick(['n', 'm', 'r.a', String(this.rnd.below(12)), ...this.locals]))
    const next = (): Both => this.int(depth - 1)
    return this.rnd.pick([
      () => join([this.maybe(next()), ' + ', this.tight(next())]),
      () => join([this.tight(next()), ' - ', this.tight(next())]),
      () => join([next(), ' + ', next(), ' * ', this.tight(next())]),
      () => join([this.tight(next()), ' * ', this.tight(next())]),
      () => join(['-', this.tight(next())]),
      () => choose(this.bool(depth - 1), next(), next()),
      () =>
        join([
          'size(',
          this.rnd.pick([() => this.str(depth - 1), () => this.list(depth - 1)])(),
          ')',
        ]),
      () => join(['xs[', String(this.rnd.below(2)), ']']),
    ])()
  }

  str(depth: number): Both {
    if (depth <= 0 || this.rnd.chance(0.4))
      return same(this.rnd.pick(['s', 't', 'r.deep.s', 'ss[0]']))
    return this.rnd.pick([
      () => join([this.str(depth - 1), ' + ', this.literal()]),
      () => choose(this.bool(depth - 1), this.str(depth - 1), this.str(depth - 1)),
      () => joinTexts(this.texts(depth - 1), this.literal()),
    ])()
  }

  literal(): Both {
    return same(this.rnd.chance(0.5) ? `"${this.rnd.pick(WORDS)}"` : `'${this.rnd.pick(WORDS)}'`)
  }

  list(depth: number): Both {
    if (depth <= 0 || this.rnd.chance(0.3)) return same('xs')
    return this.rnd.pick([
      () => join(['[', this.int(depth - 1), ', ', this.int(depth - 1), ']']),
      () =>
        join([
          this.tight(this.list(depth - 1)),
          '.filter(x, ',
          this.within('x', () => this.bool(depth - 1)),
          ')',
        ]),
      () =>
        join([
          this.tight(this.list(depth - 1)),
          '.map(x, ',
          this.within('x', () => this.int(depth - 1)),
          ')',
        ]),
    ])()
  }

  texts(depth: number): Both {
    return this.rnd.pick([
      () => same('ss'),
      () => join(['[', this.str(depth), ', ', this.str(depth), ', ', this.literal(), ']']),
      () => join(['ss.map(x, ', this.str(depth), ')']),
      () => join(['ss.filter(x, x != ', this.literal(), ')']),
    ])()
  }

  within(name: string, make: () => Both): Both {
    this.locals.push(name)
    const inner = make()
    this.locals.pop()
    return inner
  }

  bool(depth: number): Both {
    if (depth <= 0) return same(this.rnd.pick(['b', 'true', 'false', 'has(r.opt)', 'has(r.name)']))
    const next = (): Both => this.bool(depth - 1)
    const int = (): Both => this.int(depth - 1)
    return this.rnd.pick([
      () => join([this.maybe(next()), ' && ', this.maybe(next())]),
      () => join([this.maybe(next()), ' || ', this.maybe(next())]),
      () => join([next(), ' || ', next(), ' && ', next()]),
      () => join(['!', this.tight(next())]),
      () => join([int(), ` ${this.rnd.pick(['==', '!=', '<', '<=', '>', '>='])} `, int()]),
      () =>
        join([
          this.str(depth - 1),
          ` ${this.rnd.pick(['==', '!='])} `,
          this.rnd.chance(0.5) ? this.literal() : this.str(depth - 1),
        ]),
      () => join([this.tight(next()), ` ${this.rnd.pick(['==', '!='])} `, this.tight(next())]),
      () => join([int(), ' in ', this.list(depth - 1)]),
      () =>
        join([
          this.str(depth - 1),
          ' in ',
          this.rnd.pick([
            () => same('ss'),
            () => join(['[', this.literal(), ', ', this.str(0), ']']),
          ])(),
        ]),
      () =>
        join([
          this.tight(this.list(depth - 1)),
          `.${this.rnd.pick(['all', 'exists'])}(x, `,
          this.within('x', () => this.bool(depth - 1)),
          ')',
        ]),
      () =>
        join([
          this.tight(this.str(depth - 1)),
          `.${this.rnd.pick(['startsWith', 'endsWith', 'contains'])}(`,
          this.literal(),
          ')',
        ]),
      () => join(['has(r.opt) && r.opt ', this.rnd.pick(['<', '>=']), ' ', int()]),
      () => join(['(!has(r.name) || r.name == ', this.literal(), ')']),
      () => join([this.list(depth - 1), ' == ', this.tight(this.list(depth - 1))]),
    ])()
  }
}

function scope(rnd: Random): Record<string, unknown> {
  const int = (): number => rnd.below(21) - 10
  return {
    n: int(),
    m: int(),
    b: rnd.chance(0.5),
    s: rnd.pick(WORDS),
    t: rnd.pick(WORDS),
    xs: [int(), int(), int()],
    ss: [rnd.pick(WORDS), rnd.pick(WORDS)],
    r: {
      a: int(),
      deep: { s: rnd.pick(WORDS) },
      ...(rnd.chance(0.5) ? { opt: int() } : {}),
      ...(rnd.chance(0.5) ? { name: rnd.pick(WORDS) } : {}),
    },
  }
}

/** The oracle's integers are BigInt. */
function big(value: unknown): unknown {
  if (typeof value === 'number') return BigInt(value)
  if (Array.isArray(value)) return value.map(big)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, big(one)]))
    : value
}

const make = (maker: Maker): Both =>
  maker.rnd.pick([
    () => maker.bool(3),
    () => maker.bool(4),
    () => maker.int(3),
    () => maker.str(2),
    () => maker.list(3),
  ])()
const shownValue = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one))

const BATCHES = runs(250)
const EACH = 20

describe('against an independent implementation of CEL', () => {
  it(`${BATCHES * EACH} random expressions mean the same`, () => {
    const rnd = random(20_260_131)
    const oracle = new Environment({
      unlistedVariablesAreDyn: true,
      homogeneousAggregateLiterals: false,
    })
    const differences: unknown[] = []
    const kinds = new Map<unknown, number>()
    for (let batch = 0; batch < BATCHES; batch++) {
      const values = scope(rnd)
      const theirScope = big(values) as Record<string, unknown>
      const made = Array.from({ length: EACH }, () => make(new Maker(rnd)))
      const codes = made.map(one => line(good(lowerFormula(text(one.ours), NAMES)).js))
      runAll(codes, values).forEach((value, i) => {
        const theirs = oracle.evaluate(made[i]!.cel, theirScope) as unknown
        const kind = typeof theirs === 'boolean' ? theirs : typeof theirs
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        if (shownValue(big(value)) !== shownValue(theirs))
          differences.push({ ...made[i], values, code: codes[i], value, theirs })
      })
    }
    expect(differences.slice(0, 3)).toEqual([])
    // The comparison means something only when the answers vary.
    for (const kind of [true, false, 'bigint', 'string', 'object'])
      expect(kinds.get(kind)).toBeGreaterThan(BATCHES)
  }, 60_000)
})
