/** The type of each construct of a formula, and of a value where JSON is expected. */
import { describe, expect, it } from 'vitest'
import { number } from '../../generator/js/tree.ts'
import { lowerFormula, lowerPrice } from '../../generator/formula/lower.ts'
import { showType } from '../../generator/formula/types.ts'
import {
  BOOLEAN,
  choices,
  factor,
  good,
  INTEGER,
  JSON_TYPE,
  list,
  NAMES,
  optional,
  record,
  STRING,
  text,
  usd,
} from './world.ts'
import type { Names, Type } from '../../generator/types.ts'

const from = (path: string): Type => ({ kind: 'json', from: path })
const plain = (den: bigint): Type => ({ kind: 'decimal', den })
const exactly = (value: number): Type => ({ kind: 'integer', min: value, max: value })

const MORE: Names = {
  ...NAMES,
  result: { code: 'result', type: from('result') },
  flags: { code: 'flags', type: list(BOOLEAN) },
  debt: { code: number(-1n), type: usd(1000n) },
  five: { code: number(5), type: INTEGER },
  nested: { code: 'nested', type: list(list(usd(100n)), 2) },
  later: { code: 'later', type: STRING, wait: true },
}
const typeOf = (formula: string, expected?: Type): Type =>
  good(lowerFormula(text(formula), MORE, expected)).type!
const codes = (formula: string): string[] =>
  lowerFormula(text(formula), MORE).problems.map(({ code }) => code)

describe('a type as people see it', () => {
  const twelve = Array.from({ length: 12 }, (_, i) => `${i}`)
  it.each<[string, Type]>([
    ['true or false', BOOLEAN],
    ['none', { kind: 'none' }],
    ['a decimal', factor(2n)],
    [twelve.map(one => `"${one}"`).join(' | '), choices(...twelve)],
    [`${twelve.map(one => `"${one}"`).join(' | ')} | ...`, choices(...twelve, '12')],
    ['a list of booleans', list(BOOLEAN)],
    ['a list of numbers', list({ kind: 'number' })],
    ['a list of JSON', list(JSON_TYPE)],
    ['a list of lists', list(list(STRING))],
    ['a list of amounts in USD', list(usd(2n))],
    ['a table of tables', { kind: 'table', of: { kind: 'table', of: STRING } }],
    ['a list of nulls', list({ kind: 'null' })],
    ['a hook', { kind: 'hook', takes: [], gives: STRING, wait: false }],
  ])('%s', (shown, type) => {
    expect(showType(type)).toBe(shown)
  })
})

describe('the type of', () => {
  it.each<[string, Type]>([
    ['5', exactly(5)],
    ['five', exactly(5)],
    ['five + 1', exactly(6)],
    ['1m', exactly(60)],
    ['body.n', { kind: 'integer', min: 1, max: 10 }],
    ['body.temperature', { kind: 'number' }],
    ['true', BOOLEAN],
    ['null', { kind: 'null' }],
    ['"a"', choices('a')],
    ['"a" + body.prompt', STRING],
    ['size(body.messages)', { kind: 'integer', min: 1 }],
    ['size(body.urls)', { kind: 'integer', min: 0 }],
    ['size(models)', { kind: 'integer', min: 0 }],
    ['count(reply)', { kind: 'integer', min: 0 }],
    ['filled(reply)', BOOLEAN],
    ['first(seconds(reply.ms), 3)', { kind: 'integer', min: 0 }],
    ['first(whole(reply.n, 2), 3)', INTEGER],
    ['first(time(body.prompt), 3)', INTEGER],
    ['scaled(reply.n, reply.d)', JSON_TYPE],
    ['micro(fee)', INTEGER],
    ['usd(fee, 18)', STRING],
    ['text(body.n)', STRING],
    ['lower(body.prompt)', STRING],
    ['host(body.prompt)', STRING],
    ['iso(body.n)', STRING],
    ['before(body.prompt, ":")', STRING],
    ['join(model.ratios, ", ")', STRING],
    ['didYouMean("a", models)', STRING],
    ['split(body.prompt, ",")', list(STRING)],
    ['split(body.prompt)', list(STRING)],
    ['least(factors)', plain(4n)],
    ['least(model.sizes)', usd(200n)],
    ['least([fee, 0.5])', plain(1000n)],
    ['first(payer, "none")', STRING],
  ])('%s', (formula, wanted) => {
    expect(typeOf(formula)).toEqual(wanted)
  })

  it.each<[string, Type]>([
    ['0.5', plain(2n)],
    ['0.5 * 2', plain(2n)],
    ['margin', factor(20n)],
    ['margin * 0.5', plain(40n)],
    ['margin * margin', factor(400n)],
    ['body.n * 0.5', plain(2n)],
    ['body.n / 2', factor(2n)],
    ['fee / 2', usd(2000n)],
    ['model.hourly / 0.5', usd(50n)],
    ['body.n * model.hourly', usd(100n)],
    ['0.5 * model.hourly', usd(200n)],
    ['-model.hourly', usd(100n)],
    ['model.hourly + 0.5', usd(100n)],
    ['0.125 - model.hourly', usd(200n)],
    ['max(model.hourly, 0.5)', usd(100n)],
    ['max(0.125, model.hourly)', usd(200n)],
    ['min(0.5, 2)', plain(2n)],
    ['max(body.n, 0.5)', factor(2n)],
    ['max(0.5, body.n)', factor(2n)],
    ['choose(body.stream, 0.5, model.hourly)', usd(100n)],
    ['choose(body.stream, body.n, 0.5)', factor(2n)],
    ['choose(body.stream, 0.5, factors["4K"])', plain(4n)],
    ['first(model.flat, 0.5)', usd(1000n)],
  ])('an amount, a factor or either: %s', (formula, wanted) => {
    expect(typeOf(formula)).toEqual(wanted)
  })

  it.each<[string, Type]>([
    ['model.seconds', { kind: 'list', of: INTEGER, set: true, min: 1 }],
    ['[]', { ...list(JSON_TYPE), min: 0 } as Type],
    ['["a", body.prompt]', list(STRING, 2)],
    ['[1, 3]', list({ kind: 'integer', min: 1, max: 3 }, 2)],
    ['[1, "a"]', list(JSON_TYPE, 2)],
    ['[fee, 0.5]', list(plain(1000n), 2)],
    ['[0.5, body.temperature]', list(JSON_TYPE, 2)],
    ['[0.5, "a"]', list(JSON_TYPE, 2)],
    ['model.ratios + [body.prompt]', list(STRING)],
    ['model.ratios + [1]', list(JSON_TYPE)],
    ['model.ratios + reply.more', list(JSON_TYPE)],
    ['model.ratios + [fee]', list(JSON_TYPE)],
    ['take(model.resolutions, 2)', { ...list(STRING), min: 0 } as Type],
    ['model.ratios.filter(r, r == "1:1")', list(STRING)],
    ['model.ratios.unique(r, r)', list(STRING)],
    ['model.ratios.map(r, size(r))', list({ kind: 'integer', min: 0 })],
    ['model.ratios.all(r, r == "1:1")', BOOLEAN],
    ['models.map(m, m.hourly)', list(usd(100n))],
    ['factors.map(k, v, v)', list(plain(4n))],
    ['zip({ a: model.ratios, b: reply.b })', list(record({ a: STRING, b: JSON_TYPE }))],
  ])('a list: %s', (formula, wanted) => {
    expect(typeOf(formula)).toEqual(wanted)
  })

  it.each<[string, Type]>([
    ['result.a[0].b', from('result.a[].b')],
    ['result["a"]', from('result.a')],
    ['result[body.n]', from('result[]')],
    ['result[body.prompt].x', from('result[].x')],
    ['result.xs.map(x, x.id)', list(from('result.xs[].id'))],
    ['result.xs.filter(x, x.id == 1)', list(from('result.xs[]'))],
    ['result.xs.unique(x, x.id)', list(from('result.xs[]'))],
    ['zip({ a: result.xs })', list(record({ a: from('result.xs[]') }))],
    ['choose(body.stream, result.a, result.a)', from('result.a')],
    ['choose(body.stream, result.a, result.b)', JSON_TYPE],
    ['choose(body.stream, result.a, null)', JSON_TYPE],
    ['choose(body.stream, model.ratios, result.a)', JSON_TYPE],
    ['[result.a, result.b]', list(JSON_TYPE, 2)],
    ['reply.a[0]', JSON_TYPE],
  ])('JSON, with its path if that is known: %s', (formula, wanted) => {
    expect(typeOf(formula)).toEqual(wanted)
  })
})

describe('the type of a choice between', () => {
  const choice = (a: string, b: string): Type => typeOf(`choose(body.stream, ${a}, ${b})`)

  it.each<[string, string, Type]>([
    ['"a"', '"b"', choices('a', 'b')],
    ['"a"', '"a"', choices('a')],
    ['"a"', 'body.prompt', STRING],
    ['none', 'body.n', { kind: 'integer', min: 1, max: 10 }],
    ['body.n', 'none', { kind: 'integer', min: 1, max: 10 }],
    ['model.ratios', 'model.resolutions', list(STRING)],
    ['model.resolutions', 'model.resolutions', list(STRING, 1)],
    ['model.seconds', 'model.seconds', { kind: 'list', of: INTEGER, set: true, min: 1 }],
    ['nested', 'nested', list(list(usd(100n)), 2)],
    ['null', 'null', { kind: 'null' }],
    ['body.temperature', 'body.temperature', { kind: 'number' }],
    ['body', 'reply', JSON_TYPE],
    ['model.ratios', 'reply', JSON_TYPE],
    ['body.stream', 'null', JSON_TYPE],
  ])('%s and %s', (a, b, wanted) => {
    expect(choice(a, b)).toEqual(wanted)
  })

  const KINDS = {
    text: 'body.prompt',
    number: 'body.n',
    float: 'body.temperature',
    amount: 'fee',
    truth: 'body.stream',
    record: 'body.messages[0]',
    list: 'body.messages',
    set: 'model.seconds',
    table: 'model.sizes',
    row: 'model',
    models: 'models',
  }

  it('any two other kinds is none, except that records and lists are JSON', () => {
    const kinds = Object.entries(KINDS)
    const chosen = kinds.flatMap(([a, left]) =>
      kinds.flatMap(([b, right]) => {
        const { problems } = lowerFormula(text(`choose(body.stream, ${left}, ${right})`), MORE)
        const isRefused = problems[0]?.message.startsWith('cannot choose between ')
        return a === b || isRefused ? [] : [`${a} and ${b}`]
      }),
    )
    expect(chosen).toEqual(['record and list', 'list and record'])
  })
})

describe('the type as JSON of', () => {
  const float: Type = { kind: 'number' }
  it.each<[string, Type]>([
    ['fee', float],
    ['model.hourly', float],
    ['models', list(STRING)],
    ['model.seconds', list(INTEGER, 1)],
    ['model.sizes', { kind: 'table', of: float, keys: ['1024x1024', '2048x2048'] }],
    ['[fee, margin]', list(float, 2)],
    ['nested', list(list(float), 2)],
    ['body.messages', list(record({ role: STRING, name: optional(STRING) }), 1)],
    ['body.prompt', STRING],
    ['{ a: fee, b: body.seed }', record({ a: float, b: optional(INTEGER) })],
  ])('%s', (formula, wanted) => {
    expect(typeOf(formula, JSON_TYPE)).toEqual(wanted)
  })

  it('a row: that of each of its fields', () => {
    expect(typeOf('model', JSON_TYPE)).toMatchObject({
      kind: 'record',
      fields: {
        id: { type: STRING },
        hourly: { type: float },
        flat: { type: float, optional: true, need: true },
        seconds: { type: list(INTEGER, 1) },
      },
    })
  })
})

describe('units', () => {
  /** Whether an amount and a count can be added to the formula. */
  const taken = (formula: string): string =>
    ['fee', 'body.n'].filter(other => codes(`(${formula}) + ${other}`).length === 0).join(' and ')

  it.each([
    ['fee', 'fee'],
    ['body.n', 'body.n'],
    ['0.5', 'fee and body.n'],
    ['5', 'fee and body.n'],
    ['1m', 'body.n'],
    ['five', 'body.n'],
    ['margin', 'body.n'],
    ['factors["4K"]', 'fee and body.n'],
    ['body.n * 2', 'fee and body.n'],
    ['body.n * body.n', 'body.n'],
    ['body.n * fee', 'fee'],
    ['2 * fee', 'fee'],
    ['2 * 3', 'fee and body.n'],
    ['2 + 3', 'fee and body.n'],
    ['2 + body.n', 'body.n'],
    ['body.n - 2', 'body.n'],
    ['2 - fee', 'fee'],
    ['-body.n', 'body.n'],
    ['-fee', 'fee'],
    ['-five', 'body.n'],
    ['-(0.5)', 'fee and body.n'],
    ['-body.timeout', 'body.n'],
    ['-model.hourly', 'fee'],
    ['fee / 2', 'fee'],
    ['body.n / 2', 'body.n'],
    ['min(2, body.n)', 'body.n'],
    ['min(body.n, 2)', 'body.n'],
    ['min(2, 3)', 'fee and body.n'],
    ['max(0.5, fee)', 'fee'],
    ['max(fee, 2)', 'fee'],
    ['choose(body.stream, 2, body.n)', 'body.n'],
    ['choose(body.stream, body.n, 2)', 'body.n'],
    ['choose(body.stream, 2, 3)', 'fee and body.n'],
    ['choose(body.stream, 0.5, fee)', 'fee'],
    ['choose(body.stream, fee, 0.5)', 'fee'],
    ['first(body.seed, 2)', 'body.n'],
    ['first(body.seed, 0.5)', 'body.n'],
    ['size(body.prompt)', 'body.n'],
    ['count(reply)', 'body.n'],
    ['micro(fee)', 'body.n'],
    ['first(time(body.prompt), 3)', 'body.n'],
    ['first(seconds(reply.a), 3)', 'body.n'],
    ['first(whole(reply.a, 2), 3)', 'body.n'],
    ['time("2026-12-01")', 'body.n'],
  ])('to %s can be added: %s', (formula, wanted) => {
    expect(taken(formula)).toBe(wanted)
  })
})

it.each([
  ['debt', true],
  ['debt * 2', true],
  ['fee + debt', true],
  ['fee * -2', true],
  ['(fee - minimum) * body.n', true],
  ['(fee - minimum) / 2', true],
  ['choose(body.stream, debt, fee)', true],
  ['choose(body.stream, fee, debt)', true],
  ['max(debt, fee)', undefined],
  ['fee / 2', undefined],
])('the amount %s may be negative: %s', (formula, wanted) => {
  expect(lowerPrice(text(formula), MORE).value?.negative).toBe(wanted)
})

it('a formula waits if a name that it reads does', () => {
  expect(good(lowerFormula(text('later + "x"'), MORE)).wait).toBe(true)
  expect(good(lowerFormula(text('body.prompt + "x"'), MORE)).wait).toBe(false)
})
