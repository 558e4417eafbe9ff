/** Which texts are known to be keys of a table, and what is looked for among names. */
import { describe, expect, it } from 'vitest'
import { line } from '../../generator/js/flat.ts'
import { lowerFormula } from '../../generator/formula/lower.ts'
import {
  choices,
  good,
  INTEGER,
  list,
  NAMES,
  optional,
  record,
  run,
  shown,
  STRING,
  text,
  usd,
} from './world.ts'
import type { Names, Type } from '../../generator/types.ts'

const table = (...keys: string[]): Type => ({ kind: 'table', of: usd(100n), keys })

const MORE: Names = {
  ...NAMES,
  rates: { code: 'rates', type: table('closed', 'archived') },
  active: { code: 'active', type: table('active') },
  some: { code: 'some', type: { kind: 'table', of: usd(100n) } },
  partly: {
    code: 'partly',
    type: { kind: 'table', of: usd(100n), sure: ['active'], some: ['active', 'closed'] },
  },
  open: { code: 'open', type: { kind: 'table', of: usd(100n), open: true } },
  lines: {
    code: 'lines',
    type: { kind: 'table', of: record({ x: optional(STRING) }), keys: ['closed'] },
  },
  words: { code: 'words', type: { ...list(STRING), set: true } as Type },
  state: { code: 'state', type: choices('active', 'closed', 'archived') },
  maybe: { code: 'maybe', type: record({ state: optional(choices('active', 'closed')) }) },
}
/** Names that variables of the same name hide. */
const HIDDEN: Names = {
  ...MORE,
  rows: { code: 'rows', type: list(record({ seed: optional(INTEGER), state: STRING })) },
  states: { code: 'states', type: list(choices('active', 'closed')) },
}

/** The problems of look-ups that nothing proves. */
const unproven = (formula: string): string[] => {
  const { value, problems } = lowerFormula(text(formula), MORE)
  expect(problems).toEqual([])
  return (value!.unproven ?? []).map(({ message }) => message)
}

describe('a key of a table', () => {
  it.each([
    'choose(state == "active", fee, rates[state])',
    'choose(state != "active", rates[state], fee)',
    'choose("active" == state, fee, rates[state])',
    'choose(state == "active", active[state], fee)',
    'choose(state in ["active"], active[state], rates[state])',
    'choose(!(state in ["closed", "archived"]), active[state], rates[state])',
    'choose(state == "closed" || state == "archived", rates[state], active[state])',
    'choose(state != "closed" && state != "archived", active[state], rates[state])',
    'choose(state in rates, rates[state], active[state])',
    'choose(body.prompt in rates, rates[body.prompt], fee)',
    'choose(body.prompt in some && body.prompt != "a", some[body.prompt], fee)',
    'choose(body.prompt in some && body.prompt == "a", some[body.prompt], fee)',
    'choose(has(maybe.state) && maybe.state == "active", active[maybe.state], fee)',
    'choose(body.prompt == "active" || body.prompt in active, active[body.prompt], fee)',
    'choose(false, rates[state], fee)',
    'choose(reply.k in rates, rates[reply.k], fee)',
    'choose(has(some[body.prompt]), some[body.prompt], fee)',
    'rates.closed',
    'partly.active',
    'choose(has(open[body.prompt]), open[body.prompt], fee)',
    'choose(has(open.b), open.b, fee)',
    'choose(has(some.a), some.a, fee)',
    'choose(has(some["a"]), some["a"], fee)',
    'choose(has(partly.closed), partly.closed, fee)',
    'first(open[body.prompt], fee)',
  ])('is proven in %s', formula => {
    expect(unproven(formula)).toEqual([])
  })

  it.each([
    ['rates[state]', '`rates` has no entry for "active", which `state` can be'],
    [
      'choose(state == "closed", fee, rates[state])',
      '`rates` has no entry for "active", which `state` can be',
    ],
    [
      'choose(state != "active", fee, rates[state])',
      '`rates` has no entry for "active", which `state` can be',
    ],
    [
      'choose(state == "active" || body.stream, fee, active[state])',
      '`active` has no entry for "closed", "archived", which `state` can be',
    ],
    [
      'choose(state == "active" && body.stream, fee, rates[state])',
      '`rates` has no entry for "active", which `state` can be',
    ],
    ['partly.closed', '`partly` has no entry for "closed"'],
    ['partly["closed"]', '`partly` has no entry for "closed"'],
    ['some.a', 'nothing proves that `"a"` is a key of `some`'],
    ['some["a"]', 'nothing proves that `"a"` is a key of `some`'],
    ['rates[reply.k]', 'nothing proves that `reply.k` is a key of `rates`'],
    ['some[body.prompt]', 'nothing proves that `body.prompt` is a key of `some`'],
    [
      'choose(body.prompt in some || body.stream, some[body.prompt], fee)',
      'nothing proves that `body.prompt` is a key of `some`',
    ],
    [
      'choose(body.prompt in some, active[body.prompt], fee)',
      'nothing proves that `body.prompt` is a key of `active`',
    ],
    [
      'choose(body.size in some, some[body.prompt], fee)',
      'nothing proves that `body.prompt` is a key of `some`',
    ],
  ])('is not proven in %s', (formula, message) => {
    expect(unproven(formula)).toEqual([message])
  })
})

it.each([
  [
    'some[body.prompt]',
    'add a gate `body.prompt in some` before, or write choose(body.prompt in some, some[body.prompt], ...)',
  ],
  ['some.a', 'write choose(has(some.a), some.a, ...)'],
  ['some["a"]', 'write choose(has(some["a"]), some["a"], ...)'],
  ['rates[state]', 'add the entry, or refuse this value'],
  ['has(lines[state].x)', 'add the entry, or refuse this value'],
])('%s is reported once, with what proves it', (formula, hint) => {
  const found = good(lowerFormula(text(formula), MORE)).unproven
  expect(found).toMatchObject([{ hint }])
})

it('an entry that a table lacks is not there', () => {
  const has = (formula: string): unknown =>
    run(good(lowerFormula(text(formula), MORE)), { some: { b: 1n }, open: { b: 1n } })
  expect([has('has(some.a)'), has('has(some.b)'), has('has(some["a"])')]).toEqual([
    false,
    true,
    false,
  ])
  expect([has('has(open.a)'), has('has(open.b)')]).toEqual([false, true])
})

describe('a variable that hides a name', () => {
  it.each([
    ['has(body.seed) && rows.exists(row, row.state == "a" && body.seed > 1)', []],
    ['has(body.seed) && rows.exists(body, body.seed > 1)', ['maybe-absent']],
    ['has(body.seed) && rows.exists(body, has(body.seed) && body.seed > 1)', []],
    ['state == "active" && rows.exists(row, row.state == "a" && active[state] > 0)', []],
    ['state == "active" && states.exists(state, active[state] > 0)', ['missing-entry']],
    ['body.size in some && rows.exists(row, row.state == "a" && some[body.size] > 0)', []],
    ['body.size in some && rows.exists(body, some[body.state] > 0)', ['unproven-key']],
  ])('has no facts of it: %s', (formula, wanted) => {
    const { value, problems } = lowerFormula(text(formula), HIDDEN)
    expect([...problems, ...(value?.unproven ?? [])].map(({ code }) => code)).toEqual(wanted)
  })
})

describe('names', () => {
  const value = (formula: string, scope: Record<string, unknown>): unknown =>
    run(line(good(lowerFormula(text(formula), MORE)).js), scope)

  it('of JSON are looked for among the models; what is no text is none', () => {
    const models = new Map([['small', {}]])
    const formula = 'reply.model in models'
    expect(value(formula, { models, reply: { model: 'small' } })).toBe(true)
    expect(value(formula, { models, reply: { model: 'large' } })).toBe(false)
    expect(value(formula, { models, reply: { model: 3 } })).toBe(false)
  })

  it.each<[string, string, Record<string, unknown>]>([
    ['models', 'models', { models: { ids: ['large'] } }],
    ['a table', 'rates', { rates: { large: 1n } }],
    ['a list of texts', 'model.ratios', { model: { ratios: ['large'] } }],
    ['a list of JSON', 'reply.all.map(x, x)', { reply: { all: ['large'] } }],
  ])('that were meant are found among those of %s', (_name, among, scope) => {
    const formula = `didYouMean("lagre", ${among})`
    expect(value(formula, scope)).toContain('large')
  })

  it('that were meant are not looked for in a set', () => {
    const formula = 'didYouMean("a", words)'
    expect(shown(formula, lowerFormula(text(formula), MORE))).toContain(
      'type-mismatch: didYouMean() takes models, a table or a list of texts; this is a list of',
    )
  })
})

describe('lists that are written in a formula', () => {
  it.each<[string, unknown]>([
    ['factors.map(k, v, k)', ['480p', '4K']],
    ['factors.map(k, v, v > 1)', [false, true]],
    ['[reply.a, fee]', ['x', 0.001]],
    ['[fee, 0.5]', [1n, 500n]],
  ])('%s is a list of the same kind of values', (formula, wanted) => {
    const scope = { factors: { '480p': 4n, '4K': 5n }, reply: { a: 'x' } }
    expect(run(good(lowerFormula(text(formula), MORE)), scope)).toEqual(wanted)
  })

  it.each([
    `state in ["active", maybe.state, body.size]
                    ^^^^^^^^^^^
maybe-absent: maybe.state may be absent here
prove it, \`has(maybe.state) && ...\`, or default it, \`first(maybe.state, ...)\``,
    `body.status in [model.billing]
                ^^^^^^^^^^^^^
always-false: \`body.status\` is "active" | "closed" | "archived", never "token" | "flat"
compare with a value that occurs, or remove the comparison`,
    `zip(model.ratios)
^^^^^^^^^^^^^^^^^
wrong-arguments: zip() takes a map of lists of JSON
write zip({ a: xs, b: ys })`,
    `zip({})
^^^^^^^
wrong-arguments: zip() takes a map of lists of JSON
write zip({ a: xs, b: ys })`,
    `zip({ a: body.n })
         ^^^^^^
type-mismatch: zip() takes lists of JSON; this is an integer`,
    `zip({ a: model.seconds })
         ^^^^^^^^^^^^^
type-mismatch: zip() takes lists of JSON; this is a list of integers`,
  ])('%s', expected => {
    const source = expected.slice(0, expected.search(/\n *\^/))
    expect(shown(source, lowerFormula(text(source), MORE))).toBe(expected)
  })
})
