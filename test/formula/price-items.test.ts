/** The parts of a price: how a formula is split into quantities, rates and limits. */
import { describe, expect, it } from 'vitest'
import { itemsOf, type PriceItem } from '../../generator/catalog/price-items.ts'
import type { Expr } from '../../generator/formula/expr.ts'
import { lowerFormula } from '../../generator/formula/lower.ts'
import { numberPart } from '../../generator/formula/lower-parts.ts'
import { parse } from '../../generator/formula/parse.ts'
import { number } from '../../generator/js/tree.ts'
import type { Names } from '../../generator/types.ts'
import {
  BOOLEAN,
  factor,
  good,
  INTEGER,
  list,
  optional,
  record,
  STRING,
  text,
  usd,
} from './world.ts'

/** A request, a row, a table, and numbers of gateway.yaml. */
const NAMES: Names = {
  body: {
    code: 'body',
    type: record({
      count: INTEGER,
      seconds: INTEGER,
      hd: BOOLEAN,
      limit: optional(usd(1000n)),
      most: optional(INTEGER),
      tags: list(STRING),
    }),
  },
  model: {
    code: 'model',
    type: record({
      rate: usd(1000n),
      slow: usd(1000n),
      factor: factor(10n),
      most: INTEGER,
      // Named like other things.
      fee: usd(1000n),
      margin: factor(10n),
      max: usd(1000n),
      each: usd(1000n),
      tenths: factor(10n),
    }),
  },
  steps: { code: 'steps', type: { kind: 'table', of: INTEGER, keys: ['a', 'b'] } },
  fee: { code: number(1n), type: usd(1000n) },
  margin: { code: number(21n), type: factor(20n) },
  look: { code: 'look', type: { kind: 'hook', takes: [INTEGER], gives: usd(1000n), wait: true } },
}

/** Values of `let:`, which may name those before them. */
const LETS: Readonly<Record<string, string>> = {
  twice: 'body.count * 2',
  again: 'twice',
  tenths: 'body.seconds * 0.1',
  doubled: 'model.factor * 2',
  each: 'model.rate * body.count',
  both: 'each + model.slow',
  nothing: '0',
  five: '5',
  worth: 'body.count * model.factor',
  high: 'model.most * 2',
  seconds: 'body.count * 3',
}

/** A formula as text, with brackets around each operation. */
function shown(expr: Expr): string {
  switch (expr.kind) {
    case 'name':
      return expr.name
    case 'number':
      return expr.text
    case 'minus':
      return `-${shown(expr.of)}`
    case 'not':
      return `!${shown(expr.of)}`
    case 'get':
      return `${shown(expr.of)}.${expr.name}`
    case 'index':
      return `${shown(expr.of)}[${shown(expr.key)}]`
    case 'string':
      return JSON.stringify(expr.value)
    case 'binary':
      return `(${shown(expr.left)} ${expr.op} ${shown(expr.right)})`
    case 'call': {
      const of = expr.of ? `${shown(expr.of)}.` : ''
      return `${of}${expr.name}(${expr.args.map(shown).join(', ')})`
    }
    default:
      return expr.kind
  }
}

/** All names, as a price with these values has them. */
const names = Object.entries(LETS).reduce((all, [name, source]): Names => {
  const { type } = good(lowerFormula(text(source), all))
  return { ...all, [name]: { code: name, type } }
}, NAMES)

/** The parts of a price that has these `units:`. */
function parts(formula: string, units: Readonly<Record<string, string>> = {}): string[] {
  const items = itemsOf(parse(formula), {
    numberOf: expr => numberPart(expr, { text: text(formula), names }),
    valueOf: name => (Object.hasOwn(LETS, name) ? parse(LETS[name]!) : undefined),
    units: Object.entries(units).map(([name, value]) => ({ name, value: parse(value) })),
  })
  return items.map(brief)
}

const brief = ({ kind, unit, quantity, rate, margin }: PriceItem): string =>
  `${kind} ${unit}: ${shown(quantity)} x ${shown(rate)}${margin ? ' with margin' : ''}`

type Row = readonly [formula: string, ...parts: readonly string[]]

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  'any formula': [
    ['model.rate', 'amount call: 1 x model.rate'],
    ['fee', 'fee fee: 1 x fee'],
    ['5', 'amount call: 1 x 5'],
    ['0'],
    ['body.count', 'amount count: body.count x 1'],
    ['first(body.limit, model.rate)', 'amount call: 1 x first(body.limit, model.rate)'],
  ],
  'a product': [
    ['body.count * model.rate', 'amount count: body.count x model.rate'],
    [
      'model.rate * body.count * body.seconds',
      'amount count * seconds: (body.count * body.seconds) x model.rate',
    ],
    ['model.rate * model.factor * 2', 'amount call: 1 x ((model.rate * model.factor) * 2)'],
    ['model.rate / 1000', 'amount call: 1 x (model.rate * (1 / 1000))'],
    ['model.rate / body.count', 'amount call: 1 x (model.rate * (1 / body.count))'],
    ['body.count / 1000 * model.rate', 'amount count: body.count x ((1 / 1000) * model.rate)'],
    [
      '1000 / body.seconds * model.rate',
      'amount call: 1 x ((1000 * (1 / body.seconds)) * model.rate)',
    ],
    ['model.rate * body.count * 0'],
    ['model.rate * (0 + body.count)', 'amount count: body.count x model.rate'],
    ['model.rate * (body.count - 0)', 'amount count: body.count x model.rate'],
    ['body.count * fee', 'fee fee: body.count x fee'],
    ['(2 + 3) * model.rate', 'amount call: 1 x ((2 + 3) * model.rate)'],
    ['first(body.limit, model.rate) * 2', 'amount call: 1 x (first(body.limit, model.rate) * 2)'],
    [
      'first(body.most, 2) * (model.rate + fee)',
      'amount most: first(body.most, 2) x model.rate',
      'fee fee: first(body.most, 2) x fee',
    ],
  ],
  'a sum': [
    [
      'model.rate + body.count * model.slow + fee',
      'amount call: 1 x model.rate',
      'amount count: body.count x model.slow',
      'fee fee: 1 x fee',
    ],
    [
      'model.rate - model.slow - fee',
      'amount call: 1 x model.rate',
      'amount call: 1 x (-1 * model.slow)',
      'fee fee: 1 x (-1 * fee)',
    ],
    [
      'model.rate - (model.slow - fee)',
      'amount call: 1 x model.rate',
      'amount call: 1 x (-1 * model.slow)',
      'fee fee: 1 x ((-1 * -1) * fee)',
    ],
    ['-model.rate', 'amount call: 1 x (-1 * model.rate)'],
    [
      '-(model.rate + body.count * fee)',
      'amount call: 1 x (-1 * model.rate)',
      'fee fee: body.count x (-1 * fee)',
    ],
    ['0 + model.rate', 'amount call: 1 x model.rate'],
    ['model.rate + 0', 'amount call: 1 x model.rate'],
    ['model.rate - 0', 'amount call: 1 x model.rate'],
    ['0 - model.rate', 'amount call: 1 x (-1 * model.rate)'],
    [
      '(model.rate + model.slow) * body.count',
      'amount count: body.count x model.rate',
      'amount count: body.count x model.slow',
    ],
    [
      '(model.rate + model.slow) / 1000',
      'amount call: 1 x ((1 / 1000) * model.rate)',
      'amount call: 1 x ((1 / 1000) * model.slow)',
    ],
    [
      '(model.rate + model.slow) * (fee + model.rate * body.count)',
      'amount call: 1 x ((fee + (model.rate * body.count)) * model.rate)',
      'amount call: 1 x ((fee + (model.rate * body.count)) * model.slow)',
    ],
    [
      '(body.count + body.seconds) * model.rate',
      'amount count: (body.count + body.seconds) x model.rate',
    ],
    ['(body.count + body.seconds) * 2', 'amount count: (body.count + body.seconds) x 2'],
    ['body.count - 1', 'amount count: (body.count - 1) x 1'],
    ['body.seconds * 0.5 + 1', 'amount seconds: body.seconds x 0.5', 'amount call: 1 x 1'],
    [
      '2 * (body.seconds * 0.5 - 1)',
      'amount seconds: body.seconds x (2 * 0.5)',
      'amount call: 1 x ((2 * -1) * 1)',
    ],
  ],
  'a value of `let:`': [
    ['each', 'amount count: body.count x model.rate'],
    ['both', 'amount count: body.count x model.rate', 'amount call: 1 x model.slow'],
    ['-each', 'amount count: body.count x (-1 * model.rate)'],
    ['each * 2', 'amount count: body.count x (model.rate * 2)'],
    ['(each + 0) * 2', 'amount count: body.count x (model.rate * 2)'],
    ['nothing + model.rate', 'amount call: 1 x model.rate'],
    ['nothing * model.rate'],
    ['twice * model.rate', 'amount twice: twice x model.rate'],
    ['five * model.rate', 'amount call: 1 x (five * model.rate)'],
    ['tenths', 'amount seconds: body.seconds x 0.1'],
    ['tenths * model.rate', 'amount tenths: tenths x model.rate'],
    ['worth * model.rate', 'amount worth: worth x model.rate'],
    ['doubled * model.rate', 'amount call: 1 x ((model.factor * 2) * model.rate)'],
    ['high * model.rate', 'amount high: high x model.rate'],
    ['model.most * model.rate', 'amount call: 1 x (model.most * model.rate)'],
    ['steps["a"] * model.rate', 'amount call: 1 x (steps["a"] * model.rate)'],
    ['tenths * 2', 'amount seconds: body.seconds x (0.1 * 2)'],
  ],
  'a column with the name of something else': [
    ['model.each * body.count', 'amount count: body.count x model.each'],
    ['model.fee * body.count', 'amount count: body.count x model.fee'],
    ['model.margin * model.rate', 'amount call: 1 x (model.margin * model.rate)'],
    ['model.tenths * model.rate', 'amount call: 1 x (model.tenths * model.rate)'],
    ['model.max * 2', 'amount call: 1 x (model.max * 2)'],
  ],
  'an amount for which it would have to wait': [
    ['look(body.count) + fee', 'amount call: 1 x (look(body.count) + fee)'],
    ['max(look(body.count), fee)', 'amount call: 1 x max(look(body.count), fee)'],
    ['look(body.count) * body.count', 'amount count: body.count x look(body.count)'],
  ],
  'a margin': [
    [
      'both * margin',
      'amount count: body.count x model.rate with margin',
      'amount call: 1 x model.slow with margin',
    ],
    ['fee * margin', 'fee fee: 1 x fee with margin'],
    ['margin * margin * model.rate', 'amount call: 1 x (margin * model.rate) with margin'],
    [
      '((model.rate + fee) * margin + model.slow) * margin',
      'amount call: 1 x (margin * model.rate) with margin',
      'fee fee: 1 x (margin * fee) with margin',
      'amount call: 1 x model.slow with margin',
    ],
  ],
  'a limit': [
    [
      'max(each, fee)',
      'amount count: body.count x model.rate',
      'limit minimum: 1 x (max(each, fee) - each)',
    ],
    [
      'max(0.1, each)',
      'amount count: body.count x model.rate',
      'limit minimum: 1 x (max(0.1, each) - each)',
    ],
    [
      'min(each, 1)',
      'amount count: body.count x model.rate',
      'limit maximum: 1 x (min(each, 1) - each)',
    ],
    ['max(0.1, 0.2)', 'amount call: 1 x 0.1', 'limit minimum: 1 x (max(0.1, 0.2) - 0.1)'],
    [
      'max(min(each, 1), 0.1)',
      'amount count: body.count x model.rate',
      'limit maximum: 1 x (min(each, 1) - each)',
      'limit minimum: 1 x (max(min(each, 1), 0.1) - min(each, 1))',
    ],
    [
      'max(each, 0.1) * 2 * body.seconds',
      'amount seconds * count: (body.seconds * body.count) x (2 * model.rate)',
      'limit minimum: body.seconds x ((max(each, 0.1) - each) * 2)',
    ],
    [
      'min(model.rate, 1) * margin',
      'amount call: 1 x model.rate with margin',
      'limit maximum: 1 x (min(model.rate, 1) - model.rate) with margin',
    ],
    ['max(body.count, 4) * model.rate', 'amount count: max(body.count, 4) x model.rate'],
  ],
  'a choice': [
    [
      'choose(body.hd, model.rate, model.slow)',
      'amount call: choose(body.hd, 1, 0) x choose(body.hd, model.rate, 0)',
      'amount call: choose(!body.hd, 1, 0) x choose(!body.hd, model.slow, 0)',
    ],
    [
      'choose(body.hd, 0, model.slow)',
      'amount call: choose(!body.hd, 1, 0) x choose(!body.hd, model.slow, 0)',
    ],
    [
      'choose(body.hd, choose(body.count > 1, model.rate, fee), fee)',
      'amount call: choose(body.hd, choose((body.count > 1), 1, 0), 0) x choose(body.hd, choose((body.count > 1), model.rate, 0), 0)',
      'fee fee: choose(body.hd, choose(!(body.count > 1), 1, 0), 0) x choose(body.hd, choose(!(body.count > 1), fee, 0), 0)',
      'fee fee: choose(!body.hd, 1, 0) x choose(!body.hd, fee, 0)',
    ],
    [
      'choose(body.hd, model.rate, each) * body.count * margin',
      'amount count: choose(body.hd, body.count, 0) x choose(body.hd, model.rate, 0) with margin',
      'amount count * count: choose(!body.hd, (body.count * body.count), 0) x choose(!body.hd, model.rate, 0) with margin',
    ],
    [
      'max(choose(body.hd, model.rate, fee), 0.1)',
      'amount call: choose(body.hd, 1, 0) x choose(body.hd, model.rate, 0)',
      'fee fee: choose(!body.hd, 1, 0) x choose(!body.hd, fee, 0)',
      'limit minimum: 1 x (max(choose(body.hd, model.rate, fee), 0.1) - choose(body.hd, model.rate, fee))',
    ],
    [
      'choose(body.hd, model.factor, 2) * model.rate',
      'amount call: 1 x (choose(body.hd, model.factor, 2) * model.rate)',
    ],
    [
      'choose(body.hd, body.count, 2) * model.rate',
      'amount hd: choose(body.hd, body.count, 2) x model.rate',
    ],
  ],
}

describe.each(Object.entries(ROWS))('%s', (_name, rows) => {
  it.each(rows)('%s', (formula, ...wanted) => expect(parts(formula)).toEqual(wanted))
})

describe('the unit of a part', () => {
  const unit = (formula: string, units: Readonly<Record<string, string>> = {}): string[] =>
    parts(formula, units).map(part => part.slice('amount '.length, part.indexOf(':')))

  it.each<[formula: string, units: Readonly<Record<string, string>>, unit: string]>([
    ['body.count * model.rate', { things: 'body.count' }, 'things'],
    ['body.count * model.rate', { clips: 'body.seconds', things: 'body.count' }, 'things'],
    ['twice * model.rate', { pairs: 'twice' }, 'pairs'],
    ['twice * model.rate', { pairs: 'body.count * 2' }, 'pairs'],
    ['twice * model.rate', { pairs: 'again' }, 'pairs'],
    ['again * model.rate', { pairs: 'twice' }, 'pairs'],
    ['body.count * 2 * model.rate', { pairs: 'body.count * 2' }, 'pairs'],
    ['body.count * 2 * model.rate', { pairs: 'twice' }, 'pairs'],
    ['body.count * body.seconds * model.rate', { all: 'body.count * body.seconds' }, 'all'],
    ['twice * model.rate', { things: 'body.count' }, 'twice'],
    ['body.seconds * model.rate', { triples: 'body.count * 3' }, 'seconds'],
    ['body.seconds * model.rate', { triples: 'body.count * 3', clips: 'body.seconds' }, 'clips'],
    ['body.count * body.seconds * model.rate', { clips: 'body.seconds' }, 'count * clips'],
    ['body.count * twice * model.rate', { things: 'body.count' }, 'things * twice'],
    ['model.rate', { songs: '1' }, 'songs'],
    ['model.rate', { songs: '1', covers: '1' }, 'call'],
    ['model.rate', { songs: '2' }, 'call'],
    ['model.rate', { songs: 'body.count' }, 'call'],
    ['model.rate', { songs: '1', clips: 'body.count' }, 'songs'],
    ['body.count * model.rate', { songs: '1' }, 'count'],
    ['max(4, body.count) * model.rate', {}, 'count'],
    ['max(4, body.count) * model.rate', { things: 'body.count' }, 'things'],
    ['max(4, body.count) * model.rate', { things: 'max(4, body.count)' }, 'things'],
    ['(1 - body.count) * model.rate', {}, 'count'],
    ['(body.count - body.seconds) * model.rate', {}, 'count'],
    ['size(body.tags) * model.rate', {}, 'tags'],
    ['body.tags.size() * model.rate', {}, 'tags'],
    ['-body.count * model.rate', {}, 'call'],
    ['-body.count * model.rate', { refunds: '-body.count' }, 'refunds'],
  ])('of %s with the units %o is %s', (formula, units, wanted) => {
    expect(unit(formula, units)).toEqual([wanted])
  })
})
